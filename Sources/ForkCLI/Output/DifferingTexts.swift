import ForkedJSON
import ForkedStore

/// Values of one property as text. Of long ones, only the part is shown in which they differ.
struct DifferingTexts {
  private let texts: [String]
  private let isPresent: [Bool]
  /// The characters of the texts, and the numbers of those that all values share at the start and at the end; nil if
  /// no text is long.
  private let parts: (texts: [[Character]], shared: (start: Int, end: Int))?

  /// The number of characters above which a text is cut.
  static let longestText = 80
  /// The number of shared characters that are shown on each side, and the longest differing part.
  private static let (context, longestPart) = (24, 400)

  init(_ values: [JSONNode?]) {
    texts = values.map(\.lineText)
    isPresent = values.map { $0 != nil }
    // Most texts are short, and need not be divided into characters.
    guard texts.contains(where: { $0.utf8.count > Self.longestText }) else {
      parts = nil
      return
    }
    let characters = texts.map { Array($0) }
    parts = (characters, Self.shared(by: zip(characters, isPresent).filter(\.1).map(\.0)))
  }

  /// The numbers of characters that all texts share. A word of which only a part is shared does not count.
  private static func shared(by texts: [[Character]]) -> (start: Int, end: Int) {
    guard let first = texts.first, texts.count > 1 else { return (0, 0) }
    let most = texts.map(\.count).min() ?? 0
    var start =
      (0..<most).first { index in texts.contains { $0[index] != first[index] } } ?? most
    var end =
      (0..<(most - start)).first { index in
        texts.contains { $0[$0.count - 1 - index] != first[first.count - 1 - index] }
      } ?? most - start
    for _ in 0..<context where start > 0 && isInWord(first[start - 1]) { start -= 1 }
    for _ in 0..<context where end > 0 && isInWord(first[first.count - end]) { end -= 1 }
    return (start, end)
  }

  private static func isInWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  /// Returns one of the texts. If it is long, the part that differs has a style, and some of the rest is left out.
  func text(_ index: Int, _ style: StyledText.Style? = nil) -> StyledText {
    guard isPresent[index], let parts, parts.texts[index].count > Self.longestText else {
      return "\(texts[index], style)"
    }
    let (text, shared) = (parts.texts[index], parts.shared)
    if isPresent.count(where: \.self) < 2 {
      return "\(String(text.prefix(Self.longestText - 3)), style)..."
    }
    let (start, end) = (shared.start, text.count - shared.end)
    let (from, to) = (max(0, start - Self.context), min(text.count, end + Self.context))
    let isWhole = end - start <= Self.longestPart
    let middle = String(text[start..<(isWhole ? end : start + Self.longestPart - 10)])
    let cut = isWhole ? "" : " … "
    return
      "\(trusted: from > 0 ? "…" : "", .dim)\(String(text[from..<start]), .dim)\(middle + cut, style)\(String(text[end..<to]), .dim)\(trusted: to < text.count ? "…" : "", .dim)"
  }
}

extension JSONNode? {
  /// The value on one line.
  var lineText: String {
    guard let self else { return "nothing" }
    return String(decoding: ReportValue.node(self).jsonLine, as: UTF8.self)
  }
}
