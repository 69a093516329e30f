import Forked

/// Writes the items of a merged sequence, in the order of base.
struct SequenceWriter {
  private let script: ThreeWayScript
  private let disputes: [SequenceRegion]
  private let first: MergeSide
  private let ourMoves: SequenceMoves
  private let theirMoves: SequenceMoves
  private var nextDispute = 0
  private var result = SequenceMerge.Result(items: [])

  init(_ merge: SequenceMerge, disputes: [SequenceRegion], first: MergeSide) {
    let alignment = merge.alignment
    let ourHunks = Self.undisputed(alignment.ourHunks, disputes)
    let theirHunks = Self.undisputed(alignment.theirHunks, disputes)
    (ourMoves, theirMoves) = (merge.ourMoves, merge.theirMoves)
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
      theirInsertions: InsertionPlacement.inserting(divided.theirs))
    self.disputes = disputes
    self.first = first
    result.items.reserveCapacity(
      max(alignment.base.count, alignment.ours.count, alignment.theirs.count))
  }

  /// Returns the hunks that are in no dispute.
  /// - Complexity: O(hunks and disputes).
  private static func undisputed(_ hunks: [Hunk], _ disputes: [SequenceRegion]) -> [Hunk] {
    guard !disputes.isEmpty else { return hunks }
    var next = 0
    return hunks.filter { hunk in
      while next < disputes.count, disputes[next].base.upperBound <= hunk.old.lowerBound {
        next += 1
      }
      guard next < disputes.count else { return true }
      let dispute = disputes[next].base
      return hunk.old.upperBound <= dispute.lowerBound
        || hunk.isInsertion && hunk.old.lowerBound <= dispute.lowerBound
    }
  }

  /// Writes all items.
  /// - Parameter firstOf: returns the side whose insertions come first at one place.
  mutating func write(firstOf: (MeetingRuns) -> MergeSide) -> SequenceMerge.Result {
    var element = 0
    for insertion in script.insertions {
      element = writeKept(from: element, to: insertion.gap)
      for item in script.items(of: insertion, first: firstOf) { write(item, of: insertion) }
    }
    _ = writeKept(from: element, to: script.alignment.base.count)
    return result
  }

  /// Writes the elements that both kept, and disputes; returns the index at which it stopped.
  private mutating func writeKept(from start: Int, to end: Int) -> Int {
    var element = start
    while element < end {
      if nextDispute < disputes.count, disputes[nextDispute].base.lowerBound == element {
        write(disputes[nextDispute])
        element = max(disputes[nextDispute].base.upperBound, element + 1)
        nextDispute += 1
        continue
      }
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

  /// Writes a dispute. Elements that were moved into it from elsewhere don't belong to it, and come after it.
  private mutating func write(_ dispute: SequenceRegion) {
    let ours = dispute.ours.filter { ourMoves.origins[$0] == nil }
    let theirs = dispute.theirs.filter { theirMoves.origins[$0] == nil }
    result.items.append(.disputed(base: dispute.base, ours: ours, theirs: theirs))
    for place in dispute.ours where ourMoves.origins[place] != nil {
      write(.insertedByOurs(place))
    }
    for place in dispute.theirs where theirMoves.origins[place] != nil {
      write(.insertedByTheirs(place))
    }
  }

  private func isDisputed(_ element: Int) -> Bool {
    var (low, high) = (0, disputes.count)
    while low < high {
      let middle = (low + high) / 2
      if disputes[middle].base.upperBound <= element { low = middle + 1 } else { high = middle }
    }
    return low < disputes.count && disputes[low].base.contains(element)
  }

  private mutating func write(_ item: SequenceItem, of insertion: Insertion? = nil) {
    switch item {
    case .insertedByOurs(let place):
      guard let element = ourMoves.origins[place] else { return result.items.append(item) }
      writeMoved(element, ours: place, of: insertion)
    case .insertedByTheirs(let place):
      guard let element = theirMoves.origins[place] else { return result.items.append(item) }
      writeMoved(element, theirs: place, of: insertion)
    case .insertedByBoth(let our, let their):
      guard let element = ourMoves.origins[our] else { return result.items.append(item) }
      result.items.append(.kept(base: element, ours: our, theirs: their))
    case .kept, .disputed, .movedByOurs, .movedByTheirs: result.items.append(item)
    }
  }

  /// Writes an element at the place where ours moved it, unless another place was taken.
  private mutating func writeMoved(_ element: Int, ours place: Int, of insertion: Insertion?) {
    if script.theirPlaces[element] >= 0 {
      result.items.append(
        .kept(base: element, ours: place, theirs: Int(script.theirPlaces[element])))
    } else if let their = theirMoves.places[element] {
      guard first == .ours else { return }
      result.items.append(.kept(base: element, ours: place, theirs: their))
      if insertion.map({ !isIn(script.theirInsertions[$0.theirs], their) }) ?? true {
        result.movedByBoth.append(element)
      }
    } else if isDisputed(element) {
      result.items.append(.movedByOurs(place))
    } else {
      result.movedAndDeleted.append(element)
    }
  }

  /// Writes an element at the place where theirs moved it, unless another place was taken.
  private mutating func writeMoved(_ element: Int, theirs place: Int, of insertion: Insertion?) {
    if script.ourPlaces[element] >= 0 {
      result.items.append(
        .kept(base: element, ours: Int(script.ourPlaces[element]), theirs: place))
    } else if let our = ourMoves.places[element] {
      guard first == .theirs else { return }
      result.items.append(.kept(base: element, ours: our, theirs: place))
      if insertion.map({ !isIn(script.ourInsertions[$0.ours], our) }) ?? true {
        result.movedByBoth.append(element)
      }
    } else if isDisputed(element) {
      result.items.append(.movedByTheirs(place))
    } else {
      result.movedAndDeleted.append(element)
    }
  }

  private func isIn(_ hunks: ArraySlice<Hunk>, _ place: Int) -> Bool {
    hunks.contains { $0.new.contains(place) }
  }
}
