import CLibgit2
public import Forked

extension LocalRepository {
  /// Brings forks of a remote here: all that their commits need, verified. No reference moves.
  ///
  /// - Parameters:
  ///   - remote: The remote.
  ///   - options: How it is talked to.
  ///   - wanted: Says which of the remote's forks are brought.
  /// - Returns: What the remote holds, and what there is to know about the commits that are new here.
  /// - Throws: kinds `unreachable`, `untrusted`, `notFound`, `interrupted`; `invalid` for a history that is
  ///   incomplete or hostile; `shallow` where it cannot be joined to a shallow clone's.
  public func download(
    from remote: Remote, options: RemoteOptions,
    _ wanted: (RemoteState) -> [Fork] = { $0.forks.keys.sorted() }
  ) throws(GitError) -> (state: RemoteState, findings: RemoteFindings) {
    let connection = try connect(
      to: remote.url, GIT_DIRECTION_FETCH, knowing: known(by: remote), options)
    let forks = wanted(connection.state).filter { connection.state.forks[$0] != nil }
    let tips = Set(forks.compactMap { connection.state.forks[$0] }).sorted()
    let incoming = try containsAll(tips) ? nil : connection.download(forks)
    let findings = try ReceivedHistory(repository: seeing(incoming), options: options).verify(tips)
    try incoming?.accept(into: commonDirectory + "objects/pack/")
    try check("git_odb_refresh") { git_odb_refresh(odb.pointer) }
    return (connection.state, findings)
  }

  private func containsAll(_ ids: [ObjectID]) throws(GitError) -> Bool {
    for id in ids where try !contains(id) { return false }
    return true
  }

  /// The repository with a pack that is no part of it yet. Another object sees that: this one would go on seeing what was
  /// refused.
  func seeing(_ incoming: IncomingPack?) throws(GitError) -> LocalRepository {
    guard let incoming else { return self }
    let other = try LocalRepository.open(
      at: gitDirectory, options: .init(environment: settings.environment), sharingObjectsWith: self)
    other.isInterrupted = isInterrupted
    try incoming.attach(to: other.odb)
    return other
  }

  /// Moves forks of a remote, each if and only if it still stands where it was, and only ahead.
  ///
  /// - Parameters:
  ///   - remote: The remote.
  ///   - reflog: What the log of a repository on this machine will say.
  ///   - options: How it is talked to.
  ///   - updates: Says what shall move, from what the remote holds. The commits must be here.
  /// - Returns: What the remote held, what was to move, and why a fork did not move, for those that did not: kind `raceLost` where someone else was faster,
  ///   `refused` where the server did not want it.
  /// - Throws: as ``download(from:options:_:)``. Which forks moved is not known then.
  public func push(
    to remote: Remote, reflog: ReflogEntry, options: RemoteOptions,
    _ updates: (RemoteState) -> [RemoteUpdate]
  ) throws(GitError) -> (updates: [RemoteUpdate], failures: [Fork: GitError]) {
    let connection = try connect(
      to: remote.pushURL, GIT_DIRECTION_PUSH, knowing: [], options)
    let wanted = updates(connection.state)
    var (ahead, failures) = ([RemoteUpdate](), [Fork: GitError]())
    for update in wanted {
      if try isStepAhead(update) {
        ahead.append(update)
      } else {
        failures[update.fork] = GitError(
          .raceLost, "the remote's fork holds versions that this one does not",
          context: update.fork.name)
      }
    }
    if !ahead.isEmpty {
      failures.merge(try connection.push(ahead, reflog: reflog)) { $1 }
    }
    return (wanted, failures)
  }

  private func isStepAhead(_ update: RemoteUpdate) throws(GitError) -> Bool {
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
      return try LocalConnection(to: path, for: self, options: options)
    }
    return try NetworkConnection(
      to: url, direction: direction, for: self, knowing: known, options: options)
  }

  /// What a remote is known to have. To a shallow clone everything is sent: libgit2 1.5 cannot say where one ends.
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
  /// The fork that a remote's HEAD named when it was last seen.
  public func head(ofRemote name: String) throws(GitError) -> Fork? {
    let path = commonDirectory + "refs/remotes/\(name)/HEAD"
    guard let bytes = try Files.read(path) else { return nil }
    let prefix = "ref: refs/remotes/\(name)/"
    let text = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
    return text.hasPrefix(prefix) ? Fork(name: String(text.dropFirst(prefix.count))) : nil
  }

  /// Remembers which fork a remote's HEAD names.
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
