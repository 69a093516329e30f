/// A place in three texts, in bytes, that both sides changed.
struct TextPlace {
  var base: Range<Int>
  var ours: Range<Int>
  var theirs: Range<Int>
  /// What ours changed in it.
  var ourChanges: [Hunk]
  /// What theirs changed in it.
  var theirChanges: [Hunk]
}

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

    /// The pieces of a range of bytes that starts and ends where pieces do.
    func indices(of bytes: Range<Int>) -> Range<Int> {
      index(at: bytes.lowerBound)..<index(at: bytes.upperBound)
    }

    private func index(at offset: Int) -> Int {
      guard offset > start else { return 0 }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] < offset { low = middle + 1 } else { high = middle }
      }
      return min(low + 1, ends.count)
    }

    private func offset(of index: Int) -> Int { index == 0 ? start : ends[index - 1] }
  }

  let base: Cut
  let ours: Cut
  let theirs: Cut
  /// How many words the whole texts may have: what the bound of a search through a part follows.
  private let whole: Int

  init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], place: TextPlace, grain: TextGrain
  ) {
    whole = (base.count + max(ours.count, theirs.count)) / 4
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
    var table = PieceTable()
    func cut(_ index: Int, like expected: [Int] = []) -> Cut {
      let (bytes, range) = texts[index]
      return Cut(
        start: range.lowerBound, ends: ends[index],
        numbers: table.numbers(
          of: bytes, from: range.lowerBound, ends: ends[index], expected: expected))
    }
    let base = cut(0)
    return (base, cut(1, like: base.numbers), cut(2, like: base.numbers))
  }

  /// The bytes of a region of pieces.
  func place(_ region: TouchedRegion) -> TextPlace {
    TextPlace(
      base: base.range(of: region.base), ours: ours.range(of: region.ours),
      theirs: theirs.range(of: region.theirs),
      ourChanges: region.ourHunks.map { bytes(of: $0, in: ours) },
      theirChanges: region.theirHunks.map { bytes(of: $0, in: theirs) })
  }

  private func bytes(of hunk: Hunk, in side: Cut) -> Hunk {
    Hunk(old: base.range(of: hunk.old), new: side.range(of: hunk.new))
  }

  /// The alignment of the pieces: what coarser pieces said is kept stays kept.
  func alignment(_ place: TextPlace) -> ThreeWayAlignment {
    ThreeWayAlignment(
      base: base.numbers, ours: ours.numbers, theirs: theirs.numbers,
      ourHunks: place.ourChanges.flatMap { hunks(within: $0, in: ours) },
      theirHunks: place.theirChanges.flatMap { hunks(within: $0, in: theirs) })
  }

  private func hunks(within change: Hunk, in side: Cut) -> [Hunk] {
    let old = base.indices(of: change.old)
    let new = side.indices(of: change.new)
    if old == base.numbers.indices, new == side.numbers.indices {
      return SequenceDiff.hunks(old: base.numbers, new: side.numbers, whole: whole)
    }
    return SequenceDiff.hunks(
      old: Array(base.numbers[old]), new: Array(side.numbers[new]), whole: whole
    ).map { $0.moved(old: old.lowerBound, new: new.lowerBound) }
  }
}
