/// Why a text was refused, and where.
public struct JSONSyntaxError: Error, Sendable, Equatable {
  /// What was wrong.
  public var reason: Reason
  /// Where the text can't go on as it does.
  public var position: TextPosition

  /// An error of that reason and place.
  public init(reason: Reason, position: TextPosition) {
    self.reason = reason
    self.position = position
  }

  /// What was wrong with a text.
  public enum Reason: Sendable, Equatable {
    /// A byte that can't stand here.
    case unexpectedByte(UInt8, expected: Expectation)
    /// The text ends too early.
    case unexpectedEnd(expected: Expectation)
    /// A string without its closing quote.
    case unterminatedString
    /// U+0000 to U+001F unescaped in a string.
    case controlCharacter(UInt8)
    /// A backslash followed by something that is no escape.
    case invalidEscape
    /// Bytes that aren't UTF-8.
    case invalidUTF8
    /// A number such as `012`.
    case leadingZero
    /// A comma with nothing behind it.
    case trailingComma
    /// A key that the object already has; keys are compared by their decoded scalars.
    case duplicateKey(JSONString, first: TextPosition)
    /// More nesting than the limit.
    case tooDeep(limit: Int)
    /// A text of more bytes than the limit.
    case tooLong(limit: Int)
    /// More values and keys than the limit.
    case tooManyValues(limit: Int)
    /// A number whose exponent has more digits than the limit.
    case exponentTooLong(limit: Int)
  }

  /// What could have stood at a place.
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
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// As in `line 3, column 14: unexpected "x", expected ":"`.
  public var description: String { "\(position): \(reason)" }
}

extension JSONSyntaxError.Reason: CustomStringConvertible {
  /// What was wrong and what was expected, without the place.
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

/// A place in a text, as editors show it.
public struct TextPosition: Sendable, Hashable {
  /// Bytes before the place.
  public var offset: Int
  /// 1-based; a line ends with U+000A.
  public var line: Int
  /// 1-based, in Unicode scalars; a byte order mark takes no column.
  public var column: Int

  /// The position with these three coordinates, unchecked.
  public init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// The position of the byte at `offset`. Complexity: O(`offset`).
  init(offset: Int, in bytes: [UInt8]) {
    let before = bytes[..<min(offset, bytes.count)]
    let lineStart = before.lastIndex(of: .lineFeed).map { $0 + 1 } ?? bytes.byteOrderMarkLength
    let isContinuation: (UInt8) -> Bool = { $0 & 0xC0 == 0x80 }
    self.offset = offset
    line = 1 + before.count { $0 == .lineFeed }
    column = 1 + before[min(lineStart, before.count)...].count { !isContinuation($0) }
  }
}

extension TextPosition: CustomStringConvertible {
  /// As in `line 3, column 14`.
  public var description: String { "line \(line), column \(column)" }
}

extension [UInt8] {
  var byteOrderMarkLength: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}
