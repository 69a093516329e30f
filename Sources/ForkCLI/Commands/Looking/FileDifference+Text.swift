import ForkedDocument
import ForkedStore

extension FileDifference {
  /// The document, and a line for each change.
  var text: StyledText {
    var text: StyledText = "\(document, .bold)"
    if let note { text += "  (\(trusted: note))" }
    text += "\n"
    if note != nil, changes.allSatisfy({ $0.old == nil && $0.new == nil }) { return text }
    for change in changes { text += change.text }
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
    case .add: "  \("+", .green) \(pointer)  \(new.described, .green)\n"
    case .remove: "  \("-", .red) \(pointer)  \(old.described, .red)\n"
    case .replace:
      "  \("~", .yellow) \(pointer)  \(old.described, .red) -> \(new.described, .green)\n"
    case .move: "  \(">", .cyan) \(pointer)  from \(from.map(\.description) ?? "")\n"
    }
  }
}
