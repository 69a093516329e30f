/// The verification of what came from elsewhere, before any reference leads to it.
struct ReceivedHistory {
  let repository: LocalRepository
  let options: RemoteOptions

  /// Verifies that everything the commits need is here, and that no path in them leads out of a work tree or into
  /// `.git`.
  ///
  /// - Throws: kind `invalid`; `shallow` where something is missing in a shallow clone.
  /// - Complexity: what changed in the commits that no reference of this repository reaches.
  func verify(_ tips: [ObjectID]) throws(GitError) -> RemoteFindings {
    var findings = RemoteFindings()
    do {
      let known = try repository.references(withPrefix: "refs/").map(\.target)
      var commits: [ObjectID] = []
      for id in known where try repository.isCommit(id) { commits.append(id) }
      try repository.walkHistory(from: tips, excluding: commits) { commit in
        try verify(commit)
        findings.add(commit)
        options.progress(.checking, findings.commits, 0)
        if options.isInterrupted() { throw GitError(.interrupted, "interrupted") }
        return true
      }
    } catch {
      throw explained(error)
    }
    return findings
  }

  /// What a commit has from its first parent is verified with that one.
  private func verify(_ commit: CommitObject) throws {
    let old = try commit.parents.first.flatMap { try parentTree($0) }
    try repository.forEachChange(from: old, to: commit.tree) { change in
      guard let entry = change.new else { return true }
      try change.path.validateForTree()
      guard entry.mode != .submodule, try !repository.contains(entry.id) else { return true }
      throw GitError(.notFound, "an object is missing", context: change.path.description)
    }
  }

  private func parentTree(_ id: ObjectID) throws(GitError) -> ObjectID? {
    if try repository.shallowCommits().contains(id), try !repository.contains(id) { return nil }
    return try repository.tree(ofCommit: id)
  }

  private func explained(_ error: any Error) -> GitError {
    guard var error = error as? GitError else { return GitError(.other, "\(error)") }
    switch error.kind {
    case .notFound where repository.isShallow: return .shallow
    case .notFound:
      error.kind = .invalid
      error.message = "the remote's history is incomplete: \(error.message)"
    case .invalidPath:
      error.kind = .invalid
      error.message = "the remote holds a path that is never written: \(error.message)"
    default: break
    }
    return error
  }
}

/// What there is to know about commits that came from elsewhere.
public struct RemoteFindings: Sendable {
  /// How many there are.
  public var commits = 0
  /// The one of the latest hybrid time.
  public var latest: CommitObject?

  mutating func add(_ commit: CommitObject) {
    commits += 1
    if let latest, latest.hybridTime >= commit.hybridTime { return }
    latest = commit
  }
}
