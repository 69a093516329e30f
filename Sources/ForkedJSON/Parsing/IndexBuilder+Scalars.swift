extension IndexBuilder {
  private static let spaces: UInt64 = 0x2020_2020_2020_2020

  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
  }

  /// Skips white space.
  @inline(__always)
  mutating func skipWhiteSpace() {
    guard position < count, base[position] <= .space else { return }
    // One space, as after a colon, needs no loop.
    if base[position] == .space, position &+ 1 < count, base[position &+ 1] > .space {
      position &+= 1
    } else {
      skipRunsOfWhiteSpace()
    }
  }

  /// Skips white space; runs of spaces, as in indentation, eight at a time.
  @inline(__always)
  private mutating func skipRunsOfWhiteSpace() {
    while position < count, base[position].isJSONWhiteSpace {
      position &+= 1
      while position &+ 8 <= count {
        let difference = word(at: position) ^ Self.spaces
        position &+= difference.trailingZeroBitCount &>> 3
        if difference != 0 { break }
      }
    }
  }

  @inline(__always)
  mutating func readNumber() throws(Failure) {
    let start = position
    if base[position] == .minus { position &+= 1 }
    let integer = position
    try readDigits()
    if base[integer] == .zero, position > integer + 1 { throw failure(.leadingZero, at: integer) }
    if position < count, base[position] == UInt8(ascii: ".") {
      position &+= 1
      try readDigits()
    }
    if position < count, base[position] | 0x20 == UInt8(ascii: "e") { try readExponent() }
    try appendScalar(.number, start: start)
  }

  @inline(__always)
  private mutating func readDigits() throws(Failure) {
    let start = position
    skipDigits()
    guard position == start else { return }
    throw position < count
      ? unexpectedByte(expected: .digit) : failure(.unexpectedEnd(expected: .digit))
  }

  /// Skips digits, eight at a time: numbers have so different lengths that a loop over digits would be mispredicted.
  @inline(__always)
  private mutating func skipDigits() {
    while position &+ 8 <= count {
      let others = word(at: position).bytesOtherThanDigits
      position &+= others.trailingZeroBitCount &>> 3
      if others != 0 { return }
    }
    while position < count, base[position].isDigit { position &+= 1 }
  }

  private mutating func readExponent() throws(Failure) {
    position &+= 1
    if position < count, base[position] == .minus || base[position] == UInt8(ascii: "+") {
      position &+= 1
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
      position &+= 1
    }
    try appendScalar(kind, start: start)
  }
}

extension UInt64 {
  /// The high bit of each byte that is no digit in ASCII.
  @inline(__always)
  fileprivate var bytesOtherThanDigits: UInt64 {
    // Adding the difference between ten and 0x80 sets the high bit of bytes from ten on.
    let values = self ^ 0x3030_3030_3030_3030
    let fromTen = (values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676
    return (fromTen | values) & 0x8080_8080_8080_8080
  }
}
