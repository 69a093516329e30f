import CLibgit2
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

/// A change of the repository's own configuration that belongs to the update of references.
enum SettingUpdate: Hashable {
  /// The section `branch.<name>` goes with a fork that is renamed.
  case branch(old: String, new: String)
  /// A key gets a value; nil: it has none any more.
  case value(key: String, old: String?, new: String?)

  var reversed: SettingUpdate {
    switch self {
    case .branch(let old, let new): .branch(old: new, new: old)
    case .value(let key, let old, let new): .value(key: key, old: new, new: old)
    }
  }
}

extension LocalRepository {
  /// Makes a change of the repository's own configuration; nothing happens where it is made already.
  ///
  /// - Throws: kind `locked`, `io` or `permission`. Nothing changed then.
  func apply(_ update: SettingUpdate) throws(GitError) {
    switch update {
    case .value(let key, _, let new?): try settings.set(key, to: new, in: .local)
    case .value(let key, _, nil): try settings.unset(key, in: .local)
    case .branch(let old, let new):
      try settings.renameSection("branch", from: old, to: new)
      try removeEmptySections([(section: "branch", subsection: old)])
    }
  }
}

/// The failure of a transaction that could not be written.
public struct TransactionFailure: Error {
  /// The error that ended it.
  public let cause: any Error
  /// The error that kept something from going back; nil where all did, and nothing changed.
  public let remaining: (any Error)?
}

extension TransactionFailure: CustomStringConvertible {
  /// The errors, in one line.
  public var description: String {
    guard let remaining else { return "\(cause); nothing was changed" }
    return "\(cause); not everything could go back: \(remaining)"
  }
}
