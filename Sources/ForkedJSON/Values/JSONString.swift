/// A decoded JSON string, compared by Unicode scalars.
///
/// Two strings that are only canonically equivalent differ. Lone surrogates, which JSON can escape, are kept (as
/// WTF-8).
public struct JSONString: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
  /// The scalars in UTF-8; a lone surrogate takes three bytes as in WTF-8.
  public let utf8: [UInt8]

  /// Creates a string with the same scalars.
  public init(_ string: String) { utf8 = Array(string.utf8) }

  /// Creates a string with these bytes, which must be WTF-8.
  public init(wtf8: [UInt8]) { utf8 = wtf8 }

  /// Creates a string with the literal's scalars.
  public init(stringLiteral value: String) { self.init(value) }

  /// The same scalars as a `String`; nil if one is a lone surrogate.
  public var exactString: String? { String(validating: utf8, as: UTF8.self) }

  /// Compares strings by Unicode scalars.
  public static func < (a: JSONString, b: JSONString) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
  }
}

extension JSONString: CustomStringConvertible {
  /// The string for messages, with lone surrogates escaped as in JSON, `\ud800`.
  public var description: String {
    exactString ?? String(decoding: Self.escapingSurrogates(in: utf8), as: UTF8.self)
  }
}

extension JSONString {
  /// A JSON string literal with quotes.
  ///
  /// Only quotes, backslashes, U+0000 to U+001F and lone surrogates are escaped.
  public var literal: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(utf8.count + 2)
    appendLiteral(to: &result)
    return result
  }

  func appendLiteral(to result: inout [UInt8]) {
    result.append(.quote)
    var index = 0
    while index < utf8.count {
      if let unit = Self.surrogate(at: index, in: utf8) {
        Self.appendEscape(of: unit, to: &result)
        index += 3
      } else {
        Self.append(utf8[index], to: &result)
        index += 1
      }
    }
    result.append(.quote)
  }

  private static func append(_ byte: UInt8, to result: inout [UInt8]) {
    switch byte {
    case .quote, .backslash: result += [.backslash, byte]
    case 0x08: result += [.backslash, UInt8(ascii: "b")]
    case 0x0C: result += [.backslash, UInt8(ascii: "f")]
    case .lineFeed: result += [.backslash, UInt8(ascii: "n")]
    case .carriageReturn: result += [.backslash, UInt8(ascii: "r")]
    case .tab: result += [.backslash, UInt8(ascii: "t")]
    case ..<0x20: appendEscape(of: UInt32(byte), to: &result)
    default: result.append(byte)
    }
  }

  static func appendEscape(of unit: UInt32, to result: inout [UInt8]) {
    result += [.backslash, UInt8(ascii: "u")]
    for shift in [12, 8, 4, 0] as [UInt32] {
      let digit = UInt8(truncatingIfNeeded: unit >> shift & 15)
      result.append(digit < 10 ? .zero + digit : UInt8(ascii: "a") - 10 + digit)
    }
  }
}

extension JSONString {
  /// Decodes the text between the quotes of a valid string.
  init(escapedContent content: UnsafeBufferPointer<UInt8>) {
    var decoder = EscapeDecoder(content: content)
    utf8 = decoder.decode()
  }
}

/// Decodes the escapes of a valid JSON string (RFC 8259, section 7).
private struct EscapeDecoder {
  let content: UnsafeBufferPointer<UInt8>
  var position = 0
  var result: [UInt8] = []

  init(content: UnsafeBufferPointer<UInt8>) { self.content = content }

  mutating func decode() -> [UInt8] {
    result.reserveCapacity(content.count)
    while position < content.count {
      let byte = content[position]
      position += 1
      if byte == .backslash { decodeEscape() } else { result.append(byte) }
    }
    return result
  }

  private mutating func decodeEscape() {
    guard position < content.count else { return }
    let byte = content[position]
    position += 1
    switch byte {
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(.lineFeed)
    case UInt8(ascii: "r"): result.append(.carriageReturn)
    case UInt8(ascii: "t"): result.append(.tab)
    case UInt8(ascii: "u"): appendScalar(readScalar())
    default: result.append(byte)
    }
  }

  /// Reads a scalar; two escapes that make a surrogate pair are one, and a surrogate without its other half stays
  /// alone.
  private mutating func readScalar() -> UInt32 {
    let unit = codeUnit(at: position)
    position += 4
    guard unit & 0xFC00 == 0xD800, position + 6 <= content.count,
      content[position] == .backslash, content[position + 1] == UInt8(ascii: "u")
    else { return unit }
    let second = codeUnit(at: position + 2)
    guard second & 0xFC00 == 0xDC00 else { return unit }
    position += 6
    return 0x10000 + (unit & 0x3FF) << 10 + (second & 0x3FF)
  }

  private func codeUnit(at start: Int) -> UInt32 {
    content[min(start, content.count)..<min(start + 4, content.count)]
      .reduce(0) { $0 << 4 | ($1.hexDigitValue ?? 0) }
  }

  private mutating func appendScalar(_ scalar: UInt32) {
    func continuation(_ shift: UInt32) -> UInt8 { UInt8(0x80 | scalar >> shift & 0x3F) }
    switch scalar {
    case ..<0x80: result.append(UInt8(scalar))
    case ..<0x800: result += [UInt8(0xC0 | scalar >> 6), continuation(0)]
    case ..<0x10000: result += [UInt8(0xE0 | scalar >> 12), continuation(6), continuation(0)]
    default:
      result += [
        UInt8(0xF0 | scalar >> 18), continuation(12), continuation(6), continuation(0),
      ]
    }
  }
}

/// The escaping of lone surrogates in texts, which cannot hold them.
extension JSONString {
  /// Creates the string of a text with escaped surrogates.
  init(unescapingSurrogatesIn text: String) {
    guard text.utf8.contains(.backslash) else {
      self.init(text)
      return
    }
    let bytes = Array(text.utf8)
    var content: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isLiteral = byte == .backslash && Self.escapedUnit(at: bytes[index...]) == nil
      content += isLiteral ? [.backslash, .backslash] : [byte]
    }
    self = content.withUnsafeBufferPointer { JSONString(escapedContent: $0) }
  }

  /// Returns the text in UTF-8 with surrogates escaped, and with each backslash escaped that would begin such an
  /// escape.
  static func escapingSurrogates(in wtf8: [UInt8]) -> [UInt8] {
    guard wtf8.contains(where: { $0 == .backslash || $0 == 0xED }) else { return wtf8 }
    var result: [UInt8] = []
    var index = 0
    while index < wtf8.count {
      if let unit = surrogate(at: index, in: wtf8) {
        appendEscape(of: unit, to: &result)
        index += 3
        continue
      }
      if escapedUnit(at: wtf8[index...]) != nil {
        appendEscape(of: UInt32(UInt8.backslash), to: &result)
      } else {
        result.append(wtf8[index])
      }
      index += 1
    }
    return result
  }

  private static let escapeLength = 6

  /// Returns the surrogate or backslash that is escaped at the beginning of the bytes; nil if there is none.
  private static func escapedUnit(at bytes: ArraySlice<UInt8>) -> UInt32? {
    guard bytes.first == .backslash, bytes.dropFirst().first == UInt8(ascii: "u") else {
      return nil
    }
    let digits = bytes.dropFirst(2).prefix(escapeLength - 2)
    guard digits.count == escapeLength - 2, digits.allSatisfy(\.isHexDigit),
      let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    return unit >> 11 == 0x1B || unit == UInt32(UInt8.backslash) ? unit : nil
  }

  /// Returns the lone surrogate whose three bytes begin at an index; nil if there is none.
  static func surrogate(at index: Int, in wtf8: [UInt8]) -> UInt32? {
    guard wtf8[index] == 0xED, index + 2 < wtf8.count, wtf8[index + 1] >= 0xA0 else { return nil }
    return 0xD000 | UInt32(wtf8[index + 1] & 0x3F) << 6 | UInt32(wtf8[index + 2] & 0x3F)
  }
}
