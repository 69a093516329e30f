import ForkedMerge

extension Sequences {
  /// The items without what both sides inserted, each at a place of its own: it stands at the first of the two.
  ///
  /// A list in which no version has a value twice says what is in it, so a merge must not make it say so twice.
  /// One that has a repetition already is left as it is. O(insertions), and O(n) where one is repeated.
  func withoutNewRepetitions(
    _ items: [SequenceItem], in region: SequenceRegion
  ) -> [SequenceItem] {
    var inserted: Set<Int> = []
    let isFirst = items.map { item in
      insertedToken(item, in: region).map { inserted.insert($0).inserted } ?? true
    }
    guard isFirst.contains(false), !hasRepetition else { return items }
    return zip(items, isFirst).filter(\.1).map(\.0)
  }

  private func insertedToken(_ item: SequenceItem, in region: SequenceRegion) -> Int? {
    switch item {
    case .kept: nil
    case .insertedByOurs(let place), .insertedByBoth(let place, _):
      oursTokens[region.ours.lowerBound + place]
    case .insertedByTheirs(let place): theirsTokens[region.theirs.lowerBound + place]
    }
  }

  private var hasRepetition: Bool {
    [baseTokens, oursTokens, theirsTokens].contains { Set($0).count < $0.count }
  }
}
