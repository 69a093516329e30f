import ForkedDocument
import ForkedJSON
import ForkedStore

extension FileDifference {
  /// The document, each change with its pointer, and the number of unchanged values.
  var text: StyledText {
    var text = title
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
    return title + "  \(trusted: parts.joined(separator: ", "))\n"
  }

  /// The document, after its former name if it was renamed.
  private var title: StyledText {
    renamedFrom.map { "\($0, .bold) -> \(document, .bold)" } ?? "\(document, .bold)"
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
    if let words = WordDifference(from: old, to: new) { return "\n      \(words.text)\n" }
    let texts = DifferingTexts([old, new])
    return "\n      \("-", .red) \(texts.text(0, .red))\n"
      + "      \("+", .green) \(texts.text(1, .green))\n"
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
