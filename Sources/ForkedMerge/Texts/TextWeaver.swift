import Forked

/// Merges three texts by lines, and by words where both sides replaced a line.
struct TextWeaver {
  private let base: [UInt8]
  private let ours: [UInt8]
  private let theirs: [UInt8]
  private let first: MergeSide
  private(set) var merged: [UInt8] = []
  private(set) var placesChangedByBoth: [TextMerge.Place] = []
  private var moved = MovedWords()
  /// The end in each side of the last piece, if it was taken from that side.
  private var ends: (ours: Int?, theirs: Int?) = (0, 0)
  /// True if the last line of the result has only blanks so far.
  private var isAtLineStart = true

  init(base: [UInt8], ours: [UInt8], theirs: [UInt8], first: MergeSide) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.first = first
  }

  /// Merges the whole texts.
  mutating func weave() {
    merged.reserveCapacity(max(ours.count, theirs.count))
    weave(
      TouchedRegion(
        base: base.indices, ours: ours.indices, theirs: theirs.indices,
        ourHunks: [Hunk(old: base.indices, new: ours.indices)],
        theirHunks: [Hunk(old: base.indices, new: theirs.indices)]),
      by: .line)
    placesChangedByBoth += moved.places(
      base: base, ours: ours, theirs: theirs, outside: placesChangedByBoth)
    placesChangedByBoth.sort { $0.base.lowerBound < $1.base.lowerBound }
  }

  private mutating func weave(_ place: TouchedRegion, by grain: TextGrain) {
    let (base, ours, theirs) = (base[place.base], ours[place.ours], theirs[place.theirs])
    if ours == theirs { return append(ours: place.ours, theirs: place.theirs) }
    if ours == base { return append(theirs: place.theirs) }
    if theirs == base { return append(ours: place.ours) }
    let pieces = TextPieces(
      base: self.base, ours: self.ours, theirs: self.theirs, place: place, grain: grain)
    let alignment = pieces.alignment(place)
    var touched = TouchedRegion.find(in: alignment)
    var parts: [TextPart] = []
    var revived: [Int: MergeSide] = [:]
    for region in touched.regions {
      if let part = part(region, of: pieces, by: grain) {
        parts.append(part)
      } else {
        touched.ourRest += region.ourHunks
        touched.theirRest += region.theirHunks
        if grain == .word { revive(in: region, of: pieces, &revived) }
      }
    }
    let script = ThreeWayScript(
      alignment, ourInsertions: Self.inserting(touched.ourRest),
      theirInsertions: Self.inserting(touched.theirRest), mayJoin: true)
    weave(TextScript(pieces: pieces, script: script, revived: revived), parts)
  }

  /// Returns a region that is merged separately; nil if the whole text of each side is kept there. Records changed
  /// ones.
  private mutating func part(
    _ region: TouchedRegion, of pieces: TextPieces, by grain: TextGrain
  ) -> TextPart? {
    let place = pieces.place(region)
    let (our, their) = (ours[place.ours], theirs[place.theirs])
    if our == their {
      moved.noteDeleted(place.base, replacement: place.ours)
      return TextPart(base: region.base, place: place)
    }
    guard grain.suffices(for: region) else { return TextPart(base: region.base, place: place) }
    placesChangedByBoth.append(
      TextMerge.Place(base: place.base, ours: place.ours, theirs: place.theirs))
    guard grain == .word, [region.base, region.ours, region.theirs].allSatisfy({ $0.count == 1 }),
      let word = WordMerge.merged(base: base[place.base], ours: our, theirs: their)
    else { return nil }
    return TextPart(base: region.base, place: place, merged: word)
  }

  /// Records the pieces that one side only deleted in the lines of a region in which the other made edits.
  private func revive(
    in region: TouchedRegion, of pieces: TextPieces, _ revived: inout [Int: MergeSide]
  ) {
    let ourEdits = region.ourHunks.filter { !$0.isDeletion }
    let theirEdits = region.theirHunks.filter { !$0.isDeletion }
    guard ourEdits.isEmpty || theirEdits.isEmpty else { return }
    for piece in pieces.lines(of: ourEdits + theirEdits, within: region.base) {
      revived[piece] = theirEdits.isEmpty ? .ours : .theirs
    }
  }

  private static func inserting(_ hunks: [Hunk]) -> [Hunk] {
    InsertionPlacement.inserting(hunks).sorted { $0.new.lowerBound < $1.new.lowerBound }
  }

  private mutating func weave(_ text: TextScript, _ parts: [TextPart]) {
    var parts = parts[...]
    var element = 0
    for insertion in text.script.insertions {
      weave(elements: element..<insertion.gap, &parts, of: text)
      append(insertion, of: text)
      element = insertion.gap
    }
    weave(elements: element..<text.script.alignment.base.count, &parts, of: text)
  }

  /// Appends elements that both kept, and merges the parts among them.
  private mutating func weave(
    elements: Range<Int>, _ parts: inout ArraySlice<TextPart>, of text: TextScript
  ) {
    var element = elements.lowerBound
    while let part = parts.first, part.base.lowerBound < elements.upperBound {
      append(elements: element..<part.base.lowerBound, of: text)
      weave(part)
      element = part.base.upperBound
      parts = parts.dropFirst()
    }
    append(elements: element..<elements.upperBound, of: text)
  }

  private mutating func weave(_ part: TextPart) {
    let place = part.place
    guard let word = part.merged else { return weave(place, by: .word) }
    append(
      word[...], ours: place.ours, theirs: place.theirs,
      ending: lineEnding(before: place.ours, place.theirs))
  }

  private mutating func append(elements: Range<Int>, of text: TextScript) {
    var run = elements.lowerBound..<elements.lowerBound
    for element in elements {
      if !text.script.isKept(element) {
        appendDeleted(element, after: run, of: text)
        run = element + 1..<element + 1
      } else {
        run = run.lowerBound..<element + 1
      }
    }
    append(kept: run, of: text)
  }

  private mutating func append(kept run: Range<Int>, of text: TextScript) {
    guard let first = run.first, let last = run.last else { return }
    let (our, their) = (text.script.ourPlaces, text.script.theirPlaces)
    append(
      ours: text.pieces.ours.range(of: Int(our[first])..<Int(our[last]) + 1),
      theirs: text.pieces.theirs.range(of: Int(their[first])..<Int(their[last]) + 1))
  }

  /// Appends the elements that both kept before one that a side deleted, and that element if it is revived.
  private mutating func appendDeleted(_ element: Int, after run: Range<Int>, of text: TextScript) {
    append(kept: run, of: text)
    let our = Int(text.script.ourPlaces[element])
    let their = Int(text.script.theirPlaces[element])
    if our < 0, their < 0 { moved.noteDeleted(text.pieces.base.range(of: element)) }
    switch text.revived[element] {
    case .ours where our >= 0: append(ours: text.pieces.ours.range(of: our))
    case .theirs where their >= 0: append(theirs: text.pieces.theirs.range(of: their))
    default: break
    }
  }

  // MARK: - Insertions

  /// Appends the pieces of an insertion: equal ones at either end once, and between them those of each side.
  ///
  /// These are in the order of the elements that they replaced in base; at one place, `first`'s come before the
  /// other's.
  private mutating func append(_ insertion: Insertion, of text: TextScript) {
    let script = text.script
    let our = script.ourInsertions[insertion.ours].first?.old.lowerBound ?? 0
    let their = script.theirInsertions[insertion.theirs].first?.old.lowerBound ?? 0
    let side: MergeSide = our == their ? first : our < their ? .ours : .theirs
    script.writeItems(
      of: insertion, commonEnds: { Self.sharedEnds($0, $1, of: text.pieces) }, first: { _ in side }
    ) { append($0, of: text) }
  }

  private mutating func append(_ item: SequenceItem, of text: TextScript) {
    let (ours, theirs) = (text.pieces.ours, text.pieces.theirs)
    let script = text.script
    switch item {
    case .insertedByBoth(let our, let their):
      append(ours: ours.range(of: our), theirs: theirs.range(of: their))
    case .insertedByOurs(let piece):
      let replaced = script.ourInsertions.elementReplaced(by: piece)
      append(
        ours.range(of: piece), of: .ours,
        replacing: replaced.flatMap { theirs.range(of: script.theirPlaces[$0]) })
    case .insertedByTheirs(let piece):
      let replaced = script.theirInsertions.elementReplaced(by: piece)
      append(
        theirs.range(of: piece), of: .theirs,
        replacing: replaced.flatMap { ours.range(of: script.ourPlaces[$0]) })
    case .kept, .conflict, .movedByOurs, .movedByTheirs: break
    }
  }

  /// Returns the numbers of pieces at either end that both sides inserted equally.
  ///
  /// Unless they are all that one side inserted, they end with a word: an empty line, a bracket or a dash belongs to
  /// the pieces beside it.
  private static func sharedEnds(
    _ our: [Int], _ their: [Int], of pieces: TextPieces
  ) -> (prefix: Int, suffix: Int) {
    var (prefix, suffix) = our.commonEnds(with: their) {
      pieces.ours.numbers[$0] == pieces.theirs.numbers[$1]
    }
    guard prefix + suffix < min(our.count, their.count) else { return (prefix, suffix) }
    while prefix > 0, !pieces.holdsWord(our[prefix - 1], in: pieces.ours) { prefix -= 1 }
    while suffix > 0, !pieces.holdsWord(our[our.count - suffix], in: pieces.ours) { suffix -= 1 }
    return (prefix, suffix)
  }

  // MARK: - Piece by piece

  /// Appends the text of these ranges, which must be equal if both are given.
  private mutating func append(ours our: Range<Int>? = nil, theirs their: Range<Int>? = nil) {
    if let our {
      append(ours[our], ours: our, theirs: their, ending: lineEnding(before: our, their))
    } else if let their {
      append(theirs[their], theirs: their, ending: lineEnding(before: nil, their))
    }
  }

  /// Appends the text of a range that one side inserted, and that replaces a range of the other.
  private mutating func append(
    _ range: Range<Int>, of side: MergeSide, replacing other: Range<Int>?
  ) {
    switch side {
    case .ours: append(ours[range], ours: range, ending: lineEnding(before: range, other))
    case .theirs: append(theirs[range], theirs: range, ending: lineEnding(before: other, range))
    }
    moved.noteInserted(range, by: side)
  }

  /// Appends a text for these ranges.
  ///
  /// A text that begins a line in each side begins one here: if each side deleted a different one of two line endings,
  /// it would otherwise be joined to the line before. A blank is inserted between words of the two sides that would
  /// otherwise become one word.
  private mutating func append(
    _ text: ArraySlice<UInt8>, ours our: Range<Int>? = nil, theirs their: Range<Int>? = nil,
    ending: ArraySlice<UInt8>?
  ) {
    guard let next = text.first else { return }
    if !isAtLineStart, !WordBreaker.isLineEnding(next) {
      if let ending {
        merged.append(contentsOf: ending)
      } else if !isNext(our, their), WordBreaker.areOneWord(merged[...], text) {
        merged.append(UInt8(ascii: " "))
      }
    }
    merged.append(contentsOf: text)
    ends = (our?.upperBound, their?.upperBound)
    let last = text.last { !WordBreaker.isBlank($0) }
    isAtLineStart = last.map(WordBreaker.isLineEnding) ?? isAtLineStart
  }

  /// Returns true if the ranges directly follow the last piece in a side.
  private func isNext(_ our: Range<Int>?, _ their: Range<Int>?) -> Bool {
    our.map { $0.lowerBound == ends.ours } ?? false
      || their.map { $0.lowerBound == ends.theirs } ?? false
  }

  /// Returns the line ending before both ranges, in the style of `first`; nil if one of them doesn't begin a line.
  private func lineEnding(before our: Range<Int>?, _ their: Range<Int>?) -> ArraySlice<UInt8>? {
    var ending: ArraySlice<UInt8>?
    let sides = [(ours, our), (theirs, their)]
    for (text, range) in first == .ours ? sides : sides.reversed() {
      guard let end = range?.lowerBound, end > 0 else { continue }
      guard text[end - 1] == 10 else { return nil }
      ending = ending ?? text[(end > 1 && text[end - 2] == 13 ? end - 2 : end - 1)..<end]
    }
    return ending
  }
}

/// The pieces of a text with the changes of both sides.
private struct TextScript {
  let pieces: TextPieces
  let script: ThreeWayScript
  /// Elements of base that a side kept and the other deleted, and that stay because the first made edits beside them.
  let revived: [Int: MergeSide]
}

/// Elements that are merged separately.
private struct TextPart {
  var base: Range<Int>
  var place: TouchedRegion
  /// The merged word; nil if the words of the part are merged.
  var merged: [UInt8]?
}

extension [Hunk] {
  /// Returns the first element of base that a hunk replaces if its first piece is this one; else nil.
  fileprivate func elementReplaced(by piece: Int) -> Int? {
    let index = partitionPoint { $0.new.lowerBound < piece }
    guard index < count, self[index].new.lowerBound == piece, self[index].isReplacement else {
      return nil
    }
    return self[index].old.lowerBound
  }
}

extension TextPieces.Cut {
  /// Returns the bytes of the piece at a place of a side; nil if it was deleted.
  fileprivate func range(of place: Int32) -> Range<Int>? {
    place < 0 ? nil : range(of: Int(place))
  }
}
