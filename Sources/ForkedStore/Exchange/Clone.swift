public import Forked
public import ForkedGit

/// What `clone` is asked for.
public struct CloneRequest: Sendable {
  /// Where the remote is.
  public var url: String
  /// Where the clone goes, relative to the working directory; nil: a directory of the remote's name.
  public var directory: String?
  /// Whether there shall be no work tree. All forks are made then.
  public var bare: Bool

  /// - Parameters:
  ///   - url: where the remote is.
  ///   - directory: where the clone goes; nil: a directory of the remote's name.
  ///   - bare: whether there shall be no work tree.
  public init(url: String, directory: String? = nil, bare: Bool = false) {
    self.url = url
    self.directory = directory
    self.bare = bare
  }
}

/// What `clone` made.
public struct CloneReport: Report {
  /// Where the clone is.
  public var directory: String
  /// The current fork.
  public var fork: Fork
  /// Where it stands; nil where the remote has no versions.
  public var commit: ObjectID?
  /// How many forks the remote has.
  public var forks: Int
  /// What a person should know though it worked.
  public var warnings: [String]

  /// `{"directory":..,"fork":"main","commit":..,"forks":3,"warnings":[..]}`
  public var reportValue: ReportValue {
    .object([
      "directory": .string(directory), "fork": .string(fork.name), "commit": .string(commit?.hex),
      "forks": .number(forks), "warnings": .strings(warnings),
    ])
  }
}

extension DocumentStore {
  /// Clones a repository, and sets git up there to merge documents.
  ///
  /// - Parameters:
  ///   - request: what is cloned, and whereto.
  ///   - environment: the world around the process.
  /// - Throws: kind `cannotCreate` where the directory is there and not empty; as ``fetch(_:)``. Nothing is left
  ///   behind then.
  public static func clone(
    _ request: CloneRequest, in environment: Environment
  ) throws -> CloneReport {
    let url = try remoteURL(request.url).relative(to: environment.workingDirectory)
    let name = request.directory ?? url.repositoryName + (request.bare ? ".git" : "")
    let path = environment.absolute(name)
    guard !name.isEmpty, let place = FreePlace(at: path) else {
      throw StoreError(
        .cannotCreate, "'\(name)' is there already, and not empty",
        hint: "name another directory: fork clone <url> <directory>")
    }
    let options = LocalRepository.OpenOptions(environment: environment.variables)
    try LocalRepository.requireRemote(at: url, options: options)
    do {
      let repository = try LocalRepository.initialize(
        at: path, bare: request.bare, initialBranch: Fork.main.name, options: options)
      return try DocumentStore(repository, environment: environment).fill(from: url, request)
    } catch {
      place.clear()
      throw error
    }
  }

  private func fill(from url: RemoteURL, _ request: CloneRequest) throws -> CloneReport {
    let name = "origin"
    try repository.addRemote(named: name, url: url.text)
    let remote = try remote(named: name)
    let (state, _) = try repository.download(from: remote, options: remoteOptions())
    try environment.checkInterruption()
    try track(state.forks, of: remote)
    try rememberHeadAndTags(state, of: name)
    let fork = current(among: state)
    try DriverInstallation(in: self).configure(adding: [], to: AttributesFile([]))
    try repository.setInitialHead(to: fork)
    let own = request.bare ? state.forks.keys.sorted() : [fork]
    try configure(own, of: name)
    try transaction("clone: from \(name)") { transaction in
      for fork in own {
        guard let tip = state.forks[fork] else { continue }
        try transaction.update(fork, reason: "clone: from \(name)", from: nil, to: tip)
      }
    }
    for fork in own where state.forks[fork] != nil {
      try rememberShared(fork, with: name, at: state.forks[fork])
    }
    return CloneReport(
      directory: repository.workTreePath ?? repository.gitDirectory, fork: fork,
      commit: state.forks[fork], forks: state.forks.count, warnings: try warnings(about: state))
  }

  /// The remote's current fork; where it says none, `main` or the first.
  private func current(among state: RemoteState) -> Fork {
    if let head = state.head, state.forks[head] != nil || state.forks.isEmpty { return head }
    return state.forks[.main] != nil ? .main : state.forks.keys.min() ?? state.head ?? .main
  }

  private func configure(_ forks: [Fork], of remote: String) throws {
    let configuration = repository.configuration()
    try configuration.changing(.local) { () throws(GitError) in
      for fork in forks {
        try configuration.set("branch.\(fork.name).remote", to: remote, in: .local)
        try configuration.set(
          "branch.\(fork.name).merge", to: "refs/heads/\(fork.name)", in: .local)
      }
    }
  }
}
