import Forked
import ForkedGit

extension DocumentStore {
  /// Adds to the operation log what git or another program did to forks since, so that it can be undone and redone.
  ///
  /// - Parameter forks: the forks; nil: those of the newest operation and the current one.
  /// - Returns: the last of these operations; nil if there are none, or for a redo. A dry run adds nothing to the log.
  func foreignOperation(_ request: UndoRequest, on forks: [Fork]? = nil) throws -> Operation? {
    guard !request.redoes, let log = try RecordedTips(in: self),
      let updates = try (forks ?? log.forks).map({ try updates(of: $0, since: log) })
        .first(where: { !$0.isEmpty }),
      let last = updates.last
    else { return nil }
    if request.dryRun {
      return Operation(
        id: last.tip, command: last.command, author: try signatureNow(),
        forkUpdates: [last.update], span: 0)
    }
    var entry: OperationLog.Entry?
    for update in updates {
      entry = try OperationLog(store: self).add(update.command, [update.update], undoing: nil)
    }
    return try entry.flatMap { Operation(try repository.commit($0.id)) }
  }

  /// An update of a fork that no command made.
  private struct ForeignUpdate {
    var command: String
    var update: ForkUpdate
    /// A commit of the update.
    var tip: ObjectID
  }

  /// The updates of a fork since its last one in the log, the oldest first: those of its reflog if that reaches back to
  /// there, otherwise a single one.
  private func updates(of fork: Fork, since log: RecordedTips) throws -> [ForeignUpdate] {
    let tip = try repository.tip(of: fork)
    guard let known = log.tips[fork], let newest = known.first, newest != tip else {
      return []
    }
    var (chain, next) = ([LoggedUpdate](), tip)
    for entry in try repository.loggedUpdates(of: fork, from: nil).reversed() {
      guard entry.new == next, next != newest else { break }
      chain.append(entry)
      next = entry.old
    }
    guard next != newest else {
      if fork == log.current, let seconds = chain.first?.seconds, seconds < log.seconds {
        return []
      }
      return chain.reversed().map { entry in
        ForeignUpdate(
          command: "git: \(entry.message)",
          update: ForkUpdate(fork: fork, from: entry.old, to: entry.new), tip: entry.new)
      }
    }
    guard let commit = tip ?? newest else { return [] }
    return [
      ForeignUpdate(
        command: "another program: \(tip == nil ? "delete" : "update") \(fork.name)",
        update: ForkUpdate(fork: fork, from: newest, to: tip), tip: commit)
    ]
  }
}

/// The tips that the newest operations of the log gave the forks.
private struct RecordedTips {
  /// The tips of each fork, the newest first; nil: the fork was deleted.
  private(set) var tips: [Fork: [ObjectID?]] = [:]
  /// The forks of the newest operation.
  private let newest: [Fork]
  /// The time of the newest operation, in seconds since 1970.
  let seconds: Int64
  /// The current fork, if the newest operation did not update it.
  private(set) var current: Fork?

  /// The number of operations that are read.
  private static let mostOperations = 256

  /// Reads the log; nil if it is empty.
  init?(in store: DocumentStore) throws {
    let operations = try store.operations(limit: Self.mostOperations)
    guard let last = operations.first else { return nil }
    newest = last.forkUpdates.map(\.fork)
    seconds = last.author.seconds
    for update in operations.flatMap(\.forkUpdates) {
      tips[update.fork, default: []].append(update.to)
    }
    let head = try store.repository.head().fork
    current = newest.contains(where: { $0 == head }) ? nil : head
  }

  /// The forks whose updates by others are undone first: the current one, if it was updated after the newest operation,
  /// and those of that operation.
  var forks: [Fork] { (current.map { [$0] } ?? []) + newest }
}
