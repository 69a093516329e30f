public import Forked
public import FoundationEssentials

extension GitRepository {
  /// Merges a branch into another: nothing, a step ahead, or a commit with two parents.
  ///
  /// - Throws: ``MergeRefusal`` or what else the merging throws where the two can't become one; what
  ///   keeps the fork from moving. Nothing changed then.
  public func merge(
    _ fork: Fork, into other: Fork, at time: Date
  ) throws -> (action: MergeAction, version: Version) {
    try lock.withLock {
      _ = try tip(of: other)
      var action = MergeAction.none
      let (source, target) = (branch(of: fork), branch(of: other))
      let movement = try advance(other, reason: "merge: \(source)") { tip in
        action = .none
        guard let theirs = try self.tip(of: fork) else { return nil }
        guard let tip else {
          action = .fastForward
          return theirs
        }
        let bases = try repository.mergeBases(of: tip, and: theirs)
        if bases.contains(theirs) { return nil }
        action = bases.contains(tip) ? .fastForward : .resolveConflict
        if action == .fastForward { return theirs }
        return try mergeCommit(
          of: theirs, into: tip, message: "Merge \(source) into \(target)", at: HybridTime(time))
      }
      if action != .none { known[other] = movement.to }
      return (action, try version(of: movement.to))
    }
  }

  func mergeCommit(
    of source: ObjectID, into tip: ObjectID, message: String, at time: HybridTime
  ) throws -> ObjectID {
    try writeCommit(
      tree: mergedTree(tip, source), parents: [tip, source], message: message, at: time)
  }

  func mergedTree(_ ours: ObjectID, _ theirs: ObjectID) throws -> ObjectID {
    try merging.merge(
      CommitPair(
        repository: repository, ours: ours, theirs: theirs, path: path,
        surroundings: surroundings))
  }
}
