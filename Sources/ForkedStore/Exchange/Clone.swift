public import Forked
public import ForkedGit

/// The result of `clone`.
public struct CloneReport: Report {
  /// The directory of the clone.
  public var directory: String
  /// The current fork.
  public var fork: Fork
  /// The commit of the current fork; nil if the remote has no versions.
  public var commit: ObjectID?
  /// The number of the remote's forks.
  public var forks: Int
  /// Warnings for the user, though the clone succeeded.
  public var warnings: [String]

  /// The result as JSON: `{"directory":..,"fork":"main","commit":..,"forks":3,"warnings":[..]}`.
  public var reportValue: ReportValue {
    .object([
      "directory": directory, "fork": fork, "commit": commit, "forks": forks, "warnings": warnings,
    ])
  }
}

extension DocumentStore {
  /// Clones a repository, and sets git up there to merge documents. It completes a clone of the same remote that was
  /// interrupted there.
  ///
  /// - Parameters:
  ///   - address: the address of the remote.
  ///   - directory: the directory of the clone, relative to the working directory; nil: a directory of the remote's
  ///     name.
  ///   - bare: true if the clone has no work tree. All forks are created then.
  ///   - environment: the environment of the process.
  /// - Throws: kind `cannotCreate` if the directory exists and is not empty; as ``fetch(from:prune:)``. Nothing is
  ///   left behind then.
  public static func clone(
    _ address: String, into directory: String?, bare: Bool, in environment: Environment
  ) throws -> CloneReport {
    let url = try remoteURL(address).relative(to: environment.workingDirectory)
    let name = directory ?? url.repositoryName + (bare ? ".git" : "")
    let path = environment.absolute(name)
    let place = FreePath(at: path)
    guard !name.isEmpty, place != nil || RepositoryCreation.isUnfinished(at: path, by: .clone)
    else {
      throw StoreError(
        .cannotCreate, "'\(name)' already exists and is not an empty directory",
        hint: "name another directory: \(programName) clone <url> <directory>")
    }
    let options = LocalRepository.OpenOptions(environment: environment.variables)
    try LocalRepository.requireRemote(at: url, options: options)
    do {
      let creation = try RepositoryCreation(
        at: path, bare: bare, initialBranch: Fork.main.name, by: .clone, options: options)
      let store = DocumentStore(creation.repository, environment: environment)
      store.recoverTransactions()
      let report = try store.fill(from: url, named: name)
      creation.finish()
      return report
    } catch {
      place?.clear()
      throw error
    }
  }

  /// Completes the clone: creates everything that is missing.
  private func fill(
    from url: RemoteURL, named directory: String
  ) throws -> CloneReport {
    let name = "origin"
    try addRemote(named: name, url, in: directory)
    let remote = try remote(named: name)
    let state = try repository.clone(from: remote, options: remoteOptions())
    try environment.checkInterruption()
    try track(state.forks, of: remote)
    try rememberHeadAndTags(state, of: name)
    try DriverInstallation(in: self).configure(adding: [], to: AttributesFile([]))
    let fork = try checkedOut(among: state)
    let own = repository.isBare ? state.forks.keys.sorted() : [fork]
    // Git configures no upstream in a bare repository either: each fork follows the one of its name anyway.
    if !repository.isBare { try follow(fork, of: name) }
    let tips = own.compactMap { fork in state.forks[fork].map { (fork, $0) } }
    if repository.isBare {
      let names = tips.map { (ReferenceName($0, below: "refs/heads/"), $1) }
      _ = try repository.pack(
        Dictionary(uniqueKeysWithValues: names), timeout: environment.lockTimeout)
    }
    try transaction("clone: from \(name)") { transaction in
      for (fork, tip) in tips where try repository.tip(of: fork) == nil {
        try transaction.update(fork, reason: "clone: from \(name)", from: nil, to: tip)
      }
    }
    try remember(tips.map { RemoteUpdate(fork: $0, from: nil, to: $1) }, of: remote)
    return CloneReport(
      directory: repository.workTreePath ?? repository.gitDirectory, fork: fork,
      commit: try repository.tip(of: fork), forks: state.forks.count,
      warnings: try warnings(about: state))
  }

  private func addRemote(named name: String, _ url: RemoteURL, in directory: String) throws {
    let begun = try repository.configuration().string("remote.\(name).url")
    guard let begun else { return try repository.addRemote(named: name, url: url.text) }
    if begun == url.text { return }
    throw StoreError(
      .cannotCreate, "'\(directory)' holds an unfinished clone of \(try RemoteURL(begun).shown)",
      hint:
        "clone that again to finish it, or name another directory: \(programName) clone <url> <directory>"
    )
  }

  /// Returns the fork that HEAD names. While there are no commits, HEAD is set to the remote's current fork.
  private func checkedOut(among state: RemoteState) throws -> Fork {
    let head = try repository.head()
    if head.commit != nil, let fork = head.fork { return fork }
    let fork = current(among: state)
    try repository.setInitialHead(to: fork)
    return fork
  }

  /// Returns the remote's current fork; if the remote names none, `main` or the first.
  private func current(among state: RemoteState) -> Fork {
    if let head = state.head, state.forks[head] != nil || state.forks.isEmpty { return head }
    return state.forks[.main] != nil ? .main : state.forks.keys.min() ?? state.head ?? .main
  }

  private func follow(_ fork: Fork, of remote: String) throws {
    let configuration = repository.configuration()
    try configuration.changing(.local) { () throws(GitError) in
      try configuration.set("branch.\(fork.name).remote", to: remote, in: .local)
      try configuration.set("branch.\(fork.name).merge", to: "refs/heads/\(fork.name)", in: .local)
    }
  }
}
