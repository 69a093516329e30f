/// Lone surrogates in text, which cannot hold them: as JSON escapes them.
extension JSONString {
  /// The string that a text with escaped surrogates stands for.
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

  /// The text in UTF-8, surrogates escaped, and with them each backslash that would be read as the beginning of such an
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

  /// The surrogate or backslash that is escaped at the beginning of the bytes; nil where there is none.
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

  /// The lone surrogate that takes three bytes from an index on; nil where there is none.
  static func surrogate(at index: Int, in wtf8: [UInt8]) -> UInt32? {
    guard isSurrogate(at: index, in: wtf8) else { return nil }
    return 0xD000 | UInt32(wtf8[index + 1] & 0x3F) << 6 | UInt32(wtf8[index + 2] & 0x3F)
  }
}
