import CLibgit2
import Glibc

/// Stores objects, each in a file of its own. No name appears before the contents of all are on the disk, and they are
/// written there together.
struct LooseStoring: ~Copyable {
  private struct File {
    let file: UnnamedFile
    let path: String
  }

  private let objects: LooseObjects
  private let sync: DiskSync
  private let deflater: Deflater
  private var files: [File] = []
  private var hasNewDirectories = false

  /// - Parameter sync: The way of contents and names to the disk.
  init(in objects: LooseObjects, sync: DiskSync) throws(GitError) {
    (self.objects, self.sync) = (objects, sync)
    deflater = try Deflater(isHasty: true)
  }

  deinit {
    for file in files {
      close(file.file.descriptor)
      file.file.forgetName()
    }
  }

  /// Writes an object; where it is already, it looks new.
  mutating func add(
    _ id: ObjectID, _ type: git_object_t, _ bytes: [UInt8]
  ) throws(GitError) {
    if objects.freshen(id) { return }
    let path = objects.path(of: id)
    if try Files.makeParent(of: path) { hasNewDirectories = true }
    let file = try UnnamedFile(beside: path, mode: 0o444, elseAt: Self.temporaryName(path))
    files.append(File(file: file, path: path))
    let header = Array("\(LooseObjects.name(of: type)) \(bytes.count)\0".utf8)
    try Files.write(deflater.deflate(header + bytes), to: file.descriptor, path: path)
    sync.begin(file.descriptor)
  }

  /// Gives the objects their names.
  mutating func end() throws(GitError) {
    try sync.finish(files.map { ($0.file.descriptor, $0.path) })
    var directories: Set<Substring> = []
    for file in files {
      let cause = file.file.link(as: file.path)
      guard [0, EEXIST].contains(cause) else {
        throw .system("link", path: file.path, errno: cause)
      }
    }
    for file in files where directories.insert(file.path.dropLast(38)).inserted {
      try sync.directory(of: file.path)
    }
    if hasNewDirectories { try sync.directory(of: objects.directory) }
  }

  /// A name that git's collection of garbage knows.
  private static func temporaryName(_ path: String) -> String {
    "\(path.dropLast(38))tmp_obj_\(getpid())-\(UInt32.random(in: 0 ... .max))"
  }
}
