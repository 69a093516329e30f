import Forked
public import ForkedGit

/// The input of `push`.
public struct PushRequest: Sendable {
  /// The remote; nil: the default one.
  public var remote: String?
  /// The forks; if empty, the current one.
  public var forks: [String]
  /// True if all forks are pushed.
  public var all: Bool
  /// True if the forks are deleted at the remote instead.
  public var delete: Bool

  /// Creates a request.
  public init(
    remote: String? = nil, forks: [String] = [], all: Bool = false, delete: Bool = false
  ) {
    self.remote = remote
    self.forks = forks
    self.all = all
    self.delete = delete
  }
}

/// The result of a push.
public struct PushReport: Report {
  /// The remote's name, or its address if it has none.
  public var remote: String
  /// The updates of the forks at the remote.
  public var forks: [ForkUpdate]

  /// The result as JSON: `{"remote":..,"forks":[{"fork":..,"from":..,"commit":..,"changed":true}]}`.
  public var reportValue: ReportValue {
    .object([
      "remote": .string(remote),
      "forks": .array(
        forks.map {
          .object([
            "fork": .string($0.fork.name), "from": .string($0.from?.hex),
            "commit": .string($0.to?.hex), "changed": .bool($0.isChange),
          ])
        }),
    ])
  }
}

extension DocumentStore {
  /// Updates forks of a remote to their commits here; never forces.
  ///
  /// - Throws: kind `tryAgain` if the remote holds versions that are not here, `notPermitted` if it refuses; the
  ///   message lists the forks that were updated nevertheless. ``GitError`` of kinds `unreachable`, `untrusted`.
  public func push(_ request: PushRequest) throws -> PushReport {
    let remote = try remote(named: request.remote)
    let wanted = try wantedTips(request)
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

  private func wantedTips(_ request: PushRequest) throws -> [(fork: Fork, tip: ObjectID?)] {
    if request.all { return try repository.branches().map { ($0.fork, $0.tip) } }
    if request.delete { return try request.forks.map { (try Fork(validating: $0), nil) } }
    let forks =
      try request.forks.isEmpty
      ? [currentFork(named: "as an argument")] : request.forks.map { try fork(named: $0) }
    return try forks.map { ($0, try tip(of: $0)) }
  }

  /// Records that both sides hold this version now.
  func remember(_ update: RemoteUpdate, of remote: Remote) throws {
    try track(update.fork, of: remote, at: update.new)
    if let name = remote.name { try rememberShared(update.fork, with: name, at: update.new) }
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
