import Glibc

/// The files of a repository's objects, taken into another repository on this machine: by hard links where the file
/// system allows them, by copies elsewhere.
///
/// Nothing in them is verified, so the repository must be the user's own. No symbolic link is followed or taken: it
/// could lead to any file. A file of another user is copied, since that user could change a linked one.
///
/// Source: git's `builtin/clone.c`, `copy_or_link_directory`.
struct ObjectFiles {
  /// The `objects` directory to take from, with a slash at its end.
  let source: String
  let sync: DiskSync
  /// Ends the work with an error if the user asked for that.
  let checkInterruption: () throws(GitError) -> Void

  /// The number of times that a directory is read again because a file in it vanished.
  private static let mostPasses = 16

  /// Takes all objects and the commit graph into another `objects` directory.
  ///
  /// Loose objects come first: while they are taken, another process can put some of them into a pack.
  ///
  /// - Throws: Kind `refused` if one of them is no plain file.
  /// - Complexity: O(files).
  func takeAll(into target: String) throws(GitError) {
    try Files.makeParent(of: target)
    var taken: [String] = []
    for name in Files.names(in: source) where name.utf8.count == 2 && name.isHexadecimal {
      try take(name, into: target) { $0.utf8.count == 38 && $0.isHexadecimal }
      taken.append(name)
    }
    try take("pack", into: target, where: Self.isOfPack)
    try take("info", into: target) { $0 == "commit-graph" }
    try take("info/commit-graphs", into: target) { !$0.hasSuffix(".lock") && !$0.hasPrefix("tmp_") }
    for name in taken + ["pack", "info", "info/commit-graphs", "."] where sync != .none {
      try checkInterruption()
      if Files.exists(target + name) { try sync.directory(of: "\(target)\(name)/") }
    }
  }

  /// Takes the packs and their indexes into a directory.
  ///
  /// - Throws: As ``takeAll(into:)``.
  func takePacks(into target: String) throws(GitError) {
    try take("pack", into: target, as: "") { $0.hasSuffix(".pack") || $0.hasSuffix(".idx") }
  }

  private static func isOfPack(_ name: String) -> Bool {
    name.hasPrefix("pack-") && [".pack", ".idx", ".rev", ".bitmap"].contains { name.hasSuffix($0) }
  }

  /// Takes the wanted files of a directory.
  ///
  /// If another process deletes one of them meanwhile, its objects are in a new file.
  private func take(
    _ directory: String, into target: String, as name: String? = nil,
    where isWanted: (String) -> Bool
  ) throws(GitError) {
    let (from, to) = (source + directory, target + (name ?? directory))
    guard let old = try FileDirectory(existingAt: from) else { return }
    try Files.makeParent(of: to + "/")
    guard let new = try FileDirectory(existingAt: to) else {
      throw .system("open", path: to, errno: ENOENT)
    }
    for _ in 0..<Self.mostPasses {
      var isComplete = true
      for name in Files.names(in: from) where isWanted(name) {
        try checkInterruption()
        if try !take(name, from: old, into: new) { isComplete = false }
      }
      if isComplete { return }
    }
    throw GitError(.raceLost, "files of objects are deleted again and again", context: from)
  }

  /// Takes a file; false if it has vanished.
  private func take(
    _ name: String, from old: FileDirectory, into new: FileDirectory
  ) throws(GitError) -> Bool {
    guard let status = try old.status(of: name) else { return false }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Self.refusal(of: old.path + "/" + name) }
    if status.st_uid == geteuid() {
      if linkat(old.descriptor, name, new.descriptor, name, 0) == 0 {
        return try verifyLink(name, in: new, to: status)
      }
      if errno == EEXIST { return true }
    }
    return try copy(name, from: old, into: new)
  }

  /// Verifies that a link leads to the file that was examined, which another process could have replaced.
  private func verifyLink(
    _ name: String, in new: FileDirectory, to old: stat
  ) throws(GitError) -> Bool {
    if let made = try new.status(of: name), made.st_mode == old.st_mode, made.st_ino == old.st_ino,
      made.st_dev == old.st_dev, made.st_uid == old.st_uid
    {
      return true
    }
    _ = unlinkat(new.descriptor, Array(name.utf8CString), 0)
    return false
  }

  private func copy(
    _ name: String, from old: FileDirectory, into new: FileDirectory
  ) throws(GitError) -> Bool {
    let from = openat(old.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if from < 0, errno == ENOENT { return false }
    if from < 0, errno == ELOOP { throw Self.refusal(of: old.path + "/" + name) }
    guard from >= 0 else { throw .system("open", path: old.path + "/" + name) }
    defer { close(from) }
    let path = new.path + "/" + name
    let temporary = "\(new.path)/tmp_obj_\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let file = try UnnamedFile(beside: path, mode: 0o444, elseAt: temporary)
    defer {
      file.forgetName()
      close(file.descriptor)
    }
    while case let part = try Files.part(of: from, path: name), !part.isEmpty {
      try checkInterruption()
      try Files.write(part, to: file.descriptor, path: path)
    }
    try sync.file(file.descriptor, path: path)
    let cause = file.link(as: path)
    guard [0, EEXIST].contains(cause) else { throw .system("link", path: path, errno: cause) }
    return true
  }

  fileprivate static func refusal(of path: String) -> GitError {
    GitError(
      .refused,
      "a symbolic link or special file is among the objects, and git clones no such repository by "
        + "its path either; clone its address instead: file://<path>", context: path)
  }
}

/// An open directory.
private final class FileDirectory {
  let path: String
  let descriptor: Int32

  /// Opens a directory; nil if there is none.
  ///
  /// - Throws: Kind `refused` if it is a symbolic link.
  init?(existingAt path: String) throws(GitError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if descriptor < 0, errno == ENOENT { return nil }
    if descriptor < 0, [ELOOP, ENOTDIR].contains(errno) { throw ObjectFiles.refusal(of: path) }
    guard descriptor >= 0 else { throw .system("open", path: path) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The properties of a file, those of a symbolic link itself; nil if there is no such file.
  func status(of name: String) throws(GitError) -> stat? {
    var status = stat()
    if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
    if errno == ENOENT { return nil }
    throw .system("fstatat", path: path + "/" + name)
  }
}

extension String {
  fileprivate var isHexadecimal: Bool {
    utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
