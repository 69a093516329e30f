public import Forked

/// The update of a fork from one version to another.
public struct Movement: Hashable, Sendable {
  /// The fork.
  public var fork: Fork
  /// The version before; nil: there was no such fork.
  public var from: ObjectID?
  /// The version now; the same as `from` where there was nothing to do; nil: there is no such fork any more.
  public var to: ObjectID?

  /// An update of a fork from one commit to another.
  public init(fork: Fork, from: ObjectID?, to: ObjectID?) {
    self.fork = fork
    self.from = from
    self.to = to
  }

  /// True if the fork names another commit than before.
  public var isChange: Bool { from != to }
}

/// The update of a reference.
struct ReferenceUpdate {
  let name: ReferenceName
  /// The object that it names before; nil: it does not exist.
  let old: ObjectID?
  /// The object that it shall name; nil: it shall not exist.
  var new: ObjectID?
  /// An entry for its log; nil: none.
  var entry: ReflogEntry?
  /// The contents that its log begins with: those of the reference that is renamed to it.
  var log: [UInt8]?
}

/// The update of the HEAD of a work tree to another branch.
struct HeadUpdate {
  /// The work tree's git directory, with a slash at its end.
  let gitDirectory: String
  /// The text of the file before, without the line's end.
  let old: String
  let new: ReferenceName
  /// The commits before and after, for the log.
  let commits: (old: ObjectID?, new: ObjectID)
  let entry: ReflogEntry

  static func text(naming name: ReferenceName) -> String { "ref: \(name)" }
}
