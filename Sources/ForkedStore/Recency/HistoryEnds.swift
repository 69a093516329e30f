import ForkedGit

extension DocumentStore {
  /// The commits at which the history of a shallow clone ends; none in other repositories.
  func historyEnds() throws -> Set<ObjectID> {
    if let known = caches.historyEnds { return known }
    let ends = try repository.isShallow ? repository.shallowCommits() : []
    caches.historyEnds = ends
    return ends
  }

  /// The parents of a commit that the repository has: those of an end of a shallow clone are left out.
  func presentParents(of commit: CommitObject) throws -> [ObjectID] {
    try historyEnds().contains(commit.id) ? [] : commit.parents
  }

  /// Notifies the user that a history ends before its beginning.
  func notify(historyEndsAt ends: some Collection<ObjectID>) {
    guard let first = ends.min() else { return }
    let others = ends.count == 1 ? "" : " and \(ends.count - 1) more"
    notifyOnce(
      "history ends at \(first.hex.prefix(10))\(others), since this clone is shallow; "
        + "'git fetch --unshallow' brings the rest")
  }
}
