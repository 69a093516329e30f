import Forked
import ForkedGit

extension DocumentStore {
  /// Adds to the operation log what git or another program did to forks since the newest operation, so that it can be
  /// undone and redone.
  ///
  /// - Returns: the last of these operations; nil if there are none. A dry run adds nothing to the log.
  func foreignOperation(_ request: UndoRequest, in scope: UndoScope) throws -> Operation? {
    guard let log = try RecordedTips(in: self) else { return nil }
    let forks = log.newest.union(try repository.branches().map(\.fork))
      .filter(scope.containsUpdates)
    var found: [[ForeignUpdate]] = try forks.sorted().map { try updates(of: $0, since: log) }
    // Those of one fork stay together: their times may be out of order.
    found.sort { one, other in
      one.last?.seconds ?? Int64.max < other.last?.seconds ?? Int64.max
    }
    return try record(found.flatMap { $0 }, request)
  }

  /// Adds to the operation log what git or another program did to the forks of an operation since, although later
  /// operations may have been undone.
  ///
  /// - Returns: the last of these operations; nil if there are none. A dry run adds nothing to the log.
  func foreignOperation(
    _ request: UndoRequest, in scope: UndoScope, after operation: Operation
  ) throws -> Operation? {
    guard let log = try RecordedTips(in: self) else { return nil }
    let updates = try operation.forkUpdates.flatMap { update in
      guard scope.containsUpdates(of: update.fork) else { return [ForeignUpdate]() }
      let tip = try repository.tip(of: update.fork)
      // A process that was killed may have left some forks as they were.
      guard tip != update.to, tip != update.from else { return [ForeignUpdate]() }
      return try loggedUpdates(of: update.fork, from: update.to, to: tip)
        ?? log.unexplainedUpdates(of: update.fork, from: update.to, to: tip)
    }
    return try record(updates, request)
  }

  private func record(_ updates: [ForeignUpdate], _ request: UndoRequest) throws -> Operation? {
    guard let last = updates.last else { return nil }
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

  /// The updates of a fork since its last one in the log, the oldest first, unless the newest operation came later:
  /// those of its reflog if that reaches back to there, otherwise a single one.
  private func updates(of fork: Fork, since log: RecordedTips) throws -> [ForeignUpdate] {
    let tip = try repository.tip(of: fork)
    guard let known = log.tips[fork]?.first else {
      return try loggedUpdates(of: fork, to: tip, since: log.seconds)
    }
    guard known != tip else { return [] }
    let isNewest = log.newest.contains(fork)
    if let updates = try loggedUpdates(of: fork, from: known, to: tip) {
      let isLater = (updates.last?.seconds ?? .max) >= log.seconds
      return isNewest || isLater ? updates : []
    }
    guard isNewest || fork == log.current else { return [] }
    return log.unexplainedUpdates(of: fork, from: known, to: tip)
  }

  /// The updates in a fork's reflog from one tip to another, the oldest first, without those that were taken back; nil if
  /// the reflog does not lead from one to the other.
  private func loggedUpdates(
    of fork: Fork, from first: ObjectID?, to last: ObjectID?
  ) throws -> [ForeignUpdate]? {
    var (chain, next) = ([LoggedUpdate](), last)
    // The number of entries after each tip.
    var positions = [last: 0]
    for entry in try repository.loggedUpdates(of: fork, from: nil).reversed() {
      guard next != first, entry.new == next else { break }
      next = entry.old
      if let position = positions[next] {
        for undone in chain[position...] { positions[undone.old] = nil }
        positions[next] = position
        chain.removeSubrange(position...)
      } else {
        chain.append(entry)
        positions[next] = chain.count
      }
    }
    guard next == first else { return nil }
    return chain.reversed().map { ForeignUpdate($0, of: fork) }
  }

  /// The updates at the end of a fork's reflog that came after a time, the oldest first. Its creation is not among them:
  /// to undo that would delete a fork that no command knows.
  private func loggedUpdates(
    of fork: Fork, to last: ObjectID?, since seconds: Int64
  ) throws -> [ForeignUpdate] {
    var (chain, next) = ([LoggedUpdate](), last)
    for entry in try repository.loggedUpdates(of: fork, from: nil).reversed() {
      guard entry.new == next, entry.old != nil, entry.seconds ?? .min > seconds else { break }
      chain.append(entry)
      next = entry.old
    }
    return chain.reversed().map { ForeignUpdate($0, of: fork) }
  }
}

/// An update of a fork that no command made.
private struct ForeignUpdate {
  var command: String
  var update: ForkUpdate
  /// A commit of the update.
  var tip: ObjectID
  /// The time of the update in seconds since 1970; nil if it is not known.
  var seconds: Int64?

  /// Creates the update that an entry of a reflog describes.
  init(_ entry: LoggedUpdate, of fork: Fork) {
    command = Operation.gitPrefix + entry.message
    update = ForkUpdate(fork: fork, from: entry.old, to: entry.new)
    tip = entry.new
    seconds = entry.seconds
  }

  /// Creates an update that no reflog describes; nil if there is neither a former nor a new tip.
  init?(of fork: Fork, from old: ObjectID?, to new: ObjectID?) {
    guard let tip = new ?? old else { return nil }
    command = Operation.otherProgramPrefix + (new == nil ? "delete" : "update") + " \(fork.name)"
    update = ForkUpdate(fork: fork, from: old, to: new)
    self.tip = tip
  }
}

/// The tips that the newest operations of the log gave the forks.
private struct RecordedTips {
  /// The tips of each fork, the newest first; nil: the fork was deleted.
  private(set) var tips: [Fork: [ObjectID?]] = [:]
  /// The forks of the newest operation.
  let newest: Set<Fork>
  /// The time of the newest operation, in seconds since 1970.
  let seconds: Int64
  /// The current fork.
  let current: Fork?

  /// The number of operations that are read.
  private static let mostOperations = 256

  /// Reads the log; nil if it is empty.
  init?(in store: DocumentStore) throws {
    let operations = try store.operations(limit: Self.mostOperations)
    guard let last = operations.first else { return nil }
    newest = Set(last.forkUpdates.map(\.fork))
    seconds = last.author.seconds
    for update in operations.flatMap(\.forkUpdates) {
      tips[update.fork, default: []].append(update.to)
    }
    current = try store.repository.headFork()
  }

  /// The update of a fork that no reflog describes; none if its tip is that of a command: then the operation that gave
  /// it the other tip was logged by a command that lost a race.
  func unexplainedUpdates(
    of fork: Fork, from old: ObjectID?, to new: ObjectID?
  ) -> [ForeignUpdate] {
    if let new, tips[fork, default: []].contains(new) { return [] }
    return ForeignUpdate(of: fork, from: old, to: new).map { [$0] } ?? []
  }
}

/// The operations that an undo may take back without a choice: those of a fork, or of the work tree.
///
/// The commands of other work trees are left to these. The commands of a bare repository are those that were
/// given in it, and not in a work tree of it.
struct UndoScope {
  private let fork: Fork?
  private let workTree: String
  private let forksElsewhere: Set<Fork>

  init(of store: DocumentStore, fork name: String?) throws {
    fork = try name.map(Fork.init(validating:))
    workTree = store.workTreeName
    let head = try store.repository.headFork()
    forksElsewhere = Set(try store.repository.checkedOutForks().keys.filter { $0 != head })
  }

  func contains(_ operation: Operation) -> Bool {
    if let fork { return operation.forkUpdates.contains { $0.fork == fork } }
    return operation.workTree == nil || operation.workTree == workTree
  }

  /// True if what git or another program does to a fork is undone here: no other work tree shows the fork.
  func containsUpdates(of other: Fork) -> Bool {
    fork.map { $0 == other } ?? !forksElsewhere.contains(other)
  }
}

extension DocumentStore {
  /// The name of the work tree in the operation log: its directory in the git directory, or `.` for the main one and for
  /// a bare repository.
  var workTreeName: String {
    let (own, common) = (repository.gitDirectory, repository.commonDirectory)
    guard own != common, own.hasPrefix(common) else { return "." }
    return own.dropFirst(common.count).split(separator: "/").joined(separator: "/")
  }
}
