import ForkedJSON
import ForkedMerge

/// The conservation of the number of elements.
extension Sequences {
  /// The tokens of what both sides added and that must not stand twice: a value of a list in which no version has a
  /// value twice is its own id. Each line is one of its own, as in a log.
  /// - Complexity: O(n) in expectation.
  var once: Set<Int> {
    guard isSet else { return [] }
    return Set(oursTokens).intersection(theirsTokens).subtracting(baseTokens).subtracting(pairs)
  }

  /// The tokens of elements that both sides added and that may be one.
  var pairs: Set<Int> { Set(namesakes.ours.keys.map { oursTokens[$0] }) }

  /// Returns the items without the second of two elements that both sides have and that may be one.
  func withoutSecondOfPairs(_ items: [SequenceItem]) -> [SequenceItem] {
    let pairs = pairs
    guard !pairs.isEmpty else { return items }
    var seen: Set<Int> = []
    return items.filter { item in
      switch item {
      case .insertedByOurs, .insertedByTheirs, .insertedByBoth:
        token(item).map { !pairs.contains($0) || seen.insert($0).inserted } ?? true
      case .kept, .conflict, .movedByOurs, .movedByTheirs: true
      }
    }
  }

  /// Returns true if each value stands as often as in base, with the changes of both sides; apart from those in
  /// conflicts.
  ///
  /// What both sides deleted, or both inserted, may be the same element or not.
  /// - Complexity: O(n) in expectation.
  func keepCounts(_ items: [SequenceItem], around conflicts: [SequenceRegion]) -> Bool {
    var counts: [Int: ElementCount] = [:]
    for token in baseTokens { counts[token, default: .init()].base += 1 }
    for token in oursTokens { counts[token, default: .init()].ours += 1 }
    for token in theirsTokens { counts[token, default: .init()].theirs += 1 }
    for token in items.compactMap(token) { counts[token, default: .init()].merged += 1 }
    for conflict in conflicts {
      let open = [
        baseTokens[conflict.base], oursTokens[conflict.ours], theirsTokens[conflict.theirs],
      ]
      for token in open.joined() { counts[token] = nil }
    }
    return counts.values.allSatisfy(\.isKept)
  }

  private func token(_ item: SequenceItem) -> Int? {
    switch item {
    case .kept(let element, _, _): baseTokens[element]
    case .insertedByOurs(let place), .insertedByBoth(let place, _): oursTokens[place]
    case .insertedByTheirs(let place): theirsTokens[place]
    case .conflict, .movedByOurs, .movedByTheirs: nil
    }
  }
}

/// The number of times that a value stands in each version and in the result.
private struct ElementCount {
  var base = 0
  var ours = 0
  var theirs = 0
  var merged = 0

  var isKept: Bool {
    let sum = ours + theirs - base
    if ours < base, theirs < base { return merged >= sum && merged <= min(ours, theirs) }
    if ours > base, theirs > base { return merged >= max(ours, theirs) && merged <= sum }
    return merged == sum
  }
}
