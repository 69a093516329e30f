import Forked
public import ForkedGit

/// The result of a push.
public struct PushReport: Report {
  /// The remote's name, or its address if it has none.
  public var remote: String
  /// The updates of the forks at the remote.
  public var forks: [ForkUpdate]

  /// The result as JSON: `{"remote":..,"forks":[{"fork":..,"from":..,"commit":..,"changed":true}]}`.
  public var reportValue: ReportValue {
    .object([
      "remote": remote,
      "forks": forks.map {
        ReportValue.object([
          "fork": $0.fork, "from": $0.from, "commit": $0.to, "changed": $0.isChange,
        ])
      },
    ])
  }
}

extension DocumentStore {
  /// Updates forks of a remote to their commits here; never forces.
  ///
  /// - Parameters:
  ///   - forks: the forks; if empty, the current one.
  ///   - all: true if all forks are pushed.
  ///   - deletes: true if the forks are deleted at the remote instead.
  ///   - remote: the remote; nil: the default one.
  /// - Throws: kind `tryAgain` if the remote holds versions that are not here, `notPermitted` if it refuses; the
  ///   message lists the forks that were updated nevertheless. ``GitError`` of kinds `unreachable`, `untrusted`.
  public func push(
    _ forks: [String], all: Bool, deleting deletes: Bool, to remote: String?
  ) throws -> PushReport {
    let remote = try self.remote(named: remote)
    let wanted = try wantedTips(of: forks, all: all, deleting: deletes)
    var unchanged: [ForkUpdate] = []
    let (updates, failures) = try repository.push(
      to: remote, options: remoteOptions(showsMessages: true)
    ) { state in
      unchanged = wanted.filter { state.forks[$0.fork] == $0.tip }.map {
        ForkUpdate(fork: $0.fork, from: $0.tip, to: $0.tip)
      }
      return wanted.filter { state.forks[$0.fork] != $0.tip }.map {
        RemoteUpdate(fork: $0.fork, from: state.forks[$0.fork], to: $0.tip)
      }
    }
    let updated = updates.filter { failures[$0.fork] == nil }
    // Forks that the remote holds already are recorded too: an earlier push may have ended before it recorded them.
    let known = unchanged.map { RemoteUpdate(fork: $0.fork, from: $0.from, to: $0.to) }
    try record(Self.pushed(updated)) { try remember(updated + known, of: remote) }
    try report(failures, updated)
    let forkUpdates = updated.map { ForkUpdate(fork: $0.fork, from: $0.old, to: $0.new) }
    return PushReport(
      remote: remote.name ?? remote.url.shown,
      forks: (forkUpdates + unchanged).sorted { $0.fork < $1.fork })
  }

  private func wantedTips(
    of names: [String], all: Bool, deleting deletes: Bool
  ) throws -> [(fork: Fork, tip: ObjectID?)] {
    if all { return try repository.branches().map { ($0.fork, $0.tip) } }
    if deletes { return try names.map { (try Fork(validating: $0), nil) } }
    let forks =
      try names.isEmpty
      ? [currentFork(named: "as an argument")] : names.map { try fork(named: $0) }
    return try forks.map { ($0, try tip(of: $0)) }
  }

  private static func pushed(_ updates: [RemoteUpdate]) -> String {
    let forks = updates.map { "'\($0.fork.name)'" }.joined(separator: ", ")
    return updates.isEmpty ? "nothing was pushed" : "pushed: \(forks)"
  }

  private func report(_ failures: [Fork: GitError], _ updated: [RemoteUpdate]) throws {
    guard let (fork, failure) = failures.min(by: { $0.key < $1.key }) else { return }
    let rest = Self.pushed(updated)
    guard [.raceLost, .locked].contains(failure.kind) else {
      throw StoreError(
        .notPermitted, "the remote refused '\(fork.name)': \(failure.message); \(rest)")
    }
    throw StoreError(
      .tryAgain, "the remote did not update '\(fork.name)': \(failure.message); \(rest)",
      hint:
        "'\(programName) pull' merges the remote's versions, '\(programName) exchange' also pushes the result"
    )
  }
}
