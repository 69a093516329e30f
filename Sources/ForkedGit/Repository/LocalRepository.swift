import CLibgit2
public import Forked

/// An open git repository on this machine.
///
/// Use it from one thread at a time, and open another one for another thread.
public final class LocalRepository {
  /// The options for opening a repository.
  public struct OpenOptions: Sendable {
    /// The environment that git's configuration depends on (`HOME`, `XDG_CONFIG_HOME`, `GIT_CONFIG_GLOBAL`,
    /// `GIT_CONFIG_SYSTEM`, `GIT_CONFIG_NOSYSTEM`, `GIT_CONFIG_COUNT` and its keys and values, `GIT_CONFIG_PARAMETERS`,
    /// `GIT_CEILING_DIRECTORIES`, `SUDO_UID`), and more directories of objects.
    public var environment: [String: String]

    /// Creates options.
    public init(environment: [String: String]) {
      self.environment = environment
    }
  }

  /// Called with the progress of long work: its name, the number of steps done, and the total number if it is known.
  public var reportsProgress: (String, Int, Int?) -> Void = { _, _, _ in }
  /// Called repeatedly while another process holds a lock, with its path and the time waited so far. Return false to
  /// give up, with an error of kind `interrupted`.
  public var keepsWaiting: (String, Duration) -> Bool = { _, _ in true }
  /// Called with each file that another program saved while a process that was killed replaced it.
  public var reportsSavedFile: (SavedFile) -> Void = { _ in }

  /// Called with each file that was restored after a power cut had emptied it.
  public var reportsRestoredFile: (TreePath) -> Void = { _ in }

  /// The hooks that run.
  public var hooks = HookPolicy.none

  /// Called repeatedly during long reads. Return true to end them, with an error of kind `interrupted`.
  public var isInterrupted: () -> Bool = { false }

  let handle: Handle
  let objects: ObjectDatabase
  let settings: Configuration
  /// The objects that wait to be stored.
  let pending: PendingObjects
  /// The packs that were stored here, until what refers to them is.
  var storedPacks = KeptPacks()
  /// The packs that were received, until references record the versions of the remote.
  var receivedPacks = KeptPacks()
  /// The open transaction: refs are read as it has updated them.
  weak var transaction: ReferenceTransaction?
  /// Directories that were read: the next change is likely to need them again.
  var trees = BoundedCache<ObjectID, RawTree>(capacity: 400_000)
  private var knownDurability: Durability?
  /// True if this is a partial clone; nil until it was needed.
  var knownIsPartial: Bool?
  /// The ends of a shallow clone; nil until they were needed.
  var knownEnds: Set<ObjectID>?
  /// The index that was read last, with the status of its file.
  var knownIndex: (status: FileStatus, index: IndexFile)?
  /// The commits that walks have read.
  var knownLinks = BoundedCache<ObjectID, CommitLinks>(capacity: 1 << 16)

  init(
    handle: Handle, options: OpenOptions, pending: PendingObjects = PendingObjects()
  ) throws(GitError) {
    self.handle = handle
    self.pending = pending
    settings = try Configuration(repository: handle, environment: options.environment)
    try check("git_repository_set_config") {
      [settings] in git_repository_set_config(handle.pointer, settings.handle.pointer)
    }
    let common = String(cString: git_repository_commondir(handle.pointer))
    SharedAccess.note(try SharedAccess(settings.string("core.sharedRepository")), below: common)
    objects = try ObjectDatabase(in: common + "objects/", environment: options.environment)
    try check("git_repository_set_odb") {
      [objects] in git_repository_set_odb(handle.pointer, objects.handle.pointer)
    }
  }

  deinit {
    storedPacks.release()
    receivedPacks.release()
  }

  /// Tells git that references lead to all objects that were received.
  public func releaseReceivedPacks() { receivedPacks.release() }

  var odb: Handle { objects.handle }

  /// The durability that the configuration asks for, read once.
  func durability() throws(GitError) -> Durability {
    if let knownDurability { return knownDurability }
    let found = try Durability(settings)
    knownDurability = found
    return found
  }

  /// True if there is no work tree.
  public var isBare: Bool { git_repository_workdir(handle.pointer) == nil }

  /// The work tree's directory, with a slash at its end; nil for a bare repository.
  public var workTreePath: String? {
    git_repository_workdir(handle.pointer).map { String(cString: $0) }
  }

  /// This work tree's git directory, with a slash at its end.
  public var gitDirectory: String { String(cString: git_repository_path(handle.pointer)) }

  /// The git directory that all linked work trees share, with a slash at its end.
  public var commonDirectory: String { String(cString: git_repository_commondir(handle.pointer)) }

  /// The operation of git's that is in progress; nil if there is none.
  public var operationInProgress: RepositoryOperation? {
    switch git_repository_state_t(UInt32(bitPattern: git_repository_state(handle.pointer))) {
    case GIT_REPOSITORY_STATE_MERGE: .merge
    case GIT_REPOSITORY_STATE_REVERT, GIT_REPOSITORY_STATE_REVERT_SEQUENCE: .revert
    case GIT_REPOSITORY_STATE_CHERRYPICK, GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE: .cherryPick
    case GIT_REPOSITORY_STATE_BISECT: .bisect
    case GIT_REPOSITORY_STATE_REBASE, GIT_REPOSITORY_STATE_REBASE_INTERACTIVE,
      GIT_REPOSITORY_STATE_REBASE_MERGE:
      .rebase
    case GIT_REPOSITORY_STATE_APPLY_MAILBOX, GIT_REPOSITORY_STATE_APPLY_MAILBOX_OR_REBASE:
      .applyMailbox
    default: nil
    }
  }
}

/// Files of derived data in the git directory, under `fork/`.
///
/// All linked work trees share them. They are never part of the history, and readers must be able to work without them.
extension LocalRepository {
  /// The contents of a file of derived data; nil if there is none, or it cannot be read.
  public func cached(_ name: String) -> [UInt8]? {
    do {
      return try Files.read(path(ofCached: name))
    } catch {
      return nil  // The caller creates it again.
    }
  }

  /// Writes a file of derived data, atomically: other processes see the old one or the new one.
  ///
  /// - Parameter rivals: The largest number of files in its directory; if there are more, all others are removed.
  /// - Returns: True if the file was written. Nothing depends on it.
  @discardableResult
  public func cache(_ bytes: [UInt8], as name: String, besides rivals: Int) -> Bool {
    let path = path(ofCached: name)
    do {
      try Files.makeParent(of: path)
      try UnnamedFile.replace(path, by: bytes)
      let directory = TreePath(name).parent.description
      let names = Files.names(in: self.path(ofCached: directory))
      guard names.count > rivals else { return true }
      for other in names where directory + "/" + other != name {
        try Files.remove(self.path(ofCached: directory + "/" + other))
      }
      return true
    } catch {
      return false  // The disk is full or read-only.
    }
  }

  private func path(ofCached name: String) -> String { commonDirectory + "fork/" + name }
}

extension LocalRepository {
  /// The main fork: `fork.main` of the configuration, else the remote's HEAD, else the first of `init.defaultBranch`,
  /// `main` and `master` that exists, else the current fork.
  ///
  /// - Throws: ``InvalidForkName`` if the configuration holds an invalid fork name.
  public func mainFork() throws -> Fork {
    try knownMainFork() ?? headFork() ?? .main
  }

  /// The main fork, unless it could only be guessed from HEAD.
  ///
  /// - Throws: ``InvalidForkName`` if the configuration holds an invalid fork name.
  public func knownMainFork() throws -> Fork? {
    if let name = try settings.string("fork.main") { return try Fork(validating: name) }
    let candidates = [
      try headOfRemote()?.name, try settings.string("init.defaultBranch"), "main", "master",
    ]
    for name in candidates.compactMap({ $0 }) {
      let fork = try Fork(validating: name)
      if try tip(of: fork) != nil { return fork }
    }
    return nil
  }

  /// The fork that HEAD names on `origin`, or on the only remote.
  private func headOfRemote() throws(GitError) -> Fork? {
    let names = try remoteNames()
    guard let name = names.contains("origin") ? "origin" : names.count == 1 ? names[0] : nil else {
      return nil
    }
    return try head(ofRemote: name)
  }
}

extension LocalRepository {
  /// Ends long work if the user asked for that.
  ///
  /// - Throws: Kind `interrupted` if the user interrupted the command.
  func checkInterruption() throws(GitError) {
    if isInterrupted() { throw GitError(.interrupted, "interrupted; nothing was changed") }
  }

  /// Runs a closure that must be completed: no interrupt ends it.
  func uninterrupted<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = isInterrupted
    defer { isInterrupted = outer }
    isInterrupted = { false }
    return try body()
  }
}
