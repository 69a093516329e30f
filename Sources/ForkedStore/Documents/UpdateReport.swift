public import Forked
public import ForkedGit

/// The result of updating, removing or restoring documents.
public struct UpdateReport: Report {
  /// The fork that was updated.
  public var fork: Fork
  /// The documents that changed, in git's order, or those that were named.
  public var documents: [String]
  /// True if one document was written by its name.
  public var isOfOne = false
  /// The fork's commit now; nil: it still has no version.
  public var commit: ObjectID?
  /// True if there is a new version.
  public var changed: Bool
  /// True if the new version changes bytes, but no value.
  public var reformatted = false
  /// The ordered lists whose positions were repaired.
  public var repaired: [RepairedList] = []
  /// The ordered lists in which written elements have no id of their own.
  public var problems: [DocumentProblem] = []
  /// The other documents that changed, because they hold the same entities.
  public var followed: [String] = []
  /// The number of documents that matched; nil: they were not asked for by a pattern or condition.
  public var matched: Int?
  /// The changes that a dry run would make; nil: it was no dry run.
  public var differences: [FileDifference]?

  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    .object([
      "fork": fork, "document": isOfOne ? documents.first : nil,
      "documents": isOfOne ? nil : documents, "commit": commit, "changed": changed,
      "reformatted": isOfOne && reformatted ? true : nil, "mended": repaired.ifAny,
      "problems": problems.ifAny, "followed": followed.ifAny, "matched": matched,
      "changes": differences.map { $0.flatMap(\.lines) },
    ])
  }
}

extension UpdateReport {
  /// Creates the report of a version.
  init(
    of documents: [String], _ forkUpdate: ForkUpdate, _ draft: VersionDraft, in store: DocumentStore
  ) {
    self.init(
      fork: forkUpdate.fork, documents: documents, commit: forkUpdate.to,
      changed: forkUpdate.isChange, reformatted: forkUpdate.isChange && draft.isReformatting,
      repaired: draft.repaired, problems: draft.problems,
      followed: draft.followed.map(store.shown))
  }
}

extension DocumentStore {
  /// Makes one version of a fork as ``record(on:command:expecting:of:kind:_:)`` does, in which the other documents that
  /// hold the same entities follow.
  ///
  /// - Parameter names: the documents, for the report; nil: those that the draft changes.
  func update(
    on fork: Fork, command: String, expecting expectation: Expectation? = nil,
    of documents: [DocumentPath] = [], named names: [String]? = nil, dryRun: Bool = false,
    _ draft: (Snapshot) throws -> VersionDraft
  ) throws -> UpdateReport {
    var (changed, differences): ([DocumentPath], [FileDifference]?) = ([], nil)
    let (forkUpdate, draft) = try record(
      on: fork, command: command, expecting: expectation, of: documents,
      kind: dryRun ? .dryRun : .command
    ) { snapshot in
      let own = try draft(snapshot)
      changed = own.changes.keys.sorted()
      let whole = try following(own, in: snapshot)
      if dryRun {
        let tree = try tree(whole, from: snapshot)
        differences = try self.differences(from: snapshot, to: Snapshot(commit: nil, tree: tree))
      }
      return whole
    }
    var report = UpdateReport(of: names ?? changed.map(shown), forkUpdate, draft, in: self)
    report.differences = differences
    if dryRun { (report.commit, report.changed) = (forkUpdate.from, false) }
    return report
  }
}
