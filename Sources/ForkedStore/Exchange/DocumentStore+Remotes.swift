import Forked
import ForkedGit

extension DocumentStore {
  /// Returns the remote with this name or address. If the user gave neither, it is the remote that the configuration of
  /// the current fork names, else `origin`, else the only one.
  ///
  /// - Throws: kind `notFound` if there is none.
  func remote(named name: String?) throws -> Remote {
    guard let name else { return try usualRemote() }
    if let remote = try repository.remote(named: name) { return remote }
    guard name.contains(where: { "/:".contains($0) }) else { throw noSuchRemote(name) }
    let url = try repository.address(name)
    return Remote(url: try url.text == name ? url.relative(to: environment.workingDirectory) : url)
  }

  /// Returns a remote as ``remote(named:)`` does, which must be in the configuration.
  func configuredRemote(named name: String?) throws -> (remote: Remote, name: String) {
    let remote = try remote(named: name)
    guard let known = remote.name else {
      throw StoreError(
        .usage, "'\(remote.url.shown)' is not the name of a remote",
        hint: "give it one: \(programName) remote add origin \(remote.url.shown.shellWord)")
    }
    return (remote, known)
  }

  private func usualRemote() throws -> Remote {
    let fork = try repository.headFork()
    let configured = try fork.flatMap {
      try repository.configuration().string("branch.\($0.name).remote")
    }
    let names = try repository.remoteNames()
    if let name = configured ?? names.usualRemote, name != ".",
      let remote = try repository.remote(named: name)
    {
      return remote
    }
    throw StoreError(
      .notFound,
      names.isEmpty ? "there is no remote" : "there are several remotes, and none is the default",
      hint: names.isEmpty
        ? "add one: \(programName) remote add origin <url>"
        : "name one of them, such as \(names[0])")
  }

  func noSuchRemote(_ name: String) -> StoreError {
    StoreError(
      .notFound, "there is no remote '\(name)'",
      hint:
        "'\(programName) remote list' shows them, '\(programName) remote add \(name.shellWord) <url>' adds it"
    )
  }

  /// Returns the options of connections to remotes.
  ///
  /// - Parameter showsMessages: true if messages of the server are shown.
  func remoteOptions(showsMessages: Bool = false) throws -> RemoteOptions {
    let seconds = try repository.configuration().integer("fork.timeout") ?? 60
    let environment = environment
    return RemoteOptions(
      silence: .seconds(min(max(1, seconds), 86_400)), isInterrupted: environment.isInterrupted,
      progress: {
        environment.report(Progress("\($0.rawValue) objects", $1, of: $2 > 0 ? $2 : nil))
      },
      onMessage: { line in
        if showsMessages, !line.contains("%") { environment.notify("the server says: \(line)") }
      })
  }

  /// Records the commit of a remote's fork; nil: the fork is gone.
  func track(_ fork: Fork, of remote: Remote, at commit: ObjectID?) throws {
    guard let name = remote.tracking(fork) else { return }
    try set([name: commit], "fetch: from \(remote.name ?? "")")
  }

  /// Records the commits of all forks of a remote.
  ///
  /// - Complexity: O(n log n) for n references.
  func track(_ tips: [Fork: ObjectID], of remote: Remote) throws {
    guard let prefix = remote.trackingPrefix else { return }
    let known = try repository.references(withPrefix: prefix)
    let names = tips.map { (ReferenceName($0.key, below: prefix), $0.value) }
    let wanted = Dictionary(uniqueKeysWithValues: names)
    // A fork that is gone there may block the name of a new one: `a` blocks `a/b`.
    let above = Set(wanted.keys.flatMap(\.parents))
    let present = Dictionary(uniqueKeysWithValues: known.map { ($0.name, $0.target) })
    var targets: [ReferenceName: ObjectID?] = wanted.filter { present[$0.key] != $0.value }
    for stale in present.keys where wanted[stale] == nil {
      let isInTheWay = above.contains(stale) || stale.parents.contains { wanted[$0] != nil }
      if isInTheWay { targets[stale] = .some(nil) }
    }
    try set(targets, "fetch: from \(remote.name ?? "")")
  }

  /// Updates references that only record something, such as tracking references; nil removes one. If others update them
  /// at the same time, the last update stays.
  private func set(_ targets: [ReferenceName: ObjectID?], _ reason: String) throws {
    for (name, target) in targets where target == nil { try set(name, to: nil, reason) }
    let kept = targets.compactMapValues { $0 }
    for (name, target) in try repository.pack(kept, timeout: environment.lockTimeout) {
      try set(name, to: target, reason)
    }
    repository.releaseReceivedPacks()
  }

  /// Returns the last version that a fork had on both sides.
  func sharedVersion(_ fork: Fork, with remote: String) throws -> ObjectID? {
    try repository.target(of: Self.sharedName(fork, remote))
  }

  /// Records that a fork has a version on both sides. It tells a deleted fork from one that never existed there.
  func rememberShared(_ fork: Fork, with remote: String, at commit: ObjectID?) throws {
    try set([Self.sharedName(fork, remote): commit], "exchange: with \(remote)")
  }

  /// Records what cannot be taken back any more; an error says that it was done.
  func record(_ done: String, _ body: () throws -> Void) throws {
    do { try body() } catch { throw StoreError(translating: error).after(done) }
  }

  /// Records that both sides hold these versions now.
  func remember(_ updates: [RemoteUpdate], of remote: Remote) throws {
    var targets: [ReferenceName: ObjectID?] = [:]
    for update in updates {
      if let name = remote.tracking(update.fork) { targets[name] = .some(update.new) }
      if let name = remote.name {
        targets[try Self.sharedName(update.fork, name)] = .some(update.new)
      }
    }
    try set(targets, "push: to \(remote.name ?? "")")
  }

  /// Returns the forks that once had a version on both sides.
  func sharedForks(with remote: String) throws -> [Fork] {
    try repository.forks(below: "refs/fork/shared/\(remote)/").keys.sorted()
  }

  private static func sharedName(_ fork: Fork, _ remote: String) throws -> ReferenceName {
    try ReferenceName("refs/fork/shared/\(remote)/\(fork.name)")
  }

  private func set(_ name: ReferenceName, to commit: ObjectID?, _ reason: String) throws {
    try retrying(Fork(name: name.rawValue)) {
      let old = try repository.target(of: name)
      if old == commit { return }
      try repository.compareAndSwap(name, from: old, to: commit, reflog: reflogEntry(reason))
    }
  }

  /// Returns a warning about a version that is dated too far ahead of this machine's clock; nil if it is not, or if this
  /// repository was warned of it before.
  func clockWarning(for fork: Fork, at commit: ObjectID) throws -> String? {
    let version = try repository.commit(commit)
    let ahead = version.hybridTime.seconds - HybridTime(nanoseconds: environment.clock()).seconds
    guard ahead > HybridTime.clockTolerance, try repository.remember("said-clock-\(commit.hex)")
    else { return nil }
    let id = commit.hex.prefix(10)
    return
      "the version of '\(fork.name)' by \(version.author.name) (\(id)) is dated "
      + "\(Self.duration(ahead)) ahead of this machine's clock: one of the clocks is wrong, and should be set; "
      + "compare 'date -u' on both machines with '\(programName) show \(id)'; "
      + "versions that follow it have the dates of their own clocks"
  }

  private static func duration(_ seconds: Int64) -> String {
    let minutes = seconds / 60
    return minutes < 120 ? "\(minutes) minutes" : "\(minutes / 60) hours"
  }
}

extension StoreError {
  /// The error of a command that had recorded the remote's forks before it failed.
  ///
  /// - Parameter name: the remote; nil: its forks are not recorded.
  func afterFetching(from name: String?) -> StoreError {
    guard let name, message.contains("nothing was changed") else { return self }
    return after("no fork was changed here; the versions of '\(name)' were fetched")
  }
}
