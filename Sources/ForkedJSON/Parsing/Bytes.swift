/// The bytes with a meaning in JSON, by name.
extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let minus = UInt8(ascii: "-")
  static let zero = UInt8(ascii: "0")

  /// True for a decimal digit in ASCII.
  @inline(__always)
  package var isDigit: Bool { self &- .zero < 10 }

  /// True for a hexadecimal digit in ASCII.
  package var isHexDigit: Bool { isDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }

  @inline(__always)
  var isJSONWhiteSpace: Bool {
    self == .space || self == .lineFeed || self == .carriageReturn || self == .tab
  }

  var hexDigitValue: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self) - 0x57
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self) - 0x37
    default: nil
    }
  }
}
