extension JSONString {
  /// A JSON string literal with quotes, escaping only what must be: quote, backslash, U+0000 to U+001F and
  /// lone surrogates.
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
