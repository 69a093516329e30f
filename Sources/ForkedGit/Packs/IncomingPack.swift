import CLibgit2
import Glibc

/// A received pack, in a directory of its own until it is verified. If it is refused, no part of it reaches the
/// repository.
final class IncomingPack {
  private let directory: String
  private let durability: Durability
  private var names: [String] = []

  /// - Parameters:
  ///   - directory: The pack's own directory, with a slash at its end. It is created here; the caller removes it.
  ///   - durability: The way to write the pack to the disk.
  init(in directory: String, _ durability: Durability) throws(GitError) {
    (self.directory, self.durability) = (directory, durability)
    try Files.makeParent(of: directory)
  }

  /// Checks the packs that the indexer has written to the directory.
  ///
  /// - Parameter checkInterruption: Called for each object; an error that it throws ends the check.
  /// - Throws: Kind `invalid` if git would call one of them damaged.
  func check(_ checkInterruption: () throws(GitError) -> Void) throws(GitError) {
    findNames()
    for name in names { try PackCheck(directory + name).run(checkInterruption) }
  }

  private func findNames() {
    let indexes = Files.names(in: directory).filter { $0.hasSuffix(".idx") }
    names = indexes.map { String($0.dropLast(4)) }
  }

  /// Has packs written here that are known to be sound.
  ///
  /// - Parameter write: writes them and their indexes into the directory that it is given.
  func fill(_ write: (String) throws(GitError) -> Void) throws(GitError) {
    try write(directory)
    findNames()
  }

  /// Takes the packs of a repository on this machine as they are.
  func take(_ objects: ObjectFiles) throws(GitError) {
    try objects.takePacks(into: directory)
    findNames()
  }

  /// Receives a pack that is a file on this machine like one from a server: the ids of its objects come from their
  /// contents, not from the pack's own index.
  ///
  /// - Parameters:
  ///   - path: The path of the pack.
  ///   - report: Called by libgit2 with the progress; its result can end the work.
  ///   - payload: An argument for `report`.
  func receive(
    _ path: String, _ report: git_indexer_progress_cb, _ payload: UnsafeMutableRawPointer
  ) throws(GitError) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system("open", path: path) }
    defer { close(descriptor) }
    let indexer = try makeIndexer(nil, report, payload)
    var progress = git_indexer_progress()
    while case let part = try Files.part(of: descriptor, path: path), !part.isEmpty {
      try ForkedGit.check("git_indexer_append", context: path) {
        git_indexer_append(indexer.pointer, part, part.count, &progress)
      }
    }
    try ForkedGit.check("git_indexer_commit", context: path) {
      git_indexer_commit(indexer.pointer, &progress)
    }
  }

  /// Adds the pack to an object database, which reads it from the pack's own directory.
  func attach(to odb: Handle) throws(GitError) {
    for name in names {
      var backend: UnsafeMutablePointer<git_odb_backend>?
      try ForkedGit.check("git_odb_backend_one_pack", context: directory + name) {
        git_odb_backend_one_pack(&backend, directory + name + ".idx")
      }
      try ForkedGit.check("git_odb_add_alternate") {
        git_odb_add_alternate(odb.pointer, backend, 1)
      }
    }
  }

  /// Adds the pack to the repository, its index last: without the index, git sees no pack.
  func accept(into packs: String) throws(GitError) {
    let sync = durability(of: .pack)
    try Files.makeParent(of: packs, sync: sync)
    for name in names {
      for suffix in [".pack", ".idx"] {
        let (from, to) = (directory + name + suffix, packs + name + suffix)
        guard ForkedGit.link(from, to) == 0 || errno == EEXIST else {
          throw .system("link", path: to)
        }
      }
      try sync.directory(of: packs + name)
    }
  }
}

/// libgit2's writer of a pack, followed by the receiver.
private struct WriterLayout {
  var base = git_odb_writepack()
  let owner: Unmanaged<PackReceiver>

  static func receiver(_ base: UnsafeMutablePointer<git_odb_writepack>?) -> PackReceiver? {
    guard let base else { return nil }
    return UnsafeMutableRawPointer(base).assumingMemoryBound(to: WriterLayout.self)
      .pointee.owner.takeUnretainedValue()
  }
}

/// The indexer that receives the bytes of a pack.
private final class PackReceiver {
  let pack: IncomingPack
  let indexer: Handle

  init(_ pack: IncomingPack, _ indexer: Handle) { (self.pack, self.indexer) = (pack, indexer) }
}

extension IncomingPack {
  private func makeIndexer(
    _ odb: OpaquePointer?, _ progress: git_indexer_progress_cb?, _ payload: UnsafeMutableRawPointer?
  ) throws(GitError) -> Handle {
    try Handle.make("git_indexer_new", release: git_indexer_free, context: directory) {
      var options = git_indexer_options()
      git_indexer_options_init(&options, UInt32(GIT_INDEXER_OPTIONS_VERSION))
      (options.progress_cb, options.progress_cb_payload) = (progress, payload)
      return git_indexer_new($0, directory, 0, odb, &options)
    }
  }

  /// Creates libgit2's writer of a pack, which writes to the pack's own directory.
  func makeWriter(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_odb_writepack>?>?,
    _ backend: UnsafeMutablePointer<git_odb_backend>?, _ odb: OpaquePointer?,
    _ progress: git_indexer_progress_cb?, _ payload: UnsafeMutableRawPointer?
  ) -> Int32 {
    ObjectBackend.answer { () throws(GitError) in
      let receiver = PackReceiver(self, try makeIndexer(odb, progress, payload))
      let writer = UnsafeMutablePointer<WriterLayout>.allocate(capacity: 1)
      writer.initialize(to: WriterLayout(owner: Unmanaged.passRetained(receiver)))
      let base = UnsafeMutableRawPointer(writer).assumingMemoryBound(to: git_odb_writepack.self)
      base.pointee.backend = backend
      base.pointee.append = { base, data, size, stats in
        guard let receiver = WriterLayout.receiver(base) else { return GIT_ERROR.rawValue }
        ServerTimeout.current.receivedBytes.end()
        return git_indexer_append(receiver.indexer.pointer, data, size, stats)
      }
      base.pointee.commit = { base, stats in
        guard let receiver = WriterLayout.receiver(base) else { return GIT_ERROR.rawValue }
        let code = git_indexer_commit(receiver.indexer.pointer, stats)
        if code < 0 { return code }
        return ObjectBackend.answer { () throws(GitError) in
          try receiver.pack.check(ServerTimeout.current.checkInterruption)
          return true
        }
      }
      base.pointee.free = { base in
        guard let base else { return }
        let whole = UnsafeMutableRawPointer(base).assumingMemoryBound(to: WriterLayout.self)
        whole.pointee.owner.release()
        whole.deinitialize(count: 1)
        whole.deallocate()
      }
      out?.pointee = base
      return true
    }
  }
}
