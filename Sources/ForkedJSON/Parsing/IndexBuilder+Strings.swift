import CJSONBlocks

extension IndexBuilder {
  /// Reads a string from its opening quote to its closing one.
  @inline(__always)
  mutating func readString() throws(Failure) {
    let start = position
    var hasEscapes = false
    var high: UInt32 = 0
    position &+= 1
    while true {
      skipPlainCharacters(&high)
      guard position < count else { throw failure(.unterminatedString, inStringAt: start) }
      let byte = base[position]
      if byte == .quote { break }
      guard byte == .backslash else { throw failure(.controlCharacter(byte), inStringAt: start) }
      hasEscapes = true
      try readEscape(inStringAt: start)
    }
    if high != 0, !isWellFormed(from: start &+ 1),
      let place = firstInvalidUTF8(from: start + 1)
    {
      throw failure(.invalidUTF8, at: place)
    }
    position &+= 1
    try appendScalar(.string, start: start, hasEscapes: hasEscapes)
  }

  /// Skips all bytes except quotes, backslashes and control characters, 16 at a time.
  ///
  /// - Parameter high: gets a bit if a skipped byte is outside of ASCII; perhaps also for one soon after the string.
  @inline(__always)
  private mutating func skipPlainCharacters(_ high: inout UInt32) {
    while position &+ 16 <= count {
      let block = json_string_block(base + position)
      high |= block.high
      if block.special != 0 {
        position &+= block.special.trailingZeroBitCount
        return
      }
      position &+= 16
    }
    while position < count, base[position].isPlainInString {
      high |= UInt32(base[position] & 0x80)
      position &+= 1
    }
  }

  // MARK: - Escapes

  /// Reads an escape. There is no branch on its kind, which could not be predicted in a text with many escapes.
  @inline(__always)
  private mutating func readEscape(inStringAt start: Int) throws(Failure) {
    guard position &+ 9 <= count else { return try readEscapeAtEnd(inStringAt: start) }
    let letters = word(at: position &+ 1)
    let letter = UInt8(truncatingIfNeeded: letters)
    let isUnicode = letter == UInt8(ascii: "u")
    let areHexDigits = UInt32(truncatingIfNeeded: letters >> 8).areHexDigits
    guard isUnicode ? areHexDigits : letter.isSimpleEscape else {
      throw failure(.invalidEscape, inStringAt: start)
    }
    position &+= isUnicode ? 6 : 2
  }

  @inline(never)
  private mutating func readEscapeAtEnd(inStringAt start: Int) throws(Failure) {
    guard position + 1 < count else { throw failure(.unterminatedString, inStringAt: start) }
    let isUnicode = base[position + 1] == UInt8(ascii: "u")
    let end = position + (isUnicode ? 6 : 2)
    let isValid =
      isUnicode
      ? end <= count && (position + 2..<end).allSatisfy { base[$0].isHexDigit }
      : base[position + 1].isSimpleEscape
    guard isValid else { throw failure(.invalidEscape, inStringAt: start) }
    position = end
  }

  // MARK: - UTF-8

  /// Returns true if the bytes up to `position` are well-formed UTF-8.
  @inline(__always)
  private func isWellFormed(from start: Int) -> Bool {
    UTF8Automaton.accepts(UnsafeBufferPointer(start: base + start, count: position &- start))
  }

  @inline(never)
  private func firstInvalidUTF8(from start: Int) -> Int? {
    let text = UnsafeBufferPointer(start: base + start, count: position - start)
    return UTF8Automaton.firstRefused(in: text).map { start + $0 }
  }

  /// Returns the error at `position`, or in the UTF-8 of the string before it.
  @inline(never)
  private func failure(_ reason: JSONSyntaxError.Reason, inStringAt start: Int) -> Failure {
    if let place = firstInvalidUTF8(from: start + 1) { return failure(.invalidUTF8, at: place) }
    return failure(reason, at: reason == .unterminatedString ? start : position)
  }
}

extension UInt8 {
  fileprivate var isPlainInString: Bool {
    self >= .space && self != .quote && self != .backslash
  }

  /// True if the byte is a valid escape after a backslash.
  @inline(__always)
  fileprivate var isSimpleEscape: Bool {
    // The bits of these characters, counted from space.
    let low: UInt64 = 1 << 2 | 1 << 15 | 1 << 60  // " / \\
    let high: UInt64 = 1 << 2 | 1 << 6 | 1 << 14 | 1 << 18 | 1 << 20  // b f n r t
    let place = self &- 0x20
    return (place < 64 ? low : place < 128 ? high : 0) >> UInt64(place & 63) & 1 != 0
  }
}

extension UInt32 {
  /// True if all four bytes are hexadecimal digits in ASCII.
  @inline(__always)
  fileprivate var areHexDigits: Bool {
    // Adding the difference between a bound and 0x80 sets the high bit of bytes from the bound on.
    let ones: UInt32 = 0x0101_0101
    let low = self & (ones &* 0x7F)
    let letter = low | ones &* 0x20
    let isDigit = (low &+ ones &* (0x80 - 0x30)) & ~(low &+ ones &* (0x80 - 0x3A))
    let isLetter = (letter &+ ones &* (0x80 - 0x61)) & ~(letter &+ ones &* (0x80 - 0x67))
    return (isDigit | isLetter) & ~self & (ones &* 0x80) == ones &* 0x80
  }
}
