import CLibgit2

/// A git repository on this machine, opened.
///
/// One owner of one handle: use it from one thread at a time, and open another for another thread.
public final class LocalRepository {
  /// How to open a repository.
  public struct OpenOptions: Sendable {
    /// Whether a sparse checkout is accepted. Only a merge driver may say so.
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

  /// Whether there is no work tree.
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
