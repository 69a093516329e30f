public import ForkedJSON

/// A report as data: what `--json` prints.
public indirect enum ReportValue: Sendable {
  /// Nothing.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case number(Int)
  /// A text.
  case string(String)
  /// A value of a document, byte for byte.
  case node(JSONNode)
  /// A list.
  case array([ReportValue])
  /// Named values, in this order; a nil value leaves its name out.
  case object(KeyValuePairs<String, ReportValue?>)

  /// The text of a value that may be missing.
  public static func string(_ text: String?) -> ReportValue? {
    text.map { .string($0) }
  }

  /// The texts of a list.
  public static func strings(_ texts: some Sequence<String>) -> ReportValue {
    .array(texts.map { .string($0) })
  }
}

/// What a use case tells about what it did. Text for people is drawn from the same value.
public protocol Report: Sendable {
  /// The report as one JSON value.
  var reportValue: ReportValue { get }
}

extension ReportValue {
  /// The value as JSON in one line, in UTF-8, with no line feed at the end. O(size of the result).
  public var jsonLine: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .number(let number): bytes.append(contentsOf: String(number).utf8)
    case .string(let text): bytes.append(contentsOf: JSONString(text).literal)
    case .node(let node): Self.appendInOneLine(node.bytes, to: &bytes)
    case .array(let elements): Self.appendList(elements, to: &bytes)
    case .object(let members): Self.appendMembers(members, to: &bytes)
    }
  }

  private static func appendList(_ elements: [ReportValue], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      element.append(to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private static func appendMembers(
    _ members: KeyValuePairs<String, ReportValue?>, to bytes: inout [UInt8]
  ) {
    var separator = UInt8(ascii: "{")
    for case (let name, let value?) in members {
      bytes.append(separator)
      bytes.append(contentsOf: JSONString(name).literal)
      bytes.append(UInt8(ascii: ":"))
      value.append(to: &bytes)
      separator = UInt8(ascii: ",")
    }
    if separator == UInt8(ascii: "{") { bytes.append(separator) }
    bytes.append(UInt8(ascii: "}"))
  }

  /// A value of a document keeps its spelling but for white space between its tokens: JSON Lines must stay lines.
  private static func appendInOneLine(_ source: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    var inString = false
    var escaped = false
    for byte in source {
      if !inString, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { continue }
      bytes.append(byte)
      if escaped {
        escaped = false
      } else if inString, byte == UInt8(ascii: "\\") {
        escaped = true
      } else if byte == UInt8(ascii: "\"") {
        inString.toggle()
      }
    }
  }
}
