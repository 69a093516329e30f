/// What a fork needs to hold another commit too.
public enum MergeNeed: Hashable, Sendable {
  /// Nothing: the commit is the fork's or an ancestor of it.
  case nothing
  /// The commit itself: the fork has nothing of its own.
  case fastForward
  /// A merge. The bases are ordered by id; none where the two are unrelated.
  case merge(bases: [ObjectID])
}

extension LocalRepository {
  /// What a fork needs to hold another commit too.
  ///
  /// - Parameters:
  ///   - commit: the other commit.
  ///   - tip: the fork's commit; nil where it has none.
  /// - Throws: as ``mergeBases(of:and:)``, whose complexity it has.
  public func need(of tip: ObjectID?, for commit: ObjectID) throws(GitError) -> MergeNeed {
    guard let tip else { return .fastForward }
    let bases = try mergeBases(of: tip, and: commit)
    if bases.contains(commit) { return .nothing }
    return bases.contains(tip) ? .fastForward : .merge(bases: bases)
  }
}
