import Forked
import ForkedGit

extension DocumentStore {
  /// Fetches, and merges a fork of the remote into one here, by property.
  ///
  /// - Parameters:
  ///   - named: the remote; nil: the default one.
  ///   - fork: the remote's fork; nil: the upstream of the current fork, else the fork of the same name.
  ///   - request: the input of the merge; its `from` is ignored.
  /// - Throws: as ``fetch(from:prune:)`` and ``merge(_:)``; kind `notFound` if the remote has no such fork.
  public func pull(
    from named: String?, _ fork: String?, merging request: MergeRequest
  ) throws -> MergeReport {
    let remote = try remote(named: named)
    let into = try self.fork(named: request.into, way: "with --into")
    let theirs = try fork.map(Fork.init(validating:)) ?? followed(by: into)
    let tip = try fetchedTip(of: theirs, from: remote)
    let name = "\(remote.name ?? remote.url.shown)/\(theirs.name)"
    if let warning = try clockWarning(for: theirs, at: tip) { environment.notify(warning) }
    var merge = request
    merge.from = [tip.hex]
    merge.into = into.name
    merge.message = merge.message ?? "Merge \(name) into \(into.name)"
    do {
      var report = try self.merge(merge)
      report.from = [name]
      for index in report.conflicts.indices { report.conflicts[index].theirChange?.fork = name }
      return report
    } catch {
      throw StoreError(translating: error).afterFetching(from: remote.name)
    }
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
