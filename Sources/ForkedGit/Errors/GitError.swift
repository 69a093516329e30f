/// Why something in a repository could not be done.
public struct GitError: Error, Hashable, Sendable {
  /// What kind of failure it was: what a program decides by.
  public enum Kind: Hashable, Sendable {
    /// No such object, reference, revision or path.
    case notFound
    /// No repository there or above.
    case notARepository
    /// It is there already, or a directory stands in the way of a file, or the reverse.
    case exists
    /// More than one thing is meant by a short id.
    case ambiguous
    /// A name, path, revision or value is not a valid one, or data is damaged.
    case invalid
    /// A path that no document may have.
    case invalidPath(InvalidPath.Reason)
    /// Somebody else moved the reference: read it again and retry.
    case raceLost
    /// Somebody holds a lock, and did not let go within the time given.
    case locked
    /// The repository belongs to another user.
    case ownership
    /// These paths are edited in the work tree or the index and would be overwritten.
    case editedDocuments([TreePath])
    /// A merge, rebase, cherry-pick, revert or bisect of git's is under way.
    case operationInProgress(RepositoryOperation)
    /// The repository has no work tree.
    case bare
    /// A kind of repository or entry that this program does not handle.
    case unsupported
    /// The file system refused for want of permission, or is read-only.
    case permission
    /// Reading or writing failed: disk full, device error.
    case io
    /// A server was not reached, said nothing for too long, or broke off.
    case unreachable
    /// A server refused the credentials, or is not the one it should be.
    case untrusted
    /// A server took no update of this reference.
    case refused
    /// The history that is needed begins below where a shallow clone ends.
    case shallow
    /// The person asked to stop.
    case interrupted
    /// Anything else; ``GitError/code`` says what.
    case other
  }

  /// The kind.
  public var kind: Kind
  /// One line: what happened.
  public var message: String
  /// The C function that failed, where one did.
  public var function: String?
  /// libgit2's code or the negative `errno`, 0 where neither applies.
  public var code: Int32
  /// libgit2's error class, 0 where it does not apply.
  public var errorClass: Int32
  /// The path, reference or id concerned, where there is one.
  public var context: String?

  /// An error of these parts.
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

/// What git is in the middle of.
public enum RepositoryOperation: String, Hashable, Sendable {
  /// `git merge` that has not been committed.
  case merge
  /// `git rebase` under way.
  case rebase
  /// `git cherry-pick` that has not been committed.
  case cherryPick
  /// `git revert` that has not been committed.
  case revert
  /// `git am` under way.
  case applyMailbox
  /// `git bisect` under way.
  case bisect
}

extension GitError: CustomStringConvertible {
  /// What happened and where, in one line.
  public var description: String {
    context.map { "\(message) (\($0))" } ?? message
  }
}
