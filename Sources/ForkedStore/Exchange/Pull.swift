import Forked
import ForkedGit

/// What `pull` is asked for.
public struct PullRequest: Sendable {
  /// The remote; nil: the usual one.
  public var remote: String?
  /// The remote's fork; nil: the one that the current fork follows, else the one of the same name.
  public var fork: String?
  /// How it is merged; `from` is not looked at.
  public var merge: MergeRequest

  /// - Parameters:
  ///   - remote: the remote; nil: the usual one.
  ///   - fork: the remote's fork; nil: the one that the current fork follows, else the one of the same name.
  ///   - merge: how it is merged.
  public init(remote: String? = nil, fork: String? = nil, merge: MergeRequest) {
    self.remote = remote
    self.fork = fork
    self.merge = merge
  }
}

extension DocumentStore {
  /// Fetches, and merges a fork of the remote into one here, by property.
  ///
  /// - Throws: as ``fetch(_:)`` and ``merge(_:)``; kind `notFound` where the remote has no such fork.
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
      return report
    } catch {
      throw StoreError(translating: error).afterFetching(from: remote)
    }
  }

  /// The fork to pull into, which may have no commit yet where it is the current one.
  private func pulledInto(_ name: String?) throws -> Fork { try fork(named: name) }

  private func followed(by fork: Fork) throws -> Fork {
    let name = try repository.configuration().string("branch.\(fork.name).merge")
    guard let name, name.hasPrefix("refs/heads/") else { return fork }
    return try Fork(validating: String(name.dropFirst("refs/heads/".count)))
  }

  private func fetchedTip(of fork: Fork, from remote: Remote) throws -> ObjectID {
    let (state, _) = try repository.download(from: remote, options: remoteOptions()) {
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
      hint: "'fork push' makes it there; 'fork pull <remote> <fork>' takes another one")
  }
}
