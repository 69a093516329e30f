public import ForkedJSON

extension FieldPlan {
  /// Whether the values themselves decide which parts of the schema describe them (`anyOf`, `oneOf`, `if`,
  /// `dependentSchemas`). O(1).
  public var hasBranches: Bool { graph.map { !$0[rule].choices.isEmpty } ?? false }

  /// The plan of these versions of one value: with the branches that all of them fit.
  ///
  /// Versions that are null or absent say nothing. The plan itself where it has no branches, or the versions fit none
  /// in common. O(branches x bytes of the values), up to a limit.
  /// - Parameter values: the versions; the order doesn't matter.
  public func fitting(_ values: [JSONNode?]) -> FieldPlan {
    guard let graph, hasBranches else { return self }
    let versions = values.compactMap { $0 }.filter { $0.kind != .null }
    guard !versions.isEmpty else { return self }
    var fitted = rule
    for _ in 0..<Self.deepestChoice {
      let branches = graph.branches(of: fitted, fitting: versions)
      let next = graph.rule(extending: fitted, by: branches)
      guard next != fitted else { break }
      fitted = next
    }
    return FieldPlan(graph, rule: fitted, defaultMerge: defaultMerge)
  }

  /// Choices within branches of choices; nobody nests more.
  private static let deepestChoice = 16
}

extension RuleGraph {
  fileprivate func branches(of rule: Int, fitting versions: [JSONNode]) -> [Int] {
    var runs = versions.map { (value: $0, validation: Validation(program, for: $0)) }
    func fit(_ schema: Int) -> [Bool] {
      runs.indices.map {
        runs[$0].validation.accepts(runs[$0].value, schema) && !runs[$0].validation.isExhausted
      }
    }
    return self[rule].choices.flatMap { choice -> [Int] in
      switch choice {
      case .fitting(let branches):
        return branches.filter { fit($0).allSatisfy { $0 } }
      case .condition(let condition, let then, let otherwise):
        let holds = fit(condition)
        if holds.allSatisfy({ $0 }) { return [condition] + (then.map { [$0] } ?? []) }
        return holds.contains(true) ? [] : otherwise.map { [$0] } ?? []
      case .member(let key, let schema):
        return versions.allSatisfy { $0[key] != nil } ? [schema] : []
      }
    }
  }
}
