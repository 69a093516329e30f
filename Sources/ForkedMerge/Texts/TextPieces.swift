/// One place of three texts cut into numbered pieces.
struct TextPieces {
  /// The pieces of one text.
  struct Cut {
    var start: Int
    var ends: [Int]
    var numbers: [Int]

    /// The bytes of a piece.
    func range(of index: Int) -> Range<Int> { offset(of: index)..<ends[index] }

    /// The bytes of several pieces.
    func range(of indices: Range<Int>) -> Range<Int> {
      offset(of: indices.lowerBound)..<offset(of: indices.upperBound)
    }

    private func offset(of index: Int) -> Int { index == 0 ? start : ends[index - 1] }
  }

  let base: Cut
  let ours: Cut
  let theirs: Cut

  init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], place: TextMerge.Place, grain: TextGrain
  ) {
    (self.base, self.ours, self.theirs) = base.withUnsafeBufferPointer { base in
      ours.withUnsafeBufferPointer { ours in
        theirs.withUnsafeBufferPointer { theirs in
          Self.cuts([(base, place.base), (ours, place.ours), (theirs, place.theirs)], by: grain)
        }
      }
    }
  }

  private static func cuts(
    _ texts: [(bytes: UnsafeBufferPointer<UInt8>, range: Range<Int>)], by grain: TextGrain
  ) -> (Cut, Cut, Cut) {
    let ends = texts.map { grain.ends(in: $0.bytes, $0.range) }
    var table = PieceTable(capacity: ends.reduce(0) { $0 + $1.count })
    func cut(_ index: Int) -> Cut {
      let (bytes, range) = texts[index]
      return Cut(
        start: range.lowerBound, ends: ends[index],
        numbers: table.numbers(of: bytes, from: range.lowerBound, ends: ends[index]))
    }
    return (cut(0), cut(1), cut(2))
  }

  /// The bytes of a region of pieces.
  func place(_ region: TouchedRegion) -> TextMerge.Place {
    TextMerge.Place(
      base: base.range(of: region.base), ours: ours.range(of: region.ours),
      theirs: theirs.range(of: region.theirs))
  }
}
