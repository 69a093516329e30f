import Forked

extension LocalRepository {
  /// Finishes the transactions of killed processes, or takes them back. None is left half done.
  ///
  /// A transaction is finished if its other refs still name their old objects. If another program has updated one of
  /// them meanwhile, the refs that were updated go back. Work trees follow their HEADs. Changes that the user made
  /// since stay, and so does what another program saved while a process was killed that replaced the file.
  ///
  /// - Parameters:
  ///   - options: The options for opening another work tree of the repository.
  ///   - timeout: The longest time to wait for another process's lock.
  /// - Returns: The number of transactions that were found.
  /// - Throws: The error that prevented it. The next call tries again.
  @discardableResult
  public func recoverTransactions(
    options: OpenOptions, timeout: Duration
  ) throws(GitError) -> Int {
    var count = 0
    let directory = TransactionJournal.directory(in: self)
    let names = Files.names(in: directory)
    let unlocked = removeAbandonedLocks(andFiles: !names.isEmpty)
    for name in names.sorted() {
      let path = directory + "/" + name
      guard let open = try TransactionJournal.Open(abandonedAt: path, in: self) else { continue }
      try TransactionRecovery(
        repository: self, journal: open.journal, options: options, timeout: timeout
      ).run()
      open.erase()
      count += 1
    }
    try removeLogs(ofMissing: unlocked)
    StagedDirectory.removeAbandoned(in: commonDirectory)
    for (workTree, _) in try abandonedReplacements() {
      try opened(at: workTree, options).endReplacements(timeout: timeout)
    }
    return count
  }

  /// The repository, opened at one of its work trees.
  fileprivate func opened(
    at workTree: String, _ options: OpenOptions
  ) throws(GitError) -> LocalRepository {
    if workTree == workTreePath { return self }
    let other = try LocalRepository.open(at: workTree, options: options)
    (other.keepsWaiting, other.reportsSavedFile, other.reportsRestoredFile) =
      (keepsWaiting, reportsSavedFile, reportsRestoredFile)
    return other
  }

  private func endReplacements(timeout: Duration) throws(GitError) {
    // Each update of a work tree begins with that.
    try beginWorkTreeUpdate(timeout: timeout, duringOperation: true).release()
  }
}

private struct TransactionRecovery {
  let repository: LocalRepository
  let journal: TransactionJournal
  let options: LocalRepository.OpenOptions
  let timeout: Duration

  func run() throws(GitError) {
    if journal.updatesSeveral { try recoverReferences() }
    for tree in journal.trees { try recover(tree) }
  }

  private func recoverReferences() throws(GitError) {
    var (open, done): ([ReferenceUpdate], [ReferenceUpdate]) = ([], [])
    var isOvertaken = false
    for (name, old, new) in journal.references {
      let target = try repository.target(of: name)
      if target == new {
        done.append(ReferenceUpdate(name: name, old: new, new: old))
      } else if target == old {
        open.append(ReferenceUpdate(name: name, old: old, new: new))
      } else if try !isSuccessor(target, of: new) {
        isOvertaken = true
      }
    }
    guard !open.isEmpty else { return try recoverRest(isFinishing: true) }
    let updates = isOvertaken ? done : open
    let references = try LockedReferences(updates, in: repository, timeout: timeout)
    defer { references.end() }
    try references.prepare()
    try references.apply()
    try recoverRest(isFinishing: !isOvertaken)
  }

  private func recoverRest(isFinishing: Bool) throws(GitError) {
    try repository.apply(isFinishing ? journal.settings : journal.settings.map(\.reversed))
    try recoverHeads(isFinishing: isFinishing)
  }

  private func isSuccessor(_ target: ObjectID?, of new: ObjectID?) throws(GitError) -> Bool {
    guard let target, let new else { return false }
    return try repository.isAncestor(new, of: target)
  }

  private func recoverHeads(isFinishing: Bool) throws(GitError) {
    for (directory, old, new) in journal.heads {
      let (from, to) = isFinishing ? (old, new) : (new, old)
      guard try LocalRepository.headText(in: directory) == from else { continue }
      let lock = try LockFile(
        of: directory + "HEAD", timeout: timeout, keepsWaiting: repository.keepsWaiting)
      try lock.commit(Array("\(to)\n".utf8), sync: repository.durability()(of: .reference))
    }
  }

  private func recover(_ tree: TransactionJournal.Tree) throws(GitError) {
    guard let place = try workTree(of: tree) else { return }
    let update = try place.beginWorkTreeUpdate(
      timeout: timeout, duringOperation: true)
    let current = try place.head().commit.map { commit throws(GitError) in
      try place.tree(ofCommit: commit)
    }
    let changes: [TreeChange]
    if current == tree.new {
      changes = try repository.changes(from: tree.old, to: tree.new)
    } else if current == tree.old {
      // The user's own files stay.
      let held = Set(tree.held)
      changes = try repository.changes(from: tree.new, to: tree.old)
        .filter { !held.contains($0.path) }
    } else {
      return
    }
    let edited = Set(try update.editedPaths(in: changes, removing: changes.removed))
    try update.apply(changes.filter { !edited.contains($0.path) })
    try update.prepare()
    try update.publish()
    update.release()
  }

  /// The repository, opened at a work tree; nil if that no longer exists.
  private func workTree(of tree: TransactionJournal.Tree) throws(GitError) -> LocalRepository? {
    if tree.gitDirectory == repository.gitDirectory {
      return repository.isBare ? nil : repository
    }
    guard Files.exists(tree.gitDirectory), Files.exists(tree.workTree) else { return nil }
    return try repository.opened(at: tree.workTree, options)
  }
}

extension LocalRepository {
  /// Opens a transaction, lets `body` make updates in it, and commits them. If the race is lost, all of this is
  /// repeated.
  ///
  /// The transactions of killed processes are finished or taken back first.
  ///
  /// - Parameters:
  ///   - options: The options of the transaction.
  ///   - note: As in ``ReferenceTransaction/commit(noting:)``.
  ///   - wait: Called after each lost race: waits a while, or throws to give up.
  ///   - body: Makes the updates.
  /// - Returns: The result of `body`.
  /// - Throws: Any error of these functions. Then nothing has changed, or the ``TransactionFailure`` tells what has.
  public func transaction<Result>(
    _ options: ReferenceTransaction.Options,
    noting note: ([ForkUpdate]) throws -> () -> Void = { _ in {} },
    waiting wait: (GitError) throws -> Void, _ body: (ReferenceTransaction) throws -> Result
  ) throws -> Result {
    if !options.isDryRun {
      try recoverTransactions(options: options.opening, timeout: options.lockTimeout)
    }
    while true {
      let transaction = ReferenceTransaction(in: self, options: options)
      defer { transaction.drop() }
      do {
        let result = try body(transaction)
        try transaction.commit(noting: note)
        return result
      } catch let error as GitError where error.kind == .raceLost {
        transaction.drop()
        try wait(error)
      }
    }
  }
}
