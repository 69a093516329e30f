/// One place of three texts, divided into numbered pieces.
struct TextPieces {
  /// The pieces of one text.
  struct Cut {
    var start: Int
    var ends: [Int]
    var numbers: [Int]

    /// Returns the bytes of a piece.
    func range(of index: Int) -> Range<Int> { offset(of: index)..<ends[index] }

    /// Returns the bytes of several pieces.
    func range(of indices: Range<Int>) -> Range<Int> {
      offset(of: indices.lowerBound)..<offset(of: indices.upperBound)
    }

    /// Returns the pieces of a range of bytes that starts and ends at boundaries of pieces.
    func indices(of bytes: Range<Int>) -> Range<Int> {
      index(at: bytes.lowerBound)..<index(at: bytes.upperBound)
    }

    private func index(at offset: Int) -> Int {
      guard offset > start else { return 0 }
      return min(ends.partitionPoint { $0 < offset } + 1, ends.count)
    }

    private func offset(of index: Int) -> Int { index == 0 ? start : ends[index - 1] }
  }

  private enum Kind {
    case word, lineEnding, marks

    init(_ piece: UnsafeBufferPointer<UInt8>) {
      self =
        if piece.contains(where: WordBreaker.isInWord) {
          .word
        } else if piece.first.map(WordBreaker.isLineEnding) ?? false {
          .lineEnding
        } else {
          .marks
        }
    }
  }

  let base: Cut
  let ours: Cut
  let theirs: Cut
  private let grain: TextGrain
  /// The kind of each piece, by its number.
  private let kinds: [Kind]
  /// The estimated number of words of the whole texts, which bounds the search in each part.
  private let whole: Int

  init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], place: TouchedRegion, grain: TextGrain
  ) {
    whole = (base.count + max(ours.count, theirs.count)) / 4
    self.grain = grain
    (self.base, self.ours, self.theirs, kinds) = base.withUnsafeBufferPointer {
      base in
      ours.withUnsafeBufferPointer { ours in
        theirs.withUnsafeBufferPointer { theirs in
          Self.cuts([(base, place.base), (ours, place.ours), (theirs, place.theirs)], by: grain)
        }
      }
    }
  }

  private static func cuts(
    _ texts: [(bytes: UnsafeBufferPointer<UInt8>, range: Range<Int>)], by grain: TextGrain
  ) -> (Cut, Cut, Cut, [Kind]) {
    let ends = texts.map { grain.ends(in: $0.bytes, $0.range) }
    let pieces = zip(texts, ends).map { text, ends in
      zip([text.range.lowerBound] + ends, ends).map { TextPiece(bytes: text.bytes, $0..<$1) }
    }
    let numbers = ElementTokens.hashed(pieces)
    var kinds: [Kind] = []
    for (piece, number) in zip(pieces.joined(), numbers.joined()) where number == kinds.count {
      kinds.append(Kind(piece.bytes))
    }
    let cuts = texts.indices.map {
      Cut(start: texts[$0].range.lowerBound, ends: ends[$0], numbers: numbers[$0])
    }
    return (cuts[0], cuts[1], cuts[2], kinds)
  }

  /// Returns true if a piece of a side has a word, and not only marks or blanks.
  func holdsWord(_ index: Int, in side: Cut) -> Bool { kinds[side.numbers[index]] == .word }

  /// Returns the bytes of a region of pieces.
  func place(_ region: TouchedRegion) -> TouchedRegion {
    TouchedRegion(
      base: base.range(of: region.base), ours: ours.range(of: region.ours),
      theirs: theirs.range(of: region.theirs),
      ourHunks: region.ourHunks.map { bytes(of: $0, in: ours) }[...],
      theirHunks: region.theirHunks.map { bytes(of: $0, in: theirs) }[...])
  }

  private func bytes(of hunk: Hunk, in side: Cut) -> Hunk {
    Hunk(old: base.range(of: hunk.old), new: side.range(of: hunk.new))
  }

  /// Returns the alignment of the pieces: everything that the coarser alignment kept stays kept.
  func alignment(_ place: TouchedRegion) -> ThreeWayAlignment {
    ThreeWayAlignment(
      base: base.numbers, ours: ours.numbers, theirs: theirs.numbers,
      ourHunks: place.ourHunks.flatMap { hunks(within: $0, in: ours) },
      theirHunks: place.theirHunks.flatMap { hunks(within: $0, in: theirs) })
  }

  /// Returns the changes of a side between the pieces with words that it kept.
  ///
  /// Empty lines, brackets and the like are kept only next to such pieces.
  ///
  /// A word that a side kept between changed ones, in another line than before, is part of the change: the side may
  /// have written it anew.
  private func hunks(within change: Hunk, in side: Cut) -> [Hunk] {
    let whole = Hunk(old: base.indices(of: change.old), new: side.indices(of: change.new))
    var last = KeptPiece(old: whole.old.lowerBound - 1, new: whole.new.lowerBound - 1)
    var hunks: [Hunk] = []
    forEachKeptPiece(within: whole, in: side) { next in
      if next.old > last.old + 1 || next.new > last.new + 1 {
        for hunk in changes(between: last, next, in: side) { Self.append(hunk, to: &hunks) }
      }
      last = next
    }
    return hunks
  }

  /// Calls `body` with each piece with a word that a side kept, in order, and with the end.
  private func forEachKeptPiece(
    within change: Hunk, in side: Cut, _ body: (KeptPiece) -> Void
  ) {
    let old = change.old.filter { holdsWord($0, in: base) }
    let new = change.new.filter { holdsWord($0, in: side) }
    let hunks = SequenceDiff.hunks(
      old: old.map { base.numbers[$0] }, new: new.map { side.numbers[$0] }, whole: whole)
    for run in Hunk.runs(between: hunks, oldCount: old.count) {
      let isFirst = run.old == 0 && run.new == 0
      let isLast = run.old + run.count == old.count && run.new + run.count == new.count
      let isAlone = grain == .word && run.count == 1 && !isFirst && !isLast
      for offset in 0..<run.count {
        body(KeptPiece(old: old[run.old + offset], new: new[run.new + offset], isAlone: isAlone))
      }
    }
    body(KeptPiece(old: change.old.upperBound, new: change.new.upperBound))
  }

  /// Returns the changes of a side between two pieces that it kept.
  private func changes(between last: KeptPiece, _ next: KeptPiece, in side: Cut) -> [Hunk] {
    let gap = Hunk(old: last.old + 1..<next.old, new: last.new + 1..<next.new)
    guard let hunk = trimmed(gap, in: side) else { return [] }
    if last.isAlone || next.isAlone, changesLines(gap, in: side) {
      return [hunk.extended(from: last, to: next)]
    }
    return aligned(hunk, in: side)
  }

  /// Returns the hunk without the empty lines and marks that a side kept where it deleted no word.
  private func aligned(_ hunk: Hunk, in side: Cut) -> [Hunk] {
    guard hunk.isReplacement, !hunk.old.contains(where: { holdsWord($0, in: base) }) else {
      return [hunk]
    }
    return SequenceDiff.hunks(
      old: Array(base.numbers[hunk.old]), new: Array(side.numbers[hunk.new]), whole: whole
    ).map { $0.moved(old: hunk.old.lowerBound, new: hunk.new.lowerBound) }
  }

  /// Returns the hunk without the common pieces at either end; nil if nothing is left.
  private func trimmed(_ hunk: Hunk, in side: Cut) -> Hunk? {
    let ends = base.numbers[hunk.old].commonEnds(with: side.numbers[hunk.new], by: ==)
    let old = hunk.old.dropFirst(ends.prefix).dropLast(ends.suffix)
    let new = hunk.new.dropFirst(ends.prefix).dropLast(ends.suffix)
    return old.isEmpty && new.isEmpty ? nil : Hunk(old: old, new: new)
  }

  /// Appends a hunk, or extends the last one if the two touch.
  private static func append(_ hunk: Hunk, to hunks: inout [Hunk]) {
    var hunk = hunk
    if let last = hunks.last, last.old.upperBound >= hunk.old.lowerBound,
      last.new.upperBound >= hunk.new.lowerBound
    {
      hunks.removeLast()
      hunk.old = last.old.lowerBound..<hunk.old.upperBound
      hunk.new = last.new.lowerBound..<hunk.new.upperBound
    }
    hunks.append(hunk)
  }

  /// Returns the pieces of base in the lines of some hunks, without the line endings around them.
  /// - Complexity: O(pieces of the range).
  func lines(of hunks: [Hunk], within range: Range<Int>) -> [Int] {
    var pieces: [Int] = []
    var end = range.lowerBound
    for hunk in hunks {
      var start = max(end, hunk.old.lowerBound)
      while start > end, !isLineEnding(start - 1) { start -= 1 }
      end = max(end, hunk.old.upperBound)
      while end < range.upperBound, !isLineEnding(end) { end += 1 }
      pieces += start..<end
    }
    return pieces
  }

  private func isLineEnding(_ index: Int) -> Bool { kinds[base.numbers[index]] == .lineEnding }

  private func changesLines(_ hunk: Hunk, in side: Cut) -> Bool {
    hunk.old.count { kinds[base.numbers[$0]] == .lineEnding }
      != hunk.new.count { kinds[side.numbers[$0]] == .lineEnding }
  }
}

/// A piece of a text, compared by its bytes. The text must outlive it.
private struct TextPiece: Hashable {
  let bytes: UnsafeBufferPointer<UInt8>

  init(bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.bytes = UnsafeBufferPointer(rebasing: bytes[range])
  }

  static func == (one: TextPiece, other: TextPiece) -> Bool {
    one.bytes.count == other.bytes.count && one.bytes.elementsEqual(other.bytes)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
  }
}

/// A piece of base that a side kept, with its index in both.
private struct KeptPiece {
  var old: Int
  var new: Int
  /// True if the pieces with words before and after it changed.
  var isAlone = false
}

extension Hunk {
  /// Returns the hunk with the pieces beside it that are kept alone.
  fileprivate func extended(from last: KeptPiece, to next: KeptPiece) -> Hunk {
    let start = last.isAlone ? (last.old, last.new) : (old.lowerBound, new.lowerBound)
    let end = next.isAlone ? (next.old + 1, next.new + 1) : (old.upperBound, new.upperBound)
    return Hunk(old: start.0..<end.0, new: start.1..<end.1)
  }
}
