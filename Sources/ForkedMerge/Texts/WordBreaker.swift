/// Divides UTF-8 into words with the blank before them, line endings, and other blanks.
///
/// Words are separated by blanks; in a script without blanks, each character is a word. A blank belongs to the word
/// after it, so that words appended by two sides stay separate.
struct WordBreaker {
  let bytes: UnsafeBufferPointer<UInt8>
  let end: Int

  func ends(from start: Int) -> [Int] {
    var ends: [Int] = []
    var index = start
    while index < end {
      index = pieceEnd(from: index)
      while index < end, !isBoundary(index) { index = scalarEnd(from: index) }
      ends.append(index)
    }
    return ends
  }

  private func pieceEnd(from start: Int) -> Int {
    var index = start
    while index < end, Self.isBlank(bytes[index]) { index += 1 }
    if index > start + 1 {
      return index < end && !Self.isLineEnding(bytes[index]) ? index - 1 : index
    }
    guard index < end else { return index }
    if Self.isLineEnding(bytes[index]) {
      if index > start { return index }
      let isCRLF = bytes[index] == 13 && index + 1 < end && bytes[index + 1] == 10
      return index + (isCRLF ? 2 : 1)
    }
    let first = index
    while index < end, !Self.isBlank(bytes[index]), !Self.isLineEnding(bytes[index]) {
      if bytes[index] >= 0xE2, Self.isWordByItself(scalar(startingAt: index)) {
        return index == first ? scalarEnd(from: index) : index
      }
      index += 1
    }
    return index
  }

  private func scalarEnd(from start: Int) -> Int {
    var index = start + 1
    while index < end, bytes[index] & 0xC0 == 0x80 { index += 1 }
    return index
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  static func isLineEnding(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }

  /// Returns true for letters, digits, and everything beyond ASCII.
  static func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: false
    }
  }

  /// Returns true if the end of one text and the beginning of another would make one word.
  static func areOneWord(_ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>) -> Bool {
    guard let last = before.last, let next = after.first else { return false }
    if [last, next].contains(where: { isBlank($0) || isLineEnding($0) }) { return false }
    let lastScalar = before.suffix(4).drop { $0 & 0xC0 == 0x80 }
    return !beginsAlone(after) && !beginsAlone(lastScalar)
  }

  /// Returns true if some UTF-8 begins with a character that is a word of its own.
  static func beginsAlone(_ bytes: some Collection<UInt8>) -> Bool {
    guard let lead = bytes.first, lead >= 0xE2 else { return false }
    return isWordByItself(scalar(bytes))
  }

  /// Returns true if some UTF-8 would make one grapheme cluster with a blank before it.
  static func beginsWithExtender(_ bytes: some Collection<UInt8>) -> Bool {
    guard let lead = bytes.first, lead >= 0x80 else { return false }
    return String(String.UnicodeScalarView([" ", scalar(bytes)])).count == 1
  }

  /// Returns true for characters of scripts without blanks between words: ideographs and kana with their marks.
  static func isWordByItself(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2E80...0xA4CF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x20000...0x3FFFF: true
    default: false
    }
  }

  // MARK: - Grapheme clusters

  /// Returns true if no grapheme cluster spans `index`.
  private func isBoundary(_ index: Int) -> Bool {
    let (before, after) = (bytes[index - 1], bytes[index])
    guard before >= 0x80 || after >= 0x80 else { return true }
    let scalars = [scalar(endingAt: index), scalar(startingAt: index)]
    if scalars.allSatisfy(Self.isCluster) { return true }
    let mayBeJoined = scalars[0].value == 0x200D && !scalars[1].isASCII
    return !mayBeJoined && String(String.UnicodeScalarView(scalars)).count > 1
  }

  /// Returns true for most scalars that neither extend the one before nor join the one after; a quick test.
  private static func isCluster(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x300, 0x370..<0x483, 0x3400...0x9FFF, 0xAC00...0xD7A3: true
    default: false
    }
  }

  private func scalar(startingAt index: Int) -> Unicode.Scalar {
    Self.scalar(bytes[index..<min(index + 4, end)])
  }

  private func scalar(endingAt index: Int) -> Unicode.Scalar {
    var start = index - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return Self.scalar(bytes[start..<index])
  }

  /// Returns the first scalar of some UTF-8.
  private static func scalar(_ bytes: some Sequence<UInt8>) -> Unicode.Scalar {
    var bytes = bytes.makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return "\u{FFFD}" }
    return scalar
  }
}
