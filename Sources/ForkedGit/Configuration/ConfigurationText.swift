/// A configuration file, as it is written.
public struct ConfigurationText: Sendable {
  /// Its bytes.
  public let bytes: [UInt8]

  /// The text of a file.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The same without sections in which nothing is left: libgit2 takes settings out and leaves their section's name.
  ///
  /// - Parameter headers: The lines that such sections begin with, as in `[remote "origin"]`; any other stays.
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
  /// Takes sections in which nothing is left out of the repository's own configuration.
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
