import Forked
import ForkedTestSupport
import Foundation
import Testing

@testable import ForkedMerge

@Suite struct ReplicatedTests {
  private func at(_ time: Int64, _ identity: UInt64 = 1) -> Replica {
    Replica(clock: { HybridTime(nanoseconds: time) }, random: { identity })
  }

  private func typing() -> Replica {
    let random = Locked(SeededGenerator(seed: 4))
    return Replica(
      clock: { HybridTime(nanoseconds: 0) }, random: { random.with { $0.next() } })
  }

  @Test func theLaterValueWins() {
    let start = MergeableValue("a", on: at(1))
    var one = start
    var other = start
    one.set("b", on: at(5))
    other.set("c", on: at(3))
    #expect(one.merged(with: other).value == "b")
    #expect(other.merged(with: one).value == "b")
    other.value = "d"
    #expect(other.merged(with: one).value == "d")
  }

  /// A change of a known value is later than that value, whatever the clock shows.
  @Test func aClockThatGoesBackLosesNothing() {
    var value = MergeableValue(1, on: at(100))
    let before = value
    value.set(2, on: at(50))
    #expect(before.merged(with: value).value == 2)
  }

  @Test func theLaterOfInsertionAndRemovalCounts() {
    let start = MergeableSet(["a", "b"], on: at(1))
    var one = start
    var other = start
    one.remove("a", on: at(2))
    other.insert("a", on: at(3))
    other.remove("b", on: at(2))
    #expect(one.merged(with: other).values == ["a"])
  }

  @Test func marksOfRemovalsCanBeForgotten() throws {
    var set = MergeableSet(["a", "b"], on: at(1))
    set.remove("a", on: at(2))
    set.compact(before: HybridTime(nanoseconds: 2))
    #expect(set != MergeableSet(["b"], on: at(1)))
    set.compact(before: HybridTime(nanoseconds: 3))
    #expect(set == MergeableSet(["b"], on: at(1)))

    var dictionary = MergeableDictionary([1: 1, 2: 2], on: at(1))
    dictionary.set(1, to: nil, on: at(2))
    dictionary.compact(before: HybridTime(nanoseconds: 3))
    #expect(dictionary == MergeableDictionary([2: 2], on: at(1)))

    let replica = typing()
    var array = MergeableArray(0..<100, on: replica)
    for _ in 0..<60 { array.remove(at: 40, on: replica) }
    let full = try JSONEncoder().encode(array).count
    array.compact(before: HybridTime(nanoseconds: 1000))
    #expect(array.elements == Array(0..<40))
    #expect(try JSONEncoder().encode(array).count < full / 2)
  }

  @Test func valuesOfADictionaryMergeUnlessTheyWereRemoved() {
    var one: MergeableDictionary<String, MergeableSet<Int>> = [:]
    one.set("a", to: MergeableSet([1], on: at(1)), on: at(1))
    var other = one
    one.set("a", to: MergeableSet([1, 2], on: at(2)), on: at(2))
    other.set("a", to: MergeableSet([1, 3], on: at(3)), on: at(3))
    #expect(one.merged(with: other)["a"]?.values == [1, 2, 3])
    other.set("a", to: nil, on: at(4))
    #expect(one.merged(with: other)["a"] == nil)
    other.set("a", to: MergeableSet([9], on: at(5)), on: at(5))
    #expect(one.merged(with: other)["a"]?.values == [9])
  }

  /// A removal concerns what its replica knew: a key that another one set by itself stays.
  @Test func aKeyThatAReplicaSetByItselfStays() {
    var one = MergeableDictionary(["a": MergeableSet([1], on: at(1, 1))], on: at(1, 2))
    let other = MergeableDictionary(["a": MergeableSet([2], on: at(1, 3))], on: at(2, 4))
    #expect(one.merged(with: other)["a"]?.values == [1, 2])
    #expect(other.merged(with: one)["a"]?.values == [1, 2])
    one.set("a", to: nil, on: at(9, 5))
    #expect(one.merged(with: other)["a"]?.values == [2])
    one.set("a", to: MergeableSet([3], on: at(9, 6)), on: at(9, 7))
    let merged = one.merged(with: other)
    #expect(merged["a"]?.values == [2, 3] && merged.count == 1)
    #expect(other.merged(with: one) == merged && merged.merged(with: one) == merged)
  }

  @Test func dictionariesThatWereStoredBeforeAreRead() throws {
    let text = """
      {"entries":{"a":{"birth":[1,1],"isPresent":true,"stamp":[2,7],"value":5},\
      "b":{"birth":[1,2],"isPresent":false,"stamp":[3,8],"value":6}}}
      """
    var table = try JSONDecoder().decode(
      MergeableDictionary<String, Int>.self, from: Data(text.utf8))
    #expect(table.contents == ["a": 5])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(table), as: UTF8.self) == text)
    table.set("b", to: 9, on: at(4))
    let stored = try encoder.encode(table)
    #expect(
      try JSONDecoder().decode(MergeableDictionary<String, Int>.self, from: stored) == table)
    let bothBorn = #"{"entries":{"b":{"birth":[1,2],"stamp":[9,8],"isPresent":true,"value":6}}}"#
    let former = try JSONDecoder().decode(
      MergeableDictionary<String, Int>.self, from: Data(bothBorn.utf8))
    #expect(former.merged(with: table)["b"] == 9)
  }

  @Test(arguments: [true, false])
  func runsTypedTogetherStayTogether(forwards: Bool) {
    let replica = typing()
    let start = MergeableArray("()", on: replica)
    func typed(_ text: String) -> MergeableArray<Character> {
      var array = start
      for (index, character) in text.enumerated() {
        array.insert(character, at: forwards ? 1 + index : 1, on: replica)
      }
      return array
    }
    let merged = String(typed("hello").merged(with: typed("WORLD")).elements)
    let words = forwards ? ["hello", "WORLD"] : ["olleh", "DLROW"]
    #expect(["(\(words[0])\(words[1]))", "(\(words[1])\(words[0]))"].contains(merged))
  }

  /// The later of two insertions is the dominant one, and comes first, as in a merge of plain arrays.
  @Test func theLaterOfTwoInsertionsComesFirst() throws {
    for seed in 0..<UInt64(500) {
      var random = SeededGenerator(drawnFrom: seed)
      let identities = Locked(SeededGenerator(drawnFrom: seed + 1_000))
      func at(_ time: Int64) -> Replica {
        Replica(
          clock: { HybridTime(nanoseconds: time) }, random: { identities.with { $0.next() } })
      }
      let start = MergeableArray(0..<random.below(6), on: at(0))
      let (place, times) = (random.below(start.count + 1), [1_000, 2_000].shuffled(using: &random))
      var (one, other) = (start, start)
      one.insert(contentsOf: 100..<101 + random.below(3), at: place, on: at(Int64(times[0])))
      other.insert(contentsOf: 200..<201 + random.below(3), at: place, on: at(Int64(times[1])))
      let (later, earlier) = times[0] > times[1] ? (one, other) : (other, one)
      let plain = try ArrayMerger().merge(
        later.elements, withSubordinate: earlier.elements, commonAncestor: start.elements)
      for (mine, theirs) in [(one, other), (other, one)] {
        let merged = try mine.merged(withSubordinate: theirs, commonAncestor: start)
        #expect(merged.elements == plain, "seed \(seed)")
      }
    }
  }

  @Test func settingTheArrayChangesDifferingElementsOnly() {
    var array = MergeableArray([1, 2, 3, 4], on: typing())
    var other = array
    array.values = [1, 3, 5, 4]
    other.insert(9, at: 2)
    #expect(array.merged(with: other).values == [1, 9, 3, 5, 4])
  }

  @Test(arguments: [
    #"[{"id":[1,1],"isLeftOfParent":false,"element":1},{"id":[1,1],"isLeftOfParent":false,"element":2}]"#,
    #"[{"id":[1,1],"parent":[1,2],"isLeftOfParent":false,"element":1},"#
      + #"{"id":[1,2],"parent":[1,1],"isLeftOfParent":false,"element":2}]"#,
  ])
  func damagedArraysAreErrors(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MergeableArray<Int>.self, from: Data(text.utf8))
    }
  }

  @Test func mergingIsNotQuadratic() {
    let replica = typing()
    var array = MergeableArray(0..<5_000, on: replica)
    var other = array
    array.insert(contentsOf: 0..<1_000, at: 2_000, on: replica)
    other.insert(contentsOf: 0..<1_000, at: 3_000, on: replica)
    #expect(array.merged(with: other).count == 7_000)
    #expect(Self.steps(ofMerging: 2_000) < 3 * Self.steps(ofMerging: 1_000))
  }

  /// The number of comparisons and hashes of identities in a merge of two versions with so many elements.
  private static func steps(ofMerging count: Int) -> Int {
    let steps = StepCount()
    func run(_ identities: Range<Int>, after parent: Int?) -> [ArrayNode<CountedIdentity, Int>] {
      identities.map { value in
        let parent = value == identities.lowerBound ? parent : value - 1
        return ArrayNode(
          id: CountedIdentity(value: value, steps: steps),
          parent: parent.map { CountedIdentity(value: $0, steps: steps) },
          isLeftOfParent: false, removal: nil, edit: nil, element: value)
      }
    }
    let base = run(0..<count, after: nil)
    let ours = base + run(count..<2 * count, after: count / 2)
    let theirs = base + run(2 * count..<3 * count, after: count / 3)
    let merged = ArrayTree(of: ours, and: theirs).places
    #expect(merged.count == 3 * count)
    #expect(steps.count > count)
    return steps.count
  }
}

private final class StepCount { var count = 0 }

/// An identity that counts how often it is compared or hashed.
private struct CountedIdentity: Hashable, Comparable {
  let value: Int
  let steps: StepCount

  static func == (left: Self, right: Self) -> Bool {
    left.steps.count += 1
    return left.value == right.value
  }

  static func < (left: Self, right: Self) -> Bool {
    left.steps.count += 1
    return left.value < right.value
  }

  func hash(into hasher: inout Hasher) {
    steps.count += 1
    hasher.combine(value)
  }
}
