import Forked
public import ForkedGit

/// The update of a fork.
public typealias Movement = ForkedGit.Movement

/// A change of the repository by one command: all of it is made, or nothing.
///
/// ``DocumentStore/transaction(_:undoing:kind:_:)`` opens one and commits it when its closure has returned: what the
/// closure returns is what the command did. Inside, forks and objects change in memory alone; a lost race runs the closure
/// again; ``ReferenceTransaction`` tells the rest of its life. The operation log names it before the first fork changes, so
/// that `fork undo` takes it back.
final class Transaction {
  /// The purpose of a transaction, and how long it is open.
  enum Kind {
    /// For one command.
    case command
    /// For many, with one version for each fork at the end. A lost race ends it.
    case batch
    /// To see what a command would do: nothing is committed.
    case dryRun
  }

  let store: DocumentStore
  let kind: Kind
  private let references: ReferenceTransaction
  /// Changes of forks that are no version yet; only in a batch.
  var drafts: [Fork: Draft] = [:]

  init(of store: DocumentStore, _ references: ReferenceTransaction, kind: Kind) {
    (self.store, self.references, self.kind) = (store, references, kind)
  }

  var repository: LocalRepository { store.repository }
}

extension Transaction {
  /// Updates a fork from its tip to what `next` makes of it; where a work tree shows it, that follows.
  ///
  /// - Parameters:
  ///   - fork: the fork; one that does not exist yet is made.
  ///   - reason: a line for the reference's log.
  ///   - known: what files of the work tree hold in place of what the tip does: they may be overwritten.
  ///   - next: makes the next commit from the tip (nil: there is none yet); nil or the tip itself: there is nothing to do.
  /// - Throws: ``GitError`` of kind `editedDocuments`, `operationInProgress` or `locked`; what `next` throws.
  @discardableResult
  func update(
    _ fork: Fork, reason: String, holding known: [TreePath: TreeEntry?] = [:],
    to next: (ObjectID?) throws -> ObjectID?
  ) throws -> Movement {
    let movement = try references.update(fork, reason: reason, holding: known, to: next)
    if repository.pendingByteCount > Self.mostPendingBytes, kind != .dryRun {
      try repository.storeObjects()
    }
    return movement
  }

  /// More than so many bytes are stored before it is known whether anything will name them.
  private static let mostPendingBytes = 64 << 20

  /// Updates a fork, as ``update(_:reason:holding:to:)`` does, if its tip is the one that the caller saw.
  ///
  /// - Throws: kind `tryAgain` where it is not.
  @discardableResult
  func update(
    _ fork: Fork, reason: String, from old: ObjectID?, to new: ObjectID
  ) throws -> Movement {
    try update(fork, reason: reason) { tip in
      guard tip == old else { throw StoreError(busy: fork) }
      return new
    }
  }

  /// Makes a fork.
  ///
  /// - Throws: kind `cannotCreate` where there is one of that name, or one whose name is in the way.
  @discardableResult
  func create(_ fork: Fork, at commit: ObjectID, reason: String) throws -> Movement {
    guard try repository.tip(of: fork) == nil else { throw store.forkExists(fork) }
    do {
      return try update(fork, reason: reason, from: nil, to: commit)
    } catch let error as GitError where error.kind == .exists {
      throw StoreError(
        .cannotCreate,
        "'\(fork.name)' collides with another fork: of 'a' and 'a/b' only one can be",
        hint: "choose another name; 'fork list' shows the forks")
    }
  }

  /// Deletes a fork that no work tree shows.
  @discardableResult
  func delete(_ fork: Fork, at tip: ObjectID) throws -> Movement {
    try references.delete(fork, at: tip)
  }

  /// Renames a fork with its log; HEAD follows in each work tree that shows it.
  func rename(_ fork: Fork, to newName: Fork) throws {
    try references.rename(
      fork, to: newName, reason: "rename: \(fork.name) to \(newName.name)")
  }

  /// Sets a value of the repository's own configuration with the updates.
  func set(_ key: String, to value: String) throws { try references.set(key, to: value) }

  /// Makes a fork the current one; the work tree follows where there is one.
  func switchHead(to fork: Fork, at tip: ObjectID, reason: String) throws {
    try references.switchHead(to: fork, at: tip, reason: reason)
  }

  /// Waits for the work tree that shows a fork, where one does: nothing else changes it before the commit.
  func holdWorkTree(of fork: Fork) throws { try references.holdWorkTree(of: fork) }

  /// Lets files of the work tree that shows a fork be those of its tip.
  ///
  /// - Parameter known: what they hold; they may be overwritten.
  func restore(_ known: [TreePath: TreeEntry?], on fork: Fork) throws {
    try references.restore(known, on: fork)
  }

  /// Makes versions of what was changed so far.
  func seal() throws {
    for (fork, draft) in drafts.sorted(by: { $0.key < $1.key }) { try seal(draft, on: fork) }
    drafts = [:]
  }

  private func seal(_ draft: Draft, on fork: Fork) throws {
    try update(fork, reason: "batch") { tip in
      let old = try store.snapshot(of: tip)
      let tree = try repository.apply(draft.edit, to: old.tree)
      if draft.entries.keys.contains(where: { $0.isWithin(DocumentStore.schemaDirectory) }) {
        _ = try store.schemas(of: Snapshot(commit: nil, tree: tree))
      }
      guard tree != old.tree else { return nil }
      return try store.writeCommit(
        tree: tree, parents: tip.map { [$0] } ?? [], message: draft.message)
    }
  }
}

// MARK: - Opening and committing

extension DocumentStore {
  /// Runs a closure that changes the repository, and commits what it changed as one operation that `undo` takes back.
  /// Inside of another transaction the closure is a part of that one.
  ///
  /// - Parameters:
  ///   - command: what is done, for the operation log.
  ///   - undone: the operation that this one takes back; nil: none.
  ///   - kind: how long it is open, and for what.
  ///   - body: makes the changes; called again after a lost race, so it must not change anything but by the transaction.
  /// - Returns: what `body` returned the last time.
  /// - Throws: kind `tryAgain` where too many races were lost, `interrupted`; what `body` throws. Nothing changed then; where
  ///   that is not so, the message says what is left.
  func transaction<Result>(
    _ command: String, undoing undone: ObjectID? = nil, kind: Transaction.Kind = .command,
    _ body: (Transaction) throws -> Result
  ) throws -> Result {
    if let transaction { return try body(transaction) }
    var committed: [Movement] = []
    var backoff = Backoff(environment)
    let result = try repository.configuration().holding {
      try repository.transaction(
        transactionOptions(kind),
        noting: { movements in
          committed = movements
          return try note(command, movements, undoing: undone)
        },
        waiting: { lost in
          guard kind != .batch, backoff.wait() else { throw StoreError(busy: lost.fork) }
          try environment.checkInterruption()
        }
      ) { references in
        let transaction = Transaction(of: self, references, kind: kind)
        let result = try body(transaction)
        try transaction.seal()
        try environment.checkInterruption()
        return result
      }
    }
    committed.forEach(onUpdate)
    if !committed.isEmpty { packObjects() }
    return result
  }

  private func transactionOptions(_ kind: Transaction.Kind) -> ReferenceTransaction.Options {
    var options = ReferenceTransaction.Options(
      opening: .init(environment: environment.variables), patience: environment.patience,
      reflog: reflogEntry)
    options.holdsLate = kind == .batch
    options.isDryRun = kind == .dryRun
    return options
  }

  /// Finishes or takes back what killed processes left half done. What stands in the way is said, and tried again by the
  /// next command.
  func recoverTransactions() {
    do {
      try repository.recoverTransactions(
        options: .init(environment: environment.variables), timeout: .zero)
    } catch {
      guard error.kind != .locked else { return }
      environment.notify(
        "a command was killed, and what it began cannot be finished yet: "
          + StoreError(translating: error).message)
    }
  }

  /// Adds an operation to the log.
  ///
  /// - Returns: a function that takes it out again.
  /// - Throws: where it cannot be noted, and the log would be all that names a version.
  private func note(
    _ command: String, _ movements: [Movement], undoing undone: ObjectID?
  ) throws -> () -> Void {
    guard !movements.isEmpty else { return {} }
    let log = OperationLog(store: self)
    do {
      let entry = try log.add(command, movements, undoing: undone)
      return { [environment] in
        do { try log.remove(entry) } catch {
          environment.notify(
            "an operation that was not done stays in the log: "
              + StoreError(translating: error).message)
        }
      }
    } catch {
      if try movements.contains(where: losesVersions) { throw error }
      environment.notify(
        "this could not be noted, so 'fork undo' will not know of it: "
          + StoreError(translating: error).message)
      return {}
    }
  }

  /// True if a version loses its name by the update of a fork.
  private func losesVersions(_ movement: Movement) throws -> Bool {
    guard let old = movement.from else { return false }
    guard let new = movement.to else { return true }
    if try repository.links(new).parents.contains(old) { return false }
    return try !repository.isAncestor(old, of: new)
  }

  /// Tries until there is a result, waiting after each lost race.
  func retrying<Result>(_ fork: Fork, _ attempt: () throws -> Result) throws -> Result {
    var backoff = Backoff(environment)
    while true {
      do {
        return try attempt()
      } catch let error as GitError where error.kind == .raceLost {
        guard backoff.wait() else { throw StoreError(busy: fork) }
        try environment.checkInterruption()
      }
    }
  }
}

/// Random waits after lost races, longer each time.
private struct Backoff {
  /// The number of races that may be lost in a row.
  private static let tries = 2_000

  private let environment: Environment
  private let deadline: ContinuousClock.Instant
  private var longest: UInt64 = 250_000
  private var count = 0

  init(_ environment: Environment) {
    self.environment = environment
    deadline = .now + environment.patience
  }

  /// - Returns: false where too many were lost.
  mutating func wait() -> Bool {
    count += 1
    guard count < Self.tries, count == 1 || ContinuousClock.now < deadline else { return false }
    environment.sleep(environment.random() % longest)
    longest = min(longest * 2, 32_000_000)
    return true
  }
}

extension GitError {
  /// The fork that it is about, where it names a fork or a branch.
  fileprivate var fork: Fork {
    let name = context ?? ""
    let branches = "refs/heads/"
    return Fork(name: name.hasPrefix(branches) ? String(name.dropFirst(branches.count)) : name)
  }
}

extension StoreError {
  /// Others were faster all the time.
  init(busy fork: Fork) {
    self.init(
      .tryAgain, "'\(fork.name)' is being changed by others all the time; nothing was changed",
      hint: "try again")
  }

  /// A transaction that could not be written.
  init(uncommitted failure: TransactionFailure) {
    self.init(translating: failure.cause)
    guard let second = failure.remaining else {
      if !message.contains("nothing was changed") { message += "; nothing was changed" }
      return
    }
    let reason = StoreError(translating: second).message
    message += "; not everything could go back: \(reason)"
    hint =
      "'git status' shows what was changed; the next command of fork finishes or takes back the rest"
  }
}
