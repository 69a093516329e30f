import CLibgit2

/// The loose objects of a directory: those with a file of their own.
///
/// They are read here, since libgit2 1.5 never returns from reading some damaged ones.
///
/// Source: git's `object-file.c`.
final class LooseObjects {
  /// The `objects` directory, with a slash at its end.
  let directory: String

  init(in directory: String) { self.directory = directory }

  func path(of id: ObjectID) -> String {
    let digits = id.hex
    return "\(directory)\(digits.prefix(2))/\(digits.dropFirst(2))"
  }

  func contains(_ id: ObjectID) -> Bool { Files.exists(path(of: id)) }

  /// The object of that id; nil if it has no file.
  func object(_ id: ObjectID) throws(GitError) -> StoredObject? {
    let path = path(of: id)
    guard let descriptor = try Files.openIfThere(path) else { return nil }
    defer { close(descriptor) }
    guard try called("fstat", path: path, FileStatus(descriptor)).type == .regular else {
      throw LooseFile.damage(path, "it is not a file")
    }
    return try LooseFile(bytes: Files.rest(of: descriptor, path: path), path: path).object()
  }

  func ids(like id: ObjectID, digits: Int) -> [ObjectID] {
    let prefix = String(id.hex.prefix(max(2, digits)))
    return Files.names(in: directory + prefix.prefix(2)).compactMap { name in
      name.hasPrefix(prefix.dropFirst(2)) ? ObjectID(hex: prefix.prefix(2) + name) : nil
    }
  }

  func freshen(_ id: ObjectID) -> Bool { touch(path(of: id)) == nil }
}

/// The file of an object. Its contents are those of the object behind a header, compressed.
private struct LooseFile {
  let bytes: [UInt8]
  let path: String

  /// The largest size of a header: the longest type name, a space, the digits of the largest size, and a zero byte.
  private static let longestHeader = 32
  /// The largest number of bytes that zlib makes of one.
  private static let mostGrowth = 1032

  func object() throws(GitError) -> StoredObject {
    guard let (start, _) = inflated(bytes, upTo: Self.longestHeader),
      let zero = start.firstIndex(of: 0),
      let space = start[..<zero].firstIndex(of: UInt8(ascii: " ")),
      let type = Self.type(named: start[..<space]),
      let size = Self.size(start[(space + 1)..<zero])
    else { throw Self.damage(path, "it does not begin with an object's header") }
    guard size / Self.mostGrowth <= bytes.count else {
      throw Self.damage(path, "it is shorter than its header says")
    }
    guard let (contents, isWhole) = inflated(bytes, upTo: zero + 1 + size + 1) else {
      throw Self.damage(path, "its compression is invalid")
    }
    guard contents.count == zero + 1 + size, isWhole else {
      throw Self.damage(path, "it is shorter or longer than its header says")
    }
    return StoredObject(type: type, bytes: Array(contents[(zero + 1)...]))
  }

  static func damage(_ path: String, _ reason: String) -> GitError {
    GitError(.invalid, "the object's file \(path) is damaged: \(reason)")
  }

  private static func type(named name: ArraySlice<UInt8>) -> git_object_t? {
    let types = [GIT_OBJECT_BLOB, GIT_OBJECT_TREE, GIT_OBJECT_COMMIT, GIT_OBJECT_TAG]
    return types.first { name.elementsEqual($0.typeName.utf8) }
  }

  private static func size(_ digits: ArraySlice<UInt8>) -> Int? {
    let isNumber = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }
}

extension git_object_t {
  /// The name of the type, as at the start of an object's file.
  var typeName: String { String(cString: git_object_type2string(self)) }
}

/// Stores objects, each in a file of its own.
///
/// No object gets its name before the contents of all are on the disk. They are written there together.
struct LooseStoring {
  private let objects: LooseObjects
  private let sync: DiskSync
  private let deflater: Deflater
  private var files: [UnnamedFile] = []
  private var hasNewDirectories = false

  /// - Parameter sync: The way to write contents and names to the disk.
  init(in objects: LooseObjects, sync: DiskSync) throws(GitError) {
    self.objects = objects
    self.sync = sync
    deflater = try Deflater()
  }

  /// Writes an object. If it exists already, only its modification time is updated.
  mutating func add(
    _ id: ObjectID, _ type: git_object_t, _ bytes: [UInt8]
  ) throws(GitError) {
    if objects.freshen(id) { return }
    let path = objects.path(of: id)
    let file = try inDirectory(of: path) { () throws(GitError) in
      try UnnamedFile(for: path, mode: 0o444, elseAt: Self.temporaryName(path))
    }
    files.append(file)
    let header = Array("\(type.typeName) \(bytes.count)\0".utf8)
    try file.write(deflater.deflate(header + bytes))
    sync.begin(file.descriptor)
  }

  /// Gives the objects their names.
  mutating func end() throws(GitError) {
    try sync.finish(files.map { ($0.descriptor, $0.path) })
    var directories: Set<Substring> = []
    for file in files {
      try inDirectory(of: file.path) { () throws(GitError) in
        if let failure = file.link(as: file.path), failure != .fileExists {
          throw .system("link", path: file.path, failure)
        }
      }
    }
    for file in files where directories.insert(file.path.dropLast(38)).inserted {
      try sync.directory(of: file.path)
    }
    if hasNewDirectories { try sync.directory(of: objects.directory) }
  }

  /// Makes something in the directory of an object. `git gc` removes empty directories at any time, so it is made again
  /// if it went away in between.
  private mutating func inDirectory<Result>(
    of path: String, _ make: () throws(GitError) -> Result
  ) throws(GitError) -> Result {
    var tries = 0
    while true {
      if try Files.makeParent(of: path) { hasNewDirectories = true }
      do throws(GitError) {
        return try make()
      } catch {
        tries += 1
        guard error.code == -SystemFailure.noSuchFileOrDirectory.rawValue, tries < Self.mostTries
        else { throw error }
      }
    }
  }

  private static var mostTries: Int { 100 }

  /// A temporary name that git's garbage collection recognizes.
  private static func temporaryName(_ path: String) -> String {
    "\(path.dropLast(38))tmp_obj_\(Machine.uniqueName())"
  }
}
