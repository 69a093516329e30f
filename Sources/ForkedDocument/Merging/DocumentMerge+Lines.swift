public import ForkedJSON

extension DocumentMerge {
  /// Merges the three versions; where only strategies that nobody declared leave a conflict (inferred ones, and those
  /// of a built-in schema) and git's line merge of the same three has none, is valid JSON and passes the audit, the line
  /// merge's result stands.
  ///
  /// So nobody gets a conflict here that git would not have had.
  /// - Parameters:
  ///   - markers: size and labels of conflict markers.
  ///   - showBase: whether a conflict shows the base (`diff3`).
  ///   - lines: git's line merge of base, ours and theirs; nil where it has conflicts. Called only where
  ///     it can matter.
  /// - Throws: what the history or `lines` throws.
  public func run(
    markers: ConflictMarkers = .init(), showBase: Bool = false,
    orByLines lines: () throws -> [UInt8]?
  ) throws -> MergeResult<[UInt8]> {
    let merged = try run(markers: markers, showBase: showBase)
    guard !merged.conflicts.isEmpty,
      plan.isBuiltIn || merged.conflicts.allSatisfy(\.reason.isInferred),
      let text = try lines(), var byLines = try acceptedByAudit(text)
    else { return merged }
    byLines.contested = merged.contested
    return byLines
  }

  /// The line merge's result, if it is a document in which nothing is missing.
  private func acceptedByAudit(_ text: [UInt8]) throws -> MergeResult<[UInt8]>? {
    guard let document = try? document(merged: text) else { return nil }
    guard try failures(of: document).isEmpty else { return nil }
    let report = MergeDecision(strategy: .object, outcome: .lineMerge)
    var merge = self
    if plan.isBuiltIn { merge.plan = .none }
    guard merge.audit(document, decisions: [report], conflicts: []).isEmpty else { return nil }
    return MergeResult(text, decisions: [report])
  }
}

extension MergeConflict.Reason {
  /// Whether nobody declared anything that led to the conflict.
  fileprivate var isInferred: Bool {
    switch self {
    case .bothChanged, .deletedAndChanged, .bothReplaced: true
    case .manual, .recencyUnknown, .invalid, .identityUncertain: false
    }
  }
}
