import ForkedTestSupport

/// The layout of a document of records.
enum RecordStyle: Equatable {
  /// A line for each member and element.
  case pretty(unit: String)
  /// A line for each element of a list.
  case lines
  case minified

  static func random(_ random: inout SeededGenerator) -> RecordStyle {
    let two = RecordStyle.pretty(unit: "  ")
    return random.pick([
      two, two, two, .pretty(unit: "    "), .pretty(unit: "\t"), .lines, .lines, .minified,
    ])
  }

  func document(_ node: RecordNode) -> String { text(node, depth: 0) + "\n" }

  private func text(_ node: RecordNode, depth: Int) -> String {
    switch node {
    case .scalar(let text): return text
    case .tuple(let parts):
      return block(parts.map { text($0, depth: depth + 1) }, "[", "]", depth, breaks: isPretty)
    case .list(let list):
      let inner: RecordStyle = isPretty ? self : .minified
      let elements = list.items.map { inner.text($0.value, depth: depth + 1) }
      return block(elements, "[", "]", depth, breaks: self != .minified)
    case .object(let members):
      let colon = self == .minified ? ":" : ": "
      let parts = members.map { "\"\($0.key)\"\(colon)\(text($0.value, depth: depth + 1))" }
      return block(parts, "{", "}", depth, breaks: self != .minified)
    }
  }

  private var isPretty: Bool { if case .pretty = self { true } else { false } }

  private func block(
    _ parts: [String], _ open: String, _ close: String, _ depth: Int, breaks: Bool
  ) -> String {
    guard breaks, !parts.isEmpty else { return open + parts.joined(separator: ",") + close }
    var unit = "  "
    if case .pretty(let own) = self { unit = own }
    let margin = "\n" + String(repeating: unit, count: depth)
    return open + margin + unit + parts.joined(separator: "," + margin + unit) + margin + close
  }
}
