import CLibgit2
public import Forked

extension LocalRepository {
  /// Downloads and verifies everything that the commits of some forks of a remote need. No ref is updated.
  ///
  /// - Parameters:
  ///   - remote: The remote.
  ///   - options: The options for the connection.
  ///   - wanted: Returns the forks to download, from the state of the remote.
  /// - Returns: The state of the remote, and a summary of the commits that are new here.
  /// - Throws: Kinds `unreachable`, `untrusted`, `notFound`, `interrupted`; `invalid` for an incomplete or hostile
  ///   history; `shallow` if it cannot be joined to a shallow clone's history.
  public func download(
    from remote: Remote, options: RemoteOptions,
    _ wanted: (RemoteState) -> [Fork] = { $0.forks.keys.sorted() }
  ) throws(GitError) -> (state: RemoteState, findings: RemoteFindings) {
    let connection = try connect(
      to: remote.url, GIT_DIRECTION_FETCH, knowing: known(by: remote), options)
    return try (connection.state, download(by: connection, options, wanted))
  }

  /// Downloads everything that a remote's forks need into a new repository. No ref is updated.
  ///
  /// The files of a repository of the user's own on this machine are shared, as by git. Everything else is downloaded
  /// and verified as by ``download(from:options:_:)``.
  ///
  /// - Throws: As ``download(from:options:_:)``; kind `refused` if the other repository has symbolic links among its
  ///   objects.
  public func clone(
    from remote: Remote, options: RemoteOptions
  ) throws(GitError) -> RemoteState {
    let connection = try connect(
      to: remote.url, GIT_DIRECTION_FETCH, knowing: known(by: remote), options)
    if let local = connection as? LocalConnection, try local.shareAll() { return local.state }
    _ = try download(by: connection, options) { $0.forks.keys.sorted() }
    return connection.state
  }

  private func download(
    by connection: any RemoteConnection, _ options: RemoteOptions,
    _ wanted: (RemoteState) -> [Fork]
  ) throws(GitError) -> RemoteFindings {
    let forks = wanted(connection.state).filter { connection.state.forks[$0] != nil }
    let tips = Set(forks.compactMap { connection.state.forks[$0] }).sorted()
    let before = pendingObjects
    do throws(GitError) {
      let incoming = try containsAll(tips) ? nil : connection.download(forks)
      let findings = try ReceivedHistory(repository: seeing(incoming), options: options)
        .verify(tips)
      try incoming?.accept(into: commonDirectory + "objects/pack/")
      try refreshObjects()
      try storeObjects(options.checkInterruption)
      return findings
    } catch {
      discardObjects(after: before)
      throw error
    }
  }

  private func containsAll(_ ids: [ObjectID]) throws(GitError) -> Bool {
    for id in ids where try !contains(id) { return false }
    return true
  }

  /// The repository, with a pack that is not part of it yet.
  ///
  /// This is another repository object: the present one would continue to see objects that were refused.
  func seeing(_ incoming: IncomingPack?) throws(GitError) -> LocalRepository {
    guard let incoming else { return self }
    let other = try LocalRepository.open(
      at: gitDirectory, options: .init(environment: settings.environment), sharingObjectsWith: self)
    other.isInterrupted = isInterrupted
    try incoming.attach(to: other.odb)
    return other
  }

  /// Updates forks of a remote by fast-forward. Each fork is updated if and only if it still names the expected
  /// version.
  ///
  /// - Parameters:
  ///   - remote: The remote.
  ///   - reflog: The entry for the reflog of a repository on this machine.
  ///   - options: The options for the connection.
  ///   - updates: Returns the updates to make, from the state of the remote. Their commits must be in this repository.
  /// - Returns: The wanted updates, and the error of each fork that was not updated: kind `raceLost` if another client
  ///   was faster, `refused` if the server did not accept it.
  /// - Throws: Kind `refused` if the hook `pre-push` fails: nothing is pushed. As ``download(from:options:_:)``; then it
  ///   is not known which forks were updated.
  public func push(
    to remote: Remote, reflog: ReflogEntry, options: RemoteOptions,
    _ updates: (RemoteState) -> [RemoteUpdate]
  ) throws(GitError) -> (updates: [RemoteUpdate], failures: [Fork: GitError]) {
    let connection = try connect(
      to: remote.pushURL, GIT_DIRECTION_PUSH, knowing: [], options)
    let wanted = updates(connection.state)
    var (fastForwards, failures) = ([RemoteUpdate](), [Fork: GitError]())
    for update in wanted {
      if try isFastForward(update) {
        fastForwards.append(update)
      } else {
        failures[update.fork] = GitError(
          .raceLost, "the remote has versions that are not here",
          context: update.fork.name)
      }
    }
    if !fastForwards.isEmpty {
      try runPrePush(fastForwards, to: remote)
      failures.merge(try connection.push(fastForwards, reflog: reflog)) { $1 }
    }
    return (wanted, failures)
  }

  /// Runs the hook that can refuse a push. Source: githooks(5), pre-push.
  private func runPrePush(_ updates: [RemoteUpdate], to remote: Remote) throws(GitError) {
    let none = String(repeating: "0", count: 2 * ObjectID.byteCount)
    let lines = updates.map { update in
      let name = ReferenceName.branch(update.fork)
      return "\(update.new == nil ? "(delete)" : "\(name)") \(update.new?.hex ?? none) "
        + "\(name) \(update.old?.hex ?? none)\n"
    }
    let url = remote.pushURL.text
    try run(.prePush, [remote.name ?? url, url], input: lines.joined())
  }

  private func isFastForward(_ update: RemoteUpdate) throws(GitError) -> Bool {
    guard let old = update.old, let new = update.new else { return true }
    guard try contains(old) else { return false }
    return try isAncestor(old, of: new)
  }

  private func connect(
    to url: RemoteURL, _ direction: git_direction, knowing known: [Reference],
    _ options: RemoteOptions
  ) throws(GitError) -> any RemoteConnection {
    StagedRepository.removeAbandoned(in: commonDirectory)
    if case .path(let path) = url.kind {
      return try LocalConnection(
        to: path, isAddress: url.text.contains("://"), for: self, options: options)
    }
    return try NetworkConnection(
      to: url, direction: direction, for: self, knowing: known, options: options)
  }

  /// The refs that a remote is known to have. None for a shallow clone, which is sent everything: libgit2 1.5 cannot
  /// tell the server its ends.
  private func known(by remote: Remote) throws(GitError) -> [Reference] {
    if isShallow { return [] }
    let seen = try remote.trackingPrefix.map { prefix throws(GitError) in
      try references(withPrefix: prefix).filter { !$0.name.rawValue.hasSuffix("/HEAD") }
    }
    if let seen, !seen.isEmpty { return seen }
    return try references(withPrefix: "refs/heads/")
  }
}

extension LocalRepository {
  /// The fork that a remote's HEAD named when it was last fetched.
  public func head(ofRemote name: String) throws(GitError) -> Fork? {
    let path = commonDirectory + "refs/remotes/\(name)/HEAD"
    guard let bytes = try Files.read(path) else { return nil }
    let prefix = "ref: refs/remotes/\(name)/"
    let text = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
    return text.hasPrefix(prefix) ? Fork(name: String(text.dropFirst(prefix.count))) : nil
  }

  /// Records the fork that a remote's HEAD names.
  public func setHead(ofRemote name: String, to fork: Fork) throws(GitError) {
    let path = commonDirectory + "refs/remotes/\(name)/HEAD"
    try Files.makeParent(of: path)
    let lock = try LockFile(of: path, timeout: .seconds(5))
    try lock.commit(Array("ref: refs/remotes/\(name)/\(fork.name)\n".utf8))
  }

  func removeSymbolicHead(ofRemote name: String) throws(GitError) {
    if try head(ofRemote: name) != nil {
      try Files.remove(commonDirectory + "refs/remotes/\(name)/HEAD")
    }
  }
}
