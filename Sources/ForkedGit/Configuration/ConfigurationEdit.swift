import CLibgit2
import Glibc

/// A change of a configuration file, under git's lock of it: one of ours, which names its process, so that nothing is
/// blocked where that is killed. libgit2's own lock says nothing.
struct ConfigurationEdit {
  /// The file itself, where a symbolic link names it.
  private let path: String

  init(of path: String) {
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    self.path = resolved.map { String(cString: $0) } ?? path
  }

  /// Has libgit2 change a copy, which takes the place of the file.
  func run(_ body: (Handle) throws(GitError) -> Void) throws(GitError) {
    try Files.makeParent(of: path)
    let lock = try LockFile(of: path, timeout: .seconds(5))
    defer { lock.release() }
    let old = try Files.read(path)
    var status = stat()
    let mode = stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    let new = try changed(old ?? [], body)
    guard new != old else { return }
    try lock.replace(sync: .each) { descriptor throws(GitError) in
      if let mode { fchmod(descriptor, mode) }
      try Files.write(new, to: descriptor, path: path)
    }
  }

  private func changed(
    _ bytes: [UInt8], _ body: (Handle) throws(GitError) -> Void
  ) throws(GitError) -> [UInt8] {
    // It can hold passwords.
    let copy = UnnamedFile.temporaryName(path)
    let descriptor = open(copy, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .system("open", path: copy) }
    defer { unlink(copy) }
    do {
      defer { close(descriptor) }
      try Files.write(bytes, to: descriptor, path: copy)
    }
    let file = try Handle.make("git_config_new", release: git_config_free) { git_config_new($0) }
    try check("git_config_add_file_ondisk", context: path) {
      git_config_add_file_ondisk(file.pointer, copy, GIT_CONFIG_LEVEL_LOCAL, nil, 1)
    }
    try body(file)
    return try Files.read(copy) ?? []
  }
}
