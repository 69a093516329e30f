import CLibgit2

extension LocalRepository {
  /// Opens the repository whose work tree or git directory is at exactly this path.
  ///
  /// The corresponding C function is `git_repository_open_ext`.
  ///
  /// - Parameters:
  ///   - path: The work tree's or the git directory's path.
  ///   - options: The options.
  ///   - relative: Another work tree of the same repository, whose objects that wait to be stored are shared.
  /// - Throws: Kind `notARepository`; `ownership`, with a `git config` line that helps in the message; `unsupported`
  ///   for SHA-256 and, unless the options allow it, for sparse checkouts.
  public static func open(
    at path: String, options: OpenOptions, sharingObjectsWith relative: LocalRepository? = nil
  ) throws(GitError) -> LocalRepository {
    try open(
      path, flags: GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue, options: options,
      pending: relative?.pending ?? PendingObjects())
  }

  /// Opens the repository that a directory belongs to, searching upwards.
  ///
  /// - Parameters:
  ///   - directory: The directory to begin in.
  ///   - gitDirectory: The value of `GIT_DIR`: that repository, without a search.
  ///   - workTree: The value of `GIT_WORK_TREE`. With `gitDirectory` alone, the work tree is that of `core.worktree`,
  ///     else the directory, unless the repository is bare.
  ///   - options: The options.
  /// - Throws: As ``open(at:options:sharingObjectsWith:)``.
  public static func discover(
    from directory: String, gitDirectory: String? = nil, workTree: String? = nil,
    options: OpenOptions
  ) throws(GitError) -> LocalRepository {
    guard let gitDirectory, !gitDirectory.isEmpty else {
      let found = try open(directory, flags: 0, options: options)
      try found.refuseUnnamed(from: directory)
      try found.setWorkTree(workTree, relativeTo: directory)
      return found
    }
    let path = absolute(gitDirectory, relativeTo: directory)
    let noSearch = GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue | GIT_REPOSITORY_OPEN_NO_DOTGIT.rawValue
    let found = try open(path, flags: noSearch, options: options)
    let implied = try found.impliedWorkTree()
    try found.setWorkTree(workTree ?? implied, relativeTo: directory)
    return found
  }

  private static func open(
    _ path: String, flags: UInt32, options: OpenOptions,
    pending: PendingObjects = PendingObjects()
  ) throws(GitError) -> LocalRepository {
    try Library.start()
    let ceiling = options.environment["GIT_CEILING_DIRECTORIES"]
    let acrossFileSystems = options.environment["GIT_DISCOVERY_ACROSS_FILESYSTEM"] != nil
    let crossing = acrossFileSystems ? GIT_REPOSITORY_OPEN_CROSS_FS.rawValue : 0
    do throws(GitError) {
      let handle = try Handle.make(
        "git_repository_open_ext", release: git_repository_free, context: path
      ) { git_repository_open_ext($0, path, flags | crossing, ceiling) }
      let opened = try LocalRepository(handle: handle, options: options, pending: pending)
      if try opened.isBareToGit {
        let bare = GIT_REPOSITORY_OPEN_BARE.rawValue | GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue
        return try open(opened.gitDirectory, flags: bare, options: options, pending: pending)
      }
      try opened.refuseForeign(options)
      return opened
    } catch {
      throw explained(error, path: path)
    }
  }

  private static func explained(_ error: GitError, path: String) -> GitError {
    guard error.function == "git_repository_open_ext" else { return error }
    var error = error
    if error.kind == .notFound {
      error.kind = .notARepository
      error.message = "there is no git repository here"
    } else if ["objectformat", "object format"].contains(where: error.message.contains) {
      error.kind = .unsupported
      error.message = "repositories with SHA-256 object ids are not supported"
    } else if error.message.contains("extension") || error.message.contains("version") {
      error.kind = .unsupported
    }
    return error
  }

  private func refuseForeign(_ options: OpenOptions) throws(GitError) {
    try Ownership(configuration: settings, environment: options.environment).verify(self)
  }

  /// Refuses a repository that was only found because the working directory is inside its git directory, where the user
  /// has asked for that: another repository may hold it as files, with a configuration that runs programs.
  ///
  /// Source: git-config(1), `safe.bareRepository`; git's `setup.c`.
  private func refuseUnnamed(from directory: String) throws(GitError) {
    let rule = try settings.valuesOutsideRepository("safe.bareRepository").last
    // git refuses a value that it does not know.
    guard rule ?? "all" != "all" else { return }
    let place = resolved(directory)
    let isOfWorkTree =
      gitDirectory.hasSuffix("/.git/")
      || ["/.git/worktrees/", "/.git/modules/"].contains(where: gitDirectory.contains)
    guard !isOfWorkTree, (place + "/").hasPrefix(gitDirectory) else { return }
    throw GitError(
      .unnamedRepository,
      "this is inside a bare repository, which is used only if it is named (safe.bareRepository)",
      context: gitDirectory)
  }

  /// True if libgit2 took the directory around a git directory for its work tree, since the configuration says nothing of it:
  /// git does so only where that has the name `.git`.
  ///
  /// Source: git's `setup.c`.
  private var isBareToGit: Bool {
    get throws(GitError) {
      guard let workTreePath, gitDirectory.hasPrefix(workTreePath),
        !Files.exists(workTreePath + ".git"), try settings.bool("core.bare") == nil
      else { return false }
      return try settings.string("core.worktree") == nil
    }
  }

  private func impliedWorkTree() throws(GitError) -> String? {
    if try settings.bool("core.bare") == true { return nil }
    if try settings.string("core.worktree") != nil { return nil }
    return git_repository_is_worktree(handle.pointer) == 1 ? nil : "."
  }

  private func setWorkTree(_ path: String?, relativeTo directory: String) throws(GitError) {
    guard let path else { return }
    let absolute = Self.absolute(path, relativeTo: directory)
    try check("git_repository_set_workdir", context: absolute) {
      git_repository_set_workdir(handle.pointer, absolute, 0)
    }
  }

  static func absolute(_ path: String, relativeTo directory: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : directory + "/" + path
  }
}
