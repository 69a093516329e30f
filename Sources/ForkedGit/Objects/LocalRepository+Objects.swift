import CLibgit2

extension LocalRepository {
  /// The contents of a blob.
  ///
  /// - Throws: Kind `notFound` if there is no such object, `invalid` if it is not a blob.
  public func blob(_ id: ObjectID) throws(GitError) -> [UInt8] {
    try contents(id, as: GIT_OBJECT_BLOB)
  }

  /// The number of bytes of a blob, read without its contents if git's storage allows.
  public func blobSize(_ id: ObjectID) throws(GitError) -> Int {
    let (type, size) = try fetchingPromised(id) { () throws(GitError) in try header(of: id) }
    try expect(type, toBe: GIT_OBJECT_BLOB, id)
    return size
  }

  /// Creates a blob, which is stored when something is about to refer to it. A blob that exists already is not stored
  /// again.
  ///
  /// - Parameters:
  ///   - bytes: The contents.
  ///   - predecessor: The blob of the previous version, which saves space if many blobs are stored at once.
  public func writeBlob(
    _ bytes: [UInt8], after predecessor: ObjectID? = nil
  ) throws(GitError) -> ObjectID {
    try write(bytes, as: GIT_OBJECT_BLOB, after: predecessor)
  }

  /// The id that a blob of these bytes has. Nothing is stored.
  public static func blobID(of bytes: [UInt8]) throws(GitError) -> ObjectID {
    try Library.start()
    return try id(of: bytes, as: GIT_OBJECT_BLOB)
  }

  /// Reads a commit.
  ///
  /// - Throws: Kind `notFound` if there is no such object, `invalid` if it is not a commit.
  public func commit(_ id: ObjectID) throws(GitError) -> CommitObject {
    let parsed = try object(id, as: GIT_OBJECT_COMMIT) { CommitFormat.parse($0, id: id) }
    guard let parsed else { throw .damagedCommit(id) }
    return parsed
  }

  /// Creates a commit, which is stored when something is about to refer to it. No ref is updated.
  ///
  /// - Parameters:
  ///   - draft: The contents of the commit.
  ///   - signed: True if it is signed where the configuration asks for that.
  public func writeCommit(
    _ draft: CommitDraft, signed: Bool = false
  ) throws(GitError) -> ObjectID {
    let bytes = CommitFormat.bytes(of: draft)
    guard signed, !isDryRun,
      let signing = try CommitSigning(
        configuredIn: settings, committer: draft.committer, directory: commonDirectory + "fork/")
    else { return try write(bytes, as: GIT_OBJECT_COMMIT) }
    let signature = try signing.signature(of: bytes)
    return try write(
      CommitFormat.bytes(of: draft, signature: signature), as: GIT_OBJECT_COMMIT)
  }

  /// True if the repository has an object of that id.
  public func contains(_ id: ObjectID) throws(GitError) -> Bool {
    if isPending(id) { return true }
    var raw = id.raw
    return try check("git_odb_exists") { git_odb_exists(odb.pointer, &raw) } == 1
  }
}

extension LocalRepository {
  /// The bytes of an object.
  func contents(_ id: ObjectID, as type: git_object_t) throws(GitError) -> [UInt8] {
    if let waiting = pending.objects[id], waiting.type == type { return waiting.bytes }
    return try object(id, as: type) { Array($0) }
  }

  /// Calls a function with the bytes of an object.
  func object<Result>(
    _ id: ObjectID, as type: git_object_t, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) throws(GitError) -> Result {
    if let waiting = pending.objects[id] {
      try expect(waiting.type, toBe: type, id)
      return waiting.bytes.withUnsafeBufferPointer { body($0) }
    }
    let object = try fetchingPromised(id) { () throws(GitError) in
      var raw = id.raw
      return try Handle.make("git_odb_read", release: git_odb_object_free, context: id.hex) {
        git_odb_read($0, odb.pointer, &raw)
      }
    }
    try expect(git_odb_object_type(object.pointer), toBe: type, id)
    let start = git_odb_object_data(object.pointer)?.assumingMemoryBound(to: UInt8.self)
    let bytes = UnsafeBufferPointer(start: start, count: git_odb_object_size(object.pointer))
    return withExtendedLifetime(object) { body(bytes) }
  }

  /// True if the object of that id exists and is a commit.
  func isCommit(_ id: ObjectID) throws(GitError) -> Bool {
    guard try contains(id) else { return false }
    return try header(of: id).type == GIT_OBJECT_COMMIT
  }

  private func header(of id: ObjectID) throws(GitError) -> (type: git_object_t, size: Int) {
    if let waiting = pending.objects[id] { return (waiting.type, waiting.bytes.count) }
    var (raw, size, type) = (id.raw, 0, GIT_OBJECT_INVALID)
    try check("git_odb_read_header", context: id.hex) {
      git_odb_read_header(&size, &type, odb.pointer, &raw)
    }
    return (type, size)
  }

  private func expect(
    _ type: git_object_t, toBe expected: git_object_t, _ id: ObjectID
  ) throws(GitError) {
    guard type != expected else { return }
    throw GitError(
      .invalid, "the object is a \(type.typeName), not a \(expected.typeName)", context: id.hex)
  }
}

extension GitError {
  static func damagedCommit(_ id: ObjectID) -> GitError {
    GitError(.invalid, "the commit is damaged", context: id.hex)
  }
}

/// The object database of a repository.
///
/// It is libgit2's, with a reader of our own for loose objects.
struct ObjectDatabase {
  let handle: Handle
  /// The loose objects that new ones are added to.
  let loose: LooseObjects

  /// The priorities of libgit2's backends: packs are asked first.
  private static let (looseOrder, packOrder): (Int32, Int32) = (1, 2)
  /// The longest chain of alternates that is followed. Source: git.
  private static let longestChain = 5

  /// Opens the database.
  ///
  /// - Parameters:
  ///   - directory: The `objects` directory, with a slash at its end.
  ///   - environment: The variables by which git names more directories, such as that of the objects of a push that a
  ///     hook judges (`GIT_OBJECT_DIRECTORY`, `GIT_ALTERNATE_OBJECT_DIRECTORIES`). They are only read.
  init(in directory: String, environment: [String: String]) throws(GitError) {
    handle = try Handle.make("git_odb_new", release: git_odb_free) { git_odb_new($0) }
    loose = LooseObjects(in: directory)
    try add(loose, isAlternate: false)
    var known: Set = [directory]
    try addAlternates(of: directory, depth: 1, &known)
    let others = environment["GIT_ALTERNATE_OBJECT_DIRECTORIES"]?.split(separator: ":") ?? []
    for path in [environment["GIT_OBJECT_DIRECTORY"]] + others.map({ String($0) }) {
      if let path, !path.isEmpty { try addAlternate(path + "/", depth: 0, &known) }
    }
  }

  private func add(_ objects: LooseObjects, isAlternate: Bool) throws(GitError) {
    let add = isAlternate ? git_odb_add_alternate : git_odb_add_backend
    var packs: UnsafeMutablePointer<git_odb_backend>?
    try check("git_odb_backend_pack", context: objects.directory) {
      git_odb_backend_pack(&packs, objects.directory)
    }
    try check("git_odb_add_backend") { add(handle.pointer, packs, Self.packOrder) }
    try ObjectBackend.add(objects) { add(handle.pointer, $0, Self.looseOrder) }
  }

  /// Adds the object directories that `objects/info/alternates` names. Source: gitrepository-layout(5).
  private func addAlternates(
    of directory: String, depth: Int, _ known: inout Set<String>
  ) throws(GitError) {
    guard depth <= Self.longestChain,
      let bytes = try Files.read(directory + "info/alternates")
    else { return }
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
      let path = String(decoding: line, as: UTF8.self)
      let other = (path.hasPrefix("/") ? path : directory + path) + "/"
      try addAlternate(other, depth: depth, &known)
    }
  }

  private func addAlternate(
    _ directory: String, depth: Int, _ known: inout Set<String>
  ) throws(GitError) {
    guard known.insert(directory).inserted, Files.exists(directory) else { return }
    try add(LooseObjects(in: directory), isAlternate: true)
    try addAlternates(of: directory, depth: depth + 1, &known)
  }
}
