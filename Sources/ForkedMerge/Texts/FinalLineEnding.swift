/// The ending of the last line, merged apart from the lines.
///
/// A line appended to `a` makes it `a\nb`: read by lines, that would change `a`, and two lines appended by two
/// sides would be glued to each other. So every text gets an ending for the merge, and the result loses it again
/// unless it is to have one.
struct FinalLineEnding {
  private let applies: Bool
  private let style: [UInt8]
  private let isKept: Bool

  init(base: String, ours: String, theirs: String) {
    let texts = [base, ours, theirs].map(\.utf8)
    // Where base is empty and no side has a line ending, nothing says that these are lines; after a lone CR an LF would
    // join it.
    let haveLines = !texts[0].isEmpty || texts.contains { $0.contains(10) }
    applies = haveLines && !texts.contains { $0.last == UInt8(ascii: "\r") }
    style = Self.style(of: texts)
    let ended = texts.map { $0.last == UInt8(ascii: "\n") }
    let our = texts[1].isEmpty ? ended[0] : ended[1]
    let their = texts[2].isEmpty ? ended[0] : ended[2]
    isKept = our == ended[0] ? their : our
  }

  /// That of the first line ending of base, else the same on both sides, else LF.
  private static func style(of texts: [String.UTF8View]) -> [UInt8] {
    let crlf: [UInt8] = [13, 10]
    let styles = texts.map { text -> [UInt8]? in
      guard let end = text.firstIndex(of: 10) else { return nil }
      let isCRLF = end > text.startIndex && text[text.index(before: end)] == 13
      return isCRLF ? crlf : [10]
    }
    if let style = styles[0] { return style }
    return styles[1] == crlf && styles[2] ?? crlf == crlf || styles[1] == nil && styles[2] == crlf
      ? crlf : [10]
  }

  /// The bytes of a text, its last line ended.
  func completed(_ text: String) -> [UInt8] {
    guard applies, let last = text.utf8.last, last != 10 else { return Array(text.utf8) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + style.count)
    bytes.append(contentsOf: text.utf8)
    bytes.append(contentsOf: style)
    return bytes
  }

  /// The bytes of the result, its last line ended only if it is to be. A side that deleted every line said nothing
  /// about how a line ends.
  func restored(_ bytes: [UInt8]) -> [UInt8] {
    guard applies, let last = bytes.last, isKept != (last == 10) else { return bytes }
    if isKept { return bytes + style }
    var bytes = bytes
    bytes.removeLast(bytes.dropLast().last == 13 ? 2 : 1)
    return bytes
  }
}
