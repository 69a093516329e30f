import CLibgit2

/// An object as it is stored, without its header.
struct StoredObject {
  let type: git_object_t
  let bytes: [UInt8]
}

/// A backend of libgit2's object database that asks for loose objects.
struct ObjectBackend {
  /// libgit2's structure, followed by the objects.
  private struct Layout {
    var base = git_odb_backend()
    let source: Unmanaged<LooseObjects>
  }

  typealias Base = UnsafeMutablePointer<git_odb_backend>

  /// Creates a backend.
  ///
  /// - Parameter add: Passes the backend to libgit2, which then owns it. If that fails, the backend is freed.
  static func add(
    _ source: LooseObjects, _ add: (UnsafeMutablePointer<git_odb_backend>) -> Int32
  ) throws(GitError) {
    let backend = UnsafeMutablePointer<Layout>.allocate(capacity: 1)
    backend.initialize(to: Layout(source: Unmanaged.passRetained(source)))
    let base = UnsafeMutableRawPointer(backend).assumingMemoryBound(to: git_odb_backend.self)
    do throws(GitError) {
      try check("git_odb_init_backend") {
        git_odb_init_backend(base, UInt32(GIT_ODB_BACKEND_VERSION))
      }
      fill(base)
      try check("git_odb_add_backend") { add(base) }
    } catch {
      free(base)
      throw error
    }
  }

  /// The objects of a backend.
  private static func source(_ base: Base?) -> LooseObjects? {
    guard let base else { return nil }
    return UnsafeMutableRawPointer(base).assumingMemoryBound(to: Layout.self)
      .pointee.source.takeUnretainedValue()
  }

  private static func free(_ base: Base?) {
    guard let base else { return }
    let whole = UnsafeMutableRawPointer(base).assumingMemoryBound(to: Layout.self)
    whole.pointee.source.release()
    whole.deinitialize(count: 1)
    whole.deallocate()
  }

  private static func fill(_ base: Base) {
    base.pointee.exists = { base, id in
      guard let id, let source = ObjectBackend.source(base) else { return 0 }
      return source.contains(ObjectID(id.pointee)) ? 1 : 0
    }
    base.pointee.freshen = { base, id in
      guard let id, let source = ObjectBackend.source(base) else { return GIT_ENOTFOUND.rawValue }
      return source.freshen(ObjectID(id.pointee)) ? 0 : GIT_ENOTFOUND.rawValue
    }
    base.pointee.exists_prefix = { out, base, id, digits in
      guard let id, let source = ObjectBackend.source(base) else { return GIT_ENOTFOUND.rawValue }
      return only(source.ids(like: ObjectID(id.pointee), digits: digits), out)
    }
    base.pointee.read = { data, size, type, base, id in
      guard let id, let source = ObjectBackend.source(base) else { return GIT_ENOTFOUND.rawValue }
      return ObjectBackend.answer { () throws(GitError) in
        guard let object = try source.object(ObjectID(id.pointee)) else { return false }
        data?.pointee = try copy(object.bytes, for: base)
        size?.pointee = object.bytes.count
        type?.pointee = object.type
        return true
      }
    }
    base.pointee.read_prefix = { out, data, size, type, base, id, digits in
      guard let id, let out, let source = ObjectBackend.source(base) else {
        return GIT_ENOTFOUND.rawValue
      }
      let code = only(source.ids(like: ObjectID(id.pointee), digits: digits), out)
      if code != 0 { return code }
      return base?.pointee.read(data, size, type, base, out) ?? GIT_ENOTFOUND.rawValue
    }
    base.pointee.free = { base in ObjectBackend.free(base) }
  }
}

/// A copy of the bytes that libgit2 will own.
private func copy(
  _ bytes: [UInt8], for base: ObjectBackend.Base?
) throws(GitError) -> UnsafeMutableRawPointer {
  guard let copy = git_odb_backend_data_alloc(base, max(bytes.count, 1)) else {
    throw GitError(.other, "there is no memory for an object of \(bytes.count) bytes")
  }
  bytes.withUnsafeBytes { bytes in
    if let start = bytes.baseAddress { copy.copyMemory(from: start, byteCount: bytes.count) }
  }
  return copy
}

/// Writes the one id that was found, or returns libgit2's code for none or several.
private func only(_ ids: [ObjectID], _ out: UnsafeMutablePointer<git_oid>?) -> Int32 {
  guard let id = ids.first else { return GIT_ENOTFOUND.rawValue }
  if ids.count > 1 { return GIT_EAMBIGUOUS.rawValue }
  out?.pointee = id.raw
  return 0
}

extension ObjectBackend {
  /// Returns 0 if the object was found. An error is handed to libgit2, and ``check(_:context:_:)`` throws it again.
  static func answer(_ body: () throws(GitError) -> Bool) -> Int32 {
    do throws(GitError) {
      return try body() ? 0 : GIT_ENOTFOUND.rawValue
    } catch {
      let isSystem = error.kind != .invalid
      git_error_set_str(
        Int32((isSystem ? GIT_ERROR_OS : GIT_ERROR_ODB).rawValue), error.message)
      return GIT_ERROR.rawValue
    }
  }
}
