/// The pieces that a text is cut into: lines first, words only where both sides replaced a line.
enum TextGrain {
  case line, word

  /// The ends of the pieces of `range`, ascending; no piece is empty, none splits a grapheme cluster.
  func ends(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> [Int] {
    switch self {
    case .line: Self.lineEnds(in: bytes, range)
    case .word: WordBreaker(bytes: bytes, end: range.upperBound).ends(from: range.lowerBound)
    }
  }

  /// A line ends with LF, so with CR LF too; there is always a cluster boundary after either.
  private static func lineEnds(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> [Int] {
    var ends: [Int] = []
    for index in range where bytes[index] == 10 { ends.append(index + 1) }
    if let last = ends.last ?? Optional(range.lowerBound), last < range.upperBound {
      ends.append(range.upperBound)
    }
    return ends
  }

  /// A Boolean value that indicates whether the grain is fine enough for what both sides changed in a region.
  ///
  /// Lines that one side only deleted, and words, are: what the other side made of them stands whole.
  func suffices(for region: TouchedRegion) -> Bool {
    let insert = { (hunks: ArraySlice<Hunk>) in hunks.contains { !$0.isDeletion } }
    return self == .word || !insert(region.ourHunks) || !insert(region.theirHunks)
  }
}
