/// A JSON value to print on one line, as for reports; values of documents keep their spelling.
public indirect enum JSONOutput: Sendable {
  case object([(String, JSONOutput)])
  case array([JSONOutput])
  case string(JSONString)
  case number(ExactDecimal)
  case bool(Bool)
  case null
  /// A value of a document, without the white space around its parts.
  case node(JSONNode)
  /// A JSON text, unchanged.
  case raw([UInt8])

  /// Creates a string.
  public static func string(_ text: String) -> JSONOutput { .string(JSONString(text)) }

  /// Creates an integer.
  public static func int(_ value: Int) -> JSONOutput { .number(ExactDecimal(value)) }

  /// Creates an object of the members that have a value, in order.
  public static func object(_ members: [(String, JSONOutput?)]) -> JSONOutput {
    .object(members.compactMap { key, value in value.map { (key, $0) } })
  }

  /// The bytes of the text, on one line and without white space.
  public var bytes: [UInt8] {
    var result: [UInt8] = []
    append(to: &result)
    return result
  }

  /// The text as a string.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  private func append(to result: inout [UInt8]) {
    switch self {
    case .object(let members):
      Self.append(members, "{", "}", to: &result) { member, result in
        JSONString(member.0).appendLiteral(to: &result)
        result.append(.colon)
        member.1.append(to: &result)
      }
    case .array(let elements):
      Self.append(elements, "[", "]", to: &result) { $0.append(to: &$1) }
    case .string(let string): string.appendLiteral(to: &result)
    case .number(let number): result += number.literal
    case .bool(let value): result += (value ? "true" : "false").utf8
    case .null: result += "null".utf8
    case .node(let node): node.appendCompactBytes(to: &result)
    case .raw(let bytes): result += bytes
    }
  }

  private static func append<Part>(
    _ parts: [Part], _ open: String, _ close: String, to result: inout [UInt8],
    _ body: (Part, inout [UInt8]) -> Void
  ) {
    result += open.utf8
    for (index, part) in parts.enumerated() {
      if index > 0 { result.append(.comma) }
      body(part, &result)
    }
    result += close.utf8
  }
}

extension JSONOutput: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// Creates `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates an array.
  public init(arrayLiteral elements: JSONOutput...) { self = .array(elements) }
  /// Creates an object with members in this order.
  public init(dictionaryLiteral members: (String, JSONOutput)...) { self = .object(members) }
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }
}

extension JSONNode {
  /// The bytes without the white space around the value's parts; numbers and strings keep their spelling.
  public var compactBytes: [UInt8] {
    var result: [UInt8] = []
    appendCompactBytes(to: &result)
    return result
  }

  func appendCompactBytes(to result: inout [UInt8]) {
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isInString || !byte.isJSONWhiteSpace { result.append(byte) }
      if byte == .quote, !isEscaped { isInString.toggle() }
      isEscaped = byte == .backslash && !isEscaped
    }
  }
}
