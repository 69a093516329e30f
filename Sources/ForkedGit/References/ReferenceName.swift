import CLibgit2
public import Forked

/// The full name of a reference, such as `refs/heads/main`.
public struct ReferenceName: Hashable, Sendable, CustomStringConvertible {
  /// The name.
  public let rawValue: String

  /// A name that git accepts.
  ///
  /// - Throws: ``GitError`` of kind `invalid`. The corresponding C function is
  ///   `git_reference_name_is_valid`.
  public init(_ rawValue: String) throws(GitError) {
    try Library.start()
    var isValid: Int32 = 0
    try check("git_reference_name_is_valid", context: rawValue) {
      git_reference_name_is_valid(&isValid, rawValue)
    }
    guard isValid == 1, rawValue.hasPrefix("refs/"), !rawValue.utf8.contains(0) else {
      throw GitError(.invalid, "this is no valid name of a reference", context: rawValue)
    }
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
