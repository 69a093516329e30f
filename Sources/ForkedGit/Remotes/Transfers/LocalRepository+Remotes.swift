public import Forked

extension LocalRepository {
  /// Downloads and verifies everything that the commits of some forks of a remote need. No ref is updated.
  ///
  /// - Parameters:
  ///   - remote: The remote.
  ///   - options: The options for the connection.
  ///   - wanted: Returns the forks to download, from the state of the remote.
  /// - Returns: The state of the remote.
  /// - Throws: Kinds `unreachable`, `untrusted`, `notFound`, `interrupted`; `invalid` for an incomplete or hostile
  ///   history; `shallow` if it cannot be joined to the history here. Nothing is stored then.
  public func download(
    from remote: Remote, options: RemoteOptions,
    _ wanted: (RemoteState) -> [Fork] = { $0.forks.keys.sorted() }
  ) throws(GitError) -> RemoteState {
    let git = RemoteGit(repository: self, url: remote.url, options: options)
    let name = remote.name ?? remote.url.text
    var races = 0
    while true {
      let state = try git.state(of: name)
      let tips = Set(wanted(state).compactMap { state.forks[$0] })
      if tips.isSubset(of: try references(withPrefix: "refs/").map(\.target)) { return state }
      do throws(GitError) {
        let quarantine = try Quarantine(in: self)
        try git.fetch(tips.sorted(), from: name, into: quarantine)
        try quarantine.accept(quarantine.objects)
        return state
      } catch {
        // Some servers hand out a version only while a fork has it.
        guard error.kind == .raceLost, races < Self.mostRaces else { throw error }
        races += 1
      }
    }
  }

  private static let mostRaces = 10

  /// Downloads everything that a remote's forks need into a new repository. No ref is updated.
  ///
  /// The files of a repository on this machine that is named by its path are shared, as by git.
  ///
  /// - Throws: As ``download(from:options:_:)``.
  public func clone(
    from remote: Remote, options: RemoteOptions
  ) throws(GitError) -> RemoteState {
    let quarantine = try Quarantine(in: self)
    try RemoteGit(repository: self, url: remote.url, options: options).clone(into: quarantine)
    let state = try cloned(at: quarantine.clone)
    try quarantine.accept(quarantine.clone + "/objects")
    return state
  }

  /// Verifies that a remote on this machine exists, before anything is created that could be taken for it.
  ///
  /// - Throws: Kind `notFound` if the address is a path without a repository.
  public static func requireRemote(at url: RemoteURL, options: OpenOptions) throws(GitError) {
    guard let path = url.path else { return }
    do throws(GitError) {
      _ = try open(at: path, options: options)
    } catch  where error.kind == .notARepository {
      throw GitError(.notFound, "there is no git repository at that address", context: path)
    }
  }

  private func cloned(at path: String) throws(GitError) -> RemoteState {
    let clone = try LocalRepository.open(
      at: path, options: .init(environment: settings.environment))
    var state = RemoteState()
    for reference in try clone.references(withPrefix: "refs/") {
      state.add(reference.name.rawValue, reference.target)
    }
    state.head = try clone.headFork()
    for (fork, tip) in state.forks where try !clone.isCommit(tip) {
      throw GitError(
        .invalid, "the remote's history is incomplete: the commit of a fork is missing",
        context: fork.name)
    }
    return state
  }

  /// Updates forks of a remote by fast-forward. Each fork is updated if and only if it still names the expected
  /// version.
  ///
  /// - Parameters:
  ///   - remote: The remote.
  ///   - options: The options for the connection.
  ///   - updates: Returns the updates to make, from the state of the remote. Their commits must be in this repository.
  /// - Returns: The wanted updates, and the error of each fork that was not updated: kind `raceLost` if another client
  ///   was faster, `refused` if the server did not accept it.
  /// - Throws: Kind `refused` if the hook `pre-push` fails: nothing is pushed. As ``download(from:options:_:)``; then it
  ///   is not known which forks were updated.
  public func push(
    to remote: Remote, options: RemoteOptions, _ updates: (RemoteState) -> [RemoteUpdate]
  ) throws(GitError) -> (updates: [RemoteUpdate], failures: [Fork: GitError]) {
    let git = RemoteGit(repository: self, url: remote.pushURL, options: options)
    let wanted = updates(try git.state(of: remote.pushURL.text))
    return (wanted, try push(wanted, to: remote, options: options))
  }

  /// Updates forks of a remote as ``push(to:options:_:)`` does, whose versions there are known already: no connection
  /// asks for them again.
  ///
  /// - Returns: The error of each fork that was not updated.
  public func push(
    _ updates: [RemoteUpdate], to remote: Remote, options: RemoteOptions
  ) throws(GitError) -> [Fork: GitError] {
    var (fastForwards, failures) = ([RemoteUpdate](), [Fork: GitError]())
    for update in updates {
      if try isFastForward(update) {
        fastForwards.append(update)
      } else {
        failures[update.fork] = GitError(
          .raceLost, "the remote has versions that are not here", context: update.fork.name)
      }
    }
    if fastForwards.isEmpty { return failures }
    try runPrePush(fastForwards, to: remote)
    let git = RemoteGit(repository: self, url: remote.pushURL, options: options)
    return failures.merging(try git.push(fastForwards)) { $1 }
  }

  /// Runs the hook that can refuse a push. Source: githooks(5), pre-push.
  private func runPrePush(_ updates: [RemoteUpdate], to remote: Remote) throws(GitError) {
    let lines = updates.map { update in
      let name = ReferenceName.branch(update.fork)
      return "\(update.new == nil ? "(delete)" : "\(name)") \(update.new ?? .zero) "
        + "\(name) \(update.old ?? .zero)\n"
    }
    let url = remote.pushURL.text
    try run(.prePush, [remote.name ?? url, url], input: lines.joined())
  }

  private func isFastForward(_ update: RemoteUpdate) throws(GitError) -> Bool {
    guard let old = update.old, let new = update.new else { return true }
    guard try contains(old) else { return false }
    return try isAncestor(old, of: new)
  }
}

extension LocalRepository {
  /// The fork that a remote's HEAD named when it was last fetched; nil if it named none.
  public func head(ofRemote name: String) throws(GitError) -> Fork? {
    let path = commonDirectory + "refs/remotes/\(name)/HEAD"
    guard let bytes = try Files.read(path) else { return nil }
    let prefix = "ref: refs/remotes/\(name)/"
    let text = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
    guard text.hasPrefix(prefix) else { return nil }
    return try? Fork(validating: String(text.dropFirst(prefix.count)))
  }

  /// Records the fork that a remote's HEAD names.
  public func setHead(ofRemote name: String, to fork: Fork) throws(GitError) {
    let path = commonDirectory + "refs/remotes/\(name)/HEAD"
    try Files.makeParent(of: path)
    let lock = try LockFile(of: path, timeout: .seconds(5))
    try lock.commit(Array("ref: refs/remotes/\(name)/\(fork.name)\n".utf8))
  }
}
