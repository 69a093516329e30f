import CLibgit2
public import Forked

/// The update of a fork from one version to another.
public struct ForkUpdate: Hashable, Sendable {
  /// The fork that gets the version.
  public var fork: Fork
  /// The version before; nil if the fork did not exist.
  public var from: ObjectID?
  /// The version now: `from` if nothing changed, nil if the fork was deleted.
  public var to: ObjectID?

  /// Creates an update of a fork.
  public init(fork: Fork, from: ObjectID?, to: ObjectID?) {
    self.fork = fork
    self.from = from
    self.to = to
  }

  /// True if the fork names another commit than before.
  public var isChange: Bool { from != to }
}

/// The update of a ref.
struct ReferenceUpdate {
  let name: ReferenceName
  /// The object that it names before; nil if it must not exist.
  let old: ObjectID?
  /// The object that it will name; nil to delete it.
  var new: ObjectID?
  /// The entry for its reflog; nil for none.
  var entry: ReflogEntry?
  /// The first contents of its reflog: those of the ref that is renamed to it.
  var log: [UInt8]?
}

/// The update of the HEAD of a work tree to another branch.
struct HeadUpdate {
  /// The work tree's git directory, with a slash at its end.
  let gitDirectory: String
  /// The text of the file before, without the line end.
  let old: String
  let new: ReferenceName
  /// The commits before and after, for the reflog.
  let commits: (old: ObjectID?, new: ObjectID)
  let entry: ReflogEntry

  static func text(naming name: ReferenceName) -> String { "ref: \(name)" }
}

/// A change of the repository's own configuration that is made with a ref update.
enum SettingUpdate: Hashable {
  /// The rename of the section `branch.<name>` of a fork that is renamed.
  case branch(old: String, new: String)
  /// The new value of a key; nil to remove it.
  case value(key: String, old: String?, new: String?)

  var reversed: SettingUpdate {
    switch self {
    case .branch(let old, let new): .branch(old: new, new: old)
    case .value(let key, let old, let new): .value(key: key, old: new, new: old)
    }
  }
}

extension LocalRepository {
  /// Makes changes of the repository's own configuration in one step. Those that are made already are left out; if all
  /// are, nothing is written.
  ///
  /// - Parameter updates: Changes of different settings.
  /// - Throws: Kind `locked`, `io` or `permission`. Then nothing has changed.
  func apply(_ updates: [SettingUpdate]) throws(GitError) {
    var open: [SettingUpdate] = []
    for update in updates {
      if try !isMade(update) { open.append(update) }
    }
    if open.isEmpty { return }
    try settings.changing(.local) { () throws(GitError) in
      for update in open { try apply(update) }
    }
  }

  private func isMade(_ update: SettingUpdate) throws(GitError) -> Bool {
    switch update {
    case .value(let key, _, let new):
      try settings.values(key, in: .local).map { Array($0.utf8) }
        == (new.map { [Array($0.utf8)] } ?? [])
    case .branch(let old, _): try !settings.hasSection("branch", old)
    }
  }

  private func apply(_ update: SettingUpdate) throws(GitError) {
    switch update {
    case .value(let key, _, let new?): try settings.set(key, to: new, in: .local)
    case .value(let key, _, nil): try settings.unset(key, in: .local)
    case .branch(let old, let new): try settings.renameSection("branch", from: old, to: new)
    }
  }
}

/// The failure of a transaction during its commit.
public struct TransactionFailure: Error {
  /// The error that ended it.
  public let cause: any Error
  /// The error that prevented something from being taken back; nil if nothing has changed.
  public let remaining: (any Error)?
}

extension TransactionFailure: CustomStringConvertible {
  /// The errors, in one line.
  public var description: String {
    guard let remaining else { return "\(cause); nothing was changed" }
    return "\(cause); some changes could not be taken back: \(remaining)"
  }
}
