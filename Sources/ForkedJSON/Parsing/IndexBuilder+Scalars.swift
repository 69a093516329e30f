extension IndexBuilder {
  private static let spaces: UInt64 = 0x2020_2020_2020_2020

  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
  }

  /// Skips white space; runs of spaces, as in indentation, eight at a time.
  @inline(__always)
  mutating func skipWhiteSpace() {
    while position < count {
      let byte = base[position]
      guard byte <= .space, byte.isJSONWhiteSpace else { return }
      position += 1
      while position + 8 <= count {
        let difference = word(at: position) ^ Self.spaces
        position += difference.trailingZeroBitCount >> 3
        if difference != 0 { break }
      }
    }
  }

  @inline(__always)
  mutating func readNumber() throws(Failure) {
    let start = position
    if base[position] == .minus { position += 1 }
    let integer = position
    try readDigits()
    if base[integer] == .zero, position > integer + 1 { throw failure(.leadingZero, at: integer) }
    if position < count, base[position] == UInt8(ascii: ".") {
      position += 1
      try readDigits()
    }
    if position < count, base[position] | 0x20 == UInt8(ascii: "e") { try readExponent() }
    try appendScalar(.number, start: start)
  }

  @inline(__always)
  private mutating func readDigits() throws(Failure) {
    let start = position
    while position < count, base[position].isDigit { position += 1 }
    guard position == start else { return }
    throw position < count
      ? unexpectedByte(expected: .digit) : failure(.unexpectedEnd(expected: .digit))
  }

  private mutating func readExponent() throws(Failure) {
    position += 1
    if position < count, base[position] == .minus || base[position] == UInt8(ascii: "+") {
      position += 1
    }
    var significant = position
    try readDigits()
    while significant < position, base[significant] == .zero { significant += 1 }
    let limit = limits.exponentDigits
    guard position - significant <= limit else {
      throw failure(.exponentTooLong(limit: limit), at: significant)
    }
  }

  @inline(__always)
  mutating func readLiteral(_ kind: JSONKind, _ text: StaticString) throws(Failure) {
    let start = position
    for offset in 0..<text.utf8CodeUnitCount {
      guard position < count else { throw failure(.unexpectedEnd(expected: .value), at: start) }
      guard base[position] == text.utf8Start[offset] else {
        throw failure(.unexpectedByte(base[start], expected: .value), at: start)
      }
      position += 1
    }
    try appendScalar(kind, start: start)
  }
}
