import ForkedJSON

/// A schema that is being written, with the order of its members.
indirect enum SchemaText {
  case string(JSONString)
  case bool(Bool)
  case array([SchemaText])
  case object([(key: JSONString, value: SchemaText)])

  static func string(_ text: String) -> SchemaText { .string(JSONString(text)) }

  /// The bytes of the file: indented by two spaces, short values on one line, with a final line feed.
  var fileBytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes, indentation: 0)
    return bytes + [0x0A]
  }

  private static let longestLine = 80

  private func append(to bytes: inout [UInt8], indentation: Int) {
    let line = inOneLine
    if line.count + indentation <= Self.longestLine, depth < 3 {
      bytes += line
      return
    }
    switch self {
    case .string, .bool: bytes += line
    case .array(let elements):
      append(elements.map { ([], $0) }, "[", "]", to: &bytes, indentation)
    case .object(let members):
      append(
        members.map { ($0.key.literal + Array(": ".utf8), $0.value) }, "{", "}", to: &bytes,
        indentation)
    }
  }

  private func append(
    _ entries: [(prefix: [UInt8], value: SchemaText)], _ open: String, _ close: String,
    to bytes: inout [UInt8], _ indentation: Int
  ) {
    let margin = Array(String(repeating: " ", count: indentation + 2).utf8)
    bytes += Array("\(open)\n".utf8)
    for (index, entry) in entries.enumerated() {
      bytes += margin + entry.prefix
      entry.value.append(to: &bytes, indentation: indentation + 2)
      bytes += Array((index == entries.count - 1 ? "\n" : ",\n").utf8)
    }
    bytes += margin.dropLast(2) + Array(close.utf8)
  }

  private var depth: Int {
    switch self {
    case .string, .bool: 0
    case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
    }
  }

  private var inOneLine: [UInt8] {
    switch self {
    case .string(let text): text.literal
    case .bool(let flag): Array((flag ? "true" : "false").utf8)
    case .array(let elements):
      Array("[".utf8) + elements.map(\.inOneLine).joined(separator: Array(", ".utf8))
        + Array("]".utf8)
    case .object(let members):
      members.isEmpty
        ? Array("{}".utf8)
        : Array("{ ".utf8)
          + members.map { $0.key.literal + Array(": ".utf8) + $0.value.inOneLine }
          .joined(separator: Array(", ".utf8)) + Array(" }".utf8)
    }
  }
}
