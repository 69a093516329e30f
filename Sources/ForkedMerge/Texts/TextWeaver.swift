import Forked

/// Merges three texts, grain by grain.
struct TextWeaver {
  private let base: [UInt8]
  private let ours: [UInt8]
  private let theirs: [UInt8]
  private let first: MergeSide
  private(set) var merged: [UInt8] = []
  private(set) var contestedPlaces: [TextMerge.Place] = []

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
      TextPlace(
        base: base.indices, ours: ours.indices, theirs: theirs.indices,
        ourChanges: [Hunk(old: base.indices, new: ours.indices)],
        theirChanges: [Hunk(old: base.indices, new: theirs.indices)]),
      by: .line)
  }

  private mutating func weave(_ place: TextPlace, by grain: TextGrain) {
    let (base, ours, theirs) = (base[place.base], ours[place.ours], theirs[place.theirs])
    if ours == theirs { return append(ours: place.ours, theirs: place.theirs) }
    if ours == base { return append(theirs: place.theirs) }
    if theirs == base { return append(ours: place.ours) }
    let pieces = TextPieces(
      base: self.base, ours: self.ours, theirs: self.theirs, place: place, grain: grain)
    weave(pieces, pieces.alignment(place), finer: grain.finer)
  }

  private mutating func weave(
    _ pieces: TextPieces, _ alignment: ThreeWayAlignment, finer: TextGrain?
  ) {
    let found =
      finer == nil
      ? (
        [], InsertionPlacement.inserting(alignment.ourHunks),
        InsertionPlacement.inserting(alignment.theirHunks)
      )
      : TouchedRegion.find(in: alignment)
    let script = ThreeWayScript(alignment, ourInsertions: found.1, theirInsertions: found.2)
    var regions = found.0[...]
    var element = 0
    for insertion in script.insertions {
      weave(elements: element..<insertion.gap, &regions, of: script, pieces, finer: finer)
      append(insertion, of: script, pieces)
      element = insertion.gap
    }
    weave(
      elements: element..<alignment.base.count, &regions, of: script, pieces, finer: finer)
  }

  /// Elements that both kept, and the regions among them that need a finer look.
  private mutating func weave(
    elements: Range<Int>, _ regions: inout ArraySlice<TouchedRegion>, of script: ThreeWayScript,
    _ pieces: TextPieces, finer: TextGrain?
  ) {
    var element = elements.lowerBound
    while let region = regions.first, let finer, region.base.lowerBound < elements.upperBound {
      append(elements: element..<region.base.lowerBound, of: script, pieces)
      weave(pieces.place(region), by: finer)
      element = region.base.upperBound
      regions = regions.dropFirst()
    }
    append(elements: element..<elements.upperBound, of: script, pieces)
  }

  private mutating func append(
    elements: Range<Int>, of script: ThreeWayScript, _ pieces: TextPieces
  ) {
    var run = elements.lowerBound..<elements.lowerBound
    for element in elements where script.isKept(element) {
      if element != run.upperBound {
        append(kept: run, of: script, pieces)
        run = element..<element
      }
      run = run.lowerBound..<element + 1
    }
    append(kept: run, of: script, pieces)
  }

  private mutating func append(
    kept run: Range<Int>, of script: ThreeWayScript, _ pieces: TextPieces
  ) {
    guard let first = run.first, let last = run.last else { return }
    append(
      ours: pieces.ours.range(
        of: Int(script.ourPlaces[first])..<Int(script.ourPlaces[last]) + 1),
      theirs: pieces.theirs.range(
        of: Int(script.theirPlaces[first])..<Int(script.theirPlaces[last]) + 1))
  }

  private mutating func append(
    _ insertion: Insertion, of script: ThreeWayScript, _ pieces: TextPieces
  ) {
    guard insertion.isByBoth else {
      for hunk in script.ourInsertions[insertion.ours] {
        append(ours: pieces.ours.range(of: hunk.new))
      }
      for hunk in script.theirInsertions[insertion.theirs] {
        append(theirs: pieces.theirs.range(of: hunk.new))
      }
      return
    }
    for item in script.items(of: insertion, first: { [first] _ in first }) {
      switch item {
      case .insertedByOurs(let index): append(ours: pieces.ours.range(of: index))
      case .insertedByTheirs(let index): append(theirs: pieces.theirs.range(of: index))
      case .insertedByBoth(let our, let their):
        append(ours: pieces.ours.range(of: our), theirs: pieces.theirs.range(of: their))
      case .kept, .disputed, .movedByOurs, .movedByTheirs: break
      }
    }
    guard insertion.end > insertion.gap else { return }
    let place = pieces.place(script.region(of: insertion))
    contestedPlaces.append(
      TextMerge.Place(base: place.base, ours: place.ours, theirs: place.theirs))
  }

  // MARK: - Line by line

  /// Appends what stands at these places, the same at both if both are given.
  ///
  /// What begins a line wherever it stands begins one here: where each side deleted another one of two line endings, it
  /// would else be glued to what is before it.
  private mutating func append(ours our: Range<Int>? = nil, theirs their: Range<Int>? = nil) {
    guard let range = our ?? their, !range.isEmpty else { return }
    let text = our == nil ? theirs[range] : ours[range]
    if let last = merged.last, last != 10, last != 13, text.first != 10, text.first != 13,
      let ending = lineEnding(before: our, their)
    {
      merged.append(contentsOf: ending)
    }
    merged.append(contentsOf: text)
  }

  /// The line ending before both, as `first` has it; nil where one doesn't begin a line.
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
