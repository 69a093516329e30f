import CLibgit2
public import Forked
import Glibc

/// A git repository on this machine, opened.
///
/// One owner of one handle: use it from one thread at a time, and open another for another thread.
public final class LocalRepository {
  /// How to open a repository.
  public struct OpenOptions: Sendable {
    /// True if a sparse checkout is accepted. Only a merge driver may say so.
    public var allowsSparseCheckout: Bool
    /// The environment that git's configuration depends on (`HOME`, `XDG_CONFIG_HOME`,
    /// `GIT_CONFIG_GLOBAL`, `GIT_CONFIG_SYSTEM`, `GIT_CONFIG_NOSYSTEM`, `GIT_CONFIG_COUNT` and its
    /// keys and values, `GIT_CONFIG_PARAMETERS`, `GIT_CEILING_DIRECTORIES`, `SUDO_UID`).
    public var environment: [String: String]

    /// Options with that environment.
    public init(environment: [String: String], allowsSparseCheckout: Bool = false) {
      self.environment = environment
      self.allowsSparseCheckout = allowsSparseCheckout
    }
  }

  /// Takes how far long work has come: what it is, how many are done, and of how many, where that is known.
  public var reportsProgress: (String, Int, Int?) -> Void = { _, _, _ in }
  /// Asked again and again while somebody else's lock is waited for: its path, and how long that has been. False gives
  /// up, with an error of kind `interrupted`.
  public var keepsWaiting: (String, Duration) -> Bool = { _, _ in true }

  /// Asked again and again during long reads. True ends them, with an error of kind `interrupted`.
  public var isInterrupted: () -> Bool = { false }

  let handle: Handle
  let objects: ObjectDatabase
  let settings: Configuration
  /// What was made and not stored yet.
  let pending: PendingObjects
  /// The transaction that is open: references are read as it has updated them.
  weak var transaction: ReferenceTransaction?
  /// Directories that were read, since the next change is likely to need them again.
  var trees = TreeCache()
  private var knownDurability: Durability?
  /// Commits that were walked over.
  var knownLinks: [ObjectID: CommitLinks] = [:]
  /// The commit graph that git has written, once it was read.
  var knownGraph: CommitGraphFile?
  var hasSoughtGraph = false

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
    objects = try ObjectDatabase(in: common + "objects/", pending: pending)
    try check("git_repository_set_odb") {
      [objects] in git_repository_set_odb(handle.pointer, objects.handle.pointer)
    }
  }

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

  /// What git is in the middle of; nil for nothing.
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

/// Files of derived data in the git directory, under `fork/`. All linked work trees share them; they are never part of
/// the history, and whoever reads them must do without.
extension LocalRepository {
  /// What a file of derived data holds; nil where there is none, or it cannot be read.
  public func cached(_ name: String) -> [UInt8]? {
    do {
      return try Files.read(path(ofCached: name))
    } catch {
      return nil  // It is made again.
    }
  }

  /// Puts a file of derived data in place, whole: other processes see the old one or the new one.
  ///
  /// - Parameter rivals: how many files may stand in its directory; where there are more, the others go.
  /// - Returns: whether that was possible. Nothing depends on it.
  @discardableResult
  public func cache(_ bytes: [UInt8], as name: String, besides rivals: Int) -> Bool {
    let path = path(ofCached: name)
    do {
      try Files.makeParent(of: path)
      let file = try UnnamedFile(beside: path)
      defer { close(file.descriptor) }
      try Files.write(bytes, to: file.descriptor, path: path)
      try file.replace(path)
      let directory = TreePath(name).parent.description
      let names = Files.names(in: self.path(ofCached: directory))
      guard names.count > rivals else { return true }
      for other in names where directory + "/" + other != name {
        try Files.remove(self.path(ofCached: directory + "/" + other))
      }
      return true
    } catch {
      return false  // A disk that is full, or read-only.
    }
  }

  private func path(ofCached name: String) -> String { commonDirectory + "fork/" + name }
}

extension LocalRepository {
  /// The hub: `fork.main` of the configuration, else the remote's HEAD, else `init.defaultBranch`, else `main` or
  /// `master`, whichever is there, else the current fork.
  ///
  /// - Throws: ``InvalidForkName`` where the configuration names what no fork can be called.
  public func mainFork() throws -> Fork {
    if let name = try settings.string("fork.main") { return try Fork(validating: name) }
    let candidates = [
      try headOfRemote()?.name, try settings.string("init.defaultBranch"), "main", "master",
    ]
    for name in candidates.compactMap({ $0 }) {
      let fork = try Fork(validating: name)
      if try tip(of: fork) != nil { return fork }
    }
    return try head().fork ?? .main
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
  /// - Throws: kind `interrupted` where the user asked to stop.
  func checkInterruption() throws(GitError) {
    if isInterrupted() { throw GitError(.interrupted, "interrupted; nothing was changed") }
  }

  /// Does what must be done as a whole: no interrupt ends it.
  func uninterrupted<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = isInterrupted
    defer { isInterrupted = outer }
    isInterrupted = { false }
    return try body()
  }
}
