import Forked

/// Writes the items of a merged sequence, in the order of base.
struct SequenceWriter {
  private let script: ThreeWayScript
  private let conflicts: [SequenceRegion]
  private let first: MergeSide
  private let ourMoves: SequenceMoves
  private let theirMoves: SequenceMoves
  private let ourStretches: [Int: StretchEnd]
  private let theirStretches: [Int: StretchEnd]
  private let isStrict: Bool
  private var nextConflict = 0
  private var result = SequenceMerge.Result(items: [])

  init(_ merge: SequenceMerge, conflicts: [SequenceRegion], first: MergeSide) {
    let alignment = merge.alignment
    let ourHunks = Self.withoutConflicts(alignment.ourHunks, conflicts, \.ours)
    let theirHunks = Self.withoutConflicts(alignment.theirHunks, conflicts, \.theirs)
    ourMoves = merge.ourMoves
    theirMoves = merge.theirMoves
    ourStretches = StretchEnd.all(of: merge.ourChanges)
    theirStretches = StretchEnd.all(of: merge.theirChanges)
    isStrict = merge.isStrict
    // A moved element is equal only to the same element moved by the other side.
    let free =
      1 + ([alignment.base, alignment.ours, alignment.theirs].compactMap { $0.max() }.max() ?? 0)
    let named = ThreeWayAlignment(
      base: alignment.base, ours: ourMoves.named(alignment.ours, from: free),
      theirs: theirMoves.named(alignment.theirs, from: free), ourHunks: alignment.ourHunks,
      theirHunks: alignment.theirHunks)
    let divided = named.dividedAtInsertions(ourHunks: ourHunks, theirHunks: theirHunks)
    script = ThreeWayScript(
      named, ourInsertions: InsertionPlacement.inserting(divided.ours),
      theirInsertions: InsertionPlacement.inserting(divided.theirs), mayJoin: false)
    self.conflicts = conflicts
    self.first = first
    result.items.reserveCapacity(
      max(alignment.base.count, alignment.ours.count, alignment.theirs.count))
  }

  /// Returns the hunks that are in no conflict.
  /// - Complexity: O(hunks and conflicts).
  private static func withoutConflicts(
    _ hunks: [Hunk], _ conflicts: [SequenceRegion], _ side: KeyPath<SequenceRegion, Range<Int>>
  ) -> [Hunk] {
    guard !conflicts.isEmpty else { return hunks }
    var next = 0
    return hunks.filter { hunk in
      while next < conflicts.count, conflicts[next].base.upperBound <= hunk.old.lowerBound,
        conflicts[next][keyPath: side].upperBound <= hunk.new.lowerBound
      {
        next += 1
      }
      guard next < conflicts.count else { return true }
      let conflict = conflicts[next]
      return !Hunk(old: conflict.base, new: conflict[keyPath: side]).covers(hunk)
    }
  }

  /// Writes all items.
  /// - Parameter firstOf: returns the side whose insertions come first at one place.
  mutating func write(
    firstOf: (MeetingRuns) throws -> MergeSide
  ) rethrows -> SequenceMerge.Result {
    let script = script
    var element = 0
    for insertion in script.insertions {
      element = writeKept(from: element, to: insertion.gap)
      let separate = sideInOrder(of: insertion)
      try script.writeItems(
        of: insertion, commonEnds: { separate == nil ? commonEnds($0, $1) : (0, 0) },
        first: { try separate ?? firstOf($0) }
      ) { write($0, of: insertion) }
    }
    element = writeKept(from: element, to: script.alignment.base.count)
    writeConflicts(at: &element)
    return result
  }

  private func commonEnds(_ ours: [Int], _ theirs: [Int]) -> (prefix: Int, suffix: Int) {
    let ends = ours.commonEnds(with: theirs) {
      script.alignment.ours[$0] == script.alignment.theirs[$1]
    }
    let areEqual = ours.count == theirs.count && ends.prefix == ours.count
    return isStrict && !areEqual ? (0, 0) : ends
  }

  /// Returns the side whose run comes first if one of the two belongs to an open stretch that begins or ends here; nil
  /// if none does, or both do so alike.
  private func sideInOrder(of insertion: Insertion) -> MergeSide? {
    guard isStrict, insertion.isByBoth, insertion.gap == insertion.end else { return nil }
    let (ours, theirs) = (ourStretches[insertion.gap], theirStretches[insertion.gap])
    if ours == theirs { return nil }
    return ours == .end || theirs == .start ? .ours : .theirs
  }

  /// Writes the elements that both kept, and conflicts; returns the index at which it stopped.
  private mutating func writeKept(from start: Int, to end: Int) -> Int {
    var element = start
    while element < end {
      let before = element
      writeConflicts(at: &element)
      guard element == before else { continue }
      if script.isKept(element) {
        result.items.append(
          .kept(
            base: element, ours: Int(script.ourPlaces[element]),
            theirs: Int(script.theirPlaces[element])))
      }
      element += 1
    }
    return element
  }

  /// Writes the conflicts in the gap before an element, and in the place of it.
  private mutating func writeConflicts(at element: inout Int) {
    let gap = element
    while element == gap, nextConflict < conflicts.count,
      conflicts[nextConflict].base.lowerBound == gap
    {
      write(conflicts[nextConflict])
      element = conflicts[nextConflict].base.upperBound
      nextConflict += 1
    }
  }

  /// Writes a conflict. Things that were moved into it from elsewhere don't belong to it, and come after it.
  private mutating func write(_ conflict: SequenceRegion) {
    let ours = conflict.ours.filter { !ourMoves.isThing(at: $0) }
    let theirs = conflict.theirs.filter { !theirMoves.isThing(at: $0) }
    result.items.append(.conflict(base: conflict.base, ours: ours, theirs: theirs))
    for place in conflict.ours where ourMoves.isThing(at: place) {
      write(.insertedByOurs(place))
    }
    for place in conflict.theirs where theirMoves.isThing(at: place) {
      write(.insertedByTheirs(place))
    }
  }

  private func isInConflict(_ element: Int) -> Bool {
    let next = conflicts.partitionPoint { $0.base.upperBound <= element }
    return next < conflicts.count && conflicts[next].base.contains(element)
  }

  private mutating func write(_ item: SequenceItem, of insertion: Insertion? = nil) {
    switch item {
    case .insertedByOurs(let place):
      guard let element = ourMoves.origins[place] else { return result.items.append(item) }
      writeMoved(element, to: place, by: .ours, of: insertion)
    case .insertedByTheirs(let place):
      guard let element = theirMoves.origins[place] else { return result.items.append(item) }
      writeMoved(element, to: place, by: .theirs, of: insertion)
    case .insertedByBoth(let our, let their):
      guard let element = ourMoves.origins[our] else { return result.items.append(item) }
      result.items.append(.kept(base: element, ours: our, theirs: their))
    case .kept, .conflict, .movedByOurs, .movedByTheirs: result.items.append(item)
    }
  }

  /// Writes an element at the place to which a side moved it, unless another place was taken.
  private mutating func writeMoved(
    _ element: Int, to place: Int, by side: MergeSide, of insertion: Insertion?
  ) {
    let isOurs = side == .ours
    let (mine, others) = isOurs ? (ourMoves, theirMoves) : (theirMoves, ourMoves)
    let former = Int((isOurs ? script.theirPlaces : script.ourPlaces)[element])
    func kept(_ other: Int) -> SequenceItem {
      .kept(base: element, ours: isOurs ? place : other, theirs: isOurs ? other : place)
    }
    if former >= 0, !isInConflict(element) {
      result.items.append(kept(former))
    } else if let other = others.places[element] {
      guard first == side else { return }
      result.items.append(kept(other))
      if insertion.map({ !isIn($0, other, of: side.other) }) ?? true {
        result.movedByBoth.append(element)
      }
    } else if isInConflict(element) {
      let isThing = mine.isThing(at: place)
      let inserted: SequenceItem = isOurs ? .insertedByOurs(place) : .insertedByTheirs(place)
      let moved: SequenceItem = isOurs ? .movedByOurs(place) : .movedByTheirs(place)
      result.items.append(isThing ? moved : inserted)
    } else {
      result.movedAndDeleted.append(element)
    }
  }

  private func isIn(_ insertion: Insertion, _ place: Int, of side: MergeSide) -> Bool {
    let hunks =
      side == .ours
      ? script.ourInsertions[insertion.ours] : script.theirInsertions[insertion.theirs]
    return hunks.contains { $0.new.contains(place) }
  }
}

/// The gaps before and behind the open stretches of a side.
private enum StretchEnd {
  case start, end

  /// Returns the ends of the stretches by their gaps.
  static func all(of changes: [SequenceChange]) -> [Int: StretchEnd] {
    var ends: [Int: StretchEnd] = [:]
    for change in changes where change.isOpen {
      ends[change.hunk.old.lowerBound] = .start
      ends[change.hunk.old.upperBound] = .end
    }
    return ends
  }
}
