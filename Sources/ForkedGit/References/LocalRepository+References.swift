public import Forked

/// The full name of a reference, such as `refs/heads/main`.
public struct ReferenceName: Hashable, Sendable, CustomStringConvertible {
  /// The name.
  public let rawValue: String

  /// A name that git accepts.
  ///
  /// - Throws: ``GitError`` of kind `invalid`.
  public init(_ rawValue: String) throws(GitError) {
    self.rawValue = rawValue
  }

  init(unchecked rawValue: String) { self.rawValue = rawValue }

  /// The branch of a fork.
  public static func branch(_ fork: Fork) -> ReferenceName {
    ReferenceName(unchecked: "refs/heads/" + fork.name)
  }

  /// The fork, where this is a branch.
  public var fork: Fork? {
    rawValue.hasPrefix("refs/heads/") ? Fork(name: String(rawValue.dropFirst(11))) : nil
  }

  /// The name.
  public var description: String { rawValue }
}

/// A reference and the object that it names in the end.
public struct Reference: Hashable, Sendable {
  /// The full name.
  public let name: ReferenceName
  /// The object, symbolic references followed.
  public let target: ObjectID
}

/// What a reference's log says about a move.
public struct ReflogEntry: Hashable, Sendable {
  /// One line.
  public var message: String
  /// Who moved it, and when.
  public var signature: Signature

  /// An entry of these parts.
  public init(message: String, signature: Signature) {
    self.message = message
    self.signature = signature
  }
}

extension LocalRepository {
  /// All branches, ordered by the bytes of their names.
  public func branches() throws(GitError) -> [(fork: Fork, tip: ObjectID)] { throw .toDo() }

  /// The last commit of a fork; nil where there is no such fork.
  public func tip(of fork: Fork) throws(GitError) -> ObjectID? { throw .toDo() }

  /// The object that a reference names in the end; nil where there is no such reference.
  public func target(of name: ReferenceName) throws(GitError) -> ObjectID? { throw .toDo() }

  /// All references whose names begin with a prefix, such as `refs/remotes/`.
  public func references(withPrefix prefix: String) throws(GitError) -> [Reference] {
    throw .toDo()
  }

  /// Moves a reference, if and only if it still stands where the caller saw it.
  ///
  /// - Parameters:
  ///   - name: The reference; it is not followed if symbolic.
  ///   - old: Where it must stand; nil: it must not exist.
  ///   - new: Where it will stand; nil: it is deleted.
  ///   - timeout: How long a lock that somebody else holds is waited for.
  /// - Throws: kind `raceLost` where it stands elsewhere, `locked` where the lock was not to be
  ///   had in time, `exists` where another reference's name is in the way. Nothing changed then.
  public func compareAndSwap(
    _ name: ReferenceName, from old: ObjectID?, to new: ObjectID?, reflog: ReflogEntry?,
    timeout: Duration = .seconds(5)
  ) throws(GitError) { throw .toDo() }

  /// Renames a fork, its log and its `branch.<name>` configuration; HEAD follows in this work tree.
  ///
  /// - Throws: kind `exists` where the new name is taken, `notFound` where the old one is not
  ///   there.
  public func rename(
    _ fork: Fork, to newName: Fork, reflog: ReflogEntry, timeout: Duration = .seconds(5)
  ) throws(GitError) { throw .toDo() }

  /// The commit that a revision means: a fork, id, short id, tag, `~`, `^`, `@{n}`.
  ///
  /// - Throws: kind `notFound`, `ambiguous` or `invalid`.
  public func resolve(revision: String) throws(GitError) -> ObjectID { throw .toDo() }
}
