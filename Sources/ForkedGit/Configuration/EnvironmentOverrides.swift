/// The settings of `GIT_CONFIG_COUNT` and `git -c`, which override all files. They are put in a file that only this
/// process can see: libgit2 reads configuration from files alone.
final class EnvironmentOverrides {
  private let file: MemoryFile

  var path: String { descriptorPath(file.descriptor) }

  /// Returns nil if the environment overrides nothing.
  init?(environment: [String: String]) throws(GitError) {
    let pairs = try Self.counted(environment) + Self.parameters(environment)
    guard !pairs.isEmpty else { return nil }
    file = try MemoryFile(Array(pairs.compactMap(Self.section).joined().utf8))
  }

  private static func counted(
    _ environment: [String: String]
  ) throws(GitError) -> [(String, String)] {
    guard let text = environment["GIT_CONFIG_COUNT"], !text.isEmpty else { return [] }
    guard let count = Int(text), (0...100_000).contains(count) else {
      throw GitError(.invalid, "bogus count in GIT_CONFIG_COUNT", context: text)
    }
    var pairs: [(String, String)] = []
    for index in 0..<count {
      guard let key = environment["GIT_CONFIG_KEY_\(index)"],
        let value = environment["GIT_CONFIG_VALUE_\(index)"]
      else { throw GitError(.invalid, "missing configuration key or value \(index)") }
      pairs.append((key, value))
    }
    return pairs
  }

  /// The settings of `git -c`: words `'key'='value'` or `'key=value'`, quoted for a shell and separated by spaces.
  private static func parameters(_ environment: [String: String]) -> [(String, String)] {
    shellWords(environment["GIT_CONFIG_PARAMETERS"] ?? "").map { word in
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "true")
    }
  }

  private static func shellWords(_ text: String) -> [String] {
    var (words, word, quoted, escaped) = ([String](), "", false, false)
    for scalar in text.unicodeScalars + " ".unicodeScalars {
      switch scalar {
      case _ where escaped: (word, escaped) = (word + String(scalar), false)
      case "'": quoted.toggle()
      case "\\" where !quoted: escaped = true
      case " " where !quoted:
        if !word.isEmpty { words.append(word) }
        word = ""
      default: word.unicodeScalars.append(scalar)
      }
    }
    return words
  }

  private static func section(_ key: String, _ value: String) -> String? {
    let parts = key.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, let section = parts.first, let name = parts.last else { return nil }
    guard (section + name).utf8.allSatisfy(isKeyByte), !section.isEmpty, !name.isEmpty else {
      return nil
    }
    let subsection = parts.dropFirst().dropLast().joined(separator: ".")
    let header = subsection.isEmpty ? "[\(section)]" : "[\(section) \"\(escaped(subsection))\"]"
    return "\(header)\n\(name) = \"\(escaped(value))\"\n"
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\", "\"": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
