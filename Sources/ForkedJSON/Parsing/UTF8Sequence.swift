/// Well-formed UTF-8 (The Unicode Standard, table 3-7).
enum UTF8Sequence {
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
