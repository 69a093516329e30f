import ForkedJSON
import ForkedStore

/// Values of one property as text. Of long ones, only the part is shown in which they differ.
struct DifferingTexts {
  private let texts: [String]
  private let isPresent: [Bool]
  /// The numbers of UTF-8 bytes that all present texts share at the start and at the end; 0 if no text is long.
  private let shared: (start: Int, end: Int)

  /// The number of characters above which a text is cut.
  static let longestText = 80
  /// The number of shared characters that are shown on each side, and the longest differing part.
  private static let (context, longestPart) = (24, 400)

  /// - Complexity: O(bytes of the values); only the characters that are shown are told apart.
  init(_ values: [JSONNode?]) {
    texts = values.map(\.lineText)
    isPresent = values.map { $0 != nil }
    shared =
      texts.contains(where: Self.isLong)
      ? Self.shared(by: zip(texts, isPresent).filter(\.1).map(\.0)) : (0, 0)
  }

  private static func isLong(_ text: String) -> Bool {
    text.index(text.startIndex, offsetBy: longestText + 1, limitedBy: text.endIndex) != nil
  }

  /// The numbers of bytes that all texts share, in whole characters. A word of which only a part is shared does not
  /// count.
  private static func shared(by texts: [String]) -> (start: Int, end: Int) {
    guard let first = texts.first, texts.count > 1 else { return (0, 0) }
    let bytes = texts.map { Array($0.utf8) }
    let most = bytes.map(\.count).min() ?? 0
    var start =
      (0..<most).first { index in bytes.contains { $0[index] != bytes[0][index] } } ?? most
    while !texts.allSatisfy({ $0.hasCharacter(at: start) }) { start -= 1 }
    var end =
      (0..<(most - start)).first { index in
        bytes.contains { $0[$0.count - 1 - index] != bytes[0][bytes[0].count - 1 - index] }
      } ?? most - start
    while !texts.allSatisfy({ $0.hasCharacter(at: $0.utf8.count - end) }) { end -= 1 }
    for character in first[..<first.index(at: start)].suffix(context).reversed() {
      guard isInWord(character) else { break }
      start -= character.utf8.count
    }
    for character in first[first.index(at: bytes[0].count - end)...].prefix(context) {
      guard isInWord(character) else { break }
      end -= character.utf8.count
    }
    return (start, end)
  }

  private static func isInWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  /// Returns one of the texts. If it is long, the part that differs has a style, and some of the rest is left out.
  func text(_ index: Int, _ style: StyledText.Style? = nil) -> StyledText {
    let text = texts[index]
    guard isPresent[index], Self.isLong(text) else { return "\(text, style)" }
    if isPresent.count(where: \.self) < 2 {
      return "\(String(text.prefix(Self.longestText - 3)), style)..."
    }
    let (before, behind) = (
      text[..<text.index(at: shared.start)], text[text.index(at: text.utf8.count - shared.end)...]
    )
    let differing = text[before.endIndex..<behind.startIndex]
    let isWhole = differing.dropFirst(Self.longestPart).isEmpty
    let middle = isWhole ? String(differing) : differing.prefix(Self.longestPart - 10) + " … "
    let (head, tail) = (before.suffix(Self.context), behind.prefix(Self.context))
    return
      "\(trusted: head.startIndex > text.startIndex ? "…" : "", .dim)\(String(head), .dim)\(middle, style)\(String(tail), .dim)\(trusted: tail.endIndex < text.endIndex ? "…" : "", .dim)"
  }
}

extension String {
  /// Returns the index of the byte at that offset.
  fileprivate func index(at offset: Int) -> Index { utf8.index(startIndex, offsetBy: offset) }

  /// Returns true if a character starts at that byte, or the text ends there.
  fileprivate func hasCharacter(at offset: Int) -> Bool {
    Index(index(at: offset), within: self) != nil
  }
}

extension JSONNode? {
  /// The value on one line.
  var lineText: String {
    guard let self else { return "nothing" }
    return ReportValue.node(self).text
  }
}
