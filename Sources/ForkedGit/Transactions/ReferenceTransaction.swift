public import Forked

/// Updates of references, with the work trees that show them: all of them are made, or none.
///
/// 1. *Open.* References and objects change in memory alone, and everything that reads them through the repository object
///    sees that; a reference names the same object each time, whatever other processes do. From the first update of a fork
///    that a work tree shows, the lock of its index is held, and uncommitted changes there refuse the update.
/// 2. *Commit.* Under the locks of all references each must still name what the transaction found, else the race is lost
///    and nothing changed. Then objects are stored, the operation is noted, a journal is written, and work trees, references
///    and HEADs follow.
/// 3. *Failure.* Everything goes back; where it cannot, the error says what is left.
/// 4. *Crash.* The next transaction finds the journal, and finishes what had begun or takes it back:
///    ``LocalRepository/recoverTransactions(options:timeout:)``.
///
/// One that ends its life without ``commit(noting:)`` changes nothing.
public final class ReferenceTransaction {
  /// The surroundings of a transaction.
  public struct Options {
    /// The way to open another work tree of the repository.
    public var opening: LocalRepository.OpenOptions
    /// The time that a lock of another process is waited for.
    public var patience: Duration
    /// Makes an entry of a reference's log from its message.
    public var reflog: (String) throws -> ReflogEntry
    /// True if work trees are held no earlier than at the commit, since a long time may pass until then.
    public var holdsLate = false
    /// True if nothing will be committed: no work tree is held or looked at.
    public var isDryRun = false

    /// Options of these parts.
    public init(
      opening: LocalRepository.OpenOptions, patience: Duration,
      reflog: @escaping (String) throws -> ReflogEntry
    ) {
      self.opening = opening
      self.patience = patience
      self.reflog = reflog
    }
  }

  private let repository: LocalRepository
  private let options: Options
  private(set) var updates: [ReferenceName: ReferenceUpdate] = [:]
  /// The objects that references named when they were read first.
  private var reads: [ReferenceName: ObjectID?] = [:]
  private var heads: [HeadUpdate] = []
  private var settings: [SettingUpdate] = []
  /// The work tree that shows a fork; nil where none does.
  private var workTrees: [Fork: HeldWorkTree?] = [:]
  private var isRenaming = false
  private let objectsBefore: Int

  /// Opens a transaction; there must not be another one in this repository object.
  public init(in repository: LocalRepository, options: Options) {
    (self.repository, self.options) = (repository, options)
    objectsBefore = repository.pendingObjects
    repository.transaction = self
  }

  deinit { drop() }

  /// Forgets all updates, and the objects that were made for them.
  public func drop() {
    guard repository.transaction === self else { return }
    repository.transaction = nil
    repository.discardObjects(after: objectsBefore)
    end()
  }

  private func end() {
    (updates, reads, heads, settings, workTrees) = ([:], [:], [], [], [:])
  }
}

// MARK: - Updating

extension ReferenceTransaction {
  /// The object that a reference names in this transaction.
  func target(
    of name: ReferenceName, read: () throws(GitError) -> ObjectID?
  ) throws(GitError) -> ObjectID? {
    if let update = updates[name] { return update.new }
    if let known = reads[name] { return known }
    let target = try read()
    reads[name] = .some(target)
    return target
  }

  /// Updates a fork from its tip to what `next` makes of it.
  ///
  /// - Parameters:
  ///   - fork: the fork; one that does not exist yet is made.
  ///   - reason: a line for the reference's log.
  ///   - known: what files of the work tree hold in place of what the tip does: they may be overwritten.
  ///   - next: makes the next commit from the tip (nil: there is none yet); nil or the tip itself: there is nothing to do.
  /// - Throws: kind `editedDocuments`, `operationInProgress`, `locked` or `exists`; `raceLost` where the fork was switched
  ///   to or from meanwhile; what `next` throws. The fork is as it was then.
  @discardableResult
  public func update(
    _ fork: Fork, reason: String, holding known: [TreePath: TreeEntry?] = [:],
    to next: (ObjectID?) throws -> ObjectID?
  ) throws -> Movement {
    let workTree = options.holdsLate ? nil : try hold(fork)
    let old = try repository.tip(of: fork)
    guard let new = try next(old), new != old else {
      return Movement(fork: fork, from: old, to: old)
    }
    try workTree?.follow(from: tree(of: old), to: repository.tree(ofCommit: new), holding: known)
    try set(.branch(fork), from: old, to: new, reason)
    return Movement(fork: fork, from: old, to: new)
  }

  /// Lets the files of the work tree that shows a fork be those of its tip, where they hold something else.
  ///
  /// - Parameter known: what they hold; they may be overwritten.
  /// - Throws: as ``update(_:reason:holding:to:)``.
  public func restore(_ known: [TreePath: TreeEntry?], on fork: Fork) throws {
    guard let tip = try repository.tip(of: fork), let workTree = try hold(fork) else { return }
    try workTree.follow(from: tree(of: tip), to: repository.tree(ofCommit: tip), holding: known)
  }

  /// Waits for the work tree that shows a fork, where one does: nothing of ours changes it before the commit.
  ///
  /// - Throws: kind `operationInProgress` or `locked`; `raceLost` where another fork was switched to meanwhile.
  public func holdWorkTree(of fork: Fork) throws { try hold(fork) }

  /// Deletes a fork that no work tree shows.
  ///
  /// - Throws: kind `raceLost` where it does not stand at `tip`.
  @discardableResult
  public func delete(_ fork: Fork, at tip: ObjectID) throws(GitError) -> Movement {
    try set(.branch(fork), from: tip, to: nil, nil)
    return Movement(fork: fork, from: tip, to: nil)
  }

  /// Renames a fork with its log and its section of the configuration; HEAD follows in each work tree that shows it.
  ///
  /// - Throws: kind `exists` where the new name is taken or collides with another one.
  public func rename(_ fork: Fork, to newName: Fork, reason: String) throws {
    let (old, new) = (ReferenceName.branch(fork), ReferenceName.branch(newName))
    guard let tip = try repository.tip(of: fork) else {
      throw GitError(.notFound, "there is no such fork", context: fork.name)
    }
    guard try repository.tip(of: newName) == nil else {
      throw GitError(.exists, "there is a fork of that name already", context: newName.name)
    }
    try repository.refuseNamesInTheWay(of: new, except: [old])
    isRenaming = true
    let entry = try options.reflog(reason)
    updates[old] = ReferenceUpdate(name: old, old: tip, new: nil)
    updates[new] = ReferenceUpdate(
      name: new, old: nil, new: tip, entry: entry,
      log: try Files.read(repository.commonDirectory + "logs/\(old)"))
    settings.append(.branch(old: fork.name, new: newName.name))
    for directory in try repository.gitDirectories(naming: old) {
      heads.append(
        HeadUpdate(
          gitDirectory: directory, old: HeadUpdate.text(naming: old), new: new,
          commits: (tip, tip), entry: entry))
    }
  }

  /// Sets a value of the repository's own configuration with the updates.
  public func set(_ key: String, to value: String) throws(GitError) {
    let old = try repository.settings.values(key, in: .local).last
    settings.append(.value(key: key, old: old, new: value))
  }

  /// Makes a fork the current one of the repository object's work tree, whose files follow; in a bare repository only HEAD
  /// names it then.
  ///
  /// - Throws: kind `editedDocuments`, `operationInProgress` or `locked`.
  public func switchHead(to fork: Fork, at tip: ObjectID, reason: String) throws {
    let workTree = repository.isBare ? nil : try holdCurrent()
    let head = try repository.head()
    if head.fork == fork { return }
    let name = ReferenceName.branch(fork)
    try workTree?.follow(from: tree(of: head.commit), to: repository.tree(ofCommit: tip))
    // It must stand there until HEAD names it: from then on its updates take the work tree along.
    updates[name] = ReferenceUpdate(name: name, old: tip, new: tip)
    workTrees[fork] = workTree
    heads.append(
      HeadUpdate(
        gitDirectory: repository.gitDirectory, old: try repository.headText(), new: name,
        commits: (head.commit, tip), entry: try options.reflog(reason)))
  }

  /// Updates any reference, if it names what the caller saw.
  ///
  /// - Throws: kind `raceLost` where it does not; `exists` where the name collides with another one.
  func set(
    _ name: ReferenceName, from old: ObjectID?, to new: ObjectID?, _ entry: ReflogEntry?
  ) throws(GitError) {
    guard try repository.target(of: name) == old else {
      throw GitError(.raceLost, "the reference was updated meanwhile", context: name.rawValue)
    }
    if old == nil { try repository.refuseNamesInTheWay(of: name) }
    let first = updates[name].map(\.old) ?? old
    updates[name] = ReferenceUpdate(
      name: name, old: first, new: new, entry: entry ?? updates[name]?.entry)
  }

  private func set(
    _ name: ReferenceName, from old: ObjectID?, to new: ObjectID?, _ reason: String
  ) throws {
    try set(name, from: old, to: new, options.reflog(reason))
  }
}

// MARK: - Work trees

extension ReferenceTransaction {
  /// The work tree that shows a fork, held from now on; nil where none does.
  @discardableResult
  private func hold(_ fork: Fork) throws -> HeldWorkTree? {
    if options.isDryRun { return nil }
    if let known = workTrees[fork] { return known }
    guard let place = try workTree(showing: fork) else {
      workTrees[fork] = .some(nil)
      return nil
    }
    let update = try place.beginWorkTreeUpdate(timeout: options.patience)
    guard try place.head().fork == fork else {
      throw GitError(.raceLost, "another fork is current now", context: fork.name)
    }
    // Another process may have updated the fork while this one waited for the lock.
    reads[.branch(fork)] = nil
    let held = HeldWorkTree(update, of: place)
    workTrees[fork] = held
    return held
  }

  /// This repository object's work tree, whatever it shows.
  private func holdCurrent() throws -> HeldWorkTree? {
    if options.isDryRun { return nil }
    let update = try repository.beginWorkTreeUpdate(timeout: options.patience)
    return HeldWorkTree(update, of: repository)
  }

  /// The repository, seen from the work tree that shows a fork; nil where none does.
  private func workTree(showing fork: Fork) throws(GitError) -> LocalRepository? {
    if !repository.isBare, try repository.head().fork == fork { return repository }
    guard let path = try repository.checkedOutForks()[fork] else { return nil }
    return try LocalRepository.open(
      at: path, options: options.opening, sharingObjectsWith: repository)
  }

  private func tree(of commit: ObjectID?) throws(GitError) -> ObjectID? {
    guard let commit else { return nil }
    return try repository.tree(ofCommit: commit)
  }
}

// MARK: - Committing

extension ReferenceTransaction {
  /// Makes all updates, or none.
  ///
  /// - Parameter note: called when nothing but the disk can fail any more, before anything changes, with the updates of
  ///   forks; what it throws keeps all of them as they are. It returns a function that takes the note back.
  /// - Throws: kind `raceLost` where a reference names another object than the transaction found: open another one, and
  ///   try again. ``TransactionFailure`` where something could not be written; what `note` throws.
  public func commit(noting note: ([Movement]) throws -> () -> Void = { _ in {} }) throws {
    guard repository.transaction === self else { return }
    if options.isDryRun { return drop() }
    let updates = self.updates.values.filter { $0.old != $0.new || !heads.isEmpty }
    try holdWorkTrees(of: updates)
    // From here on the disk counts.
    repository.transaction = nil
    defer { end() }
    let held = workTrees.values.compactMap { $0 }
    guard !updates.isEmpty || !heads.isEmpty || held.contains(where: \.isChanged) else { return }
    try repository.uninterrupted {
      let references = try LockedReferences(
        updates, in: repository, timeout: options.patience, requiring: requireNotShown)
      defer { references.end() }
      let lockedHeads = try heads.map { head throws(GitError) in
        try LockedHead(head, in: repository, timeout: options.patience)
      }
      let takeNoteBack = try note(movements(updates))
      do {
        try apply(references, lockedHeads, held, journal(of: updates, held))
      } catch {
        takeNoteBack()
        throw error
      }
    }
  }

  private func holdWorkTrees(of updates: [ReferenceUpdate]) throws {
    guard options.holdsLate else { return }
    let changed = updates.compactMap { update in update.name.fork.map { ($0, update) } }
    for (fork, update) in changed.sorted(by: { $0.0 < $1.0 }) {
      guard let new = update.new, let workTree = try hold(fork) else { continue }
      try workTree.follow(from: tree(of: update.old), to: repository.tree(ofCommit: new))
    }
  }

  /// A work tree that shows the fork must be updated with it.
  private func requireNotShown(_ name: ReferenceName) throws(GitError) {
    guard let fork = name.fork, !isRenaming, workTrees[fork].flatMap({ $0 }) == nil else { return }
    try repository.requireShownNowhere(fork)
  }

  private func movements(_ updates: [ReferenceUpdate]) -> [Movement] {
    updates.compactMap { update in
      guard update.old != update.new, let fork = update.name.fork else { return nil }
      return Movement(fork: fork, from: update.old, to: update.new)
    }.sorted { $0.fork < $1.fork }
  }

  /// The journal for the next process, should this one be killed; nil where a single step does it all.
  private func journal(
    of updates: [ReferenceUpdate], _ held: [HeldWorkTree]
  ) -> TransactionJournal? {
    var journal = TransactionJournal()
    journal.references = updates.filter { $0.old != $0.new }.map { ($0.name, $0.old, $0.new) }
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

  /// Files come first, since they are what fails: references and HEADs are put in place by renaming files that are
  /// written already.
  private func apply(
    _ references: LockedReferences, _ heads: [LockedHead], _ workTrees: [HeldWorkTree],
    _ contents: TransactionJournal?
  ) throws {
    try repository.storeObjects()
    let journal = try contents.map { journal throws(GitError) in
      try TransactionJournal.Open(journal, in: repository)
    }
    var undo: [() throws -> Void] = []
    do {
      try references.prepare()
      for head in heads { try head.prepare() }
      for workTree in workTrees {
        undo.append(workTree.takeBack)
        try workTree.apply()
      }
      for setting in settings {
        undo.append { try self.repository.apply(setting.reversed) }
        try repository.apply(setting)
      }
      undo.append(references.takeBack)
      try references.apply()
      for head in heads {
        undo.append(head.takeBack)
        try head.apply()
      }
      for workTree in workTrees { try workTree.publish() }
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
