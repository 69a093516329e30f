import ForkedJSON
import ForkedMerge

/// The differences of two texts, word by word, as `git diff --word-diff` shows them.
struct WordDifference {
  private enum Part {
    case same, removed, added
  }

  private var parts: [(part: Part, words: ArraySlice<Substring>)] = []

  /// The greatest number of unchanged characters that are shown beside a change.
  private static let context = 40

  /// Compares two values; nil unless both are texts, or both are containers, with words in common.
  init?(from old: JSONNode?, to new: JSONNode?) {
    guard let kind = old?.kind, kind == new?.kind, kind == .string || kind.isContainer else {
      return nil
    }
    let (before, after) = (Self.words(old.lineText), Self.words(new.lineText))
    var numbers: [[UInt8]: Int] = [:]
    func tokens(_ words: [Substring]) -> [Int] {
      words.map { word in
        let next = numbers.count
        let token = numbers[Array(word.utf8), default: next]
        numbers[Array(word.utf8)] = token
        return token
      }
    }
    let runs = SequenceDiff.commonRuns(old: tokens(before), new: tokens(after))
    guard
      runs.contains(where: { run in
        before[run.old..<run.old + run.count].contains {
          $0.contains { $0.isLetter || $0.isNumber }
        }
      })
    else { return nil }
    var (first, second) = (0, 0)
    for run in runs {
      add(.removed, before[first..<run.old])
      add(.added, after[second..<run.new])
      add(.same, before[run.old..<run.old + run.count])
      first = run.old + run.count
      second = run.new + run.count
    }
    add(.removed, before[first...])
    add(.added, after[second...])
  }

  private mutating func add(_ part: Part, _ words: ArraySlice<Substring>) {
    if !words.isEmpty { parts.append((part, words)) }
  }

  /// Divides a text into words, and single characters between them.
  private static func words(_ text: String) -> [Substring] {
    var (words, start) = ([Substring](), text.startIndex)
    while start < text.endIndex {
      let word = text[start...].prefix { $0.isLetter || $0.isNumber }
      let end = word.isEmpty ? text.index(after: start) : word.endIndex
      words.append(text[start..<end])
      start = end
    }
    return words
  }

  /// The text, with removed words as `[-words-]` and added ones as `{+words+}`. Of long unchanged parts, only the words
  /// beside changes are shown.
  var text: StyledText {
    var text = StyledText()
    for (index, (part, words)) in parts.enumerated() {
      let joined = words.joined()
      switch part {
      case .removed: text += "\("[-\(joined)-]", .red)"
      case .added: text += "\("{+\(joined)+}", .green)"
      case .same:
        text += "\(shortened(joined, isFirst: index == 0, isLast: index == parts.count - 1))"
      }
    }
    return text
  }

  private func shortened(_ same: String, isFirst: Bool, isLast: Bool) -> String {
    let (start, end) = (isFirst ? 0 : Self.context, isLast ? 0 : Self.context)
    guard same.count > start + end + Self.context / 2 else { return same }
    return same.prefix(start) + " … " + same.suffix(end)
  }
}
