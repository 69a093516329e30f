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
    if ours == base || ours == theirs { return merged.append(contentsOf: theirs) }
    if theirs == base { return merged.append(contentsOf: ours) }
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
    var run = 0..<0
    for element in elements
    where script.isKept(element) {
      let bytes = pieces.base.range(of: element)
      if bytes.lowerBound != run.upperBound {
        merged.append(contentsOf: base[run])
        run = bytes
      }
      run = run.lowerBound..<bytes.upperBound
    }
    merged.append(contentsOf: base[run])
  }

  private mutating func append(
    _ insertion: Insertion, of script: ThreeWayScript, _ pieces: TextPieces
  ) {
    guard insertion.isByBoth else {
      for hunk in script.ourInsertions[insertion.ours] {
        merged.append(contentsOf: ours[pieces.ours.range(of: hunk.new)])
      }
      for hunk in script.theirInsertions[insertion.theirs] {
        merged.append(contentsOf: theirs[pieces.theirs.range(of: hunk.new)])
      }
      return
    }
    for item in script.items(of: insertion, first: { _ in first }) {
      switch item {
      case .insertedByOurs(let index), .insertedByBoth(let index, _):
        merged.append(contentsOf: ours[pieces.ours.range(of: index)])
      case .insertedByTheirs(let index):
        merged.append(contentsOf: theirs[pieces.theirs.range(of: index)])
      case .kept: break
      }
    }
    guard insertion.end > insertion.gap else { return }
    let place = pieces.place(script.region(of: insertion))
    contestedPlaces.append(
      TextMerge.Place(base: place.base, ours: place.ours, theirs: place.theirs))
  }
}
