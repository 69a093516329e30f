import ForkedMerge
import Testing

@Suite struct PositionTests {
  @Test(arguments: [PositionRange.all, .documents, PositionRange(0...1 << 20)])
  func arrangingKeepsWhatStaysAndChangesTheFewest(range: PositionRange) {
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

  @Test func crowdedNeighboursMakeRoom() {
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

  private func isAscending(_ list: [Int]) -> Bool {
    zip(list, list.dropFirst()).allSatisfy(<)
  }
}
