import CLibgit2
import Glibc

/// A change of a configuration file, under git's lock of it.
///
/// The lock is one of this program, which records its process: it blocks nothing after the process was killed.
/// libgit2's own lock records nothing.
struct ConfigurationEdit {
  /// The file itself, after symbolic links.
  private let path: String

  init(of path: String) {
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    self.path = resolved.map { String(cString: $0) } ?? path
  }

  /// Lets libgit2 change a copy, which then replaces the file.
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
    // The copy is private: the configuration can contain passwords.
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

/// The text of a configuration file.
public struct ConfigurationText: Sendable {
  /// The bytes.
  public let bytes: [UInt8]

  /// Creates the text of a file.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The text without empty sections. libgit2 removes settings and leaves the headers of their sections.
  ///
  /// - Parameter headers: The headers of sections to remove, such as `[remote "origin"]`; other sections stay.
  /// - Complexity: O(bytes × headers).
  public func withoutEmpty(_ headers: [String]) -> ConfigurationText {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let kept = lines.indices.filter { index in
      guard headers.contains(where: { lines[index].elementsEqual($0.utf8) }) else { return true }
      let following = lines[(index + 1)...].first { !$0.isEmpty }
      return following.map { $0.first != UInt8(ascii: "[") } ?? false
    }
    return ConfigurationText(Array(kept.map { lines[$0] }.joined(separator: [0x0A])))
  }
}

extension LocalRepository {
  /// Removes empty sections from the repository's own configuration.
  ///
  /// - Parameter names: The sections, each with its subsection.
  func removeEmptySections(_ names: [(section: String, subsection: String)]) throws(GitError) {
    let path = commonDirectory + "config"
    let lock = try LockFile(of: path, timeout: .seconds(5))
    defer { lock.release() }
    guard let old = try Files.read(path) else { return }
    let headers = names.map { name in
      let subsection = name.subsection.unicodeScalars.map {
        ["\\", "\""].contains($0) ? "\\\($0)" : String($0)
      }
      return "[\(name.section) \"\(subsection.joined())\"]"
    }
    let new = ConfigurationText(old).withoutEmpty(headers).bytes
    if new != old { try lock.replace(with: new) }
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
