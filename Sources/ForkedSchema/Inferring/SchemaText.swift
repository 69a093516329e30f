import ForkedJSON

/// A schema that is being written, with the order of its members.
indirect enum SchemaText {
  case string(JSONString)
  case bool(Bool)
  case array([SchemaText])
  case object(Members)

  /// The members of an object, in order.
  typealias Members = [(key: JSONString, value: SchemaText)]

  static func string(_ text: String) -> SchemaText { .string(JSONString(text)) }

  /// The bytes of the file: indented by two spaces, short values on one line, with a final line feed.
  var fileBytes: [UInt8] { bytes(indentation: 0) + [0x0A] }

  private static let longestLine = 80

  private func bytes(indentation: Int) -> [UInt8] {
    let line = inOneLine
    guard let entries, line.count + indentation > Self.longestLine || depth > 2 else { return line }
    let margin = Array(String(repeating: " ", count: indentation + 2).utf8)
    let lines = entries.map { margin + $0.key + $0.value.bytes(indentation: indentation + 2) }
    return line.prefix(1) + [0x0A] + lines.joined(separator: Array(",\n".utf8)) + [0x0A]
      + margin.dropLast(2) + line.suffix(1)
  }

  /// The entries of a container, with their keys as they are written; nil for a scalar.
  private var entries: [(key: [UInt8], value: SchemaText)]? {
    switch self {
    case .string, .bool: nil
    case .array(let elements): elements.map { ([], $0) }
    case .object(let members): members.map { ($0.key.literal + Array(": ".utf8), $0.value) }
    }
  }

  private var depth: Int { entries.map { 1 + ($0.map(\.value.depth).max() ?? 0) } ?? 0 }

  private var inOneLine: [UInt8] {
    let line = Array(
      (entries ?? []).map { $0.key + $0.value.inOneLine }.joined(separator: Array(", ".utf8)))
    return switch self {
    case .string(let text): text.literal
    case .bool(let flag): Array((flag ? "true" : "false").utf8)
    case .array: Array("[".utf8) + line + Array("]".utf8)
    case .object(let members):
      members.isEmpty ? Array("{}".utf8) : Array("{ ".utf8) + line + Array(" }".utf8)
    }
  }
}
