import CLibgit2

extension LocalRepository {
  /// Stores the objects that were created, before anything refers to them: a few as loose objects, many as a pack.
  ///
  /// ``compareAndSwap(_:from:to:reflog:timeout:)`` and the end of a work tree update call this themselves.
  ///
  /// - Throws: Kind `io` or `permission` if they cannot be written.
  /// - Complexity: O(bytes of the objects).
  public func storeObjects() throws(GitError) {
    guard !pending.order.isEmpty else { return }
    if pending.order.count <= Self.mostLooseObjects {
      try storeLoose()
    } else {
      var pack = PackWriter(pending)
      try pack.write(
        into: commonDirectory + "objects/pack/", durability(), keeping: &storedPacks,
        reporting: reportsProgress)
      try refreshObjects()
    }
    pending.removeAll()
  }

  /// Finds the packs that were added since the repository was opened.
  func refreshObjects() throws(GitError) {
    try check("git_odb_refresh") { git_odb_refresh(odb.pointer) }
  }

  /// The number of objects that wait to be stored.
  public var pendingObjects: Int { pending.order.count }

  /// Discards the objects that wait to be stored, except the given number of first ones.
  public func discardObjects(after count: Int = 0) { pending.removeAll(after: count) }

  /// True if an object waits to be stored.
  public func isPending(_ id: ObjectID) -> Bool { pending.objects[id] != nil }

  /// The number of bytes of the objects that wait to be stored.
  public var pendingByteCount: Int { pending.byteCount }

  /// The largest number of objects that git stores loose rather than as a pack: the default of `transfer.unpackLimit`.
  static let mostLooseObjects = 100

  private func storeLoose() throws(GitError) {
    var storing = try LooseStoring(in: objects.loose, sync: durability()(of: .looseObject))
    for id in pending.order {
      guard let object = pending.objects[id] else { continue }
      try storing.add(id, object.type, object.bytes)
    }
    try storing.end()
  }
}

extension LocalRepository {
  /// Creates an object, which is stored when something is about to refer to it, unless it is stored already.
  ///
  /// - Parameter predecessor: An older version of the same object, for deltas in packs.
  func write(
    _ bytes: [UInt8], as type: git_object_t, after predecessor: ObjectID? = nil
  ) throws(GitError) -> ObjectID {
    let id = try Self.id(of: bytes, as: type)
    if pending.objects[id] != nil { return id }
    var raw = id.raw
    // This updates the time of an object that is there, so that garbage collection takes it for new.
    let isStored =
      git_odb_exists_ext(odb.pointer, &raw, GIT_ODB_LOOKUP_NO_REFRESH.rawValue) == 1
      && git_odb_write(&raw, odb.pointer, bytes, bytes.count, type) == 0
    if !isStored { pending.add(id, .init(type: type, bytes: bytes, predecessor: predecessor)) }
    return id
  }

  static func id(of bytes: [UInt8], as type: git_object_t) throws(GitError) -> ObjectID {
    var raw = git_oid()
    try check("git_odb_hash") { git_odb_hash(&raw, bytes, bytes.count, type) }
    return ObjectID(raw)
  }
}

extension LocalRepository {
  /// True if there are so many packs or loose objects that git would pack them after a commit.
  ///
  /// One of the 256 directories of loose objects is counted. Source: git-gc(1), `--auto`, and its settings `gc.auto`
  /// and `gc.autoPackLimit`; git-maintenance(1), `maintenance.auto`.
  public func wantsPacking() throws(GitError) -> Bool {
    if try settings.bool("maintenance.auto") == false { return false }
    let mostObjects = try settings.integer("gc.auto") ?? 6_700
    if mostObjects <= 0 { return false }
    let objects = commonDirectory + "objects/"
    let counted = Files.names(in: objects + "17").count { $0.utf8.count == 38 }
    if counted > (mostObjects - 1) / 256 + 1 { return true }
    let mostPacks = try settings.integer("gc.autoPackLimit") ?? 50
    let packs = Set(Files.names(in: objects + "pack"))
    let loosePacks = packs.filter {
      $0.hasSuffix(".pack") && !packs.contains($0.dropLast(4) + "keep")
    }
    return mostPacks > 0 && loosePacks.count > mostPacks
  }

  /// Runs git to pack objects, as git itself does after a commit.
  ///
  /// Other processes can read and write meanwhile. No hook runs. If the user interrupts the command, git is ended: no
  /// result depends on it.
  ///
  /// - Returns: False if git is not installed.
  public func startPacking() throws(GitError) -> Bool {
    var environment = settings.environment
    environment["GIT_DIR"] = commonDirectory
    for name in ["GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"] {
      environment[name] = nil
    }
    do throws(GitError) {
      // It continues in the background, unless gc.autoDetach is false.
      _ = try ChildProcess.run(
        ["git", "-c", "core.hooksPath=/dev/null", "maintenance", "run", "--auto", "--quiet"],
        environment: environment, unless: isInterrupted)
    } catch  where error.kind == .notFound {
      return false
    }
    try refreshObjects()
    return true
  }
}

/// Objects that were created and are not stored yet.
///
/// They wait here until a ref or the index is about to refer to them. So the objects of a change that is refused, or
/// only shown, never reach the disk.
final class PendingObjects {
  struct Object {
    let type: git_object_t
    let bytes: [UInt8]
    /// An older version of the same object, which makes a small delta in a pack possible.
    let predecessor: ObjectID?
  }

  private(set) var objects: [ObjectID: Object] = [:]
  private(set) var order: [ObjectID] = []
  private(set) var byteCount = 0

  func add(_ id: ObjectID, _ object: Object) {
    guard objects.updateValue(object, forKey: id) == nil else { return }
    order.append(id)
    byteCount += object.bytes.count
  }

  func removeAll(after count: Int = 0) {
    for id in order.dropFirst(count) {
      byteCount -= objects.removeValue(forKey: id)?.bytes.count ?? 0
    }
    order.removeLast(max(0, order.count - count))
  }
}
