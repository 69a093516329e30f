import CLibgit2

extension LocalRepository {
  /// Stores the objects that were made, before something names them: a few as files of their own, many as a pack.
  ///
  /// ``compareAndSwap(_:from:to:reflog:timeout:)`` and the end of a work tree's update call it by themselves.
  ///
  /// - Throws: kind `io` or `permission` where they cannot be written.
  /// - Complexity: O(their bytes).
  public func storeObjects() throws(GitError) {
    guard !pending.order.isEmpty else { return }
    if pending.order.count <= Self.mostLooseObjects {
      try storeLoose()
    } else {
      var pack = PackWriter(pending)
      try pack.write(
        into: commonDirectory + "objects/pack/", durability(), reporting: reportsProgress)
      try check("git_odb_refresh") { git_odb_refresh(odb.pointer) }
    }
    pending.removeAll()
  }

  /// How many objects wait to be stored.
  public var pendingObjects: Int { pending.order.count }

  /// Forgets the objects that were made and not stored, but for so many first ones.
  public func discardObjects(after count: Int = 0) { pending.removeAll(after: count) }

  /// True if an object was made and waits to be stored.
  public func isPending(_ id: ObjectID) -> Bool { pending.objects[id] != nil }

  /// How many bytes of objects wait to be stored.
  public var pendingByteCount: Int { pending.byteCount }

  /// What git unpacks rather than keeps as a pack: the default of `transfer.unpackLimit`.
  private static let mostLooseObjects = 100

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
  /// Makes an object; it is stored when something is about to name it.
  ///
  /// - Parameter predecessor: an older version of the same thing, for packs.
  func write(
    _ bytes: [UInt8], as type: git_object_t, after predecessor: ObjectID? = nil
  ) throws(GitError) -> ObjectID {
    var raw = git_oid()
    try check("git_odb_hash") { git_odb_hash(&raw, bytes, bytes.count, type) }
    let id = ObjectID(raw)
    if pending.objects[id] != nil { return id }
    if git_odb_exists_ext(odb.pointer, &raw, GIT_ODB_LOOKUP_NO_REFRESH.rawValue) == 1 {
      // So that a collection of garbage knows it for new.
      try check("git_odb_write", context: gitDirectory) {
        git_odb_write(&raw, odb.pointer, bytes, bytes.count, type)
      }
    } else {
      pending.add(id, .init(type: type, bytes: bytes, predecessor: predecessor))
    }
    return id
  }
}

extension LocalRepository {
  /// True if there are so many packs or single objects that git would pack them together, had it been the one to
  /// write the last of them.
  ///
  /// Source: git-gc(1), `--auto`, and its settings `gc.auto` and `gc.autoPackLimit`: one of 256 directories is counted;
  /// git-maintenance(1), `maintenance.auto`.
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

  /// Lets git pack objects together, as it does itself after a commit: beside whoever reads and writes, for as long as it
  /// takes. No hook runs.
  ///
  /// - Returns: False where git is not installed.
  public func startPacking() throws(GitError) -> Bool {
    var environment = settings.environment
    environment["GIT_DIR"] = commonDirectory
    for name in ["GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"] {
      environment[name] = nil
    }
    let commands = [
      // It goes on by itself, unless gc.autoDetach keeps it.
      ["maintenance", "run", "--auto", "--quiet"],
      // With the paths that each commit changed, which walks through the history of a document skip by.
      ["commit-graph", "write", "--reachable", "--changed-paths", "--no-progress"],
    ]
    do throws(GitError) {
      for command in commands {
        _ = try ChildProcess.run(
          ["git", "-c", "core.hooksPath=/dev/null"] + command, environment: environment, input: "")
      }
    } catch  where error.kind == .notFound {
      return false
    }
    try check("git_odb_refresh") { git_odb_refresh(odb.pointer) }
    return true
  }
}

/// Objects that were made and are not stored yet.
///
/// What is made for a change that is refused, or only shown, never reaches the disk: objects wait here until a
/// reference or the index is about to name them.
final class PendingObjects {
  struct Object {
    let type: git_object_t
    let bytes: [UInt8]
    /// An older version of the same thing, from which a pack may tell it apart in a few bytes.
    let predecessor: ObjectID?
  }

  private(set) var objects: [ObjectID: Object] = [:]
  private(set) var order: [ObjectID] = []
  private(set) var byteCount = 0
  /// The directory of a pack that is being received; nil: none is.
  weak var incoming: IncomingPack?

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

extension PendingObjects: ObjectSource {
  /// Lets libgit2 read and write here before it looks at the disk.
  func attach(to odb: Handle) throws(GitError) {
    try ObjectBackend.add(self) { backend in
      backend.pointee.write = { base, id, data, size, type in
        guard let id, let pending = ObjectBackend.source(base) as? PendingObjects else {
          return GIT_ERROR.rawValue
        }
        let bytes = Array(UnsafeRawBufferPointer(start: data, count: size))
        pending.add(ObjectID(id.pointee), .init(type: type, bytes: bytes, predecessor: nil))
        return 0
      }
      // libgit2 would put the pack among the others.
      backend.pointee.writepack = { out, base, odb, progress, payload in
        guard let pending = ObjectBackend.source(base) as? PendingObjects,
          let incoming = pending.incoming
        else { return GIT_PASSTHROUGH.rawValue }
        return incoming.makeWriter(out, base, odb, progress, payload)
      }
      return git_odb_add_backend(odb.pointer, backend, 1000)
    }
  }

  func contains(_ id: ObjectID) -> Bool { objects[id] != nil }

  func header(of id: ObjectID) -> (type: git_object_t, size: Int)? {
    objects[id].map { ($0.type, $0.bytes.count) }
  }

  func object(_ id: ObjectID) -> StoredObject? {
    objects[id].map { StoredObject(type: $0.type, bytes: $0.bytes) }
  }

  /// Nobody knows the first digits of what waits to be stored: nothing names it yet.
  func ids(like id: ObjectID, digits: Int) -> [ObjectID] { [] }

  func freshen(_ id: ObjectID) -> Bool { contains(id) }
}
