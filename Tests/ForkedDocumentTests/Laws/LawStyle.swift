import ForkedTestSupport

/// The layout of a document.
struct LawStyle: Equatable {
  /// One level of indentation; nil: all on one line.
  var unit: String?
  var lineEnding = "\n"
  var separator = ", "
  var colon = ": "
  var hasMark = false
  var endsLine = true
  /// The position of commas in containers on several lines.
  var commas = Commas.behind
  /// True if an element of an array has no lines of its own in it.
  var joinsElements = false

  /// The position of the comma between two entries on lines of their own.
  enum Commas {
    /// Behind the first of them.
    case behind
    /// Before the second, the first entry of all on a line of its own.
    case leading
    /// Before the second, the first entry of all beside the bracket.
    case hanging
    /// As `hanging`, but that containers that are members begin on a line of their own.
    case hangingBelowKeys
  }

  static let plain = LawStyle(unit: nil)
  static let minified = LawStyle(unit: nil, separator: ",", colon: ":")
  /// A line for each element of a list.
  static let lines = LawStyle(unit: "  ", joinsElements: true)

  static func random(_ random: inout SeededGenerator) -> LawStyle {
    let isMinified = random.oneIn(6)
    var style = LawStyle(
      unit: isMinified ? nil : random.pick(["  ", "  ", "    ", "\t", nil]),
      lineEnding: random.oneIn(5) ? "\r\n" : "\n", separator: isMinified ? "," : ", ",
      colon: isMinified ? ":" : ": ", hasMark: random.oneIn(12), endsLine: !random.oneIn(4))
    guard style.unit != nil, random.oneIn(3) else { return style }
    style.commas = random.pick([.leading, .hanging, .hangingBelowKeys])
    if style.commas != .leading { style.unit = "  " }
    return style
  }

  /// True if a value of any kind is written at its pointer as any other one.
  var isUniform: Bool { commas != .hangingBelowKeys }

  func document(_ tree: LawTree) -> String {
    (hasMark ? "\u{FEFF}" : "") + text(tree, depth: 0) + (endsLine ? lineEnding : "")
  }

  private func text(_ tree: LawTree, depth: Int) -> String {
    switch tree {
    case .scalar(let text): text
    case .array(let elements):
      list(
        elements.map { (joinsElements ? .minified : self).text($0, depth: depth + 1) }, "[", "]",
        depth)
    case .object(let members): list(members.map { text($0, depth: depth + 1) }, "{", "}", depth)
    }
  }

  private func text(_ member: LawTree.Member, depth: Int) -> String {
    let breaksLine = commas == .hangingBelowKeys && !member.value.parts.isEmpty
    let colon = breaksLine ? ":" + line(depth) : colon
    return "\"\(member.key)\"\(colon)\(text(member.value, depth: depth))"
  }

  private func list(_ parts: [String], _ open: String, _ close: String, _ depth: Int) -> String {
    guard unit != nil, !parts.isEmpty else {
      return open + parts.joined(separator: separator) + close
    }
    let opening = commas == .behind || commas == .leading ? line(depth + 1) : " "
    let separator = commas == .behind ? "," + line(depth + 1) : line(depth) + ", "
    return open + opening + parts.joined(separator: separator) + line(depth) + close
  }

  /// The beginning of a line.
  private func line(_ depth: Int) -> String {
    lineEnding + String(repeating: unit ?? "", count: depth)
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
