/// The elements that one side moved from one place of base to another.
///
/// An element that the shortest edit script deletes in one place and inserts in another was moved. Of equal elements,
/// the first that was deleted is the first that was inserted: so each value stands as often as both sides' changes make
/// it. But only what is one thing wherever it stands is apart from what was replaced beside it.
struct SequenceMoves {
  /// The index in the side of each moved element of base.
  private(set) var places: [Int: Int] = [:]
  /// The element of base that was moved to an index of the side.
  private(set) var origins: [Int: Int] = [:]
  private let isUnique: [Bool]

  /// Finds the moved elements.
  /// - Parameters:
  ///   - hunks: the changes of the side.
  ///   - isUnique: true for each element of base that is one thing wherever it stands.
  ///   - thingsOnly: true if equal elements are not moved, but deleted and inserted.
  /// - Complexity: O(elements in the hunks), in expectation.
  init(
    base: [Int], side: [Int], hunks: [Hunk], isUnique: [Bool],
    thingsOnly: Bool = false
  ) {
    self.isUnique = isUnique
    guard hunks.contains(where: { !$0.old.isEmpty }), hunks.contains(where: { !$0.new.isEmpty })
    else { return }
    var gone: [Int: [Int]] = [:]
    for element in hunks.lazy.flatMap(\.old).reversed() where !thingsOnly || isUnique[element] {
      gone[base[element], default: []].append(element)
    }
    for hunk in hunks {
      for place in hunk.new {
        guard let element = gone[side[place]]?.popLast() else { continue }
        places[element] = place
        origins[place] = element
      }
    }
  }

  /// Returns the tokens of the side, with a token of its own for each moved element.
  /// - Parameter free: a number greater than every token.
  func named(_ side: [Int], from free: Int) -> [Int] {
    guard !origins.isEmpty else { return side }
    var side = side
    for (place, element) in origins { side[place] = free + element }
    return side
  }
}

extension SequenceMoves {
  /// Returns true if these elements of base, one hunk returned by `apart`, are one thing that was moved.
  private func hold(_ elements: Range<Int>) -> Bool { elements.first.map(isMoved) ?? false }

  /// Returns true if an element of base is one thing that was moved.
  func isMoved(_ element: Int) -> Bool { places[element] != nil && isUnique[element] }

  /// Returns true if the element at an index of the side is a thing that was moved there.
  func isThing(at place: Int) -> Bool { origins[place].map { isUnique[$0] } ?? false }

  /// Returns the deletions and replacements apart from moved elements.
  ///
  /// If moved elements divide those that a hunk replaced, and not as many runs replace them, nothing tells which run was
  /// replaced and which was deleted: then the hunk is whole.
  func changes(_ hunks: [Hunk]) -> [Hunk] {
    guard !places.isEmpty else { return hunks.filter { !$0.isInsertion } }
    return hunks.flatMap { hunk in
      let parts = apart(hunk).filter { !$0.isInsertion && !hold($0.old) }
      let replacing = hunk.new.runs(isThing(at:)).count { !$0.isMoved }
      guard let first = parts.first, let last = parts.last, replacing > 0,
        replacing != parts.count
      else { return parts }
      return [Hunk(old: first.old.lowerBound..<last.old.upperBound, new: hunk.new)]
    }
  }

  /// Returns the insertions among hunks returned by `apart`, but for moved things.
  func insertions(_ hunks: [Hunk]) -> [Hunk] {
    hunks.filter { $0.isInsertion && !isThing(at: $0.new.lowerBound) }
  }

  /// Returns the hunks with things that were moved in hunks of their own, both where they were and where they are now.
  ///
  /// A move out of or into a run of elements does not change the others.
  func apart(_ hunks: [Hunk]) -> [Hunk] {
    guard !places.isEmpty else { return hunks }
    return hunks.flatMap(apart)
  }

  private func apart(_ hunk: Hunk) -> [Hunk] {
    let gone = hunk.old.runs(isMoved)
    let came = hunk.new.runs(isThing(at:))
    guard gone.contains(where: \.isMoved) || came.contains(where: \.isMoved) else { return [hunk] }
    var parts: [Hunk] = []
    var (old, new) = (gone[...], came[...])
    var (element, place) = (hunk.old.lowerBound, hunk.new.lowerBound)
    while !old.isEmpty || !new.isEmpty {
      if let moved = old.first, moved.isMoved {
        parts += moved.range.map { Hunk(old: $0..<$0 + 1, new: place..<place) }
        element = moved.range.upperBound
        old.removeFirst()
      } else if let moved = new.first, moved.isMoved {
        parts.append(Hunk(old: element..<element, new: moved.range))
        place = moved.range.upperBound
        new.removeFirst()
      } else {
        let part = Hunk(
          old: old.popFirst()?.range ?? element..<element,
          new: new.popFirst()?.range ?? place..<place)
        element = part.old.upperBound
        place = part.new.upperBound
        parts.append(part)
      }
    }
    return parts
  }
}

extension Range<Int> {
  /// Returns the range as runs of moved and other elements.
  fileprivate func runs(_ isMoved: (Int) -> Bool) -> [(range: Range<Int>, isMoved: Bool)] {
    var runs: [(range: Range<Int>, isMoved: Bool)] = []
    for index in self {
      let moved = isMoved(index)
      if let last = runs.last, last.isMoved == moved {
        runs[runs.count - 1].range = last.range.lowerBound..<index + 1
      } else {
        runs.append((index..<index + 1, moved))
      }
    }
    return runs
  }
}
