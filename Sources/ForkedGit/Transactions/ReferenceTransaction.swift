public import Forked

/// An atomic update of refs, with the work trees that show them.
///
/// 1. *Open.* Refs and objects change only in memory. Everything that reads them through the repository object sees the
///    changes. A ref names the same object at each read, whatever other processes do. The first update of a fork that a
///    work tree shows takes the lock of its index. An update is refused if it would overwrite uncommitted changes.
/// 2. *Commit.* Under the locks of all refs, each must still name the object that the transaction found. Otherwise the
///    race is lost and nothing changes. Then objects are stored, the operation is logged, a journal is written, and
///    work trees, refs and HEADs are updated.
/// 3. *Failure.* Everything is taken back. The error tells if something could not be.
/// 4. *Crash.* The next transaction finds the journal, and finishes the update or takes it back:
///    ``LocalRepository/recoverTransactions(options:timeout:)``.
///
/// A transaction that ends its life without ``commit(noting:)`` changes nothing.
public final class ReferenceTransaction {
  private let repository: LocalRepository
  let options: Options
  private(set) var updates: [ReferenceName: ReferenceUpdate] = [:]
  /// The objects that refs named at their first read.
  private var reads: [ReferenceName: ObjectID?] = [:]
  private var heads: [HeadUpdate] = []
  private var settings: [SettingUpdate] = []
  /// The work tree that shows each fork; nil if none does.
  private var workTrees: [Fork: HeldWorkTree?] = [:]
  /// The repository object's own work tree, if it is held.
  private var own: HeldWorkTree?
  private var isRenaming = false
  private let objectsBefore: Int

  /// Opens a transaction. The repository object must not have another open one.
  public init(in repository: LocalRepository, options: Options) {
    self.repository = repository
    self.options = options
    objectsBefore = repository.pendingObjects
    repository.transaction = self
  }

  deinit { drop() }

  /// Discards all updates, and the objects that were created for them.
  public func drop() {
    guard repository.transaction === self else { return }
    repository.transaction = nil
    repository.discardObjects(after: objectsBefore)
    end()
  }

  private func end() {
    updates = [:]
    reads = [:]
    heads = []
    settings = []
    workTrees = [:]
    own = nil
    repository.storedPacks.release()
  }
}

// MARK: - Updating

extension ReferenceTransaction {
  /// The object that a ref names in this transaction.
  func target(
    of name: ReferenceName, read: () throws(GitError) -> ObjectID?
  ) throws(GitError) -> ObjectID? {
    if let update = updates[name] { return update.new }
    if let known = reads[name] { return known }
    let target = try read()
    reads[name] = .some(target)
    return target
  }

  /// Updates a fork from its tip to the version that `next` creates.
  ///
  /// - Parameters:
  ///   - fork: The fork, which is created if it does not exist.
  ///   - reason: The message for the reflog.
  ///   - known: The contents of files of the work tree that differ from the tip and may be overwritten.
  ///   - next: Returns the next commit from the tip, or from nil if there is none yet; returns nil or the tip itself if
  ///     there is nothing to do.
  /// - Throws: Kind `editedDocuments`, `operationInProgress`, `locked` or `exists`; `raceLost` if the fork was switched
  ///   to or from meanwhile; any error that `next` throws. Then the fork is unchanged.
  @discardableResult
  public func update(
    _ fork: Fork, reason: String, holding known: [TreePath: TreeEntry?] = [:],
    to next: (ObjectID?) throws -> ObjectID?
  ) throws -> ForkUpdate {
    let workTree = options.holdsLate ? nil : try hold(fork)
    let old = try repository.tip(of: fork)
    guard let new = try next(old), new != old else {
      return ForkUpdate(fork: fork, from: old, to: old)
    }
    try workTree?.follow(from: tree(of: old), to: repository.tree(ofCommit: new), holding: known)
    try set(.branch(fork), from: old, to: new, reason)
    return ForkUpdate(fork: fork, from: old, to: new)
  }

  /// Restores files to the tip of a fork, in the work tree that shows it.
  ///
  /// - Parameter known: The present contents of the files, which may be overwritten.
  /// - Throws: As ``update(_:reason:holding:to:)``.
  public func restore(_ known: [TreePath: TreeEntry?], on fork: Fork) throws {
    guard let tip = try repository.tip(of: fork), let workTree = try hold(fork) else { return }
    try workTree.follow(from: tree(of: tip), to: repository.tree(ofCommit: tip), holding: known)
  }

  /// Locks the work tree that shows a fork, if any: no other process of this program changes it before the commit.
  ///
  /// The fork is to be read afterwards: another process may have updated it meanwhile.
  ///
  /// - Throws: Kind `operationInProgress` or `locked`; `raceLost` if another fork was switched to meanwhile.
  public func holdWorkTree(of fork: Fork) throws { try hold(fork) }

  /// Locks the repository object's own work tree, if it has one. HEAD, and the fork that it names, are to be read
  /// afterwards: they stay as they are from then on.
  ///
  /// - Throws: Kind `operationInProgress` or `locked`.
  public func holdCurrentWorkTree() throws { try holdCurrent() }

  /// Deletes a fork that no work tree shows.
  ///
  /// - Throws: Kind `raceLost` if its version is not `tip`.
  @discardableResult
  public func delete(_ fork: Fork, at tip: ObjectID) throws(GitError) -> ForkUpdate {
    try set(.branch(fork), from: tip, to: nil, nil)
    return ForkUpdate(fork: fork, from: tip, to: nil)
  }

  /// Renames a fork, with its reflog and its section of the configuration. HEAD follows in each work tree that shows
  /// it.
  ///
  /// - Throws: Kind `exists` if the new name is taken or collides with another one.
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

  /// Switches the repository object's work tree to a fork. Its files follow; in a bare repository only HEAD changes.
  ///
  /// - Throws: Kind `editedDocuments`, `operationInProgress` or `locked`.
  public func switchHead(to fork: Fork, at tip: ObjectID, reason: String) throws {
    let workTree = try holdCurrent()
    let head = try repository.head()
    if head.fork == fork { return }
    let name = ReferenceName.branch(fork)
    try workTree?.follow(from: tree(of: head.commit), to: repository.tree(ofCommit: tip))
    // The fork must keep this version until HEAD names it. From then on, its updates include the work tree.
    let created = updates[name]
    updates[name] = ReferenceUpdate(
      name: name, old: created.map(\.old) ?? tip, new: tip, entry: created?.entry)
    if let left = head.fork { workTrees[left] = .some(nil) }
    workTrees[fork] = workTree
    heads.append(
      HeadUpdate(
        gitDirectory: repository.gitDirectory, old: try repository.headText(), new: name,
        commits: (head.commit, tip), entry: try options.reflog(reason)))
  }

  /// Updates any ref, if it names the object that the caller saw.
  ///
  /// - Throws: Kind `raceLost` if it does not; `exists` if the name collides with another one.
  func set(
    _ name: ReferenceName, from old: ObjectID?, to new: ObjectID?, _ entry: ReflogEntry?
  ) throws(GitError) {
    guard try repository.target(of: name) == old else {
      throw GitError(.raceLost, "the ref was updated meanwhile", context: name.rawValue)
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
  /// Locks the work tree that shows a fork; nil if none does.
  @discardableResult
  private func hold(_ fork: Fork) throws -> HeldWorkTree? {
    if options.isDryRun { return nil }
    if let known = workTrees[fork] { return known }
    guard let place = try workTree(showing: fork) else {
      workTrees[fork] = .some(nil)
      return nil
    }
    let update = try place.beginWorkTreeUpdate(timeout: options.lockTimeout)
    guard try place.headFork() == fork else {
      throw GitError(.raceLost, "another fork is current now", context: fork.name)
    }
    // Another process may have updated the fork while this one waited for the lock.
    reads[.branch(fork)] = nil
    let held = HeldWorkTree(update, of: place)
    workTrees[fork] = held
    return held
  }

  /// Locks this repository object's work tree, whichever fork it shows; nil if it has none.
  @discardableResult
  private func holdCurrent() throws -> HeldWorkTree? {
    if options.isDryRun || repository.isBare { return nil }
    if let own { return own }
    let update = try repository.beginWorkTreeUpdate(timeout: options.lockTimeout)
    let held = HeldWorkTree(update, of: repository)
    own = held
    if let fork = try repository.headFork() {
      reads[.branch(fork)] = nil
      workTrees[fork] = held
    }
    return held
  }

  /// The repository, opened at the work tree that shows a fork; nil if none does.
  private func workTree(showing fork: Fork) throws(GitError) -> LocalRepository? {
    if !repository.isBare, try repository.headFork() == fork { return repository }
    guard let path = try repository.checkedOutForks()[fork] else { return nil }
    guard Files.exists(path) else {
      throw GitError(
        .notFound, "the work tree that shows '\(fork.name)' is locked, and not there", context: path
      )
    }
    return try LocalRepository.open(
      at: path, options: options.opening, sharingObjectsWith: repository)
  }

  private func tree(of commit: ObjectID?) throws(GitError) -> ObjectID? {
    guard let commit else { return nil }
    return try repository.tree(ofCommit: commit)
  }
}

extension ReferenceTransaction {
  /// True if the work tree that shows a fork is locked.
  func holdsWorkTree(of fork: Fork) -> Bool { workTrees[fork].flatMap { $0 } != nil }
}

// MARK: - Committing

extension ReferenceTransaction {
  /// Makes all updates atomically.
  ///
  /// - Parameter note: Called with the updates of forks, before anything changes and when only the disk can still fail.
  ///   If it throws, nothing is updated. It returns a function that takes the note back.
  /// - Throws: Kind `raceLost` if a ref no longer names the object that the transaction found: open another transaction
  ///   and try again. ``TransactionFailure`` if something could not be written; any error that `note` throws.
  public func commit(noting note: ([ForkUpdate]) throws -> () -> Void = { _ in {} }) throws {
    guard repository.transaction === self else { return }
    if options.isDryRun { return drop() }
    let updates = self.updates.values.filter { $0.old != $0.new || !heads.isEmpty }
    try holdWorkTrees(of: updates)
    // From here on, refs are read from the disk.
    repository.transaction = nil
    defer { end() }
    let commit = TransactionCommit(
      repository: repository, timeout: options.lockTimeout, updates: updates, heads: heads,
      settings: settings, workTrees: workTrees.compactMapValues { $0 }, isRenaming: isRenaming)
    try commit.run(noting: note)
  }

  private func holdWorkTrees(of updates: [ReferenceUpdate]) throws {
    guard options.holdsLate else { return }
    let changed = updates.compactMap { update in update.name.fork.map { ($0, update) } }
    for (fork, update) in changed.sorted(by: { $0.0 < $1.0 }) {
      guard let new = update.new, let workTree = try hold(fork) else { continue }
      try workTree.follow(from: tree(of: update.old), to: repository.tree(ofCommit: new))
    }
  }
}
