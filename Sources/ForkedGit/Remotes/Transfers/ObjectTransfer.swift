import CLibgit2

/// A transfer of commits, and everything that they need, between two repositories on this machine.
struct ObjectTransfer {
  private let source: LocalRepository
  private let target: LocalRepository
  private let options: RemoteOptions
  /// The state that libgit2's callbacks share.
  private let box: OptionsBox

  /// The largest number of objects that are stored loose, as in git (`transfer.unpackLimit`). Otherwise each exchange
  /// would leave a pack.
  private static let mostLooseObjects = 100

  init(from source: LocalRepository, to target: LocalRepository, options: RemoteOptions) {
    self.source = source
    self.target = target
    self.options = options
    box = OptionsBox(options)
  }

  /// Brings what is missing into the target. Nothing refers to it yet.
  ///
  /// - Throws: kind `shallow` where it lies below the end of a source that is a shallow clone.
  /// - Complexity: the commits that the target's references do not reach, and what changed in them.
  func bring(_ tips: [ObjectID]) throws(GitError) {
    if let builder = try largePack(tips) {
      let directory = target.commonDirectory + "objects/pack"
      try Files.makeParent(of: directory + "/pack")
      try write(builder, into: directory)
      try check("git_odb_refresh") { git_odb_refresh(target.odb.pointer) }
    } else {
      try copy(tips)
      try target.storeObjects()
    }
  }

  /// Brings what is missing, and stores none of it: many objects come as a pack, a few wait in the target's memory.
  ///
  /// - Parameter quarantine: makes a place for a pack that is no part of the target yet.
  /// - Returns: the pack; nil where there is none.
  /// - Throws: as ``bring(_:)``.
  func collect(
    _ tips: [ObjectID], into quarantine: () throws(GitError) -> IncomingPack
  ) throws(GitError) -> IncomingPack? {
    guard let builder = try largePack(tips) else {
      try copy(tips)
      return nil
    }
    let incoming = try quarantine()
    try incoming.fill { directory throws(GitError) in try write(builder, into: directory) }
    return incoming
  }

  /// Receives all packs of the source as from a server, so that nothing in them needs to be trusted.
  func receivePacks(into incoming: IncomingPack) throws(GitError) {
    let packs = source.commonDirectory + "objects/pack/"
    for name in Files.names(in: packs) where name.hasSuffix(".pack") {
      try interruptible { payload throws(GitError) in
        try incoming.receive(packs + name, OptionsBox.report, payload)
      }
    }
    try incoming.check(options.checkInterruption)
  }

  /// Brings what is missing into the target's memory, object by object.
  ///
  /// - Throws: as ``bring(_:)``.
  func copy(_ tips: [ObjectID]) throws(GitError) {
    for tip in try missing(tips) { try copy(commit: tip) }
  }

  private func missing(_ tips: [ObjectID]) throws(GitError) -> [ObjectID] {
    var missing: [ObjectID] = []
    for tip in tips where try !target.contains(tip) { missing.append(tip) }
    return missing
  }

  /// The missing objects as a pack; nil if they are few, or libgit2 cannot tell.
  private func largePack(_ tips: [ObjectID]) throws(GitError) -> Handle? {
    let missing = try missing(tips)
    // libgit2 takes where a shallow clone ends for damage, and a shallow one for having all that lies below.
    guard !missing.isEmpty, !source.isShallow, !target.isShallow,
      let builder = try readablePack(missing),
      git_packbuilder_object_count(builder.pointer) > Self.mostLooseObjects
    else { return nil }
    return builder
  }

  /// A pack of the missing objects; nil if libgit2 refuses a commit that git accepts.
  private func readablePack(_ tips: [ObjectID]) throws(GitError) -> Handle? {
    do throws(GitError) {
      return try interruptible { payload throws(GitError) in try pack(tips, payload) }
    } catch {
      guard error.mayBeLibrarys, error.kind != .interrupted else { throw error }
      return nil
    }
  }

  private func pack(
    _ tips: [ObjectID], _ payload: UnsafeMutableRawPointer
  ) throws(GitError) -> Handle {
    let builder = try Handle.make("git_packbuilder_new", release: git_packbuilder_free) {
      git_packbuilder_new($0, source.handle.pointer)
    }
    git_packbuilder_set_threads(builder.pointer, 0)
    try check("git_packbuilder_set_callbacks") {
      git_packbuilder_set_callbacks(
        builder.pointer, { _, _, _, payload in OptionsBox.answer(payload) }, payload)
    }
    let walk = try Handle.make("git_revwalk_new", release: git_revwalk_free) {
      git_revwalk_new($0, source.handle.pointer)
    }
    try source.endWhenInterrupted(walk)
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
    try options.checkInterruption()
    return builder
  }

  private func write(_ builder: Handle, into directory: String) throws(GitError) {
    try interruptible { payload throws(GitError) in
      try check("git_packbuilder_write", context: directory) {
        git_packbuilder_write(builder.pointer, directory, 0, OptionsBox.report, payload)
      }
    }
  }

  /// Calls libgit2 with callbacks that end it where the user asked to stop.
  @discardableResult
  private func interruptible<Result>(
    _ body: (UnsafeMutableRawPointer) throws(GitError) -> Result
  ) throws(GitError) -> Result {
    do throws(GitError) {
      defer { withExtendedLifetime(box) {} }
      return try body(Unmanaged.passUnretained(box).toOpaque())
    } catch {
      throw options.isInterrupted() ? GitError(.interrupted, "interrupted") : error
    }
  }
}

private final class OptionsBox {
  private let options: RemoteOptions

  init(_ options: RemoteOptions) { self.options = options }

  private static func options(_ payload: UnsafeMutableRawPointer?) -> RemoteOptions? {
    payload.map { Unmanaged<OptionsBox>.fromOpaque($0).takeUnretainedValue().options }
  }

  /// 0; what ends a call of libgit2 where the user asked to stop.
  static func answer(_ payload: UnsafeMutableRawPointer?) -> Int32 {
    options(payload)?.isInterrupted() == true ? GIT_EUSER.rawValue : 0
  }

  /// Reports the progress of libgit2's indexer, and answers it.
  static let report: git_indexer_progress_cb = { progress, payload in
    if let progress = progress?.pointee {
      options(payload)?.progress(
        .receiving, Int(progress.indexed_objects), Int(progress.total_objects))
    }
    return answer(payload)
  }
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
      try options.checkInterruption()
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
    try options.checkInterruption()
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
    try options.checkInterruption()
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
