import ForkedDocument
import ForkedJSON
import ForkedStore

extension FileDifference {
  /// The document, each change with its pointer, and how much is unchanged.
  var text: StyledText {
    var text: StyledText = "\(document, .bold)"
    if let note { text += "  (\(note))" }
    text += "\n"
    if note != nil, changes.allSatisfy({ $0.old == nil && $0.new == nil }) { return text }
    for change in changes { text += change.text }
    if let unchanged, unchanged > 0 {
      text += "\(trusted: "  … \(counted(unchanged, "value")) unchanged", .dim)\n"
    }
    return text
  }

  /// The document, and how many changes of which sort.
  var summary: StyledText {
    let counts = Dictionary(grouping: changes, by: \.operation).mapValues(\.count)
    let words: [(PropertyChange.Operation, String)] = [
      (.add, "added"), (.remove, "removed"), (.replace, "replaced"), (.move, "moved"),
    ]
    var parts = words.compactMap { operation, word in counts[operation].map { "\($0) \(word)" } }
    if let note { parts.append(note) }
    return "\(document, .bold)  \(trusted: parts.joined(separator: ", "))\n"
  }
}

extension PropertyChange {
  fileprivate var text: StyledText {
    switch operation {
    case .add: "  \("+", .green) \(pointer)\(Self.whole(new, "+", .green))"
    case .remove: "  \("-", .red) \(pointer)\(Self.whole(old, "-", .red))"
    case .replace: "  \("~", .yellow) \(pointer)\(replacement)"
    case .move: "  \("~", .cyan) \(pointer)  moved from \(from.map(\.description) ?? "")\n"
    }
  }

  /// A short value in the same line, a long one as it is written, shortened where it is very long.
  private static func whole(
    _ value: JSONNode?, _ sign: String, _ style: StyledText.Style
  ) -> StyledText {
    let short = value.lineText
    if short.count <= longestLine { return "  \(short, style)\n" }
    guard let value, value.kind == .object || value.kind == .array else {
      return "  \(value.described, style)\n"
    }
    var text: StyledText = "\n"
    let lines = value.sourceLines
    for line in lines.prefix(mostLines) { text += "      \(trusted: sign, style) \(line, style)\n" }
    if lines.count > mostLines {
      text += "\(trusted: "      … \(lines.count - mostLines) more lines", .dim)\n"
    }
    return text
  }

  private static let (longestLine, mostLines) = (80, 20)

  private var replacement: StyledText {
    let (before, after) = (old.lineText, new.lineText)
    if before.count + after.count <= Self.longestLine {
      return "  \(before, .red) -> \(after, .green)\n"
    }
    let (start, end) = Self.shared(before, after)
    return "\n      \("-", .red) \(Self.part(before, start, end, .red))\n"
      + "      \("+", .green) \(Self.part(after, start, end, .green))\n"
  }

  /// How many characters both begin and end with.
  private static func shared(_ one: String, _ other: String) -> (start: Int, end: Int) {
    let (left, right) = (Array(one), Array(other))
    let most = min(left.count, right.count)
    let start = (0..<most).first { left[$0] != right[$0] } ?? most
    let end =
      (0..<(most - start)).first { left[left.count - 1 - $0] != right[right.count - 1 - $0] }
      ?? most - start
    return (start, end)
  }

  /// What differs, with some of what does not around it.
  private static func part(
    _ text: String, _ start: Int, _ end: Int, _ style: StyledText.Style
  ) -> StyledText {
    let characters = Array(text)
    let context = 24
    let (from, to) = (
      max(0, start - context), min(characters.count, characters.count - end + context)
    )
    var middle = String(characters[start..<(characters.count - end)])
    if middle.count > 400 { middle = middle.prefix(390) + " … " }
    return
      "\(trusted: from > 0 ? "…" : "", .dim)\(String(characters[from..<start]), .dim)\(middle, style)\(String(characters[(characters.count - end)..<to]), .dim)\(trusted: to < characters.count ? "…" : "", .dim)"
  }
}

extension JSONNode? {
  /// The value in one line, however long.
  fileprivate var lineText: String {
    guard let self else { return "nothing" }
    return String(decoding: ReportValue.node(self).jsonLine, as: UTF8.self)
  }
}

extension JSONNode {
  /// The value as its document has it, without the indentation that it has there.
  fileprivate var sourceLines: [String] {
    let lines = String(decoding: bytes, as: UTF8.self).split { $0.isNewline }.map(String.init)
    let indentation =
      lines.dropFirst().map { $0.prefix { $0 == " " || $0 == "\t" }.count }.min() ?? 0
    return lines.prefix(1) + lines.dropFirst().map { String($0.dropFirst(indentation)) }
  }
}
