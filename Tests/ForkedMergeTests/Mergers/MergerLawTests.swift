import Forked
import ForkedMerge
import ForkedTestSupport
import Testing

/// The laws that every merger promises, for mergers of parts, of absent values, and of what is not in JSON.
///
/// The laws of each strategy are in `StrategyLawTests`.
@Suite struct MergerLawTests {
  @Test func texts() {
    check(TextMerger()) { $0.text() }
    check(OptionalMerger(TextMerger())) { $0.maybe { $0.text() } }
  }

  @Test func arrays() {
    check(ArrayMerger<Int>()) { $0.numbers() }
    check(ArrayMerger<String>()) { random in random.numbers().map { Self.spellings[$0 % 3] } }
    check(ArrayMerger<Opaque>()) { random in random.numbers().map { Opaque(number: $0) } }
    check(OptionalMerger(ArrayMerger<Int>())) { $0.maybe { $0.numbers() } }
  }

  @Test func elements() {
    check(ArrayOfIdentifiableMerger<Item>()) { $0.items() }
    check(ArrayOfIdentifiableMerger<Tally>(), doubles: true) { random in
      random.items().map { Tally(id: $0.id, count: $0.value) }
    }
  }

  /// As above, but for elements whose ids occur before.
  @Test func repeatedIDs() throws {
    let merger = ArrayOfIdentifiableMerger<Item>()
    for seed in LawCases.seeds {
      var random = SeededGenerator(seed: seed)
      let (base, one) = (random.items(mayRepeat: true), random.items(mayRepeat: true))
      for (ours, theirs) in [(one, base), (base, one), (one, one)] {
        let merged = try merger.merge(ours, withSubordinate: theirs, commonAncestor: base)
        #expect(Set(merged.map(\.id)) == Set(one.map(\.id)), "seed \(seed): \(base) \(one)")
        #expect(Set(merged).isSubset(of: one), "seed \(seed): \(base) \(one)")
        #expect(merged.count == Set(merged.map(\.id)).count, "seed \(seed): \(base) \(one)")
      }
    }
  }

  @Test func sets() {
    check(OptionalMerger(SetMerger<Int>())) { $0.maybe { Set($0.numbers()) } }
  }

  @Test func dictionaries() {
    check(DictionaryMerger<Int, [Int: Int]>(values: DictionaryMerger())) { random in
      random.dictionary { $0.dictionary { $0.below(3) } }
    }
    check(DictionaryMerger<Int, Int>(values: CounterMerger()), doubles: true) { random in
      random.dictionary { $0.below(3) }
    }
    check(DictionaryMerger<Int, String>(values: TextMerger())) { $0.dictionary { $0.text() } }
  }

  @Test func single() {
    check(MergeableMerger<Sum>(), doubles: true) { Sum(value: $0.below(5)) }
    check(OptionalMerger(MostRecentMerger<Int>())) { $0.maybe { $0.below(5) } }
    check(MergeableMerger<Ordered<Item>>()) { random in
      Ordered(position: Position(random.below(3)), item: Item(id: 0, value: random.below(3)))
    }
  }

  @Test func ordered() {
    check(OrderedMerger<Ordered<Item>>()) { random in
      random.items().map { Ordered(position: Position(random.below(6)), item: $0) }
        .sorted { ($0.position, $0.id) < ($1.position, $1.id) }
    }
  }

  private static let spellings = ["é", "e\u{301}", "f"]

  /// - Parameter doubles: whether two equal changes are two changes.
  private func check<M: Merger>(
    _ merger: M, doubles: Bool = false, _ make: (inout SeededGenerator) -> M.Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for seed in LawCases.seeds {
      var random = SeededGenerator(seed: seed)
      let base = make(&random)
      let one = make(&random)
      let trail: Comment = "seed \(seed): \(base) \(one)"
      #expect(throws: Never.self, trail, sourceLocation: sourceLocation) {
        #expect(
          try merger.merge(one, withSubordinate: base, commonAncestor: base) == one, trail,
          sourceLocation: sourceLocation)
        #expect(
          try merger.merge(base, withSubordinate: one, commonAncestor: base) == one, trail,
          sourceLocation: sourceLocation)
        #expect(try merger.salvage(one, from: one) == one, trail, sourceLocation: sourceLocation)
        let twice = try merger.merge(one, withSubordinate: one, commonAncestor: base)
        #expect(doubles || twice == one, trail, sourceLocation: sourceLocation)
      }
    }
  }
}

/// The mergers whose result is the same whichever version dominates.
@Suite struct MergerSymmetryTests {
  @Test func orderOfSidesDoesNotMatter() throws {
    for seed in LawCases.seeds {
      var random = SeededGenerator(seed: seed)
      let counts = (0..<3).map { _ in
        Dictionary(uniqueKeysWithValues: (0..<4).map { ($0, random.below(4)) })
      }
      #expect(try symmetric(DictionaryMerger(values: CounterMerger()), counts), "seed \(seed)")
      #expect(try symmetric(DictionaryMerger(values: MaxMerger()), counts), "seed \(seed)")
    }
  }

  /// An ordered list in which no element was moved to two positions.
  @Test func insertionsIntoAnOrderedListNeedNoDecision() throws {
    for seed in LawCases.seeds {
      var random = SeededGenerator(seed: seed)
      let base = random.list(of: 0..<random.below(6))
      let one = random.inserting(10..<10 + random.below(4), into: base)
      let other = random.inserting(20..<20 + random.below(4), into: base)
      let trail: Comment = "seed \(seed): \(base) \(one) \(other)"
      let merger = OrderedMerger<Ordered<Item>>()
      let merged = try merger.merge(one, withSubordinate: other, commonAncestor: base)
      #expect(
        try merged == merger.merge(other, withSubordinate: one, commonAncestor: base), trail)
      #expect(Set(merged.map(\.id)) == Set((one + other).map(\.id)), trail)
      #expect(merged.filter { $0.id < 10 } == base, trail)
    }
  }

  private func symmetric<M: Merger>(_ merger: M, _ values: [M.Value]) throws -> Bool {
    let (base, one, other) = (values[0], values[1], values[2])
    return try merger.merge(one, withSubordinate: other, commonAncestor: base)
      == merger.merge(other, withSubordinate: one, commonAncestor: base)
  }
}

struct Item: Identifiable, Hashable, Codable {
  var id: Int
  var value = 0
}

struct Tally: Identifiable, Mergeable {
  var id: Int
  var count: Int

  func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    Tally(id: id, count: count + other.count - commonAncestor.count)
  }
}

struct Sum: Mergeable {
  var value = 0

  func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    Sum(value: value + other.value - commonAncestor.value)
  }
}

/// Can be compared, and nothing else.
struct Opaque: Equatable {
  var number: Int
}

extension SeededGenerator {
  mutating func numbers() -> [Int] { (0..<below(8)).map { _ in below(5) } }

  mutating func text() -> String {
    let words = ["fork", "Yeah", "é", "e\u{301}", "\n", "👩‍👩‍👧", "a b"]
    return (0..<below(8)).map { _ in words[below(words.count)] }.joined(separator: " ")
  }

  mutating func maybe<Value>(_ make: (inout SeededGenerator) -> Value) -> Value? {
    below(3) == 0 ? nil : make(&self)
  }

  mutating func dictionary<Value>(
    _ make: (inout SeededGenerator) -> Value
  ) -> [Int: Value] {
    var dictionary: [Int: Value] = [:]
    for _ in 0..<below(5) { dictionary[below(4)] = make(&self) }
    return dictionary
  }

  mutating func items(mayRepeat: Bool = false) -> [Item] {
    var ids = (0..<6).filter { _ in below(3) > 0 }.shuffled(using: &self)
    if mayRepeat { ids += ids.filter { _ in below(4) == 0 } }
    return ids.map { Item(id: $0, value: below(3)) }
  }

  mutating func list(of ids: Range<Int>) -> [Ordered<Item>] { inserting(ids, into: []) }

  /// A list with these ids inserted, as a program does it.
  mutating func inserting(_ ids: Range<Int>, into list: [Ordered<Item>]) -> [Ordered<Item>] {
    var items = list.map(\.item)
    for id in ids { items.insert(Item(id: id), at: below(items.count + 1)) }
    let known = Dictionary(uniqueKeysWithValues: list.map { ($0.id, $0.position.value) })
    let positions = PositionRange.all.arranged(items.map { known[$0.id] }, using: &self)
    return zip(positions, items).map { Ordered(position: Position($0), item: $1) }
  }
}
