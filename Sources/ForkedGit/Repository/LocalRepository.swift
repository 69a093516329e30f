/// A git repository on this machine, opened.
///
/// One owner of one handle: use it from one thread at a time, and open another for another thread.
public final class LocalRepository {
  /// How to open a repository.
  public struct OpenOptions: Sendable {
    /// Whether a sparse checkout is accepted. Only a merge driver may say so.
    public var allowsSparseCheckout = false
    /// The environment that git's configuration depends on (`HOME`, `XDG_CONFIG_HOME`,
    /// `GIT_CONFIG_GLOBAL`, `GIT_CONFIG_SYSTEM`, `GIT_CONFIG_NOSYSTEM`, `GIT_CONFIG_COUNT` and its
    /// keys and values, `GIT_CEILING_DIRECTORIES`).
    public var environment: [String: String]

    /// Options with that environment.
    public init(environment: [String: String], allowsSparseCheckout: Bool = false) {
      self.environment = environment
      self.allowsSparseCheckout = allowsSparseCheckout
    }
  }

  /// Opens the repository whose work tree or git directory stands at that very path.
  public static func open(
    at path: String, options: OpenOptions
  ) throws(GitError) -> LocalRepository { throw .toDo() }

  /// Opens the repository that a directory belongs to, searching upwards.
  ///
  /// - Parameters:
  ///   - directory: Where the search begins.
  ///   - gitDirectory: The value of `GIT_DIR`: no search, that repository.
  ///   - workTree: The value of `GIT_WORK_TREE`.
  public static func discover(
    from directory: String, gitDirectory: String? = nil, workTree: String? = nil,
    options: OpenOptions
  ) throws(GitError) -> LocalRepository { throw .toDo() }

  /// Makes a repository, or opens the one that is there without changing its HEAD.
  public static func initialize(
    at path: String, bare: Bool, initialBranch: String, options: OpenOptions
  ) throws(GitError) -> LocalRepository { throw .toDo() }

  /// Whether there is no work tree.
  public var isBare: Bool { false }
  /// The work tree's directory, with a slash at its end; nil for a bare repository.
  public var workTreePath: String? { nil }
  /// This work tree's git directory, with a slash at its end.
  public var gitDirectory: String { "" }
  /// The git directory that all linked work trees share, with a slash at its end.
  public var commonDirectory: String { "" }
  /// What git is in the middle of; nil for nothing.
  public var operationInProgress: RepositoryOperation? { nil }

  init() {}
}
