/// The changes that all shortest edit scripts from one sequence to another have in common, and one such script.
///
/// A value that stands once in both sequences is one thing wherever it stands. Equal values have no identity but their
/// place: an element is *certain* if every shortest script does the same to it. The others are *open*: the one that was
/// deleted of three equal ones may be any of the three, so whatever else happens to one of them happens to an unknown
/// one.
///
/// An insertion or a deletion costs 2 and a replacement 3, so that no replacement is chosen in place of a kept element,
/// and none is read as a deletion here and an insertion there.
struct EditAlignment {
  /// The changes of the script whose insertions and deletions are as late as possible, in order. None crosses an end
  /// of an open stretch.
  private(set) var hunks: [Hunk] = []
  /// The stretches of open elements, with what the new sequence has in their place, in order. They don't touch.
  private(set) var open: [Hunk] = []
  /// True for each old element whose value stands once in both sequences.
  let isUnique: [Bool]

  /// - Complexity: O(n + c²) in expectation for scripts that cost c between two values that stand once in both and are
  ///   not crossed by others; at most O(n · limit), as the cost is bounded by `ScriptSearch.limit`, and by that of
  ///   `SequenceDiff`. Beyond that bound, all between two such values is open.
  init(old: [Int], new: [Int]) {
    let tokens = DenseTokens(old[...], new[...])
    let anchors = UncrossedValues(
      Array(tokens.sequences[0]), Array(tokens.sequences[1]), bound: tokens.bound)
    isUnique = anchors.isUnique
    var trace = EditTrace()
    trace.reserveCapacity(old.count)
    let kept = old.indices.map { ($0, anchors.places[$0]) }.filter { $0.1 >= 0 }
    for (place, newPlace) in kept where isUnique[place] && old[place] == new[newPlace] {
      trace.append(to: place, newPlace, old: old, new: new)
      trace.keep()
    }
    trace.append(to: old.count, new.count, old: old, new: new)
    read(trace, newCount: new.count)
  }

  /// Reads the open stretches and the changes off a script.
  private mutating func read(_ trace: EditTrace, newCount: Int) {
    let steps = trace.steps
    var (start, place) = (0, 0)
    var element = 0
    func isOpen(_ element: Int) -> Bool { !steps[element].isCertain && !isUnique[element] }
    /// Adds what was changed up to an element, as one change.
    func close(_ element: Int, _ next: Int) {
      if start < element || place < next {
        hunks.append(Hunk(old: start..<element, new: place..<next))
      }
      start = element
      place = next
    }
    while element < steps.count {
      if isOpen(element) {
        var end = element
        while end < steps.count, isOpen(end) { end += 1 }
        if steps[element..<end].contains(where: \.mayBeKept) {
          let behind = end < steps.count ? steps[end].place : newCount
          let before = element > 0 ? steps[element - 1].end : 0
          close(element, before)
          let isChanged =
            behind - before != end - element || !steps[element..<end].allSatisfy(\.isKept)
          if isChanged { open.append(Hunk(old: element..<end, new: before..<behind)) }
          for open in element..<end where steps[open].isKept {
            close(open, steps[open].place)
            start = open + 1
            place = steps[open].end
          }
          close(end, behind)
        }
        element = end
        continue
      }
      if steps[element].isKept {
        close(element, steps[element].place)
        start = element + 1
        place = steps[element].end
      }
      element += 1
    }
    close(steps.count, newCount)
  }
}

extension Hunk {
  /// Returns the hunks with replacements divided beside which the other side inserted a run that they end with, or begin
  /// with, if the script that inserts it there is as short: then both inserted it.
  /// - Parameters:
  ///   - insertions: what the other side inserted, in the order of base.
  ///   - other: the other side.
  ///   - new: the side of the hunks.
  /// - Complexity: O(hunks, insertions and the elements in them).
  static func divided(
    _ hunks: [Hunk], of new: [Int], at insertions: [Hunk], of other: [Int]
  ) -> [Hunk] {
    var next = insertions[...]
    return hunks.flatMap { hunk -> [Hunk] in
      while let gap = next.first?.old.lowerBound, gap < hunk.old.lowerBound { next.removeFirst() }
      guard hunk.isReplacement else { return [hunk] }
      var (parts, rest) = ([Hunk](), hunk)
      if let first = next.first, first.old.lowerBound == hunk.old.lowerBound,
        hunk.mayInsert(first.new.count), new[hunk.new].starts(with: other[first.new])
      {
        let end = hunk.new.lowerBound + first.new.count
        parts.append(Hunk(old: first.old, new: hunk.new.lowerBound..<end))
        rest.new = end..<hunk.new.upperBound
      }
      guard let last = next.first(where: { $0.old.lowerBound >= hunk.old.upperBound }),
        last.old.lowerBound == hunk.old.upperBound, rest.mayInsert(last.new.count),
        new[rest.new].reversed().starts(with: other[last.new].reversed())
      else { return parts + [rest] }
      let start = rest.new.upperBound - last.new.count
      parts.append(Hunk(old: rest.old, new: rest.new.lowerBound..<start))
      return parts + [Hunk(old: last.old, new: start..<rest.new.upperBound)]
    }
  }

  /// Returns true if a script that inserts so many elements and replaces all old ones by the rest is as short.
  private func mayInsert(_ count: Int) -> Bool { new.count - count >= old.count }
}

/// The effect of a script on each old element.
struct EditTrace {
  struct Step {
    /// The index in the new sequence of what the element became, or of what follows it.
    var place: Int
    /// True if the element is kept.
    var isKept = false
    /// True if something stands in its place.
    var isReplaced = false
    /// True if all shortest scripts do this.
    var isCertain = true
    /// True if a shortest script keeps it.
    var mayBeKept = false

    /// The index in the new sequence of what follows.
    var end: Int { isKept || isReplaced ? place + 1 : place }
  }

  private(set) var steps: [Step] = []
  private var place = 0

  mutating func reserveCapacity(_ count: Int) { steps.reserveCapacity(count) }

  /// Keeps the next element.
  mutating func keep() {
    steps.append(Step(place: place, isKept: true, mayBeKept: true))
    place += 1
  }

  /// Adds the script up to these indices.
  mutating func append(to oldEnd: Int, _ newEnd: Int, old: [Int], new: [Int]) {
    let (one, other) = (old[steps.count..<oldEnd], new[place..<newEnd])
    if one.elementsEqual(other) {
      for _ in one { keep() }
    } else if one.isEmpty || other.isEmpty {
      for _ in one { steps.append(Step(place: place)) }
      place = newEnd
    } else if let found = ScriptSearch(Array(one), Array(other))?.steps {
      append(found, end: newEnd)
    } else {
      append(Self.unbounded(Array(one), Array(other)), end: newEnd)
    }
  }

  private mutating func append(_ found: [Step], end: Int) {
    let start = place
    for var step in found {
      step.place += start
      steps.append(step)
    }
    place = end
  }

  /// Returns a script that need not be the shortest: nothing is certain that both sequences have.
  private static func unbounded(_ old: [Int], _ new: [Int]) -> [Step] {
    let hunks = SequenceDiff.hunks(old: old, new: new)
    let inNew = Set(new)
    var (steps, next) = ([Step](), 0)
    for (token, place) in zip(old, ThreeWayAlignment.places(of: old.count, after: hunks)) {
      if place >= 0 { next = Int(place) }
      let isCommon = inNew.contains(token)
      steps.append(
        Step(place: next, isKept: place >= 0, isCertain: !isCommon, mayBeKept: isCommon))
      if place >= 0 { next += 1 }
    }
    return steps
  }
}

/// The values that stand once in two sequences, and those of them that no other value of both can be aligned across.
private struct UncrossedValues {
  let isUnique: [Bool]
  /// For each old element its index in the new sequence; -1 unless it is such a value.
  private(set) var places: [Int]

  /// - Complexity: O(old + new + bound).
  init(_ old: [Int], _ new: [Int], bound: Int) {
    let (inOld, inNew) = (Spans(old, bound: bound), Spans(new, bound: bound))
    isUnique = old.map { inOld.counts[$0] == 1 && inNew.counts[$0] == 1 }
    places = old.map { inOld.counts[$0] == 1 && inNew.counts[$0] == 1 ? inNew.first[$0] : -1 }
    var last = -1
    for (place, token) in old.enumerated()
    where inOld.first[token] == place && inNew.counts[token] > 0 {
      if last > inNew.first[token] { places[place] = -1 }
      last = max(last, inNew.last[token])
    }
    var first = Int.max
    for (place, token) in old.enumerated().reversed()
    where inOld.last[token] == place && inNew.counts[token] > 0 {
      if first < inNew.last[token] { places[place] = -1 }
      first = min(first, inNew.first[token])
    }
  }

  /// For each token how often it stands, and where first and last.
  private struct Spans {
    private(set) var counts: [Int32]
    private(set) var first: [Int]
    private(set) var last: [Int]

    init(_ tokens: [Int], bound: Int) {
      counts = Array(repeating: 0, count: bound)
      first = Array(repeating: -1, count: bound)
      last = first
      for (place, token) in tokens.enumerated() {
        counts[token] += 1
        if first[token] < 0 { first[token] = place }
        last[token] = place
      }
    }
  }
}
