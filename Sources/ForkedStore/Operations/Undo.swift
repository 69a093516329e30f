import Forked
public import ForkedGit

/// A request to undo or redo an operation.
public struct UndoRequest: Sendable {
  /// The fork whose last operation is undone, wherever the command was given; nil: the last one of this work tree.
  public var fork: String?
  /// The id of the operation, or its beginning; nil: the last one.
  public var operation: String?
  /// True to redo, that is, to undo the last undo.
  public var redoes: Bool
  /// True if nothing is changed.
  public var dryRun: Bool

  /// Creates a request.
  public init(
    fork: String? = nil, operation: String? = nil, redoes: Bool = false, dryRun: Bool = false
  ) {
    self.fork = fork
    self.operation = operation
    self.redoes = redoes
    self.dryRun = dryRun
  }
}

/// The result of an undo.
public struct UndoReport: Report {
  /// The operation that was undone.
  public var operation: Operation
  /// The updates of the forks. In a dry run, they are only planned.
  public var forkUpdates: [ForkUpdate]
  /// True if nothing was changed, since only a dry run was requested.
  public var isDryRun: Bool

  /// `{"undid":{..},"forks":[{"fork":..,"from":..,"commit":..}]}`
  public var reportValue: ReportValue {
    .object(["undid": operation, "forks": forkUpdates])
  }
}

extension DocumentStore {
  /// The operations in the log, the newest first.
  ///
  /// - Parameter limit: the greatest number of operations; nil: all.
  public func operations(limit: Int? = nil) throws -> [Operation] {
    var found: [Operation] = []
    try OperationLog(store: self).forEach { operation in
      if found.count == limit { return false }
      found.append(operation)
      return true
    }
    return found
  }

  /// Undoes the last operation of this work tree or of a fork that was not undone yet, or a chosen one. Each fork that it
  /// updated is reset to its former tip.
  ///
  /// A change that git or another program made to a fork since is an operation too, one for each entry of its reflog.
  ///
  /// - Throws: kind `notFound` if there is nothing to undo; kind `refused` if another program updates a fork meanwhile,
  ///   or if a fork is checked out and would be deleted; ``GitError`` of kind `editedDocuments` if uncommitted changes
  ///   would be overwritten. No fork and no file is changed then.
  public func undo(_ request: UndoRequest) throws -> UndoReport {
    let operation = try operationToUndo(request, in: UndoScope(of: self, fork: request.fork))
    let forkUpdates = try operation.forkUpdates.map(\.reversed).filter {
      // A process that was killed may have updated only some of the forks.
      try repository.tip(of: $0.fork) != $0.to
    }
    // Found before the updates: a failure or an interrupt afterwards would say that nothing was changed.
    let notice = try noticeOfRemotes(with: operation)
    let report = try transaction(
      command(for: operation), undoing: operation.id, kind: request.dryRun ? .dryRun : .command
    ) { transaction in
      try requireUnchanged(forkUpdates, since: operation)
      if !request.dryRun { try update(forkUpdates, takingBack: operation, in: transaction) }
      return UndoReport(operation: operation, forkUpdates: forkUpdates, isDryRun: request.dryRun)
    }
    notice.map(environment.notify)
    return report
  }

  /// The notice about a remote that has the versions of an operation to undo: the next exchange brings them back.
  private func noticeOfRemotes(with operation: Operation) throws -> String? {
    if operation.undone != nil { return nil }
    let remotes = try RemoteForks(of: self)
    for update in operation.forkUpdates {
      guard let made = update.to, let old = update.from, try !repository.isAncestor(made, of: old),
        let holder = try remotes.named(update.fork).first(where: {
          try $0.tip == made || repository.isAncestor(made, of: $0.tip)
        })
      else { continue }
      let id = made.hex.prefix(10)
      let notice = "'\(holder.name)' has this change, so the next exchange brings it back"
      // A merge that left a document out is not reverted.
      if try !repository.commit(made).values(of: CommitObject.leftOutTrailer).isEmpty {
        return notice
      }
      return notice + "; to take it back there too: "
        + "'\(programName) undo --redo', then '\(programName) revert \(id) --fork \(update.fork.name.shellWord)'"
    }
    return nil
  }

  private func command(for operation: Operation) -> String {
    guard operation.undone != nil else { return Operation.undoPrefix + operation.command }
    return Operation.redoPrefix + operation.command.dropFirst(Operation.undoPrefix.count)
  }

  /// The operation that is undone: what others did to its forks comes before it.
  private func operationToUndo(
    _ request: UndoRequest, in scope: UndoScope
  ) throws -> Operation {
    if let id = request.operation { return try operation(withID: id) }
    if request.redoes { return try lastOperation(request, in: scope) }
    if let foreign = try foreignOperation(request, in: scope) { return foreign }
    let last = try lastOperation(request, in: scope)
    return try foreignOperation(request, in: scope, after: last) ?? last
  }

  /// The operation with an id, of which the user gave the beginning.
  ///
  /// - Throws: kind `notFound`; kind `usage` if there are several; kind `refused` if it was undone, or if later
  ///   operations changed its forks.
  private func operation(withID text: String) throws -> Operation {
    let list = "'\(programName) undo --list' lists the commands with their ids"
    let found = try operations().filter { $0.id.hex.hasPrefix(text.lowercased()) }
    guard let operation = found.first else {
      throw StoreError(.notFound, "there is no command with the id '\(text)'", hint: list)
    }
    guard found.count == 1 else {
      throw StoreError(.usage, "several commands have an id that begins with '\(text)'", hint: list)
    }
    var (later, isStanding): ([Operation], Bool) = ([], false)
    let forks = Set(operation.forkUpdates.map(\.fork))
    try forEachStandingOperation { other in
      isStanding = other.id == operation.id
      if other.forkUpdates.contains(where: { forks.contains($0.fork) }) { later.append(other) }
      return !isStanding
    }
    guard isStanding else {
      throw StoreError(
        .refused, "'\(operation.command)' was undone already; nothing was changed", hint: list)
    }
    guard let last = later.first(where: { $0.undone == nil }), last.id != operation.id else {
      return operation
    }
    throw StoreError(
      .refused, "'\(last.command)' came after '\(operation.command)'; nothing was changed",
      hint: "undo that first: \(programName) undo \(last.id.hex.prefix(10))"
        + (operation.forkUpdates.first?.to.map {
          "; or take the change back in a new version: \(programName) revert \($0.hex.prefix(10))"
        } ?? ""))
  }

  /// The last operation that was not undone, or for a redo the last undo.
  ///
  /// Of several operations that were made at the same moment, this is one whose forks are still at its tips.
  private func lastOperation(_ request: UndoRequest, in scope: UndoScope) throws -> Operation {
    let candidate = try request.redoes ? lastUndo(in: scope) : lastChange(in: scope)
    if let candidate { return candidate }
    throw StoreError(
      .notFound, request.redoes ? "there is nothing to redo" : "there is nothing to undo",
      hint: "'\(programName) undo --list' lists the commands that can be undone")
  }

  /// The last undo that was not undone, unless a command came after it. What others did before it may have been added
  /// to the log later.
  private func lastUndo(in scope: UndoScope) throws -> Operation? {
    var (candidate, isBehindOthers): (Operation?, Bool) = (nil, false)
    try forEachStandingOperation { operation in
      guard operation.undone != nil, scope.contains(operation) else {
        isBehindOthers = operation.isForeign || !scope.contains(operation)
        return isBehindOthers
      }
      if !operation.isRedo { candidate = operation }
      return candidate == nil
    }
    guard let candidate, try !isBehindOthers || isUnchanged(candidate) else { return nil }
    return candidate
  }

  private func lastChange(in scope: UndoScope) throws -> Operation? {
    var recent: [Operation] = []
    try forEachStandingOperation { operation in
      guard operation.undone == nil, scope.contains(operation) else { return true }
      recent.append(operation)
      return try recent.count < Self.mostAtOnce && !isUnchanged(recent[0])
    }
    return try recent.first.map { try lastMade(of: recent) ?? $0 }
  }

  /// The number of operations that may be in the log in another order than they were made.
  private static let mostAtOnce = 64

  /// The operation that was made last, where the log may have another order.
  ///
  /// The search starts at the newest operation in the log. From each operation, it goes on to the operations that begin
  /// at its final tips. The result is the first operation whose forks are still at its final tips; nil if there is
  /// none.
  private func lastMade(of recent: [Operation]) throws -> Operation? {
    var (chain, rest) = ([recent[0]], recent.dropFirst())
    var next = 0
    while next < chain.count {
      if try isUnchanged(chain[next]) { return chain[next] }
      chain += rest.filter { isRace($0, chain[next]) }
      rest.removeAll { isRace($0, chain[next]) }
      next += 1
    }
    return nil
  }

  /// Calls `body` with each operation that was not undone, the newest first, until it returns false.
  ///
  /// An operation without effect is left out: its process was killed after writing the log, or another program took it
  /// back.
  private func forEachStandingOperation(_ body: (Operation) throws -> Bool) throws {
    var undone: Set<ObjectID> = []
    var past: [Fork: ObjectID?] = [:]
    try OperationLog(store: self).forEach { operation in
      let isWithoutEffect = try operation.forkUpdates.allSatisfy { update in
        let tip = try past[update.fork] ?? repository.tip(of: update.fork)
        return tip == update.from
      }
      for update in operation.forkUpdates { past[update.fork] = .some(update.from) }
      if isWithoutEffect || undone.contains(operation.id) { return true }
      if let target = operation.undone { undone.insert(target) }
      return try body(operation)
    }
  }

  /// True if an operation was made after another one that is newer in the log: it begins at the tips that the other one
  /// left.
  private func isRace(_ operation: Operation, _ newest: Operation) -> Bool {
    newest.forkUpdates.allSatisfy { forkUpdate in
      operation.forkUpdates.contains { $0.fork == forkUpdate.fork && $0.from == forkUpdate.to }
    }
  }

  private func isUnchanged(_ operation: Operation) throws -> Bool {
    try operation.forkUpdates.allSatisfy { try repository.tip(of: $0.fork) == $0.to }
  }

  private func requireUnchanged(_ forkUpdates: [ForkUpdate], since operation: Operation) throws {
    for forkUpdate in forkUpdates {
      let tip = try repository.tip(of: forkUpdate.fork)
      guard tip != forkUpdate.from else { continue }
      let place = tip.map { "is at \($0.hex.prefix(10))" } ?? "is gone"
      throw StoreError(
        .refused,
        "'\(forkUpdate.fork.name)' \(place): something else changed it after '\(operation.command)'; "
          + "nothing was changed",
        hint: forkUpdate.to.map {
          "'\(programName) reset \(forkUpdate.fork.name.shellWord) --to \($0.hex.prefix(10))' resets it anyway"
        })
    }
  }

  private func update(
    _ forkUpdates: [ForkUpdate], takingBack operation: Operation, in transaction: Transaction
  ) throws {
    if let (old, new) = renaming(forkUpdates) {
      return try rename(old, to: new, isMain: mainFork() == old, in: transaction)
    }
    let reason = "undo: \(operation.command)"
    for forkUpdate in forkUpdates.sorted(by: { $0.fork < $1.fork }) {
      switch (forkUpdate.from, forkUpdate.to) {
      case (let tip?, nil):
        try requireNotShown(forkUpdate.fork)
        try transaction.references.delete(forkUpdate.fork, at: tip)
      case (let old, let new?):
        try transaction.update(forkUpdate.fork, reason: reason, from: old, to: new)
      case (nil, nil): break
      }
    }
  }

  private func requireNotShown(_ fork: Fork) throws {
    guard try repository.checkedOutForks()[fork] != nil || repository.headFork() == fork else {
      return
    }
    throw StoreError(
      .refused, "this would delete '\(fork.name)', the current fork; nothing was changed",
      hint: "switch to another fork first: \(programName) switch <fork>")
  }

  /// The forks of a rename: one that is deleted, and one that gets its tip.
  private func renaming(_ forkUpdates: [ForkUpdate]) -> (old: Fork, new: Fork)? {
    guard forkUpdates.count == 2, let gone = forkUpdates.first(where: { $0.to == nil }),
      let made = forkUpdates.first(where: { $0.from == nil }), gone.from == made.to
    else { return nil }
    return (gone.fork, made.fork)
  }
}
