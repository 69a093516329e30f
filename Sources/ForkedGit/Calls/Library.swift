import CLibgit2
import Glibc

/// libgit2's global state: started with the first repository, for the life of the process.
enum Library {
  /// Starting takes 4 to 5 ms, so only what opens a repository does it.
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
    // Ownership is checked by `Ownership`, which knows all that safe.directory can say.
    try check("git_libgit2_opts") { fork_git_set_owner_validation(0) }
    try verifyHashes(false)
    // Packs that libgit2 receives or makes, and references that it packs.
    try check("git_libgit2_opts") { fork_git_set_directory_sync(1) }
    try SocketStream.register()
    try acceptExtensions(["worktreeconfig", "preciousobjects"])
  }

  /// Whether every object that is read is hashed, which takes longer than reading it. git doesn't either: zlib's checksum
  /// finds what a disk damaged.
  static func verifyHashes(_ isOn: Bool) throws(GitError) {
    try check("git_libgit2_opts") { fork_git_set_hash_verification(isOn ? 1 : 0) }
  }

  private static func acceptExtensions(_ names: [String]) throws(GitError) {
    var pointers = names.map { UnsafePointer<CChar>(strdup($0)) }
    defer { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
    try check("git_libgit2_opts") { fork_git_set_extensions(&pointers, pointers.count) }
  }
}
