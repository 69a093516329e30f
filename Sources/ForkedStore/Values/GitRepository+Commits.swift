public import Forked
import ForkedGit

// A ``ForkedResource`` uses the history instead. These are for other users of a repository.
extension GitRepository {
  /// Creates a branch whose tip holds that commit. If main is at that version, it is main's commit.
  public func create(_ fork: Fork, withInitialCommit commit: Commit<Model>) throws {
    try lock.withLock {
      let fork = try Fork(validating: fork.name)
      guard try repository.tip(of: branch(of: fork)) == nil else {
        throw ForkedError.forkExists(fork)
      }
      if let main = try repository.tip(of: branch(of: .main)), try self.commit(at: main) == commit {
        return try makeBranch(of: fork, at: main)
      }
      try append(commit, to: fork)
    }
  }

  /// The versions of a fork's commits, along the first parents.
  ///
  /// - Complexity: O(history).
  public func versions(storedIn fork: Fork) throws -> Set<Version> {
    try lock.withLock {
      var versions: Set<Version> = []
      try forEachCommit(of: fork) {
        versions.insert(version(of: $0))
        return true
      }
      return versions
    }
  }

  /// The content of the fork's commit of a version. Of several commits with the same time, it is
  /// the last one.
  ///
  /// - Complexity: O(commits since).
  public func content(of fork: Fork, at version: Version) throws -> CommitContent<Model> {
    try lock.withLock { try content(of: commit(of: fork, at: version).tree) }
  }

  /// Makes a commit on the tip of a fork.
  ///
  /// - Throws: `ForkedError.versionExists` if the commit is not later than the tip.
  public func store(_ commit: Commit<Model>, in fork: Fork) throws {
    try lock.withLock {
      _ = try tip(of: fork)
      try append(commit, to: fork)
    }
  }

  /// Does nothing but check that the version exists, since git keeps every version.
  public func removeCommit(at version: Version, from fork: Fork) throws {
    try lock.withLock { _ = try commit(of: fork, at: version) }
  }

  private func append(_ commit: Commit<Model>, to fork: Fork) throws {
    let forkUpdate = try update(fork, reason: "store: \(path)") { tip in
      let old = try tip.map { try repository.commit($0) }
      if let old, commit.version <= version(of: old) {
        throw ForkedError.versionExists(commit.version, fork)
      }
      return try store.writeCommit(
        tree: tree(old?.tree, holding: commit.content), parents: tip.map { [$0] } ?? [],
        message: "update \(path)", at: commit.version.hybridTime)
    }
    known[fork] = forkUpdate.to
  }

  private func commit(of fork: Fork, at version: Version) throws -> CommitObject {
    var found: CommitObject?
    try forEachCommit(of: fork) { commit in
      if self.version(of: commit) == version { found = commit }
      return found == nil
    }
    guard let found else { throw ForkedError.noSuchVersion(version, fork) }
    return found
  }

  private func forEachCommit(
    of fork: Fork, _ body: (CommitObject) throws -> Bool
  ) throws {
    var next = try tip(of: fork)
    while let id = next {
      let commit = try repository.commit(id)
      guard try body(commit) else { return }
      next = commit.parents.first
    }
  }
}
