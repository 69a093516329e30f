import Forked
public import ForkedGit

/// The update of a fork.
public typealias ForkUpdate = ForkedGit.ForkUpdate

/// An atomic change of the repository by one command.
///
/// ``DocumentStore/transaction(_:undoing:kind:_:)`` opens a transaction, and commits it when its closure has returned.
/// The result of the closure is the result of the command. Inside the closure, forks and objects change only in memory.
/// After a lost race, the closure runs again. ``ReferenceTransaction`` describes the steps of a commit. The operation
/// log gets its entry before the first fork is updated, so that `fork undo` can undo the command.
final class Transaction {
  /// The purpose of a transaction.
  enum Kind {
    /// One command.
    case command
    /// Many commands, with one version for each fork at the end. A lost race ends the transaction.
    case batch
    /// A dry run, which shows the result of a command. Nothing is committed.
    case dryRun
  }

  let store: DocumentStore
  let kind: Kind
  /// The updates of references, work trees and settings.
  let references: ReferenceTransaction
  /// The changes of forks that are not in a version yet. Only a batch has them.
  var drafts: [Fork: Draft] = [:]
  /// The subject of the versions of a batch; nil: a generated one.
  var subject: String?
  /// The message that the present line of a batch gives; nil: none.
  var lineMessage: String?
  private var knownCurrentFork: Fork?

  init(of store: DocumentStore, _ references: ReferenceTransaction, kind: Kind) {
    self.store = store
    self.references = references
    self.kind = kind
  }

  var repository: LocalRepository { store.repository }

  /// The fork that HEAD names. For all lines of a batch it is the same: HEAD is read once.
  func currentFork() throws -> Fork {
    if let knownCurrentFork { return knownCurrentFork }
    let fork = try store.currentFork(named: "with \"fork\"")
    if kind == .batch { knownCurrentFork = fork }
    return fork
  }
}

extension Transaction {
  /// Updates a fork from its tip to the commit that `next` makes. If a work tree shows the fork, it is updated, too.
  ///
  /// - Parameters:
  ///   - fork: the fork; it is created if it does not exist yet.
  ///   - reason: a line for the reference's log.
  ///   - known: the entries of work tree files that differ from the tip and may be overwritten.
  ///   - next: returns the next commit, given the tip (nil: there is none yet). If it returns nil or the tip itself,
  ///     there is nothing to do.
  /// - Throws: ``GitError`` of kind `editedDocuments`, `operationInProgress` or `locked`; errors of `next`.
  @discardableResult
  func update(
    _ fork: Fork, reason: String, holding known: [TreePath: TreeEntry?] = [:],
    to next: (ObjectID?) throws -> ObjectID?
  ) throws -> ForkUpdate {
    let forkUpdate = try references.update(fork, reason: reason, holding: known, to: next)
    if repository.pendingByteCount > Self.mostPendingBytes, kind != .dryRun {
      try repository.storeObjects()
    }
    return forkUpdate
  }

  /// The number of pending bytes above which objects are stored before a reference needs them.
  private static let mostPendingBytes = 8 << 20

  /// Updates a fork, as ``update(_:reason:holding:to:)`` does, if its tip is the one that the caller saw.
  ///
  /// - Throws: kind `tryAgain` if the tip is another commit.
  @discardableResult
  func update(
    _ fork: Fork, reason: String, from old: ObjectID?, to new: ObjectID
  ) throws -> ForkUpdate {
    try update(fork, reason: reason) { tip in
      guard tip == old else { throw StoreError(busy: fork) }
      return new
    }
  }

  /// Creates a fork.
  ///
  /// - Throws: kind `cannotCreate` if a fork with this name, or with a name that excludes it, exists.
  func create(_ fork: Fork, at commit: ObjectID, reason: String) throws {
    guard try repository.tip(of: fork) == nil else { throw store.forkExists(fork) }
    do {
      try update(fork, reason: reason, from: nil, to: commit)
    } catch let error as GitError where error.kind == .exists {
      throw StoreError(
        .cannotCreate,
        "'\(fork.name)' collides with another fork: 'a' and 'a/b' cannot both exist",
        hint: "choose another name; '\(programName) list' shows the forks")
    }
  }

  /// Makes versions of the changes that are not in a version yet.
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
        tree: tree, parents: tip.map { [$0] } ?? [], message: draft.message(subject: subject))
    }
  }
}

// MARK: - Opening and committing

extension DocumentStore {
  /// Runs a closure that changes the repository, and commits the changes as one operation that `undo` can undo. Inside
  /// another transaction, the closure becomes part of that transaction.
  ///
  /// - Parameters:
  ///   - command: the command, for the operation log.
  ///   - undone: the operation that this one undoes; nil: none.
  ///   - kind: the kind of the transaction.
  ///   - body: makes the changes. It is called again after a lost race, so it must make changes only through the
  ///     transaction.
  /// - Returns: the last result of `body`.
  /// - Throws: kind `tryAgain` if too many races were lost; kind `interrupted`; errors of `body`. Either nothing is
  ///   changed then, or the message names the changes that remain.
  func transaction<Result>(
    _ command: String, undoing undone: ObjectID? = nil, kind: Transaction.Kind = .command,
    _ body: (Transaction) throws -> Result
  ) throws -> Result {
    if let transaction { return try body(transaction) }
    var (committed, unlogged): ([ForkUpdate], StoreError?) = ([], nil)
    var backoff = Backoff(environment)
    let result = try repository.transaction(
      transactionOptions(kind),
      noting: { forkUpdates in
        committed = forkUpdates
        unlogged = nil
        return try note(command, forkUpdates, undoing: undone) { unlogged = $0 }
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
    if let unlogged {
      environment.notify(
        "the operation could not be logged, so '\(programName) undo' cannot undo it: "
          + unlogged.message)
    }
    committed.forEach(onUpdate)
    if !committed.isEmpty { packObjects() }
    return result
  }

  private func transactionOptions(_ kind: Transaction.Kind) -> ReferenceTransaction.Options {
    var options = ReferenceTransaction.Options(
      opening: .init(environment: environment.variables), lockTimeout: environment.lockTimeout,
      reflog: reflogEntry)
    options.holdsLate = kind == .batch
    options.isDryRun = kind == .dryRun
    return options
  }

  /// Finishes or reverts the transactions of killed processes. A failure is reported, and the next command tries again.
  func recoverTransactions() {
    do {
      try repository.recoverTransactions(
        options: .init(environment: environment.variables), timeout: .zero)
    } catch {
      guard error.kind != .locked else { return }
      environment.notify(
        "an earlier command ended before its changes were complete, and they cannot be completed yet: "
          + StoreError(translating: error).message)
    }
  }

  /// Adds an operation to the log.
  ///
  /// - Parameter onFailure: takes the error of an operation that proceeds without an entry.
  /// - Returns: a function that removes it again.
  /// - Throws: an error if the operation cannot be logged, and only the log would refer to a version.
  private func note(
    _ command: String, _ forkUpdates: [ForkUpdate], undoing undone: ObjectID?,
    onFailure: (StoreError) -> Void
  ) throws -> () -> Void {
    guard !forkUpdates.isEmpty else { return {} }
    let log = OperationLog(store: self)
    do {
      let entry = try log.add(command, forkUpdates, undoing: undone)
      return { [environment] in
        do { try log.remove(entry) } catch {
          environment.notify(
            "an operation that failed is still in the operation log: "
              + StoreError(translating: error).message)
        }
      }
    } catch {
      if try forkUpdates.contains(where: losesVersions) { throw error }
      onFailure(StoreError(translating: error))
      return {}
    }
  }

  /// True if the update of a fork leaves a version without a reference.
  private func losesVersions(_ forkUpdate: ForkUpdate) throws -> Bool {
    guard let old = forkUpdate.from else { return false }
    guard let new = forkUpdate.to else { return true }
    if try repository.links(new).parents.contains(old) { return false }
    return try !repository.isAncestor(old, of: new)
  }
}

extension GitError {
  /// The fork that the error concerns, if it names a fork or a branch.
  fileprivate var fork: Fork {
    let name = context ?? ""
    let branches = "refs/heads/"
    return Fork(name: name.hasPrefix(branches) ? String(name.dropFirst(branches.count)) : name)
  }
}

extension StoreError {
  /// Creates the error for a transaction that could not be committed.
  init(uncommitted failure: TransactionFailure) {
    self.init(translating: failure.cause)
    guard let second = failure.remaining else {
      if !message.contains("nothing was changed") { message += "; nothing was changed" }
      return
    }
    let reason = StoreError(translating: second).message
    message += "; some changes could not be taken back: \(reason)"
    hint =
      "'git status' shows the changes; the next command of \(programName) finishes them or takes them back"
  }
}
