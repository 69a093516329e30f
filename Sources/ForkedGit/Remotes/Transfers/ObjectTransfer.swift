import CLibgit2

/// A transfer of commits, and everything that they need, between two repositories on this machine.
struct ObjectTransfer {
  private let source: LocalRepository
  private let target: LocalRepository
  private let options: RemoteOptions

  /// The largest number of objects that are stored loose, as in git (`transfer.unpackLimit`). Otherwise each exchange
  /// would leave a pack.
  private static let mostLooseObjects = 100

  init(from source: LocalRepository, to target: LocalRepository, options: RemoteOptions) {
    self.source = source
    self.target = target
    self.options = options
  }

  /// Copies the missing commits and their objects. No ref is updated.
  ///
  /// - Parameter isFew: True if most of the objects are in the target, though none of its refs leads to them.
  /// - Throws: Kind `shallow` if a missing object is below the ends of a shallow source.
  /// - Complexity: O(commits that the target's refs do not reach, and their changes).
  func bring(_ tips: [ObjectID], besides isFew: Bool = false) throws(GitError) {
    var missing: [ObjectID] = []
    for tip in tips where try !target.contains(tip) { missing.append(tip) }
    if missing.isEmpty { return }
    // libgit2 takes the ends of a shallow clone for damage, and assumes that a shallow target has everything below
    // them.
    if !isFew, !source.isShallow, !target.isShallow, let builder = try readablePack(missing) {
      let count = git_packbuilder_object_count(builder.pointer)
      if count > Self.mostLooseObjects { return try write(builder) }
    }
    for id in missing { try copy(commit: id) }
    try target.storeObjects()
  }

  /// A pack of the missing objects; nil if libgit2 refuses a commit that git accepts.
  private func readablePack(_ tips: [ObjectID]) throws(GitError) -> Handle? {
    do throws(GitError) {
      return try pack(tips)
    } catch {
      guard error.mayBeLibrarys else { throw error }
      return nil
    }
  }

  private func pack(_ tips: [ObjectID]) throws(GitError) -> Handle {
    let builder = try Handle.make("git_packbuilder_new", release: git_packbuilder_free) {
      git_packbuilder_new($0, source.handle.pointer)
    }
    git_packbuilder_set_threads(builder.pointer, 0)
    let walk = try Handle.make("git_revwalk_new", release: git_revwalk_free) {
      git_revwalk_new($0, source.handle.pointer)
    }
    for tip in tips {
      var raw = tip.raw
      try check("git_revwalk_push", context: tip.hex) { git_revwalk_push(walk.pointer, &raw) }
    }
    for reference in try target.references(withPrefix: "refs/") {
      guard try source.isCommit(reference.target) else { continue }
      var raw = reference.target.raw
      try check("git_revwalk_hide") { git_revwalk_hide(walk.pointer, &raw) }
    }
    try check("git_packbuilder_insert_walk") {
      git_packbuilder_insert_walk(builder.pointer, walk.pointer)
    }
    return builder
  }

  private func write(_ builder: Handle) throws(GitError) {
    let directory = target.commonDirectory + "objects/pack"
    try Files.makeParent(of: directory + "/pack")
    try withProgress { progress, payload throws(GitError) in
      try check("git_packbuilder_write", context: directory) {
        git_packbuilder_write(builder.pointer, directory, 0, progress, payload)
      }
    }
    try check("git_odb_refresh") { git_odb_refresh(target.odb.pointer) }
  }

  private func withProgress(
    _ body: (git_indexer_progress_cb, UnsafeMutableRawPointer) throws(GitError) -> Void
  ) throws(GitError) {
    let options = OptionsBox(options)
    do throws(GitError) {
      try body(
        { progress, payload in
          guard let progress = progress?.pointee, let payload else { return 0 }
          let options = Unmanaged<OptionsBox>.fromOpaque(payload).takeUnretainedValue().options
          options.progress(.receiving, Int(progress.indexed_objects), Int(progress.total_objects))
          return options.isInterrupted() ? GIT_EUSER.rawValue : 0
        }, Unmanaged.passUnretained(options).toOpaque())
    } catch {
      throw options.options.isInterrupted() ? GitError(.interrupted, "interrupted") : error
    }
  }
}

private final class OptionsBox {
  let options: RemoteOptions

  init(_ options: RemoteOptions) { self.options = options }
}

extension ObjectTransfer {
  /// Copies a commit. The objects that it needs are stored before it, so that no stored object is incomplete.
  private func copy(commit tip: ObjectID) throws(GitError) {
    var waiting = [tip]
    while let id = waiting.last {
      let commit = try source.commit(id)
      var missing: [ObjectID] = []
      for parent in commit.parents where try !target.contains(parent) {
        if source.isShallow, try !source.contains(parent) { throw .shallow }
        missing.append(parent)
      }
      if options.isInterrupted() { throw GitError(.interrupted, "interrupted") }
      if missing.isEmpty {
        try copy(tree: commit.tree)
        try copy(id, as: GIT_OBJECT_COMMIT)
        waiting.removeLast()
      } else {
        waiting += missing
      }
    }
  }

  private func copy(tree id: ObjectID) throws(GitError) {
    if try target.contains(id) { return }
    for entry in try source.rawTree(id) {
      switch entry.value.mode {
      case .tree: try copy(tree: entry.id)
      case .submodule: continue
      case .file, .executable, .symlink: try copy(entry.id, as: GIT_OBJECT_BLOB)
      }
    }
    try copy(id, as: GIT_OBJECT_TREE)
  }

  private func copy(_ id: ObjectID, as type: git_object_t) throws(GitError) {
    if try target.contains(id) { return }
    let bytes = try source.object(id, as: type) { Array($0) }
    guard try target.write(bytes, as: type) == id else {
      throw GitError(.invalid, "the object is damaged", context: id.hex)
    }
  }
}

extension LocalRepository {
  /// True if the object of that id exists and is a commit.
  func isCommit(_ id: ObjectID) throws(GitError) -> Bool {
    guard try contains(id) else { return false }
    var (raw, size, type) = (id.raw, 0, GIT_OBJECT_INVALID)
    try check("git_odb_read_header", context: id.hex) {
      git_odb_read_header(&size, &type, odb.pointer, &raw)
    }
    return type == GIT_OBJECT_COMMIT
  }
}
