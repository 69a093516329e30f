import CLibgit2
public import Forked

/// The full name of a ref, such as `refs/heads/main`.
public struct ReferenceName: Hashable, Sendable, CustomStringConvertible {
  /// The name.
  public let rawValue: String

  /// Creates a name, if git accepts it.
  ///
  /// The corresponding C function is `git_reference_name_is_valid`.
  ///
  /// - Throws: ``GitError`` of kind `invalid`.
  public init(_ rawValue: String) throws(GitError) {
    try Library.start()
    var isValid: Int32 = 0
    try check("git_reference_name_is_valid", context: rawValue) {
      git_reference_name_is_valid(&isValid, rawValue)
    }
    guard isValid == 1, rawValue.hasPrefix("refs/"), !rawValue.utf8.contains(0) else {
      throw GitError(.invalid, "this is not a valid name of a ref", context: rawValue)
    }
    self.rawValue = rawValue
  }

  init(unchecked rawValue: String) { self.rawValue = rawValue }

  /// The branch of a fork.
  public static func branch(_ fork: Fork) -> ReferenceName {
    ReferenceName(unchecked: "refs/heads/" + fork.name)
  }

  /// The fork, if this is a branch.
  public var fork: Fork? {
    rawValue.hasPrefix("refs/heads/") ? Fork(name: String(rawValue.dropFirst(11))) : nil
  }

  /// The name.
  public var description: String { rawValue }
}

/// A ref and the object that it names.
public struct Reference: Hashable, Sendable {
  /// The full name.
  public let name: ReferenceName
  /// The object, symbolic refs followed.
  public let target: ObjectID
}

/// An entry of a reflog.
public struct ReflogEntry: Hashable, Sendable {
  /// The message, in one line.
  public var message: String
  /// The name, the address and the time of the update.
  public var signature: Signature

  /// Creates an entry.
  public init(message: String, signature: Signature) {
    self.message = message
    self.signature = signature
  }
}
