import CLibgit2

/// The owner of a libgit2 handle, which is freed with it.
final class Handle {
  let pointer: OpaquePointer
  private let release: @convention(c) (OpaquePointer?) -> Void

  private init(_ pointer: OpaquePointer, release: @escaping @convention(c) (OpaquePointer?) -> Void)
  {
    self.pointer = pointer
    self.release = release
  }

  deinit { release(pointer) }

  /// Takes ownership of the handle that a libgit2 function creates.
  static func make(
    _ function: String, release: @escaping @convention(c) (OpaquePointer?) -> Void,
    context: @autoclosure () -> String? = nil,
    _ call: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) throws(GitError) -> Handle {
    var pointer: OpaquePointer?
    try check(function, context: context()) { call(&pointer) }
    guard let pointer else { throw GitError(.other, "\(function) gave no result") }
    return Handle(pointer, release: release)
  }

  /// Takes ownership like ``make(_:release:context:_:)``, but returns nil if the function answers "not found", or
  /// succeeds without a handle.
  static func find(
    _ function: String, release: @escaping @convention(c) (OpaquePointer?) -> Void,
    context: @autoclosure () -> String? = nil,
    _ call: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) throws(GitError) -> Handle? {
    var pointer: OpaquePointer?
    _ = try checkFound(function, context: context()) { call(&pointer) }
    return pointer.map { Handle($0, release: release) }
  }
}

extension ObjectID {
  init(_ raw: git_oid) {
    self = withUnsafeBytes(of: raw.id) { ObjectID(in: $0) }
  }

  var raw: git_oid {
    var raw = git_oid()
    withUnsafeMutableBytes(of: &raw.id) { bytes in
      bytes.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
      bytes.storeBytes(of: middle.bigEndian, toByteOffset: 8, as: UInt64.self)
      bytes.storeBytes(of: low.bigEndian, toByteOffset: 16, as: UInt32.self)
    }
    return raw
  }
}

/// Returns the bytes that a libgit2 function writes to a buffer.
func written(
  _ function: String, context: @autoclosure () -> String? = nil,
  _ call: (UnsafeMutablePointer<git_buf>) -> Int32
) throws(GitError) -> [UInt8] {
  var buffer = git_buf()
  defer { git_buf_dispose(&buffer) }
  try check(function, context: context()) { call(&buffer) }
  let count = buffer.ptr == nil ? 0 : buffer.size
  return Array(UnsafeRawBufferPointer(start: buffer.ptr, count: count))
}

/// libgit2's global state, started with the first repository for the life of the process.
enum Library {
  /// Starts libgit2. That takes 4 to 5 ms, so only opening a repository does it.
  static func start() throws(GitError) {
    if let failure { throw failure }
  }

  private static let failure: GitError? = {
    do throws(GitError) {
      try configure()
      return nil
    } catch {
      return error
    }
  }()

  private static func configure() throws(GitError) {
    try check("git_libgit2_init") { git_libgit2_init() }
    // Ownership is checked by `Ownership`, which supports all values of safe.directory.
    try check("git_libgit2_opts") { fork_git_set_owner_validation(0) }
    try verifyHashes(false)
    // For refs that libgit2 packs.
    try check("git_libgit2_opts") { fork_git_set_directory_sync(1) }
    // libgit2 would keep 256 MB of the commits and directories that it read, of which few are read twice.
    try check("git_libgit2_opts") { fork_git_set_cache_size(256 << 10) }
    try acceptExtensions(["worktreeconfig", "preciousobjects"])
  }

  /// Sets libgit2's verification of each object that is read, by its hash.
  ///
  /// It takes longer than reading. git does not do it either: zlib's checksum finds the damage of a disk.
  static func verifyHashes(_ isOn: Bool) throws(GitError) {
    try check("git_libgit2_opts") { fork_git_set_hash_verification(isOn ? 1 : 0) }
  }

  static func endVerification() { _ = fork_git_set_hash_verification(0) }

  private static func acceptExtensions(_ names: [String]) throws(GitError) {
    try check("git_libgit2_opts") {
      withCStrings(names) { fork_git_set_extensions($0, names.count) }
    }
  }
}

/// The version of libgit2 that the program has loaded, like `1.5.1`.
public func libgit2Version() -> String {
  var (major, minor, revision): (Int32, Int32, Int32) = (0, 0, 0)
  _ = git_libgit2_version(&major, &minor, &revision)
  return "\(major).\(minor).\(revision)"
}
