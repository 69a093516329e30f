import CLibgit2

/// A change of a configuration file, under git's lock of it.
///
/// The lock is one of this program, which records its process: it blocks nothing after the process was killed.
/// libgit2's own lock records nothing.
struct ConfigurationEdit {
  /// The file itself, after symbolic links.
  private let path: String

  init(of path: String) { self.path = resolved(path) }

  /// Has libgit2 change a copy, which takes the place of the file. Sections that are empty then go, as with git.
  ///
  /// - Parameter isKept: true if the file stays where nothing is left in it.
  func run(
    keepingFile isKept: Bool, _ body: (Handle) throws(GitError) -> Void
  ) throws(GitError) {
    try locked { lock, old throws(GitError) in
      let new = Self.withoutEmptied(try changed(old ?? [], body), since: old ?? [])
      guard new != old else { return }
      if new.isEmpty, !isKept { return try Files.remove(path) }
      let mode = (try? FileStatus(path))?.modeBits
      try lock.replace(with: new, mode: mode)
    }
  }

  /// Puts another file that git is configured by in place of what it held, under the same lock.
  ///
  /// - Parameters:
  ///   - old: The contents that the caller saw; nil: there was no such file.
  ///   - bytes: nil: there is no such file any more.
  func replace(_ other: String, _ old: [UInt8]?, with bytes: [UInt8]?) throws(GitError) {
    try locked { _, _ throws(GitError) in
      guard try Files.read(other) == old else {
        throw GitError(.raceLost, "the file was changed meanwhile", context: other)
      }
      guard let bytes else { return try Files.remove(other) }
      try Files.makeParent(of: other)
      try WholeFile.replace(other, with: bytes, through: path)
    }
  }

  private func locked(
    _ body: (LockFile, [UInt8]?) throws(GitError) -> Void
  ) throws(GitError) {
    try Files.makeParent(of: path)
    let lock = try LockFile(of: path, timeout: .seconds(5))
    defer { lock.release() }
    try body(lock, Files.read(path))
  }

  /// A signal can interrupt libgit2's calls of the system, which it does not make again.
  private func changed(
    _ bytes: [UInt8], _ body: (Handle) throws(GitError) -> Void
  ) throws(GitError) -> [UInt8] {
    while true {
      do throws(GitError) {
        return try changedOnce(bytes, body)
      } catch {
        guard error.isOfSignal else { throw error }
      }
    }
  }

  private func changedOnce(
    _ bytes: [UInt8], _ body: (Handle) throws(GitError) -> Void
  ) throws(GitError) -> [UInt8] {
    // It can hold passwords.
    let copy = UnnamedFile.temporaryName(path)
    let descriptor = try called(
      "open", path: copy, open(copy, .writeOnly, [.create, .exclusiveCreate], mode: 0o600))
    defer { for file in [copy, copy + ".lock"] { unlink(file) } }
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

extension ConfigurationEdit {
  /// A file without the sections in which nothing is left since an older version: libgit2 takes settings out and leaves
  /// their section's name.
  private static func withoutEmptied(_ new: [UInt8], since old: [UInt8]) -> [UInt8] {
    let before = Set(emptyHeaders(lines(of: old)).map(\.line))
    let emptied = emptyHeaders(lines(of: new)).filter { !before.contains($0.line) }.map(\.number)
    let kept = lines(of: new).enumerated().filter { !emptied.contains($0.offset) }.map(\.element)
    return Array(kept.joined(separator: [0x0A]))
  }

  private static func lines(of file: [UInt8]) -> [ArraySlice<UInt8>] {
    file.split(separator: 0x0A, omittingEmptySubsequences: false)
  }

  /// The lines that begin a section in which nothing stands.
  private static func emptyHeaders(
    _ lines: [ArraySlice<UInt8>]
  ) -> [(number: Int, line: ArraySlice<UInt8>)] {
    var empty: [(number: Int, line: ArraySlice<UInt8>)] = []
    var last: (number: Int, line: ArraySlice<UInt8>)?
    for (number, line) in lines.enumerated() where !line.isEmpty {
      let isHeader = line.first == UInt8(ascii: "[") && line.last == UInt8(ascii: "]")
      if line.first == UInt8(ascii: "["), let last { empty.append(last) }
      last = isHeader ? (number, line) : nil
    }
    return last.map { empty + [$0] } ?? empty
  }
}

/// The configuration files outside of a repository that git would read in an environment.
///
/// Source: git-config(1), "FILES" and "ENVIRONMENT".
struct ConfigurationFiles {
  let paths: [(git_config_level_t, String)]

  init(environment: [String: String]) {
    var paths: [(git_config_level_t, String)] = []
    if !Self.isTrue(environment["GIT_CONFIG_NOSYSTEM"]) {
      let system = environment["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig"
      paths.append((GIT_CONFIG_LEVEL_SYSTEM, system))
    }
    if let global = environment["GIT_CONFIG_GLOBAL"] {
      paths.append((GIT_CONFIG_LEVEL_GLOBAL, global))
    } else {
      paths += Self.userFiles(environment)
    }
    self.paths = paths.filter { !$0.1.isEmpty }
  }

  private static func userFiles(
    _ environment: [String: String]
  ) -> [(git_config_level_t, String)] {
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
    let base = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    let xdg = (base ?? home.map { $0 + "/.config" }).map { $0 + "/git/config" }
    return [
      xdg.map { (GIT_CONFIG_LEVEL_XDG, $0) },
      home.map { (GIT_CONFIG_LEVEL_GLOBAL, $0 + "/.gitconfig") },
    ].compactMap { $0 }
  }

  private static func isTrue(_ value: String?) -> Bool {
    guard let value else { return false }
    return !["", "0", "false", "no", "off"].contains(value.lowercased())
  }
}
