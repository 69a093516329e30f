public import Forked

/// A commit as it was read: a value that holds no handle.
public struct CommitObject: Hashable, Sendable {
  /// The commit's own id.
  public let id: ObjectID
  /// The id of its tree.
  public let tree: ObjectID
  /// The parents, in the order in which the commit names them.
  public let parents: [ObjectID]
  /// Who wrote the version, and when.
  public let author: Signature
  /// Who made the commit, and when.
  public let committer: Signature
  /// The whole message, trailers included, as text; bytes that are not UTF-8 are repaired.
  public let message: String

  /// The message without its `Fork-Version:` trailer and without the blank lines around it.
  public var text: String { VersionTrailer.removed(from: message) }

  /// The first line of the message.
  public var subject: String {
    String(message.drop { $0.isNewline }.prefix { !$0.isNewline })
  }

  /// When the version was made.
  ///
  /// The `Fork-Version:` trailer's nanoseconds, where exactly one stands and its seconds equal
  /// the author date; else the author date.
  public var hybridTime: HybridTime {
    let date = HybridTime(seconds: author.seconds)
    guard let exact = VersionTrailer.time(in: message), exact.seconds == author.seconds else {
      return date
    }
    return exact
  }
}

/// A commit to be made.
///
/// The same draft always makes the same bytes, and so the same id.
public struct CommitDraft: Hashable, Sendable {
  /// The id of the tree.
  public var tree: ObjectID
  /// The parents, in order.
  public var parents: [ObjectID]
  /// Who wrote the version. Where ``hybridTime`` is given, its seconds replace the author's.
  public var author: Signature
  /// Who makes the commit.
  public var committer: Signature
  /// The message, without a `Fork-Version:` trailer.
  public var message: String
  /// The exact time, written as a trailer; nil for a commit without one.
  public var hybridTime: HybridTime?

  /// A draft of these parts.
  public init(
    tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature,
    message: String, hybridTime: HybridTime?
  ) {
    self.tree = tree
    self.parents = parents
    self.author = author
    self.committer = committer
    self.message = message
    self.hybridTime = hybridTime
  }
}

/// Who did something, and when, as a commit records it.
public struct Signature: Hashable, Sendable {
  /// The name, without `<`, `>` and line ends.
  public var name: String
  /// The address, without `<`, `>` and line ends.
  public var email: String
  /// Whole seconds since 1970; ``noDate`` where the commit holds no date that can be read.
  public var seconds: Int64
  /// Minutes east of Greenwich.
  public var offsetMinutes: Int

  /// Earlier than any date that can be written.
  public static let noDate = Int64.min / 2

  /// A signature of these parts.
  public init(name: String, email: String, seconds: Int64, offsetMinutes: Int = 0) {
    self.name = name
    self.email = email
    self.seconds = seconds
    self.offsetMinutes = offsetMinutes
  }
}
