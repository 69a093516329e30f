import CLibgit2

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
