/// The error for a text that is not valid JSON.
public struct JSONSyntaxError: Error, Sendable, Equatable {
  /// The reason for the error.
  public var reason: Reason
  /// The line and column of the error.
  public var position: TextPosition

  /// Creates an error.
  public init(reason: Reason, position: TextPosition) {
    self.reason = reason
    self.position = position
  }

  /// The reason for the refusal of a text.
  public enum Reason: Sendable, Equatable {
    /// A byte that isn't allowed here.
    case unexpectedByte(UInt8, expected: Expectation)
    /// The text ends too early.
    case unexpectedEnd(expected: Expectation)
    /// A string without its closing quote.
    case unterminatedString
    /// U+0000 to U+001F unescaped in a string.
    case controlCharacter(UInt8)
    /// A backslash that begins no valid escape.
    case invalidEscape
    /// Bytes that aren't UTF-8.
    case invalidUTF8
    /// A number such as `012`.
    case leadingZero
    /// A comma before a closing bracket.
    case trailingComma
    /// A key that the object already has; keys are compared by their decoded scalars.
    case duplicateKey(JSONString, first: TextPosition)
    /// More levels of nesting than the limit.
    case tooDeep(limit: Int)
    /// A text of more bytes than the limit.
    case tooLong(limit: Int)
    /// More values and keys than the limit.
    case tooManyValues(limit: Int)
    /// A number whose exponent has more digits than the limit.
    case exponentTooLong(limit: Int)
  }

  /// The text that was expected.
  public enum Expectation: String, Sendable {
    case value = "a value"
    case valueOrClosingBracket = "a value or \"]\""
    case key = "a key in double quotes"
    case keyOrClosingBrace = "a key in double quotes or \"}\""
    case colon = "\":\""
    case commaOrClosingBracket = "\",\" or \"]\""
    case commaOrClosingBrace = "\",\" or \"}\""
    case digit = "a digit"
    case endOfText = "the end of the text"
    case oneValuePerLine = "one value on each line"
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// The description, as in `line 3, column 14: unexpected "x", expected ":"`.
  public var description: String { "\(position): \(reason)" }
}

extension JSONSyntaxError.Reason: CustomStringConvertible {
  /// The reason and the expected text, without the position.
  public var description: String {
    switch self {
    case .unexpectedByte(let byte, let expected):
      "unexpected \(name(of: byte)), expected \(expected.rawValue)"
    case .unexpectedEnd(let expected):
      "the text ends too early, expected \(expected.rawValue)"
    case .unterminatedString:
      "the string that begins here has no closing quote"
    case .controlCharacter(let byte):
      "\(name(of: byte)) in a string, expected it escaped"
    case .invalidEscape:
      "not an escape, expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four hexadecimal digits"
    case .invalidUTF8:
      "bytes that are not valid UTF-8"
    case .leadingZero:
      "a number with a leading zero, expected no digit after it"
    case .trailingComma:
      "a comma before a closing bracket, expected another entry or no comma"
    case .duplicateKey(let key, let first):
      "the key \(String(decoding: key.literal, as: UTF8.self)) is already at \(first), "
        + "expected each key once"
    case .tooDeep(let limit):
      "nested too deep, expected at most \(limit) levels"
    case .tooLong(let limit):
      "the text is too long, expected at most \(limit) bytes"
    case .tooManyValues(let limit):
      "too many values, expected at most \(limit) values and keys"
    case .exponentTooLong(let limit):
      "the exponent is too long, expected at most \(limit) digits"
    }
  }

  private func name(of byte: UInt8) -> String {
    switch byte {
    case 0x21...0x7E: "\"\(Character(UnicodeScalar(byte)))\""
    case 0x20: "space"
    case ..<0x80: "U+00" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    default: "non-ASCII character"
    }
  }
}

/// A position in a text, as editors show it.
public struct TextPosition: Sendable, Hashable {
  /// The number of bytes before the position.
  public var offset: Int
  /// The line, from 1 on; a line ends with U+000A.
  public var line: Int
  /// The column, from 1 on, in Unicode scalars; a byte order mark takes no column.
  public var column: Int

  /// Creates a position without checking it against a text.
  public init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// Finds the position of the byte at `offset`.
  /// - Complexity: O(`offset`).
  init(offset: Int, in bytes: [UInt8]) {
    self.init(offset: 0, line: 1, column: 1)
    advance(to: offset, in: bytes)
  }

  /// Advances to a later offset of the same text.
  /// - Complexity: O(bytes between the two offsets).
  public mutating func advance(to offset: Int, in bytes: [UInt8]) {
    let end = min(offset, bytes.count)
    let passed = bytes[min(self.offset, end)..<end]
    let lineStart = passed.lastIndex(of: .lineFeed).map { $0 + 1 }
    let isContinuation: (UInt8) -> Bool = { $0 & 0xC0 == 0x80 }
    line += passed.count { $0 == .lineFeed }
    column = lineStart == nil ? column : 1
    column += passed[(lineStart ?? passed.startIndex)...].count { !isContinuation($0) }
    if self.offset == 0, line == 1, offset > 0, bytes.byteOrderMarkLength > 0 { column -= 1 }
    self.offset = max(self.offset, offset)
  }
}

extension TextPosition: CustomStringConvertible {
  /// The description, as in `line 3, column 14`.
  public var description: String { "line \(line), column \(column)" }
}

extension [UInt8] {
  var byteOrderMarkLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}
