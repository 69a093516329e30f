/// Refs that are updated together, under their locks.
///
/// ``prepare()`` writes everything that needs disk space, ``apply()`` puts it in place, ``end()`` releases the locks.
final class LockedReferences {
  private struct Held {
    let update: ReferenceUpdate
    var lock: LockFile?
    var file: UnnamedFile?
    var isApplied = false
    /// True if the reflog may have the entry of the update.
    var isLogged = false
    /// True if a ref that is deleted is in the way of the name.
    var isLate = false
    /// The reflog of a deleted ref, if it had to be removed before others could be created.
    var removedLog: [UInt8]?

    var isDeleted: Bool { isApplied && update.new == nil }
    var isNotCreated: Bool { isLogged && !isApplied && update.old == nil }
  }

  private let repository: LocalRepository
  private let timeout: Duration
  private var held: [Held] = []
  private var packed: LockFile?

  /// Waits for the locks, and verifies that each ref names the object that its update begins with.
  ///
  /// - Parameters:
  ///   - updates: The updates, at most one for each ref. Their locks are taken in the order of the names.
  ///   - timeout: The longest time to wait for another process's lock.
  ///   - requirement: Called under the lock of each ref. If it throws, nothing is updated.
  /// - Throws: Kind `raceLost` if a ref names another object, `locked` after the timeout, `exists` if the name of
  ///   another ref is in the way, `refused` while a hook judges a push. Then nothing has changed.
  init(
    _ updates: [ReferenceUpdate], in repository: LocalRepository, timeout: Duration,
    requiring requirement: (ReferenceName) throws(GitError) -> Void = { _ in }
  ) throws(GitError) {
    self.repository = repository
    self.timeout = timeout
    try repository.refuseUpdatesInQuarantine()
    let deleted = Set(updates.filter { $0.new == nil }.map(\.name))
    for update in updates.sorted(by: { $0.name < $1.name }) {
      if update.old == nil {
        try repository.refuseNamesInTheWay(of: update.name, except: deleted)
      }
      guard update.new == nil || !deleted.contains(where: { $0.collides(with: update.name) })
      else {
        held.append(Held(update: update, isLate: true))
        continue
      }
      let lock = try repository.lock(path(of: update), timeout: timeout)
      held.append(Held(update: update, lock: lock))
      try repository.expect(update.name, at: update.old)
      try requirement(update.name)
    }
    if !deleted.isEmpty { packed = try repository.lockPackedReferences(timeout: timeout) }
  }

  /// Writes the reflogs and the new files of the refs, which still name their old objects.
  ///
  /// As in git, the reflog is written first: an extra entry is harmless, a missing one is not.
  func prepare() throws(GitError) {
    for index in held.indices where held[index].update.new != nil && !held[index].isLate {
      try prepare(index)
    }
  }

  /// Updates all refs. If one fails, those that were updated are taken back.
  func apply() throws(GitError) {
    do throws(GitError) {
      try delete()
      for index in held.indices where held[index].update.new != nil {
        if held[index].isLate { try lockLate(index) }
        let path = path(of: held[index].update)
        Files.removeEmptyDirectories(path)
        try held[index].file?.replace()
        held[index].file = nil
        held[index].isApplied = true
      }
      sync()
    } catch {
      try takeBack()
      throw error
    }
  }

  /// Restores each ref to its old object.
  func takeBack() throws(GitError) {
    for index in held.indices where held[index].update.old == nil { try removeNew(index) }
    for index in held.indices where held[index].isApplied { try restore(index) }
  }

  /// Removes a ref that was created, completely: its name may be in the way of a deleted one that is restored.
  private func removeNew(_ index: Int) throws(GitError) {
    let update = held[index].update
    if held[index].isApplied { try Files.remove(path(of: update)) }
    held[index].isApplied = false
    held[index].file = nil
    removeLog(of: update)
    guard held[index].isLate else { return }
    held[index].lock?.release()
    held[index].lock = nil
    Files.removeEmptyParents(of: path(of: update), below: update.name.root)
  }

  private func restore(_ index: Int) throws(GitError) {
    let update = held[index].update
    guard let old = update.old else { return }
    Files.removeEmptyDirectories(path(of: update))
    if let log = held[index].removedLog { try repository.replaceLog(of: update.name, with: log) }
    let sync = try repository.durability()(of: .reference)
    if let lock = held[index].lock {
      try lock.replace(with: old.line, sync: sync)
    } else {
      try repository.lock(path(of: update), timeout: timeout).commit(old.line, sync: sync)
    }
    held[index].isApplied = false
  }

  /// Releases the locks, and removes the reflogs of refs that were deleted, or not created after all.
  func end() {
    for held in held where held.isDeleted || held.isNotCreated { removeLog(of: held.update) }
    for held in held {
      held.lock?.release()
      guard held.update.new == nil else { continue }
      Files.removeEmptyParents(of: path(of: held.update), below: held.update.name.root)
    }
    packed?.release()
    held = []
  }

  deinit { end() }
}

extension LockedReferences {
  private func path(of update: ReferenceUpdate) -> String {
    repository.commonDirectory + update.name.rawValue
  }

  private func prepare(_ index: Int) throws(GitError) {
    let update = held[index].update
    guard let new = update.new, let lock = held[index].lock else { return }
    held[index].isLogged = true
    if let log = update.log { try repository.replaceLog(of: update.name, with: log) }
    if let entry = update.entry {
      let old = update.log == nil ? update.old : new
      try repository.log(update.name, from: old, to: new, entry)
    }
    held[index].file = try lock.prepare(
      with: new.line, sync: repository.durability()(of: .reference))
  }

  /// Locks and prepares a ref whose name was blocked by a ref that is now deleted.
  private func lockLate(_ index: Int) throws(GitError) {
    let update = held[index].update
    held[index].lock = try repository.lock(path(of: update), timeout: timeout)
    try repository.expect(update.name, at: update.old)
    try prepare(index)
  }

  private func delete() throws(GitError) {
    let deleted = held.indices.filter { held[$0].update.new == nil }
    guard !deleted.isEmpty, let packed else { return }
    // A loose ref hides a packed one of the same name, so the packed one is removed first.
    var references = try PackedReferences(Files.read(packed.path))
    var isPacked = false
    for index in deleted where references.remove(held[index].update.name) { isPacked = true }
    for index in deleted { held[index].isApplied = true }
    if isPacked {
      try packed.replace(with: references.bytes, sync: repository.durability()(of: .reference))
    }
    for index in deleted { try Files.remove(path(of: held[index].update)) }
    packed.release()
    let late = held.filter(\.isLate).map(\.update)
    for index in deleted {
      let name = held[index].update.name
      if late.contains(where: { $0.name.collides(with: name) }) { try makeWay(index) }
    }
  }

  /// Removes all files of a deleted ref, so that its name can become a directory, or its directory a file.
  private func makeWay(_ index: Int) throws(GitError) {
    let update = held[index].update
    held[index].removedLog = try Files.read(log(of: update))
    removeLog(of: update)
    held[index].lock?.release()
    held[index].lock = nil
    Files.removeEmptyParents(of: path(of: update), below: update.name.root)
  }

  /// Removes a reflog. If that fails, it is emptied: one with entries would be that of a branch that was lost.
  private func removeLog(of update: ReferenceUpdate) {
    if unlink(log(of: update)) != nil { empty(log(of: update)) }
    Files.removeEmptyParents(of: log(of: update), below: update.name.root)
  }

  private func log(of update: ReferenceUpdate) -> String {
    repository.commonDirectory + "logs/" + update.name.rawValue
  }

  /// Syncs the names of the files to the disk, each directory once.
  private func sync() {
    let paths = held.filter { $0.update.new != nil }.map { path(of: $0.update) }
    let directories = Dictionary(paths.map { (Files.directory(of: $0), $0) }) { first, _ in first }
    for path in directories.values {
      do {
        try repository.durability()(of: .reference).directory(of: path)
      } catch {
        // The refs are updated: if the disk fails here, the next write fails too.
      }
    }
  }
}

extension ObjectID {
  /// The contents of the ref's file.
  fileprivate var line: [UInt8] { Array("\(hex)\n".utf8) }
}

extension ReferenceName {
  /// The directory that stays even if it is empty: `refs/heads`.
  fileprivate var root: String {
    rawValue.split(separator: "/").prefix(2).joined(separator: "/")
  }

  /// True if only one of the two can exist: `refs/heads/a` or `refs/heads/a/b`.
  fileprivate func collides(with other: ReferenceName) -> Bool {
    rawValue.utf8.starts(with: (other.rawValue + "/").utf8)
      || other.rawValue.utf8.starts(with: (rawValue + "/").utf8)
  }

  fileprivate static func < (left: ReferenceName, right: ReferenceName) -> Bool {
    left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
  }
}

/// The HEAD of a work tree that is updated to another branch, under its lock.
final class LockedHead {
  private let update: HeadUpdate
  private let repository: LocalRepository
  private let lock: LockFile
  private var file: UnnamedFile?
  private var isApplied = false

  /// Waits for the lock.
  ///
  /// - Throws: Kind `raceLost` if HEAD differs from the start of the update, `locked` after the timeout.
  init(
    _ update: HeadUpdate, in repository: LocalRepository, timeout: Duration
  ) throws(GitError) {
    self.update = update
    self.repository = repository
    let path = update.gitDirectory + "HEAD"
    lock = try LockFile(of: path, timeout: timeout, keepsWaiting: repository.keepsWaiting)
    guard try LocalRepository.headText(in: update.gitDirectory) == update.old else {
      throw GitError(.raceLost, "another fork is current now", context: path)
    }
  }

  func prepare() throws(GitError) {
    try repository.logHead(
      in: update.gitDirectory, from: update.commits.old, to: update.commits.new, update.entry)
    file = try lock.prepare(
      with: Array("\(HeadUpdate.text(naming: update.new))\n".utf8),
      sync: repository.durability()(of: .reference))
  }

  func apply() throws(GitError) {
    try file?.replace()
    isApplied = true
  }

  func takeBack() throws(GitError) {
    guard isApplied else { return }
    try lock.replace(
      with: Array("\(update.old)\n".utf8), sync: repository.durability()(of: .reference))
    isApplied = false
  }
}
