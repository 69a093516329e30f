/// The verification of received commits, before any ref names them.
struct ReceivedHistory {
  let repository: LocalRepository
  let options: RemoteOptions

  /// Verifies that everything the commits need is here, and that no path in them leaves a work tree or enters `.git`.
  ///
  /// - Throws: Kind `invalid`; `shallow` if something is missing in a shallow clone.
  /// - Complexity: O(changes in the commits that no ref of this repository reaches).
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
        try options.checkInterruption()
        return true
      }
    } catch {
      throw explained(error)
    }
    return findings
  }

  /// Verifies the changes of a commit. The rest is verified with its first parent.
  private func verify(_ commit: CommitObject) throws {
    let old = try commit.parents.first.flatMap { try parentTree($0) }
    try repository.forEachChange(from: old, to: commit.tree) { change in
      try options.checkInterruption()
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
      error.message = "the remote's history has an invalid path: \(error.message)"
    default: break
    }
    return error
  }
}

/// A summary of received commits.
public struct RemoteFindings: Sendable {
  /// The number of commits.
  public var commits = 0
  /// The commit with the latest hybrid time.
  public var latest: CommitObject?

  mutating func add(_ commit: CommitObject) {
    commits += 1
    if let latest, latest.hybridTime >= commit.hybridTime { return }
    latest = commit
  }
}
