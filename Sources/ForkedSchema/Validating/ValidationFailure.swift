public import ForkedJSON

/// A violation of a schema in a document, with the value that is expected.
public struct ValidationFailure: Sendable, Hashable {
  /// The pointer to the wrong value in the document.
  public var pointer: JSONPointer
  /// The line and column at which that value begins.
  public var position: TextPosition
  /// The keyword that the value violates.
  public var keyword: String
  /// The path of the schema file with the keyword, relative to the repository's root, or the name of a built-in schema.
  public var file: String
  /// The pointer to the keyword in that file.
  public var keywordPointer: JSONPointer
  /// The description of the value, without a full stop.
  public var message: String
  /// The expected value.
  public var expected: String
}

extension ValidationFailure: CustomStringConvertible {
  /// `/views: type: "many" is a string, expected an integer (.fork/schema.json#/...)`
  public var description: String {
    let place = pointer.tokens.isEmpty ? "" : "\(pointer): "
    return "\(place)\(explanation)"
  }

  /// The explanation without the pointer: the keyword, the value, the expected value, and the keyword's location.
  public var explanation: String {
    "\(keyword): \(message), expected \(expected) (\(file)#\(keywordPointer))"
  }
}

/// The error for a validation that takes more steps than any real schema needs.
public struct ValidationExcess: Error, Sendable, CustomStringConvertible {
  /// The description of the error, without a full stop.
  public var description: String {
    "validating takes too many steps: the schema combines its parts in too many ways, nests too deep, or has a "
      + "pattern that is too much work for this document"
  }
}

/// The failures of one validation so far.
struct FailureReport {
  /// The greatest number of failures that are reported.
  static let most = 100

  var path: [JSONString] = []
  var failures: [ValidationFailure] = []
  /// The number of branches that contain the current value.
  var branchDepth = 0

  var isFull: Bool { failures.count >= Self.most }
}

extension JSONNode {
  /// The type's name with its article.
  var typeText: String {
    kind == .number ? "the number \(excerpt)" : JSONType(kind).textWithArticles
  }

  /// The value as text, shortened for a message.
  var excerpt: String {
    let most = 60
    guard range.count > most else { return description }
    if kind.isContainer { return typeText }
    return String(String.UnicodeScalarView(description.unicodeScalars.prefix(most))) + "..."
  }
}

extension Enumeration {
  /// Returns the expected value: the one that was probably meant, or some of all.
  func text(near value: JSONNode) -> String {
    guard !values.isEmpty else { return "nothing: the list is empty" }
    let names = values.prefix(1000).compactMap { $0.string?.exactString }
    if let text = value.string?.exactString, let meant = Nearest.name(to: text, among: names) {
      return "\"\(meant)\" or another of the list"
    }
    let shown = values.prefix(10).map(\.excerpt).joined(separator: ", ")
    return "one of \(shown)\(values.count > 10 ? ", ..." : "")"
  }
}

extension FieldPlan {
  /// True if the repository's own schema describes the value.
  ///
  /// A built-in schema that applies by a document's name alone only applies to merging.
  public var isBinding: Bool { graph.map { !$0.isImplied } ?? false }

  /// True if the value is merged by a built-in schema that applies by a document's name alone, without a declaration.
  public var isBuiltIn: Bool { graph?.isImplied ?? false }

  /// Returns true if the value is valid under the schema; true if there is none.
  ///
  /// - Throws: ``ValidationExcess`` if the validation takes too many steps.
  /// - Complexity: O(value) for real schemas, and at most a fixed number of steps and a few for each byte.
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

  /// Returns the violations of the schema in the order in which they are found, at most a hundred; none for a valid
  /// value.
  ///
  /// - Throws: ``ValidationExcess``, as ``accepts(_:)`` does.
  /// - Complexity: at most twice that of ``accepts(_:)``; the same for a valid value.
  public func failures(of value: JSONNode) throws(ValidationExcess) -> [ValidationFailure] {
    guard try !accepts(value), let graph else { return [] }
    var validation = Validation(graph.program, for: value, isReporting: true)
    for schema in graph[rule].seeds { _ = validation.accepts(value, schema) }
    let failures = validation.report?.failures ?? []
    guard !failures.isEmpty else { throw ValidationExcess() }
    return failures
  }
}
