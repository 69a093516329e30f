import Forked
import ForkedDocument
import ForkedGit

/// A commit that holds the changes of a fork and of other commits.
struct MergedCommit {
  /// The kind of update that was needed.
  var action = MergeAction.none
  /// The commit; nil if none was needed, or conflicts remain.
  var commit: ObjectID?
  /// The number of files that were merged by content.
  var mergedFiles = 0
  /// The versions of the documents that it leaves out.
  var waiting: [WaitingVersion] = []
  /// True if the conflicts are those of documents that are left out, and all others are merged.
  var areConflictsLeftOut = false
}

extension MergeResult<MergedCommit> {
  /// True if conflicts keep both sides apart.
  var isBlocked: Bool { !conflicts.isEmpty && !value.areConflictsLeftOut }

  /// Adds the merge of one more commit.
  mutating func append(_ next: MergeResult<MergedCommit>) {
    add(next)
    value.commit = next.commit ?? value.commit
    value.mergedFiles += next.mergedFiles
    if value.action != .resolveConflict, next.action != .none { value.action = next.action }
  }
}

extension DocumentStore {
  /// Returns the commit that holds the changes of a fork and of another commit: none if the fork is up to date, the
  /// other commit if it is a fast-forward, else the result of `merge`.
  ///
  /// - Parameters:
  ///   - commit: the other commit.
  ///   - tip: the fork's commit; nil if it has none.
  ///   - alwaysMerges: true if a merge is made even if a fast-forward is possible.
  ///   - merge: merges the two commits, whose merge bases it is given.
  func mergeVersions(
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

  /// Merges two commits, and makes a commit of the result if no conflict remains.
  ///
  /// - Parameter write: writes the commit of a tree that was merged with these decisions.
  /// - Throws: kind `defect` if the audit found that something is missing.
  func mergeCommit(
    _ merge: VersionMerge,
    writtenBy write: (_ tree: ObjectID, _ decisions: [MergeDecision]) throws -> ObjectID
  ) throws -> MergeResult<MergedCommit> {
    let merged = try merge.run()
    try merged.checkAudit()
    return merged.with(
      MergedCommit(
        action: .resolveConflict, commit: try merged.tree.map { try write($0, merged.decisions) },
        mergedFiles: merged.mergedFiles))
  }

  /// Returns the number of files in which two commits differ.
  func changedFiles(from old: ObjectID?, to new: ObjectID?) throws -> Int {
    var count = 0
    try repository.forEachChange(from: snapshot(of: old).tree, to: snapshot(of: new).tree) { _ in
      count += 1
      return true
    }
    return count
  }
}

extension DocumentStore {
  /// Merges two commits into the same commit, byte for byte, that every clone makes of the same two.
  ///
  /// The parents are in the order of their ids, and the formatting follows the first. The time is that of the later
  /// parent and one nanosecond: no clock decides it. The committer is a fixed name. So clones that merge each other's commits at the same
  /// moment converge.
  ///
  /// - Parameters:
  ///   - ours: the commit that policy, choices and report call ours. The result does not depend on it, except with a
  ///     policy that prefers a side.
  ///   - theirs: the other commit.
  ///   - bases: their merge bases, if these are known already.
  ///   - names: the names of both, for conflicts.
  func canonicalMerge(
    _ ours: ObjectID, _ theirs: ObjectID, bases: [ObjectID]? = nil, _ policy: MergePolicy,
    names: SideNames = SideNames()
  ) throws -> MergeResult<MergedCommit> {
    let isSwapped = theirs < ours
    let parents = isSwapped ? [theirs, ours] : [ours, theirs]
    var merge = VersionMerge(
      self, ours: parents[0], theirs: parents[1], bases: bases,
      policy: isSwapped ? policy.swapped : policy)
    merge.names = isSwapped ? names.swapped : names
    let merged = try mergeCommit(merge) { tree, _ in
      try canonicalCommit(of: tree, parents, leavingOut: policy.leftOut.keys.sorted())
    }
    return isSwapped ? merged.swapped : merged
  }

  private func canonicalCommit(
    of tree: ObjectID, _ parents: [ObjectID], leavingOut left: [TreePath]
  ) throws -> ObjectID {
    let trailers = left.map { "\(CommitObject.leftOutTrailer) \($0)".filter { !$0.isNewline } }
    return try repository.writeCommit(
      .canonical(
        tree: tree, parents: parents, times: parents.map { try repository.commit($0).countedTime },
        message: "Merge \(parents[0].hex.prefix(10)) and \(parents[1].hex.prefix(10))"
          + (left.isEmpty ? "" : "\n\n" + trailers.joined(separator: "\n"))))
  }
}

extension MergePolicy {
  /// The same policy, with ours and theirs exchanged.
  fileprivate var swapped: MergePolicy {
    var result = self
    if case .prefer(let side) = conflicts { result.conflicts = .prefer(side.other) }
    result.areDecisionsSwapped.toggle()
    result.choices = choices.mapValues { $0.mapValues(\.swapped) }
    return result
  }
}
