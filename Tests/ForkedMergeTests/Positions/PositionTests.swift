import ForkedMerge
import ForkedTestSupport
import Testing

@Suite struct PositionTests {
  @Test(arguments: [PositionRange.all, .documents, PositionRange(0...1 << 20)])
  func arrangingChangesTheFewestPositions(range: PositionRange) {
    for seed in LawCases.seeds {
      var random = SeededGenerator(seed: seed)
      let list = range.arranged(
        [Int?](repeating: nil, count: random.below(8)), using: &random)
      #expect(isAscending(list), "seed \(seed): \(list)")
      var wanted: [Int?] = list.filter { _ in random.below(4) > 0 }
      if wanted.count > 1 { wanted.swapAt(0, wanted.count - 1) }
      for _ in 0..<random.below(4) { wanted.insert(nil, at: random.below(wanted.count + 1)) }
      let arranged = range.arranged(wanted, using: &random)
      #expect(isAscending(arranged), "seed \(seed): \(wanted) \(arranged)")
      let changed = zip(wanted, arranged).filter { $0 != nil && $0 != $1 }.count
      #expect(
        changed <= 2 || range.limits.upperBound == 1 << 20, "seed \(seed): \(wanted) \(arranged)")
    }
  }

  @Test func anyFreePositionMayBeDrawn() {
    var random = SeededGenerator(seed: 1)
    let positions = (0..<200).map { _ in
      PositionRange.all.arranged([100, nil, 104], using: &random)
    }
    #expect(Set(positions) == [[100, 101, 104], [100, 102, 104], [100, 103, 104]])
  }

  @Test func crowdedNeighboursAreRenumbered() {
    var random = SeededGenerator(seed: 1)
    let arranged = PositionRange.all.arranged([1, 2, nil, nil, 3, 4], using: &random)
    #expect(isAscending(arranged))
    let ends = PositionRange.all.arranged([nil, .min, nil, .max, nil], using: &random)
    #expect(isAscending(ends))
    let doubled = PositionRange.all.arranged([5, 5, 4, nil], using: &random)
    #expect(isAscending(doubled))
  }

  @Test func anArrayOfManyIsArrangedAtOnce() {
    var random = SeededGenerator(seed: 2)
    var list: [Int?] = PositionRange.all.arranged(
      [Int?](repeating: nil, count: 100_000), using: &random)
    list.insert(contentsOf: [Int?](repeating: nil, count: 10_000), at: 50_000)
    let arranged = PositionRange.all.arranged(list, using: &random)
    #expect(isAscending(arranged))
    #expect(zip(list, arranged).allSatisfy { $0 == nil || $0 == $1 })
  }

  @Test func equalPositionsStayWhereIdsSayTheOrder() {
    var random = SeededGenerator(seed: 3)
    let elements = [50, 50, 90].map { KnownPosition($0) }
    #expect(PositionRange.all.arranged(elements, ties: <, using: &random) == [50, 50, 90])
    let turned = PositionRange.all.arranged(elements, ties: >, using: &random)
    #expect(isAscending(turned) && zip(turned, [50, 50, 90]).count { $0 != $1 } == 1)
  }

  /// A written position that the order contradicts: the former one is restored, and no other changes.
  @Test func formerPositionsArePreferred() {
    var random = SeededGenerator(seed: 4)
    let elements = [(100, 100), (200, 200), (150, 300)].map { KnownPosition($0, former: $1) }
    let arranged = PositionRange.documents.arranged(
      elements, ties: { _, _ in false }, using: &random)
    #expect(arranged == [100, 200, 300])
  }

  /// Positions that change beyond the inserted one, per insertion.
  ///
  /// For runs at random places, none is impossible in 64 bits, and more so in 54: of a million insertions, the runs are
  /// nested 11 levels deep on average, and a run that divides its gap as evenly as possible leaves each of its own gaps 5
  /// bits less.
  @Test(arguments: [PositionRange.all, .documents])
  func insertionsChangeOneElement(range: PositionRange) {
    let count = 4000
    var (last, left) = (0, 0)
    let runs = { (count: Int, random: inout SeededGenerator) in
      last = left == 0 ? random.below(count + 1) : last + 1
      left = left == 0 ? random.below(50) : left - 1
      return last
    }
    let places: [(String, Double, (Int, inout SeededGenerator) -> Int)] = [
      ("append", 0, { count, _ in count }), ("prepend", 0, { _, _ in 0 }),
      ("anywhere", 0, { $1.below($0 + 1) }), ("one spot", 12, { count, _ in count / 2 }),
      ("runs", 1, runs),
    ]
    for (name, most, place) in places {
      var random = SeededGenerator(seed: 7)
      var list: [Int] = []
      var moved = 0
      for _ in 0..<count {
        moved += range.insert(at: place(list.count, &random), into: &list, using: &random)
      }
      #expect(isAscending(list), "\(name)")
      #expect(Double(moved) / Double(count) <= most, "\(name)")
    }
  }

  /// Few elements at a time, but ever more of them: the free positions beyond the end become fewer.
  @Test(arguments: [PositionRange.all, .documents])
  func queuesMoveNothing(range: PositionRange) {
    var random = SeededGenerator(seed: 7)
    var list: [Int] = []
    for _ in 0..<20_000 {
      #expect(range.insert(at: list.count, into: &list, using: &random) == 0)
      if list.count > 10 { list.removeFirst() }
    }
    #expect(isAscending(list))
  }

  private func isAscending(_ list: [Int]) -> Bool {
    zip(list, list.dropFirst()).allSatisfy(<)
  }
}

extension PositionRange {
  /// Inserts a position, and renumbers others if none is free.
  /// - Returns: how many others changed.
  fileprivate func insert(
    at index: Int, into list: inout [Int], using random: inout SeededGenerator
  ) -> Int {
    func draw(_ list: [Int]) -> Int? {
      self.position(
        between: index > 0 ? list[index - 1] : nil, and: index < list.count ? list[index] : nil,
        after: index > 1 ? list[index - 2] : nil, among: list.count, using: &random)
    }
    var moved = 0
    var drawn = draw(list)
    if drawn == nil {
      moved = renumber(at: index, in: &list)?.count ?? 0
      drawn = draw(list)
    }
    if let drawn { list.insert(drawn, at: index) }
    return moved
  }
}
