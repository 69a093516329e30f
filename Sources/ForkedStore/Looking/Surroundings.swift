public import ForkedGit

/// The changes of both sides of a merge since their merge base.
public struct SideDifferences: Sendable {
  /// The changes of the fork that is merged into.
  public var ours: [FileDifference]
  /// The changes of the commits that are merged; of several, all in turn.
  public var theirs: [FileDifference]
}

extension DocumentStore {
  /// Returns the versions from these commits back, newest first, with their forks.
  ///
  /// - Parameters:
  ///   - commits: the commits; if empty, the tips of all forks.
  ///   - limit: the greatest number of versions.
  public func versions(from commits: [ObjectID] = [], atMost limit: Int) throws -> [LoggedVersion] {
    let branches = try shownBranches()
    let names = Dictionary(grouping: branches, by: \.tip)
    let tips = commits.isEmpty ? branches.map(\.tip) : commits
    var versions: [LoggedVersion] = []
    guard !tips.isEmpty else { return [] }
    try repository.walkHistory(from: tips, order: .topological) { commit in
      guard versions.count < limit else { return false }
      versions.append(
        LoggedVersion(
          commit: commit, forks: names[commit.id, default: []].map(\.fork)))
      return true
    }
    return versions
  }

  /// Returns the changes of both sides of a merge, by property; nil if its commits or their merge base are not known.
  public func sideDifferences(_ commits: MergedCommits) throws -> SideDifferences? {
    guard let ours = commits.ours.flatMap(ObjectID.init(hex:)) else { return nil }
    let theirs = commits.theirs.compactMap(ObjectID.init(hex:))
    guard !theirs.isEmpty else { return nil }
    var found = SideDifferences(ours: [], theirs: [])
    for (index, commit) in theirs.enumerated() {
      guard let base = try repository.mergeBases(of: ours, and: commit).first else { return nil }
      let start = try snapshot(of: base)
      if index == 0 { found.ours = try differences(from: start, to: snapshot(of: ours)) }
      found.theirs += try differences(from: start, to: snapshot(of: commit))
    }
    return found
  }
}
