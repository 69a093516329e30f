public import Forked

/// What HEAD says.
public enum Head: Hashable, Sendable {
  /// A branch with commits.
  case branch(Fork, tip: ObjectID)
  /// A branch that has no commit yet.
  case unborn(Fork)
  /// A commit, and no branch.
  case detached(ObjectID)

  /// The branch, unless HEAD is detached.
  public var fork: Fork? {
    switch self {
    case .branch(let fork, _), .unborn(let fork): fork
    case .detached: nil
    }
  }

  /// The commit, unless there is none yet.
  public var commit: ObjectID? {
    switch self {
    case .branch(_, let tip), .detached(let tip): tip
    case .unborn: nil
    }
  }
}

extension LocalRepository {
  /// What HEAD says now.
  public func head() throws(GitError) -> Head { throw .toDo() }

  /// Makes a branch the current one. Neither index nor work tree change.
  public func setHead(
    to fork: Fork, reflog: ReflogEntry?, timeout: Duration = .seconds(5)
  ) throws(GitError) { throw .toDo() }

  /// The forks that are current in some work tree of this repository, with the work tree's path.
  public func checkedOutForks() throws(GitError) -> [Fork: String] { throw .toDo() }
}
