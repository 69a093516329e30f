import Forked
import ForkedMerge
import Testing

/// Each merger with two changes.
@Suite struct MergerTests {
  /// To Swift's `==` these are equal; to whoever changed one into the other they are not.
  @Test func anotherSpellingIsAChange() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    let merged = try TextMerger().merge(
      composed, withSubordinate: decomposed, commonAncestor: composed)
    #expect(merged.unicodeScalars.elementsEqual(decomposed.unicodeScalars))
    let recent = try MostRecentMerger().merge(
      composed, withSubordinate: decomposed, commonAncestor: composed)
    #expect(recent.unicodeScalars.elementsEqual(decomposed.unicodeScalars))
    let array = try ArrayMerger().merge(
      [composed], withSubordinate: [decomposed], commonAncestor: [composed])
    #expect(array[0].unicodeScalars.elementsEqual(decomposed.unicodeScalars))
  }

  @Test func countersStayWithinTheirType() throws {
    let merger = CounterMerger<UInt8>()
    #expect(try merger.merge(200, withSubordinate: 100, commonAncestor: 255) == 45)
    #expect(try merger.merge(250, withSubordinate: 10, commonAncestor: 0) == 250)
    let signed = CounterMerger<Int8>()
    #expect(try signed.merge(100, withSubordinate: 100, commonAncestor: 90) == 110)
    #expect(try signed.merge(-100, withSubordinate: -100, commonAncestor: -90) == -110)
    #expect(try signed.merge(-100, withSubordinate: -100, commonAncestor: 90) == -100)
    #expect(try CounterMerger<Double>().merge(1.5, withSubordinate: 2, commonAncestor: 1) == 2.5)
  }

  @Test func aChangeBeatsADeletionButNotUnderMostRecent() throws {
    let text = OptionalMerger(TextMerger())
    #expect(try text.merge(nil, withSubordinate: "new", commonAncestor: "old") == "new")
    #expect(try text.merge(nil, withSubordinate: "old", commonAncestor: "old") == nil)
    let recent = OptionalMerger(MostRecentMerger<Int>())
    #expect(try recent.merge(nil, withSubordinate: 2, commonAncestor: 1) == nil)
    #expect(try recent.merge(2, withSubordinate: nil, commonAncestor: 1) == 2)
  }

  /// By scalars: to Swift's `<` neither spelling is the smaller one, and the result would depend on the sides.
  @Test func ofTwoSpellingsOneIsTheGreater() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    for (one, other) in [(composed, decomposed), (decomposed, composed)] {
      let greater = try MaxMerger().merge(one, withSubordinate: other, commonAncestor: "")
      let smaller = try MinMerger().merge(one, withSubordinate: other, commonAncestor: "")
      #expect(greater.unicodeScalars.elementsEqual(composed.unicodeScalars))
      #expect(smaller.unicodeScalars.elementsEqual(decomposed.unicodeScalars))
    }
  }

  @Test func ofTwoVersionsTheGreaterIsKept() throws {
    let merger = VersionMerger()
    for (one, other) in [("1.9.0", "1.10.0-rc.1"), ("1.10.0-rc.1", "1.9.0")] {
      let merged = try merger.merge(one, withSubordinate: other, commonAncestor: "1.0")
      #expect(merged == "1.10.0-rc.1")
    }
    #expect(try merger.merge("1.0", withSubordinate: "0.9", commonAncestor: "1.0") == "0.9")
    #expect(try merger.merge("main", withSubordinate: "2.0", commonAncestor: "1.0") == "main")
    #expect(try merger.merge("v2", withSubordinate: "2.0", commonAncestor: "1.0") == "v2")
  }

  @Test func anAbsentElementBesideInsertionsOfBothStaysOnce() throws {
    let merged = try ArrayMerger<Int?>().merge(
      [1, nil], withSubordinate: [nil, 2], commonAncestor: [nil])
    #expect(merged == [1, nil, 2])
  }

  @Test func mergersCompose() throws {
    let merger = DictionaryMerger<String, [String: Int]>(
      values: DictionaryMerger(values: CounterMerger()))
    let merged = try merger.merge(
      ["a": ["x": 2], "b": [:]], withSubordinate: ["a": ["x": 3, "y": 1]],
      commonAncestor: ["a": ["x": 1]])
    #expect(merged == ["a": ["x": 4, "y": 1], "b": [:]])
  }

  /// Generic code gets the merge of the type that it is called with.
  @Test func genericCodeMergesNoCoarser() throws {
    func merge<Value: Equatable>(_ values: [Value]) throws -> [Int: Value] {
      try DictionaryMerger<Int, Value>().merge(
        [1: values[0]], withSubordinate: [1: values[1]], commonAncestor: [1: values[2]])
    }
    #expect(try merge([Sum(value: 2), Sum(value: 3), Sum(value: 1)]) == [1: Sum(value: 4)])
    #expect(try merge([2, 3, 1]) == [1: 2])
  }

  @Test func elementsMergeByIdAndMove() throws {
    let base = (0..<4).map { Item(id: $0) }
    var one = base
    one.swapAt(0, 1)
    one[3].value = 7
    var other = base
    other.remove(at: 3)
    other.append(Item(id: 9))
    let merged = try ArrayOfIdentifiableMerger<Item>().merge(
      one, withSubordinate: other, commonAncestor: base)
    #expect(merged.map(\.id) == [1, 0, 2, 9, 3])
    #expect(merged[4].value == 7)
  }

  /// An element that merges itself stays if it was changed; of others the later change counts, as of any value.
  @Test func aChangedElementBeatsItsDeletionUnlessTheMostRecentWins() throws {
    func merged<Element: Identifiable & Equatable>(
      _ value: [Element], with other: [Element], since base: [Element]
    ) throws -> [Element] {
      try ArrayOfIdentifiableMerger().merge(value, withSubordinate: other, commonAncestor: base)
    }
    let (tallies, newTallies) = ([Tally(id: 1, count: 1)], [Tally(id: 1, count: 2)])
    #expect(try merged(newTallies, with: [], since: tallies) == newTallies)
    #expect(try merged([], with: newTallies, since: tallies) == newTallies)
    #expect(try merged([], with: tallies, since: tallies) == [])
    let (items, newItems) = ([Item(id: 1, value: 1)], [Item(id: 1, value: 2)])
    #expect(try merged(newItems, with: [], since: items) == newItems)
    #expect(try merged([], with: newItems, since: items) == [])
  }
}

/// "Merges arrays of items conforming to Identifiable, ensuring uniqueness of IDs"
@Suite("arrays in which an id occurs twice")
struct RepeatedIDTests {
  private typealias Versions = (base: [Int], ours: [Int], theirs: [Int], merged: [Int])

  private let cases: [Versions] = [
    ([1, 2, 3], [1, 2, 3, 3, 4], [1, 2, 3], [1, 2, 3, 4]),
    ([1, 2, 3], [1, 2, 1], [1, 3, 1], [1]),
    ([], [1, 1], [2, 1, 2], [2, 1]),
    ([1, 1], [1, 1], [1, 1], [1]),
    ([1, 1, 2], [2, 1], [1, 1, 2, 3], [2, 1, 3]),
    ([1, 2], [2, 1, 2], [2], [2]),
  ]

  @Test("the result has each id once, in both directions")
  func uniqueIDs() throws {
    for (base, ours, theirs, merged) in cases {
      let versions = [base, ours, theirs].map { $0.map { Item(id: $0) } }
      let tallies = [base, ours, theirs].map { $0.map { Tally(id: $0, count: 1) } }
      #expect(try Self.merged(versions).map(\.id) == merged, "\(versions)")
      #expect(try Self.merged(tallies).map(\.id) == merged, "\(tallies)")
      let swapped = try Self.merged([versions[0], versions[2], versions[1]])
      #expect(Set(swapped.map(\.id)) == Set(merged) && swapped.count == merged.count)
    }
  }

  @Test("optional arrays too")
  func optionals() throws {
    let merger = OptionalMerger(ArrayOfIdentifiableMerger<Item>())
    for (base, ours, theirs, merged) in cases where !base.isEmpty {
      let versions: [[Item]?] = [base, ours, theirs].map { $0.map { Item(id: $0) } }
      let result = try merger.merge(
        versions[1], withSubordinate: versions[2], commonAncestor: versions[0])
      #expect(result?.map(\.id) == merged)
    }
    let both = [Item(id: 1), Item(id: 1)]
    #expect(
      try merger.merge(both, withSubordinate: [Item(id: 2)], commonAncestor: nil)?.map(\.id)
        == [1, 2])
  }

  @Test("elements that merge themselves keep the changes of both")
  func changes() throws {
    func tallies(_ counts: [Int]) -> [Tally] { counts.map { Tally(id: 1, count: $0) } }
    #expect(try Self.merged([tallies([1]), tallies([2, 4]), tallies([1])]) == tallies([5]))
    #expect(try Self.merged([tallies([1]), tallies([2, 4]), tallies([11])]) == tallies([15]))
    #expect(
      try Self.merged([tallies([1, 7]), tallies([1, 7]), tallies([3, 7])]) == tallies([3]))
    #expect(
      try Self.merged([tallies([1, 7]), tallies([1, 9]), tallies([3, 7])]) == tallies([11]))
  }

  @Test("of elements that do not, the changed one is kept")
  func onlyChange() throws {
    func items(_ values: [Int]) -> [Item] { values.map { Item(id: 1, value: $0) } }
    #expect(try Self.merged([items([1]), items([1, 2]), items([1])]) == items([2]))
    #expect(try Self.merged([items([1, 2]), items([1, 2]), items([1, 3])]) == items([3]))
    #expect(try Self.merged([items([1, 2]), items([1, 2]), items([1, 2])]) == items([1]))
    // Each side deleted another one of two.
    #expect(try Self.merged([items([1, 2]), items([2]), items([1])]) == items([2]))
  }

  private static func merged<Element: Identifiable & Equatable>(
    _ versions: [[Element]]
  ) throws -> [Element] {
    try ArrayOfIdentifiableMerger().merge(
      versions[1], withSubordinate: versions[2], commonAncestor: versions[0])
  }
}

@Suite struct OrderedMergerTests {
  private typealias Element = Ordered<Item>
  private let merger = OrderedMerger<Ordered<Item>>()

  private func list(_ places: [(Int, Int)]) -> [Element] {
    places.map { Element(position: Position($1), item: Item(id: $0)) }
  }

  @Test func bothInsertAtOneIndex() throws {
    let base = list([(1, 0), (2, 100)])
    let one = list([(1, 0), (3, 40), (2, 100)])
    let other = list([(1, 0), (4, 30), (2, 100)])
    let merged = try merger.merge(one, withSubordinate: other, commonAncestor: base)
    #expect(merged == list([(1, 0), (4, 30), (3, 40), (2, 100)]))
  }

  @Test func equalPositionsAreOrderedById() throws {
    let base = list([(1, 0)])
    let merged = try merger.merge(
      list([(1, 0), (9, 5)]), withSubordinate: list([(1, 0), (4, 5)]), commonAncestor: base)
    #expect(merged == list([(1, 0), (4, 5), (9, 5)]))
  }

  /// One renumbers, the other deletes the renumbered element, and inserts beside it.
  @Test func renumberingIsNoMove() throws {
    let base = list([(1, 0), (2, 1), (3, 2)])
    let renumbered = list([(1, 0), (9, 5), (2, 10), (3, 20)])
    let deleted = list([(1, 0), (3, 2)])
    let merged = try merger.merge(renumbered, withSubordinate: deleted, commonAncestor: base)
    #expect(merged.map(\.id) == [1, 9, 3])
    let beside = list([(1, 0), (2, 1), (3, 2), (8, 3)])
    let placed = try merger.merge(renumbered, withSubordinate: beside, commonAncestor: base)
    #expect(placed.map(\.id) == [1, 9, 2, 3, 8])
    #expect(zip(placed, placed.dropFirst()).allSatisfy { $0.position < $1.position })
  }

  @Test func aMoveAndAnEditCombine() throws {
    let base = list([(1, 0), (2, 10), (3, 20)])
    let moved = list([(2, 10), (3, 20), (1, 30)])
    var edited = base
    edited[0].item.value = 5
    let merged = try merger.merge(edited, withSubordinate: moved, commonAncestor: base)
    #expect(merged.map(\.id) == [2, 3, 1])
    #expect(merged[2].item.value == 5)
  }
}
