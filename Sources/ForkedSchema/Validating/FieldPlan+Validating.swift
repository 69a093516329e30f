public import ForkedJSON

extension FieldPlan {
  /// Whether the repository's own schema says what the value may be. A built-in schema that applies by a
  /// document's name alone only says how to merge.
  public var isBinding: Bool { graph.map { !$0.isImplied } ?? false }

  /// A Boolean value that indicates whether a built-in schema that applies by a document's name alone says how the value
  /// merges: nobody declared it.
  public var isBuiltIn: Bool { graph?.isImplied ?? false }

  /// Whether the value is what the schema demands; true where it demands nothing.
  ///
  /// Throws where the schema asks for more work than any document is worth. O(value) for schemas that people write,
  /// and never more than a fixed number of steps and a few for each byte.
  public func accepts(_ value: JSONNode) throws(ValidationExcess) -> Bool {
    guard isBinding, let graph else { return true }
    var validation = Validation(graph.program, for: value)
    for schema in graph[rule].seeds {
      let isAccepted = validation.accepts(value, schema)
      guard !validation.isExhausted else { throw ValidationExcess() }
      if !isAccepted { return false }
    }
    return true
  }

  /// What is wrong with the value, in the order in which it is found; the first hundred failures. None where it is
  /// what the schema demands.
  ///
  /// Throws as ``accepts(_:)`` does, and costs at most twice as much; a valid value costs the same.
  public func failures(of value: JSONNode) throws(ValidationExcess) -> [ValidationFailure] {
    guard try !accepts(value), let graph else { return [] }
    var validation = Validation(graph.program, for: value, isReporting: true)
    for schema in graph[rule].seeds { _ = validation.accepts(value, schema) }
    let failures = validation.report?.failures ?? []
    guard !failures.isEmpty else { throw ValidationExcess() }
    return failures
  }
}
