import CLibgit2
import Glibc

extension LooseObjects {
  /// Stores an object in a file of its own, which appears when it is whole; where it is already, it looks new.
  func store(
    _ id: ObjectID, _ type: git_object_t, _ bytes: [UInt8], by deflater: Deflater
  ) throws(GitError) {
    if freshen(id) { return }
    let path = path(of: id)
    try Files.makeParent(of: path)
    let file = try UnnamedFile(beside: path, mode: 0o444, elseAt: Self.temporaryName(path))
    defer {
      close(file.descriptor)
      file.forgetName()
    }
    let header = Array("\(Self.name(of: type)) \(bytes.count)\0".utf8)
    try Files.write(deflater.deflate(header + bytes), to: file.descriptor, path: path)
    let cause = file.link(as: path)
    guard [0, EEXIST].contains(cause) else { throw .system("link", path: path, errno: cause) }
  }

  /// A name that git's collection of garbage knows.
  private static func temporaryName(_ path: String) -> String {
    "\(path.dropLast(38))tmp_obj_\(getpid())-\(UInt32.random(in: 0 ... .max))"
  }
}
