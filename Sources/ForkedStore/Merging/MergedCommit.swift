import Forked
import ForkedDocument
import ForkedGit

/// A commit that holds what a fork and other commits hold.
struct MergedCommit {
  /// What was needed.
  var action = MergeAction.none
  /// The commit; nil where nothing was needed, or conflicts remain.
  var commit: ObjectID?
  /// The number of files that were merged by content.
  var mergedFiles = 0
}

extension MergeResult<MergedCommit> {
  /// Adds the merge of one more commit.
  mutating func append(_ next: MergeResult<MergedCommit>) {
    add(next)
    value.commit = next.commit ?? value.commit
    value.mergedFiles += next.mergedFiles
    if value.action != .resolveConflict, next.action != .none { value.action = next.action }
  }
}

extension DocumentStore {
  /// Makes the commit that holds what a fork and another commit hold: none, the other one, or what `merge` makes.
  ///
  /// - Parameters:
  ///   - commit: the other commit.
  ///   - tip: the fork's commit; nil where it has none.
  ///   - alwaysMerges: true if a merge is made even where the fork has nothing of its own.
  ///   - merge: merges the two, whose merge bases it is given.
  func merged(
    _ commit: ObjectID, into tip: ObjectID?, alwaysMerges: Bool = false,
    by merge: (_ tip: ObjectID, _ bases: [ObjectID]) throws -> MergeResult<MergedCommit>
  ) throws -> MergeResult<MergedCommit> {
    switch (try repository.need(of: tip, for: commit), tip) {
    case (.nothing, _): MergeResult(MergedCommit())
    case (.merge(let bases), let tip?): try merge(tip, bases)
    case (.fastForward, let tip?) where alwaysMerges: try merge(tip, [tip])
    case (.fastForward, _), (.merge, nil):
      MergeResult(MergedCommit(action: .fastForward, commit: commit))
    }
  }

  /// Merges two commits, and makes a commit of the result where no conflict remains.
  ///
  /// - Parameter write: writes the commit of a tree.
  /// - Throws: kind `defect` where the audit found something missing.
  func mergeCommit(
    _ merge: VersionMerge, writtenBy write: (_ tree: ObjectID) throws -> ObjectID
  ) throws -> MergeResult<MergedCommit> {
    let merged = try merge.run()
    try merged.checkAudit()
    return merged.with(
      MergedCommit(
        action: .resolveConflict, commit: try merged.tree.map(write),
        mergedFiles: merged.mergedFiles))
  }

  /// The number of files in which two commits differ.
  func changedFiles(from old: ObjectID?, to new: ObjectID?) throws -> Int {
    var count = 0
    try repository.forEachChange(from: snapshot(of: old).tree, to: snapshot(of: new).tree) { _ in
      count += 1
      return true
    }
    return count
  }
}
