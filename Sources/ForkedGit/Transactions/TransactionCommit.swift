import Forked

/// The commit of a transaction: all its updates, or none.
struct TransactionCommit {
  let repository: LocalRepository
  /// The longest time to wait for another process's lock.
  let timeout: Duration
  let updates: [ReferenceUpdate]
  let heads: [HeadUpdate]
  let settings: [SettingUpdate]
  /// The work trees that are held, by the forks that they show.
  let workTrees: [Fork: HeldWorkTree]
  /// True if a fork is renamed, in each work tree that shows it.
  let isRenaming: Bool

  /// Locks the refs and HEADs, makes the updates, and releases the work trees.
  ///
  /// - Parameter note: As in ``ReferenceTransaction/commit(noting:)``.
  func run(noting note: ([ForkUpdate]) throws -> () -> Void) throws {
    defer { for workTree in held { workTree.release() } }
    guard !updates.isEmpty || !heads.isEmpty || held.contains(where: \.isChanged) else { return }
    try repository.uninterrupted {
      let references = try LockedReferences(
        updates, in: repository, timeout: timeout, requiring: requireNotShown)
      defer { references.end() }
      let lockedHeads = try heads.map { head throws(GitError) in
        try LockedHead(head, in: repository, timeout: timeout)
      }
      try runHook("prepared")
      let takeNoteBack = try note(forkUpdates)
      do {
        try apply(references, lockedHeads)
      } catch {
        takeNoteBack()
        tell("aborted")
        throw error
      }
      tell("committed")
    }
  }

  /// Makes the updates. Files come first, since they are the most likely to fail: refs and HEADs are updated by
  /// renaming files that are written already.
  private func apply(_ references: LockedReferences, _ heads: [LockedHead]) throws {
    try repository.storeObjects()
    let journal = try journal.map { journal throws(GitError) in
      try TransactionJournal.Open(journal, in: repository)
    }
    var undo: [() throws -> Void] = []
    do {
      try references.prepare()
      for head in heads { try head.prepare() }
      for workTree in held {
        undo.append(workTree.takeBack)
        try workTree.apply()
      }
      undo.append { try repository.apply(settings.map(\.reversed)) }
      try repository.apply(settings)
      undo.append(references.takeBack)
      try references.apply()
      for head in heads {
        undo.append(head.takeBack)
        try head.apply()
      }
      for workTree in held { try workTree.publish() }
    } catch {
      var left: [any Error] = []
      for step in undo.reversed() {
        do { try step() } catch { left.append(error) }
      }
      if left.isEmpty { journal?.erase() }
      throw TransactionFailure(cause: error, remaining: left.first)
    }
    journal?.erase()
  }
}

extension TransactionCommit {
  private var held: [HeldWorkTree] {
    workTrees.sorted { $0.key < $1.key }.map(\.value)
  }

  private var changed: [ReferenceUpdate] { updates.filter { $0.old != $0.new } }

  private var forkUpdates: [ForkUpdate] {
    changed.compactMap { update in
      update.name.fork.map { ForkUpdate(fork: $0, from: update.old, to: update.new) }
    }.sorted { $0.fork < $1.fork }
  }

  /// Verifies that no work tree shows a fork, unless it is updated with the fork. Where HEAD is switched to the fork, no
  /// other HEAD may have been meanwhile.
  private func requireNotShown(_ name: ReferenceName) throws(GitError) {
    guard let fork = name.fork, !isRenaming else { return }
    let isSwitched = heads.contains { $0.new == name }
    guard isSwitched || workTrees[fork] == nil else { return }
    try repository.requireShownNowhere(fork)
  }

  /// Runs the hook of reference updates. Source: githooks(5), reference-transaction.
  private func runHook(_ state: String) throws(GitError) {
    let lines = changed.map { "\($0.old ?? .zero) \($0.new ?? .zero) \($0.name)\n" }
    if lines.isEmpty { return }
    try repository.run(.referenceTransaction, [state], input: lines.joined())
  }

  /// Tells the hook how the updates ended. It can no longer change that, so its failure does not count.
  private func tell(_ state: String) {
    do { try runHook(state) } catch {}
  }

  /// The journal for the next process, in case this one is killed; nil if a single step is enough.
  private var journal: TransactionJournal? {
    var journal = TransactionJournal()
    journal.references = changed.map { ($0.name, $0.old, $0.new) }
    journal.settings = settings
    journal.heads = heads.map { ($0.gitDirectory, $0.old, HeadUpdate.text(naming: $0.new)) }
    journal.trees = held.compactMap { workTree in
      guard let trees = workTree.trees, let path = workTree.repository.workTreePath else {
        return nil
      }
      return .init(
        old: trees.old, new: trees.new, gitDirectory: workTree.repository.gitDirectory,
        workTree: path, held: workTree.heldPaths)
    }
    let count = journal.references.count + journal.heads.count + journal.trees.count
    return count > 1 || !journal.trees.isEmpty ? journal : nil
  }
}
