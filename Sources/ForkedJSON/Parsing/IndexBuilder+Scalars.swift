extension IndexBuilder {
  private static let spaces: UInt64 = 0x2020_2020_2020_2020

  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
  }

  @inline(__always)
  private func halfWord(at offset: Int) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt32.self))
  }

  /// Runs of spaces, as indentation has them, go eight at a time.
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

  /// Reads a string from its opening quote to behind its closing one.
  @inline(__always)
  mutating func readString() throws(Failure) {
    let start = position
    var hasEscapes = false
    position += 1
    while true {
      skipPlainCharacters()
      guard position < count else { throw failure(.unterminatedString, at: start) }
      let byte = base[position]
      if byte == .quote { break }
      if byte == .backslash {
        hasEscapes = true
        try readEscape()
      } else if byte < .space {
        throw failure(.controlCharacter(byte))
      } else {
        try readNonASCII()
      }
    }
    position += 1
    try appendScalar(.string, start: start)
    if hasEscapes { nodes[nodeCount - 1].hasEscapes = true }
  }

  /// Skips all but quotes, backslashes, control characters and non-ASCII; eight bytes at a time.
  @inline(__always)
  private mutating func skipPlainCharacters() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    while position + 8 <= count {
      let word = word(at: position)
      let quotes = word ^ (ones &* UInt64(UInt8.quote))
      let backslashes = word ^ (ones &* UInt64(UInt8.backslash))
      let special =
        ((quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
          | (word &- ones &* 0x20) & ~word | word) & (ones &* 0x80)
      position += special.trailingZeroBitCount >> 3
      if special != 0 { return }
    }
    while position < count, base[position].isPlainInString { position += 1 }
  }

  private mutating func readEscape() throws(Failure) {
    let start = position
    position += 1
    guard position < count else { throw failure(.unterminatedString, at: start) }
    switch base[position] {
    case .quote, .backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    case UInt8(ascii: "u"):
      guard count - position > 4, base[position + 1].isHexDigit, base[position + 2].isHexDigit,
        base[position + 3].isHexDigit, base[position + 4].isHexDigit
      else { throw failure(.invalidEscape, at: start) }
      position += 5
    default: throw failure(.invalidEscape, at: start)
    }
  }

  @inline(__always)
  private mutating func readNonASCII() throws(Failure) {
    repeat {
      let available = count - position
      let length =
        available >= 4
        ? UTF8Sequence.length(of: halfWord(at: position))
        : UTF8Sequence.length(at: base + position, available: available)
      guard length > 0 else { throw failure(.invalidUTF8) }
      position += length
    } while position < count && base[position] >= 0x80
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
    let limit = min(limits.exponentDigits, 17)
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

  @inline(__always)
  private mutating func appendScalar(_ kind: JSONKind, start: Int) throws(Failure) {
    try append(
      IndexNode(
        kind, start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: position),
        next: UInt32(truncatingIfNeeded: nodeCount + 1)))
  }
}

extension UInt8 {
  fileprivate var isPlainInString: Bool {
    self >= .space && self < 0x80 && self != .quote && self != .backslash
  }
}
