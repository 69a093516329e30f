import ForkedTestSupport

/// How a document is written.
struct LawStyle: Equatable {
  /// One level of indentation; nil: all on one line.
  var unit: String?
  var lineEnding = "\n"
  var separator = ", "
  var colon = ": "
  var hasMark = false
  var endsLine = true

  static let plain = LawStyle(unit: nil)

  static func random(_ random: inout SeededGenerator) -> LawStyle {
    let isMinified = random.oneIn(6)
    return LawStyle(
      unit: isMinified ? nil : random.pick(["  ", "  ", "    ", "\t", nil]),
      lineEnding: random.oneIn(5) ? "\r\n" : "\n", separator: isMinified ? "," : ", ",
      colon: isMinified ? ":" : ": ", hasMark: random.oneIn(12), endsLine: !random.oneIn(4))
  }

  func document(_ tree: LawTree) -> String {
    (hasMark ? "\u{FEFF}" : "") + text(tree, depth: 0) + (endsLine ? lineEnding : "")
  }

  private func text(_ tree: LawTree, depth: Int) -> String {
    switch tree {
    case .scalar(let text): text
    case .array(let elements): list(elements.map { text($0, depth: depth + 1) }, "[", "]", depth)
    case .object(let members):
      list(
        members.map { "\"\($0.key)\"\(colon)\(text($0.value, depth: depth + 1))" }, "{", "}", depth)
    }
  }

  private func list(_ parts: [String], _ open: String, _ close: String, _ depth: Int) -> String {
    guard let unit, !parts.isEmpty else { return open + parts.joined(separator: separator) + close }
    let margin = lineEnding + String(repeating: unit, count: depth)
    return open + margin + unit + parts.joined(separator: "," + margin + unit) + margin + close
  }
}

extension LawTree {
  /// The same value: some scalars and keys spelled in another way, members in another order.
  func respelled(_ random: inout SeededGenerator) -> LawTree {
    switch self {
    case .scalar(let text): return .scalar(Self.spelling(text, &random))
    case .array(let elements): return .array(elements.map { $0.respelled(&random) })
    case .object(var members):
      if random.oneIn(3) { members.shuffle(using: &random) }
      return .object(
        members.map { member in
          let key = member.key == "a" && random.oneIn(3) ? "\\u0061" : member.key
          return Member(key: key, value: member.value.respelled(&random))
        })
    }
  }

  private static func spelling(_ text: String, _ random: inout SeededGenerator) -> String {
    guard random.oneIn(3) else { return text }
    switch text {
    case "1": return random.pick(["1.0", "10e-1", "1E0"])
    case "1e3": return "1000"
    case "0.5": return "5e-1"
    case "0": return "-0"
    default: return text.replacing("red", with: "r\\u0065d")
    }
  }
}
