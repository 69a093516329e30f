import Forked
public import ForkedGit

/// The result of `fetch`.
public struct FetchReport: Report {
  /// The remote's name.
  public var remote: String
  /// The remote's forks whose commits changed since the last fetch.
  public var forks: [ForkUpdate]
  /// Warnings for the user, though the fetch succeeded.
  public var warnings: [String]

  /// The result as JSON: `{"remote":..,"forks":[{"fork":..,"from":..,"commit":..}],"warnings":[..]}`.
  public var reportValue: ReportValue {
    .object(["remote": remote, "forks": forks, "warnings": warnings])
  }
}

extension DocumentStore {
  /// Fetches the commits of a remote's forks, and updates the tracking references. No fork is updated.
  ///
  /// - Parameters:
  ///   - named: the remote; nil: the default one.
  ///   - prune: true if tracking references of forks that are gone at the remote are deleted.
  /// - Throws: ``GitError`` of kinds `unreachable`, `untrusted`, `notFound`; `invalid` for a remote whose history is
  ///   incomplete or hostile. Nothing is changed then.
  public func fetch(from named: String?, prune: Bool) throws -> FetchReport {
    let (remote, name) = try configuredRemote(named: named)
    let state = try repository.download(from: remote, options: remoteOptions())
    try environment.checkInterruption()
    var report = FetchReport(remote: name, forks: [], warnings: try warnings(about: state))
    let seen = try forks(trackedFor: remote)
    for (fork, tip) in state.forks.sorted(by: { $0.key < $1.key }) {
      let old = seen[fork]
      if old != tip { report.forks.append(ForkUpdate(fork: fork, from: old, to: tip)) }
    }
    try track(state.forks, of: remote)
    if try prune || prunesUsually(name) { report.forks += try self.prune(remote, state) }
    try rememberHeadAndTags(state, of: name)
    packObjects()
    return report
  }

  private func prunesUsually(_ name: String) throws -> Bool {
    let configuration = repository.configuration()
    return try configuration.bool("remote.\(name).prune") ?? configuration.bool("fetch.prune")
      ?? false
  }

  private func forks(trackedFor remote: Remote) throws -> [Fork: ObjectID] {
    try remote.trackingPrefix.map { try repository.forks(below: $0) } ?? [:]
  }

  private func prune(_ remote: Remote, _ state: RemoteState) throws -> [ForkUpdate] {
    try forks(trackedFor: remote).filter { state.forks[$0.key] == nil }
      .sorted { $0.key < $1.key }.map { fork, tip in
        try track(fork, of: remote, at: nil)
        return ForkUpdate(fork: fork, from: tip, to: nil)
      }
  }

  /// Returns warnings for the user about a remote's forks.
  func warnings(about state: RemoteState) throws -> [String] {
    let names = state.refusedNames.sorted().map {
      "ignored a fork of the remote with a name that git does not accept: \($0)"
    }
    var known: Set<ObjectID> = []
    for (fork, tip) in state.forks.sorted(by: { $0.key < $1.key }) {
      guard known.insert(tip).inserted, try repository.contains(tip) else { continue }
      if let warning = try clockWarning(for: fork, at: tip) { return names + [warning] }
    }
    return names
  }

  /// Creates tags whose objects are here now, as git does, and records the remote's HEAD. No existing tag or HEAD is
  /// updated.
  func rememberHeadAndTags(_ state: RemoteState, of remote: String) throws {
    for (tag, target) in state.tags where try repository.contains(target) {
      guard try repository.target(of: tag) == nil else { continue }
      do throws(GitError) {
        try repository.compareAndSwap(tag, from: nil, to: target, reflog: nil)
      } catch {
        guard error.kind == .raceLost else { throw error }
      }
    }
    guard let head = state.head, state.forks[head] != nil else { return }
    guard try repository.head(ofRemote: remote) == nil else { return }
    try repository.setHead(ofRemote: remote, to: head)
  }
}
