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

extension PendingObjects {
  /// Lets libgit2 read and write here before it looks at the disk.
  func attach(to odb: Handle) throws(GitError) {
    let backend = UnsafeMutablePointer<Backend>.allocate(capacity: 1)
    backend.initialize(to: Backend(owner: Unmanaged.passRetained(self)))
    let base = UnsafeMutableRawPointer(backend).assumingMemoryBound(to: git_odb_backend.self)
    do throws(GitError) {
      try check("git_odb_init_backend") {
        git_odb_init_backend(base, UInt32(GIT_ODB_BACKEND_VERSION))
      }
      Backend.fill(base)
      try check("git_odb_add_backend") { git_odb_add_backend(odb.pointer, base, 1000) }
    } catch {
      Backend.free(base)
      throw error
    }
  }
}

/// libgit2's structure with what it belongs to behind it.
private struct Backend {
  var base = git_odb_backend()
  let owner: Unmanaged<PendingObjects>

  static func objects(_ base: UnsafeMutablePointer<git_odb_backend>?) -> PendingObjects? {
    guard let base else { return nil }
    return UnsafeMutableRawPointer(base).assumingMemoryBound(to: Backend.self)
      .pointee.owner.takeUnretainedValue()
  }

  static func object(
    _ base: UnsafeMutablePointer<git_odb_backend>?, _ id: UnsafePointer<git_oid>?
  ) -> PendingObjects.Object? {
    guard let id else { return nil }
    return objects(base)?.objects[ObjectID(id.pointee)]
  }

  static func free(_ base: UnsafeMutablePointer<git_odb_backend>?) {
    guard let base else { return }
    let whole = UnsafeMutableRawPointer(base).assumingMemoryBound(to: Backend.self)
    whole.pointee.owner.release()
    whole.deinitialize(count: 1)
    whole.deallocate()
  }

  static func fill(_ base: UnsafeMutablePointer<git_odb_backend>) {
    base.pointee.exists = { base, id in Backend.object(base, id) == nil ? 0 : 1 }
    base.pointee.read_header = { size, type, base, id in
      guard let found = Backend.object(base, id) else { return GIT_ENOTFOUND.rawValue }
      size?.pointee = found.bytes.count
      type?.pointee = found.type
      return 0
    }
    base.pointee.read = { data, size, type, base, id in
      guard let found = Backend.object(base, id) else { return GIT_ENOTFOUND.rawValue }
      guard let copy = git_odb_backend_data_alloc(base, max(found.bytes.count, 1)) else {
        return GIT_ERROR.rawValue
      }
      found.bytes.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress { copy.copyMemory(from: start, byteCount: bytes.count) }
      }
      data?.pointee = copy
      size?.pointee = found.bytes.count
      type?.pointee = found.type
      return 0
    }
    base.pointee.write = { base, id, data, size, type in
      guard let id, let pending = Backend.objects(base) else { return GIT_ERROR.rawValue }
      let bytes = Array(UnsafeRawBufferPointer(start: data, count: size))
      pending.add(ObjectID(id.pointee), .init(type: type, bytes: bytes, predecessor: nil))
      return 0
    }
    base.pointee.free = { base in Backend.free(base) }
  }
}
