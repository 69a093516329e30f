import ForkedJSON
import ForkedMerge

/// The conservation of the number of elements.
extension Sequences {
  /// The tokens of what both sides added and that must not stand twice: a value of a list in which no version has a
  /// value twice is its own id. Each line is one of its own, as in a log.
  /// - Complexity: O(n) in expectation.
  var once: Set<Int> {
    guard isSet else { return [] }
    return Set(oursTokens).intersection(theirsTokens).subtracting(baseTokens)
  }

  /// Returns true if each value stands as often as in base, with the changes of both sides; apart from those in
  /// conflicts.
  ///
  /// What both sides deleted, or both inserted, may be the same element or not.
  /// - Complexity: O(n) in expectation.
  func keepCounts(_ items: [SequenceItem], around conflicts: [SequenceRegion]) -> Bool {
    let versions = [baseTokens, oursTokens, theirsTokens, items.compactMap(token)]
    var counts: [Int: SIMD4<Int>] = [:]
    for (version, tokens) in versions.enumerated() {
      for token in tokens { counts[token, default: .zero][version] += 1 }
    }
    for conflict in conflicts {
      let open = [
        baseTokens[conflict.base], oursTokens[conflict.ours], theirsTokens[conflict.theirs],
      ]
      for token in open.joined() { counts[token] = nil }
    }
    return counts.values.allSatisfy(Self.isKept)
  }

  /// Returns true if a value that stands so often in base, ours, theirs and the result has the changes of both sides.
  private static func isKept(_ counts: SIMD4<Int>) -> Bool {
    let (base, ours, theirs, merged) = (counts[0], counts[1], counts[2], counts[3])
    let sum = ours + theirs - base
    if ours < base, theirs < base { return merged >= sum && merged <= min(ours, theirs) }
    if ours > base, theirs > base { return merged >= max(ours, theirs) && merged <= sum }
    return merged == sum
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
