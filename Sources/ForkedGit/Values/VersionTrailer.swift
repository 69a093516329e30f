import Forked

/// The `Fork-Version:` trailer of a commit message: nanoseconds since 1970, one decimal integer.
///
/// It is in the last paragraph, as git-interpret-trailers(1) describes.
enum VersionTrailer {
  static let key = "Fork-Version:"

  /// The time of the trailer, if exactly one is in the whole message and can be read.
  ///
  /// The whole message is searched, since a squash leaves the trailers of all but the last commit in the body.
  static func time(in message: String) -> HybridTime? {
    let lines = message.utf8.split(separator: 10).lazy.map(Substring.init).filter(isTrailer)
    guard let line = lines.first, lines.dropFirst().isEmpty else { return nil }
    let value = line.utf8.dropFirst(key.utf8.count).drop { $0 == UInt8(ascii: " ") }
    return Int64(Substring(value).trimmingTrailingSpaces).map(HybridTime.init(nanoseconds:))
  }

  /// The message with a trailer at its end, and one newline after it.
  ///
  /// A last paragraph of trailers is continued; after another one, a blank line is inserted. A line of the message that
  /// would count as this trailer is indented, so that there is exactly one.
  static func appended(_ time: HybridTime?, to message: String) -> String {
    let lines = trimmed(message.utf8.split(separator: 10, omittingEmptySubsequences: false))
      .map { Substring($0) }
    guard let time else { return joined(lines) }
    let safe = lines.map { isTrailer($0) ? " " + $0 : $0 }
    let last = lastParagraph(of: safe)
    let continues = last.startIndex > 0 && isTrailerBlock(last)
    return joined(safe + (continues ? [] : [""]) + ["\(key) \(time.nanoseconds)"])
  }

  /// The message without these trailers, and without blank lines at its end.
  static func removed(from message: String) -> String {
    let lines = trimmed(message.utf8.split(separator: 10, omittingEmptySubsequences: false))
      .map(Substring.init)
    let paragraph = lastParagraph(of: lines).count
    let kept = lines.dropLast(paragraph) + lines.suffix(paragraph).filter { !isTrailer($0) }
    return trimmed(kept.map(\.utf8)).map { String(Substring($0)) }.joined(separator: "\n")
  }

  private static func isTrailer(_ line: Substring) -> Bool {
    zip(line.utf8, key.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
      && line.utf8.count >= key.utf8.count
  }

  private static func isTrailerBlock(_ lines: ArraySlice<Substring>) -> Bool {
    lines.allSatisfy { line in
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex
      else { return false }
      return line.utf8[..<colon].allSatisfy { byte in
        byte == UInt8(ascii: "-") || Character(Unicode.Scalar(byte)).isLetter
          || Character(Unicode.Scalar(byte)).isNumber
      }
    }
  }

  private static func lastParagraph(of lines: [Substring]) -> ArraySlice<Substring> {
    guard let blank = lines.lastIndex(where: \.isBlank) else { return lines[...] }
    return lines[(blank + 1)...]
  }

  private static func trimmed(_ lines: some Collection<Substring.UTF8View>) -> [Substring.UTF8View]
  {
    let kept = lines.drop { Substring($0).isBlank }.reversed().drop { Substring($0).isBlank }
    return kept.reversed()
  }

  private static func joined(_ lines: some Collection<Substring>) -> String {
    lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
  }
}

extension Substring {
  fileprivate var isBlank: Bool {
    utf8.allSatisfy { $0 == UInt8(ascii: " ") || (9...13).contains($0) }
  }

  fileprivate var trimmingTrailingSpaces: Substring {
    var bytes = utf8
    while let last = bytes.last, last == UInt8(ascii: " ") || (9...13).contains(last) {
      bytes.removeLast()
    }
    return Substring(bytes)
  }
}
