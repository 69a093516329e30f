import ForkedJSON
import ForkedTestSupport

/// Makes random values, printed in random layouts, the same for the same seed.
struct RandomDocuments {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  indirect enum Value {
    case scalar(String)
    case array([Value])
    case object([(String, Value)])
  }

  struct Layout {
    var unit = "  "
    var lineEnding = "\n"
    var colon = ": "
    var separator = ", "
    var isMinified = false
    var hasInlineArrays = false
    var isOdd = false
    var commas = Commas.behind
  }

  /// The position of the commas between entries on lines of their own.
  enum Commas { case behind, leading, hanging }

  mutating func layout() -> Layout {
    var layout = Layout()
    layout.unit = random.pick(["  ", "    ", "\t", " "])
    layout.lineEnding = random.pick(["\n", "\n", "\r\n"])
    layout.colon = random.pick([": ", ":", " : "])
    layout.separator = random.pick([", ", ","])
    layout.isMinified = random.chance(20)
    layout.hasInlineArrays = random.chance(40)
    layout.isOdd = random.chance(20)
    layout.commas = random.pick([.behind, .behind, .behind, .leading, .hanging])
    return layout
  }

  mutating func value(depth: Int = 4) -> Value {
    switch random.below(depth > 0 ? 10 : 6) {
    case 0...5:
      return .scalar(
        random.pick([
          "1", "-0.50", "1e5", "true", "false", "null", "\"\"", "\"a, b: [c]\"", "\"\\u00e9\"",
          "\"\u{1F600} {\"", "12345678901234567890", "\"\\ud800\"", "[]", "{}",
        ]))
    case 6, 7: return .array((0..<random.below(5)).map { _ in value(depth: depth - 1) })
    default: return object(depth: depth)
    }
  }

  mutating func object(depth: Int = 4) -> Value {
    let keys = ["a", "b", "long key", "\\u0063", "\u{E9}", "", "x/y~z", "{", "e\u{301}"]
    let chosen = keys.shuffled(using: &random).prefix(random.below(keys.count))
    return .object(chosen.map { ("\"\($0)\"", value(depth: depth - 1)) })
  }

  mutating func text(of value: Value, in layout: Layout) -> String {
    let mark = random.chance(10) ? "\u{FEFF}" : ""
    let end = layout.isMinified || random.chance(20) ? "" : layout.lineEnding
    return mark + print(value, layout, indent: "", isInline: layout.isMinified) + end
  }

  private mutating func print(
    _ value: Value, _ layout: Layout, indent: String, isInline: Bool
  ) -> String {
    switch value {
    case .scalar(let text): return text
    case .array(let elements):
      let isInline = isInline || layout.hasInlineArrays && random.chance(70)
      let texts = elements.map {
        print($0, layout, indent: indent + layout.unit, isInline: isInline)
      }
      return surround(texts, "[", "]", layout, indent: indent, isInline: isInline)
    case .object(let members):
      let texts = members.map {
        let hangs = layout.commas == .hanging && !isInline && random.chance(20)
        let colon =
          layout.isMinified
          ? ":" : hangs ? ":" + layout.lineEnding + indent + layout.unit : layout.colon
        return $0.0 + colon + print($0.1, layout, indent: indent + layout.unit, isInline: isInline)
      }
      return surround(texts, "{", "}", layout, indent: indent, isInline: isInline)
    }
  }

  private mutating func surround(
    _ texts: [String], _ open: String, _ close: String, _ layout: Layout, indent: String,
    isInline: Bool
  ) -> String {
    if texts.isEmpty { return open + (layout.isOdd && random.chance(30) ? " " : "") + close }
    let line = isInline ? "" : layout.lineEnding + indent
    let opening = isInline ? "" : layout.commas == .hanging ? " " : line + layout.unit
    let separator =
      isInline
      ? layout.isMinified ? "," : layout.separator
      : layout.commas == .behind ? "," + line + layout.unit : line + ", "
    var result = open + odd(layout) + opening
    for (index, text) in texts.enumerated() {
      if index > 0 { result += separator }
      result += odd(layout) + text
    }
    return result + odd(layout) + line + close
  }

  private mutating func odd(_ layout: Layout) -> String {
    layout.isOdd && random.chance(20) ? random.pick([" ", "\t", "\n", "  ", "\n\n"]) : ""
  }

  mutating func document(depth: Int = 4) throws -> JSONDocument {
    let (layout, value) = (layout(), object(depth: depth))
    return try JSONDocument(text(of: value, in: layout))
  }
}
