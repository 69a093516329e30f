public import Forked
import ForkedDocument
import ForkedGit
public import FoundationEssentials

extension GitRepository {
  /// Merges a branch into another one: no change, a fast-forward, or a commit with two parents.
  ///
  /// - Throws: ``MergeRefusal``, or another error of the merging, if the versions cannot be merged; an error if the
  ///   fork cannot be updated. Nothing is changed then.
  public func merge(
    _ fork: Fork, into other: Fork, at time: Date
  ) throws -> (action: MergeAction, version: Version) {
    try lock.withLock {
      _ = try tip(of: other)
      let (source, target) = (branch(of: fork), branch(of: other))
      let reason = "merge: \(source)"
      let (action, forkUpdate) = try store.transaction(reason) { transaction in
        try transaction.references.holdWorkTree(of: target)
        var action = MergeAction.none
        let forkUpdate = try transaction.update(target, reason: reason) { tip in
          guard let theirs = try self.tip(of: fork) else { return nil }
          let merged = try store.mergeVersions(theirs, into: tip) { tip, bases in
            try store.valueMerge(
              of: theirs, into: tip, bases: bases, message: "Merge \(source) into \(target)",
              at: HybridTime(time))
          }
          action = merged.action
          return merged.commit
        }
        return (action, forkUpdate)
      }
      if action != .none { known[other] = forkUpdate.to }
      return (action, try version(of: forkUpdate.to))
    }
  }
}

extension DocumentStore {
  /// Makes the merge commit of two versions.
  ///
  /// - Throws: ``MergeRefusal``, or ``StoreError`` of kind `conflicts`, if the versions cannot be merged.
  func valueMerge(
    of commit: ObjectID, into tip: ObjectID, bases: [ObjectID]? = nil, message: String,
    at time: HybridTime
  ) throws -> MergeResult<MergedCommit> {
    let merge = VersionMerge(
      self, ours: tip, theirs: commit, bases: bases, policy: try mergePolicy(nil, []))
    let merged = try mergeCommit(merge) { tree, _ in
      try writeCommit(tree: tree, parents: [tip, commit], message: message, at: time)
    }
    guard merged.conflicts.isEmpty else { throw refusal(merged.conflicts) }
    return merged
  }

  private func refusal(_ conflicts: [MergeConflict]) -> any Error {
    if case .value? = ownMerging {
      return MergeRefusal(paths: Set(conflicts.map { TreePath($0.document) }).sorted())
    }
    let places = conflicts.map { "\($0.document)#\($0.pointer)" }.joined(separator: ", ")
    return StoreError(
      .conflicts, "both sides changed \(places); nothing was changed",
      hint:
        "resolve it with '\(programName) merge --resolve', or declare a strategy in .fork/schema.json"
    )
  }
}

extension GitRepository {
  /// Updates a fork to the commit that `next` makes from its tip, and the work tree that shows it. After a lost race,
  /// it tries again.
  ///
  /// - Parameter next: makes the next commit; nil or the tip itself: there is nothing to do.
  /// - Throws: ``StoreError`` of kind `tryAgain` if too many races were lost; ``GitError``. Nothing is changed then.
  @discardableResult
  func update(
    _ fork: Fork, reason: String, to next: (_ tip: ObjectID?) throws -> ObjectID?
  ) throws -> ForkUpdate {
    try store.transaction(reason) { transaction in
      try transaction.references.holdWorkTree(of: branch(of: fork))
      return try transaction.update(branch(of: fork), reason: reason, to: next)
    }
  }
}
