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

  /// Whether an object was made and waits to be stored.
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
