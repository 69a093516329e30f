import Forked
import ForkedGit

/// The input of `pull`.
public struct PullRequest: Sendable {
  /// The remote; nil: the default one.
  public var remote: String?
  /// The remote's fork; nil: the upstream of the current fork, else the fork of the same name.
  public var fork: String?
  /// The input of the merge; its `from` is ignored.
  public var merge: MergeRequest

  /// Creates a request.
  public init(remote: String? = nil, fork: String? = nil, merge: MergeRequest) {
    self.remote = remote
    self.fork = fork
    self.merge = merge
  }
}

extension DocumentStore {
  /// Fetches, and merges a fork of the remote into one here, by property.
  ///
  /// - Throws: as ``fetch(_:)`` and ``merge(_:)``; kind `notFound` if the remote has no such fork.
  public func pull(_ request: PullRequest) throws -> MergeReport {
    let remote = try remote(named: request.remote)
    let into = try pulledInto(request.merge.into)
    let theirs = try request.fork.map(Fork.init(validating:)) ?? followed(by: into)
    let tip = try fetchedTip(of: theirs, from: remote)
    let name = "\(remote.name ?? remote.url.shown)/\(theirs.name)"
    if let warning = try clockWarning(for: theirs, at: tip) { environment.notify(warning) }
    var merge = request.merge
    merge.from = [tip.hex]
    merge.into = into.name
    merge.message = merge.message ?? "Merge \(name) into \(into.name)"
    do {
      var report = try self.merge(merge)
      report.from = [name]
      for index in report.conflicts.indices { report.conflicts[index].theirChange?.fork = name }
      return report
    } catch {
      throw StoreError(translating: error).afterFetching(from: remote)
    }
  }

  /// Returns the fork to pull into. The current fork may have no commit yet.
  private func pulledInto(_ name: String?) throws -> Fork {
    try fork(named: name, way: "with --into")
  }

  private func followed(by fork: Fork) throws -> Fork {
    let name = try repository.configuration().string("branch.\(fork.name).merge")
    guard let name, name.hasPrefix("refs/heads/") else { return fork }
    return try Fork(validating: String(name.dropFirst("refs/heads/".count)))
  }

  private func fetchedTip(of fork: Fork, from remote: Remote) throws -> ObjectID {
    let state = try repository.download(from: remote, options: remoteOptions()) {
      remote.name == nil ? [fork] : $0.forks.keys.sorted()
    }
    try environment.checkInterruption()
    if let name = remote.name {
      try track(state.forks, of: remote)
      try rememberHeadAndTags(state, of: name)
    }
    packObjects()
    if let tip = state.forks[fork] { return tip }
    throw StoreError(
      .notFound, "the remote has no fork '\(fork.name)'",
      hint:
        "'\(programName) push' creates it there, '\(programName) pull <remote> <fork>' pulls another one"
    )
  }
}
