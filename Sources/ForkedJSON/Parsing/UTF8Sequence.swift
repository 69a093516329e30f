/// Well-formed UTF-8 (The Unicode Standard, table 3-7).
enum UTF8Sequence {
  /// As `length(at:available:)` where four bytes are there, given as a little-endian word.
  @inline(__always)
  static func length(of word: UInt32) -> Int {
    if word & 0xC0E0 == 0x80C0 { return word & 0x1E != 0 ? 2 : 0 }
    if word & 0xC0_C0F0 == 0x80_80E0 {
      let isOverlong = word & 0x200F == 0
      let isSurrogate = word & 0x200F == 0x200D
      return isOverlong || isSurrogate ? 0 : 3
    }
    guard word & 0xC0C0_C0F8 == 0x8080_80F0 else { return 0 }
    let isOverlong = word & 0x3007 == 0
    let isTooLarge = word & 7 > 4 || word & 7 == 4 && word & 0x3000 != 0
    return isOverlong || isTooLarge ? 0 : 4
  }

  /// The length of the sequence of two to four bytes that begins at `bytes`; 0 where none does.
  @inline(__always)
  static func length(at bytes: UnsafePointer<UInt8>, available: Int) -> Int {
    guard available >= 2 else { return 0 }
    let lead = bytes[0]
    let second = bytes[1]
    if lead < 0xE0 { return lead >= 0xC2 && isContinuation(second) ? 2 : 0 }
    guard available >= 3, isContinuation(bytes[2]) else { return 0 }
    if lead < 0xF0 {
      let low: UInt8 = lead == 0xE0 ? 0xA0 : 0x80
      let high: UInt8 = lead == 0xED ? 0x9F : 0xBF
      return second >= low && second <= high ? 3 : 0
    }
    guard available >= 4, isContinuation(bytes[3]), lead <= 0xF4 else { return 0 }
    let low: UInt8 = lead == 0xF0 ? 0x90 : 0x80
    let high: UInt8 = lead == 0xF4 ? 0x8F : 0xBF
    return second >= low && second <= high ? 4 : 0
  }

  @inline(__always)
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
