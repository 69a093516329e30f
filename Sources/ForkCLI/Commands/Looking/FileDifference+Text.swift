import ForkedDocument
import ForkedJSON
import ForkedStore

extension FileDifference {
  /// The document, each change with its pointer, and the number of unchanged values.
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

  /// The document, and the number of changes of each kind.
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

  /// Returns a short value on the same line, and a long one in lines of its own, of which at most 20 are shown.
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

  /// Returns the numbers of characters that both texts have in common at the start and at the end.
  private static func shared(_ one: String, _ other: String) -> (start: Int, end: Int) {
    let (left, right) = (Array(one), Array(other))
    let most = min(left.count, right.count)
    let start = (0..<most).first { left[$0] != right[$0] } ?? most
    let end =
      (0..<(most - start)).first { left[left.count - 1 - $0] != right[right.count - 1 - $0] }
      ?? most - start
    return (start, end)
  }

  /// Returns the part that differs, with up to 24 characters of context on each side.
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
  /// The value on one line.
  fileprivate var lineText: String {
    guard let self else { return "nothing" }
    return String(decoding: ReportValue.node(self).jsonLine, as: UTF8.self)
  }
}

extension JSONNode {
  /// The lines of the value as they are in its document, without their common indentation.
  fileprivate var sourceLines: [String] {
    let lines = String(decoding: bytes, as: UTF8.self).split { $0.isNewline }.map(String.init)
    let indentation =
      lines.dropFirst().map { $0.prefix { $0 == " " || $0 == "\t" }.count }.min() ?? 0
    return lines.prefix(1) + lines.dropFirst().map { String($0.dropFirst(indentation)) }
  }
}
