/// What may not reach a terminal as it is.
enum Escaping {
  /// The bytes with control and bidirectional characters written as `\u{..}`, and bytes that are no UTF-8 replaced.
  ///
  /// - Parameter keepsLines: whether line feeds and tabs pass.
  static func escaped(_ bytes: some Collection<UInt8>, keepsLines: Bool) -> [UInt8] {
    var result: [UInt8] = []
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if isHarmless(scalar) || keepsLines && (scalar == "\n" || scalar == "\t") {
        result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      } else {
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".utf8)
      }
    }
    return result
  }

  /// Neither a control character nor one that changes the direction of what follows.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: false
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
    case 0x2028, 0x2029: false
    default: true
    }
  }
}
