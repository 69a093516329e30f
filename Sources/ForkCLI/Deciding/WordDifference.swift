/// The words that were deleted from a text and inserted into it.
struct WordDifference {
  private enum Part {
    case same(Substring)
    case deleted(Substring)
    case inserted(Substring)
  }

  private let parts: [Part]

  /// The longest texts that are compared word by word, in words.
  private static let mostWords = 2000

  init(from old: String, to new: String) {
    let (old, new) = (Self.words(of: old), Self.words(of: new))
    guard max(old.count, new.count) <= Self.mostWords else {
      parts = [.deleted(old.joined()[...]), .inserted(new.joined()[...])]
      return
    }
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var parts: [Part] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if removed.contains(i) {
        parts.append(.deleted(old[i]))
        i += 1
      } else if inserted.contains(j) {
        parts.append(.inserted(new[j]))
        j += 1
      } else {
        parts.append(.same(new[j]))
        (i, j) = (i + 1, j + 1)
      }
    }
    self.parts = parts
  }

  /// Splits a text into words, and the characters between them.
  private static func words(of text: String) -> [Substring] {
    var words: [Substring] = []
    var start = text.startIndex
    func isInWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
    while start < text.endIndex {
      let rest = text[start...]
      let word = rest.prefix(while: isInWord)
      let end = word.isEmpty ? text.index(after: start) : word.endIndex
      words.append(text[start..<end])
      start = end
    }
    return words
  }

  /// The new text, with deleted words as `[-word-]` and inserted ones as `{+word+}`, as git writes them.
  var text: StyledText {
    var text = StyledText()
    var index = 0
    while index < parts.count {
      switch parts[index] {
      case .same(let words): text += "\(words)"
      case .deleted(let words): text += "\("[-\(words)\(run(&index, isDeleted))-]", .red)"
      case .inserted(let words): text += "\("{+\(words)\(run(&index, isInserted))+}", .green)"
      }
      index += 1
    }
    return text
  }

  /// Takes the further words of a run.
  private func run(_ index: inout Int, _ belongs: (Part) -> Substring?) -> String {
    var words = ""
    while index + 1 < parts.count, let word = belongs(parts[index + 1]) {
      words += word
      index += 1
    }
    return words
  }

  private func isDeleted(_ part: Part) -> Substring? {
    if case .deleted(let word) = part { word } else { nil }
  }

  private func isInserted(_ part: Part) -> Substring? {
    if case .inserted(let word) = part { word } else { nil }
  }
}
