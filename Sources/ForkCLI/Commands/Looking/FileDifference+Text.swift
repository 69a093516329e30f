import ArgumentParser
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
  fileprivate var summary: StyledText {
    var tally = ChangeTally()
    tally.add(self)
    return title
      + "  \(trusted: (tally.words + [note].compactMap { $0 }).joined(separator: ", "))\n"
  }

  /// The document, after its former name if it was renamed.
  private var title: StyledText {
    renamedFrom.map { "\($0, .bold) -> \(document, .bold)" } ?? "\(document, .bold)"
  }
}

/// The numbers of changed files, and of their changes of each kind.
struct ChangeTally {
  private var files: Set<String> = []
  private var counts: [PropertyChange.Operation: Int] = [:]

  mutating func add(_ file: FileDifference) {
    files.insert(file.document)
    for change in file.changes { counts[change.operation, default: 0] += 1 }
  }

  /// The numbers of changes, as in "3 replaced".
  fileprivate var words: [String] {
    let words: [(PropertyChange.Operation, String)] = [
      (.add, "added"), (.remove, "removed"), (.replace, "replaced"), (.move, "moved"),
    ]
    return words.compactMap { operation, word in counts[operation].map { "\($0) \(word)" } }
  }

  /// The numbers, as in `2 files changed; properties: 1 added, 3 replaced`.
  var text: String {
    "\(counted(files.count, "file")) changed"
      + (counts.isEmpty ? "" : "; properties: \(words.joined(separator: ", "))")
  }
}

/// `--stat` and `--stat-count`.
struct StatOption: ParsableArguments {
  @Flag(help: "Show only the number of changes of each document, and a total")
  var stat = false

  @Option(
    name: .customLong("stat-count"),
    help: ArgumentHelp(
      "With --stat, show at most this many documents of each comparison", valueName: "count"))
  var limit: Int?

  /// True if numbers are shown.
  var isOn: Bool { stat || limit != nil }

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--stat-count takes a number of 1 or more") }
  }

  /// Returns the lines of some files, and their total if there are several.
  func text(of files: [FileDifference], indented indentation: String = "") -> StyledText {
    var (text, tally) = (StyledText(), ChangeTally())
    for (index, file) in files.enumerated() {
      tally.add(file)
      if index < limit ?? .max { text += "\(trusted: indentation)\(file.summary)" }
    }
    if let limit, files.count > limit {
      text += "\(trusted: "\(indentation)… \(counted(files.count - limit, "more file"))", .dim)\n"
    }
    if files.count > 1 { text += "\(trusted: indentation + tally.text)\n" }
    return text
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
