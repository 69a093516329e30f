public import ForkedDocument
import ForkedGit

/// What a merge of git's left unmerged.
public struct ConflictsReport: Report {
  /// The unmerged paths, ordered.
  public var unmerged: [String]
  /// What merging them by property decides.
  public var resolved: [MergeDecision]
  /// What that leaves to a person.
  public var conflicts: [MergeConflict]

  /// `{"unmerged":[..],"resolved":[..],"conflicts":[..]}`
  public var reportValue: ReportValue {
    .object([
      "unmerged": .strings(unmerged), "resolved": .array(resolved.map(\.reportValue)),
      "conflicts": .array(conflicts.map(\.reportValue)),
    ])
  }
}

extension DocumentStore {
  /// What a merge of git's left unmerged, by property. Nothing changes.
  ///
  /// - Throws: kind `invalidData` where the schema has mistakes.
  public func conflicts() throws -> ConflictsReport {
    let files = try UnmergedFiles(in: self, resolvingPolicy([])).files
    return ConflictsReport(
      unmerged: files.map { shown($0.path) },
      resolved: files.flatMap(\.outcome.decisions).map(shown),
      conflicts: files.flatMap(\.outcome.conflicts).map(shown))
  }

  /// What decides conflicts, and how those that remain are marked.
  func resolvingPolicy(_ settlements: [ConflictSettlement]) throws -> MergePolicy {
    var policy = try mergePolicy(nil, settlements)
    policy.lines.style = try LineMerge.Style(configuredIn: repository.configuration())
    return policy
  }
}
