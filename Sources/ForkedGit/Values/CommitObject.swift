public import Forked

/// A commit that was read: a value without a handle.
public struct CommitObject: Hashable, Sendable {
  /// The commit's own id.
  public let id: ObjectID
  /// The id of its tree.
  public let tree: ObjectID
  /// The parents, in the order in which the commit names them.
  public let parents: [ObjectID]
  /// The author of the version, and the time of writing.
  public let author: Signature
  /// The creator of the commit, and the time.
  public let committer: Signature
  /// The whole message, including trailers. Bytes that are not UTF-8 are replaced.
  public let message: String

  /// The message without its `Fork-Version:` trailer and without the blank lines around it.
  public var text: String { VersionTrailer.removed(from: message) }

  /// The first line of the message.
  public var subject: String {
    String(message.drop { $0.isNewline }.prefix { !$0.isNewline })
  }

  /// The time of the version.
  ///
  /// The nanoseconds of the `Fork-Version:` trailer, if there is exactly one and its seconds equal the author date;
  /// else the author date.
  public var hybridTime: HybridTime {
    let date = HybridTime(seconds: author.seconds)
    guard let exact = VersionTrailer.time(in: message), exact.seconds == author.seconds else {
      return date
    }
    return exact
  }

  /// The time that the version counts as made at where changes are compared: ``hybridTime``, but at most
  /// ``HybridTime/clockTolerance`` after the committer's clock.
  ///
  /// The commit alone decides it, and the tolerance is no setting: clones that merge the same versions must make the
  /// same merge, or they would take turns for ever. So the clock of a receiver bounds what its own versions take over
  /// from their parents (``HybridTime/next(after:by:now:)``), and nothing else. Changes made on top of a version that is
  /// dated ahead are then compared by the clocks of those who made them, and replace its own by ancestry.
  public var countedTime: HybridTime {
    guard committer.seconds != Signature.noDate else { return hybridTime }
    return min(hybridTime, .latest(by: committer.seconds))
  }
}

extension HybridTime {
  /// The seconds by which the time of a version may be ahead of a clock: ten minutes.
  public static let clockTolerance: Int64 = 600

  /// The latest time that is credible to a clock.
  public static func latest(by seconds: Int64) -> HybridTime {
    let (sum, overflow) = seconds.addingReportingOverflow(clockTolerance)
    return HybridTime(seconds: overflow ? .max : sum)
  }

  /// The time of a new version: at least `now`, and greater than the time of every parent that is credible.
  ///
  /// A parent that is dated further ahead of the committer's clock raises nothing. Otherwise one wrong clock would date
  /// all later versions, and their true order would be lost.
  ///
  /// Source: Kulkarni et al., "Logical Physical Clocks", 2014, on the bound of the drift.
  ///
  /// - Parameter seconds: the committer's clock.
  public static func next(
    after parents: [HybridTime], by seconds: Int64, now: HybridTime
  ) -> HybridTime {
    next(after: parents.filter { $0 <= latest(by: seconds) }, now: now)
  }
}

/// A commit that is to be created.
///
/// The same draft always makes the same bytes, and so the same id.
public struct CommitDraft: Hashable, Sendable {
  /// The id of the tree.
  public var tree: ObjectID
  /// The parents, in order.
  public var parents: [ObjectID]
  /// The author of the version. If ``hybridTime`` is given, its seconds replace the author's.
  public var author: Signature
  /// The creator of the commit.
  public var committer: Signature
  /// The message, without a `Fork-Version:` trailer.
  public var message: String
  /// The exact time, written as a trailer; nil for a commit without one.
  public var hybridTime: HybridTime?

  /// Creates a draft.
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

/// A name, an address and a time, as a commit records them.
public struct Signature: Hashable, Sendable {
  /// The name, without `<`, `>` and line ends.
  public var name: String
  /// The address, without `<`, `>` and line ends.
  public var email: String
  /// Whole seconds since 1970; ``noDate`` if the commit holds no date that can be read.
  public var seconds: Int64
  /// The offset from UTC in minutes, positive to the east.
  public var offsetMinutes: Int

  /// A value before any date that can be written.
  public static let noDate = Int64.min / 2

  /// Creates a signature.
  public init(name: String, email: String, seconds: Int64, offsetMinutes: Int = 0) {
    self.name = name
    self.email = email
    self.seconds = seconds
    self.offsetMinutes = offsetMinutes
  }
}
