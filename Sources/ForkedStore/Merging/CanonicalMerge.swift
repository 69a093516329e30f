import Forked
import ForkedDocument
import ForkedGit

extension DocumentStore {
  /// Merges two commits the way every peer that merges the same two does, to the byte: parents in the order of their
  /// ids, formatting from the first, the latest parent's time and one nanosecond, and a committer who is nobody. So
  /// peers that merge each other at the same moment become quiet.
  ///
  /// - Parameters:
  ///   - ours: the commit that policy, choices and report call ours. The result doesn't depend on it, but for a policy
  ///     that prefers a side.
  ///   - theirs: the other commit.
  ///   - bases: their merge bases, where these are known already.
  func canonicalMerge(
    _ ours: ObjectID, _ theirs: ObjectID, bases: [ObjectID]? = nil, _ policy: MergePolicy
  ) throws -> MergeResult<MergedCommit> {
    let isSwapped = theirs < ours
    let parents = isSwapped ? [theirs, ours] : [ours, theirs]
    let merge = VersionMerge(
      self, ours: parents[0], theirs: parents[1], bases: bases,
      policy: isSwapped ? policy.swapped : policy)
    let merged = try mergeCommit(merge) { try canonicalCommit(of: $0, parents) }
    return isSwapped ? merged.swapped : merged
  }

  private func canonicalCommit(of tree: ObjectID, _ parents: [ObjectID]) throws -> ObjectID {
    try repository.writeCommit(
      .canonical(
        tree: tree, parents: parents, times: parents.map { try repository.commit($0).hybridTime },
        message: "Merge \(parents[0].hex.prefix(10)) and \(parents[1].hex.prefix(10))"))
  }
}

extension MergePolicy {
  /// The same policy, with ours and theirs exchanged.
  fileprivate var swapped: MergePolicy {
    var result = self
    if case .prefer(let side) = conflicts { result.conflicts = .prefer(side.other) }
    result.choices = choices.mapValues { $0.mapValues(\.swapped) }
    return result
  }
}
