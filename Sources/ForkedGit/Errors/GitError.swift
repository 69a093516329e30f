/// An error of a repository operation.
public struct GitError: Error, Hashable, Sendable {
  /// The kind of a failure, for programs that react to it.
  public enum Kind: Hashable, Sendable {
    /// No such object, ref, revision or path.
    case notFound
    /// No repository there or above.
    case notARepository
    /// It exists already, or a directory is in the way of a file, or the reverse.
    case exists
    /// A short id matches more than one object.
    case ambiguous
    /// A name, path, revision or value is not valid, or data is damaged.
    case invalid
    /// A path that no document may have.
    case invalidPath(InvalidPath.Reason)
    /// Another process updated the ref: read it again and retry.
    case raceLost
    /// Another process held a lock for longer than the time given.
    case locked
    /// The repository belongs to another user.
    case ownership
    /// The repository was found, but is to be used only if it is named.
    case unnamedRepository
    /// A ref names nothing any more, although it was not deleted.
    case damagedReference(DamagedReference)
    /// These paths have uncommitted changes that would be overwritten.
    case editedDocuments([TreePath])
    /// These paths are in conflict in the index, so they cannot be changed.
    case unmerged([TreePath])
    /// A merge, rebase, cherry-pick, revert or bisect of git's is in progress.
    case operationInProgress(RepositoryOperation)
    /// The repository has no work tree.
    case bare
    /// A kind of repository or entry that this program does not handle.
    case unsupported
    /// The user has no permission, or the file system is read-only.
    case permission
    /// Reading or writing failed, for example because of a full disk or a device error.
    case io
    /// A server could not be reached, did not answer in time, or closed the connection.
    case unreachable
    /// A server refused the credentials, or failed to prove its identity.
    case untrusted
    /// A server refused to update this ref, or no ref is updated while a hook judges a push.
    case refused
    /// The history that is needed is below the ends of a shallow clone.
    case shallow
    /// A filter driver of that name failed, or the conversion to an encoding (nil).
    case filter(String?)
    /// The user interrupted the command.
    case interrupted
    /// Any other error; ``GitError/code`` tells which.
    case other
  }

  /// The kind.
  public var kind: Kind
  /// The message, in one line.
  public var message: String
  /// The C function that failed, if any.
  public var function: String?
  /// libgit2's code or the negative `errno`; 0 if neither applies.
  public var code: Int32
  /// libgit2's error class; 0 if it does not apply.
  public var errorClass: Int32
  /// The path, ref or id concerned, if any.
  public var context: String?

  /// Creates an error.
  public init(
    _ kind: Kind, _ message: String, function: String? = nil, code: Int32 = 0,
    errorClass: Int32 = 0, context: String? = nil
  ) {
    self.kind = kind
    self.message = message
    self.function = function
    self.code = code
    self.errorClass = errorClass
    self.context = context
  }
}

/// An operation of git's that is in progress.
public enum RepositoryOperation: String, Hashable, Sendable {
  /// A `git merge` that has not been committed.
  case merge
  /// A `git rebase`.
  case rebase
  /// A `git cherry-pick` that has not been committed.
  case cherryPick
  /// A `git revert` that has not been committed.
  case revert
  /// A `git am`.
  case applyMailbox
  /// A `git bisect`.
  case bisect

  /// The git command that runs the operation, such as `git cherry-pick`.
  public var command: String {
    switch self {
    case .merge: "git merge"
    case .rebase: "git rebase"
    case .cherryPick: "git cherry-pick"
    case .revert: "git revert"
    case .applyMailbox: "git am"
    case .bisect: "git bisect"
    }
  }
}

extension GitError {
  /// The message of an error of kind `locked` about a lock of another program.
  public static let foreignLockMessage = "another program, such as git, holds the lock"
}

extension GitError: CustomStringConvertible {
  /// The message and the context, in one line.
  public var description: String {
    context.map { "\(message) (\($0))" } ?? message
  }
}
