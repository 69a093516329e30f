import ForkedMerge
import Testing

@Suite struct SetMergeLaws {
  @Test func oneSideUnchangedOrBothAlike() {
    for seed in LawCases.seeds {
      let v = Versions.orders(seed: seed)
      for (ours, theirs) in [(v.ours, v.base), (v.base, v.ours), (v.ours, v.ours)] {
        let result = SetMerge.merge(base: v.base, ours: ours, theirs: theirs, first: .ours)
        #expect(Set(result) == Set(v.ours), "seed \(seed): \(v)")
      }
    }
  }

  @Test func additionsOfBothRemovalsOfBothInOrder() {
    for seed in LawCases.seeds {
      let v = Versions.orders(seed: seed)
      let (base, ours, theirs) = (Set(v.base), Set(v.ours), Set(v.theirs))
      let result = SetMerge.merge(base: v.base, ours: v.ours, theirs: v.theirs, first: .theirs)
      let expected =
        v.base.filter { ours.contains($0) && theirs.contains($0) }
        + v.theirs.filter { !base.contains($0) }
        + v.ours.filter { !base.contains($0) && !theirs.contains($0) }
      #expect(result == expected, "seed \(seed): \(v)")
      let swapped = SetMerge.merge(base: v.base, ours: v.theirs, theirs: v.ours, first: .ours)
      #expect(result == swapped, "seed \(seed): \(v)")
    }
  }

  @Test func repeatedTokensCountOnce() {
    #expect(SetMerge.merge(base: [1, 1], ours: [1, 2, 2], theirs: [1], first: .ours) == [1, 2])
  }
}

@Suite struct DictionaryMergeTests {
  @Test func everyKeyIsListedWithWhoChangedIt() {
    let entries = DictionaryMerge.entries(
      base: .init(keys: [1, 2, 3, 4, 5], values: [10, 20, 30, 40, 50]),
      ours: .init(keys: [1, 2, 4, 5, 7], values: [10, 21, 41, 51, 70]),
      theirs: .init(keys: [5, 4, 3, 2, 6], values: [52, 41, 30, 20, 60]), first: .theirs)
    let changes: [DictionaryMerge.Change] = [
      .byTheirs, .byOurs, .byOurs, .alike, .contested, .byTheirs, .byOurs,
    ]
    #expect(entries.map(\.change) == changes)
    #expect(entries.map(\.base) == [0, 1, 2, 3, 4, nil, nil])
    #expect(entries.map(\.ours) == [0, 1, nil, 2, 3, nil, 4])
    #expect(entries.map(\.theirs) == [nil, 3, 2, 1, 0, 4, nil])
  }

  @Test func absenceIsAValueToo() {
    #expect(DictionaryMerge.change(base: 1, ours: nil, theirs: nil) == .alike)
    #expect(DictionaryMerge.change(base: 1, ours: nil, theirs: 2) == .contested)
    #expect(DictionaryMerge.change(base: nil, ours: 2, theirs: nil) == .byOurs)
  }
}
