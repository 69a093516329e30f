/// Cuts UTF-8 into words with the blanks before them, and single marks with the blanks before them.
///
/// Blanks go with what follows, so that words appended by two sides don't run into each other.
struct WordBreaker {
  let bytes: UnsafeBufferPointer<UInt8>
  let end: Int

  func ends(from start: Int) -> [Int] {
    var ends: [Int] = []
    var index = start
    while index < end {
      index = pieceEnd(from: index)
      while index < end, !isBoundary(index) { index = pieceEnd(from: index) }
      ends.append(index)
    }
    return ends
  }

  private func pieceEnd(from start: Int) -> Int {
    var index = start
    while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    guard index < end else { return index }
    guard Self.isInWord(bytes[index]) else {
      let isCRLF = bytes[index] == 13 && index + 1 < end && bytes[index + 1] == 10
      return index + (isCRLF ? 2 : 1)
    }
    while index < end, Self.isInWord(bytes[index]) { index += 1 }
    return index
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...: true
    default: false
    }
  }

  /// Whether no grapheme cluster spans `index`; of the scalars around it at least one is ASCII.
  private func isBoundary(_ index: Int) -> Bool {
    let (before, after) = (bytes[index - 1], bytes[index])
    guard before >= 0x80 || after >= 0x80 else { return true }
    let scalars = [scalar(endingAt: index), scalar(startingAt: index)]
    if scalars.allSatisfy(Self.standsAlone) { return true }
    return String(String.UnicodeScalarView(scalars)).count > 1
  }

  /// A quick answer for most scripts: neither extends what is before it nor joins what is after it.
  private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x300, 0x370..<0x483, 0x3400...0x9FFF, 0xAC00...0xD7A3: true
    default: false
    }
  }

  private func scalar(startingAt index: Int) -> Unicode.Scalar {
    let bytes = bytes[index..<min(index + 4, end)]
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
  }

  private func scalar(endingAt index: Int) -> Unicode.Scalar {
    var start = index - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}"
  }
}
