import Forked
import ForkedMerge
import ForkedTestSupport
import Foundation
import Testing

/// Commutative, associative, idempotent: for states that any exchange between replicas can lead to.
@Suite struct ReplicatedLawTests {
  @Test func values() throws {
    try check(MergeableValue(0, on: .random(seed: 0))) { value, random, replica in
      value.set(random.below(9), on: replica)
    }
  }

  @Test func sets() throws {
    try check(MergeableSet<Int>([1, 2], on: .random(seed: 0))) { set, random, replica in
      let element = random.below(5)
      if random.below(2) == 0 {
        set.insert(element, on: replica)
      } else {
        set.remove(element, on: replica)
      }
    }
  }

  @Test func dictionaries() throws {
    try check(MergeableDictionary<Int, Int>([1: 1], on: .random(seed: 0))) {
      $0.set($1.below(4), to: $1.below(3) == 0 ? nil : $1.below(9), on: $2)
    }
  }

  @Test func dictionariesOfReplicatedValues() throws {
    try check(MergeableDictionary<Int, MergeableSet<Int>>()) { dictionary, random, replica in
      let key = random.below(3)
      guard random.below(4) > 0 else { return dictionary.set(key, to: nil, on: replica) }
      var set = dictionary[key] ?? []
      set.insert(random.below(6), on: replica)
      dictionary.set(key, to: set, on: replica)
    }
  }

  @Test func arrays() throws {
    try check(MergeableArray<Int>([1, 2, 3], on: .random(seed: 0))) { array, random, replica in
      if random.below(3) == 0, array.count > 0 {
        array.remove(at: random.below(array.count), on: replica)
      } else {
        array.insert(
          contentsOf: (0...random.below(3)).map { _ in random.below(99) },
          at: random.below(array.count + 1), on: replica)
      }
    }
  }

  private func check<Value: Replicated & Codable>(
    _ start: Value, _ edit: (inout Value, inout SeededGenerator, Replica) -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for seed in 0..<UInt64(min(LawCases.count, 1000)) {
      var random = SeededGenerator(seed: seed)
      let replica = Replica.random(seed: seed &+ 1 << 32)
      var values = Array(repeating: start, count: 3)
      for _ in 0..<12 {
        let place = random.below(3)
        if random.below(4) == 0 {
          values[place] = values[place].merged(with: values[random.below(3)])
        } else {
          edit(&values[place], &random, replica)
        }
      }
      let (a, b, c) = (values[0], values[1], values[2])
      let trail: Comment = "seed \(seed): \(values)"
      #expect(a.merged(with: b) == b.merged(with: a), trail, sourceLocation: sourceLocation)
      #expect(
        a.merged(with: b).merged(with: c) == a.merged(with: b.merged(with: c)), trail,
        sourceLocation: sourceLocation)
      #expect(a.merged(with: a) == a, trail, sourceLocation: sourceLocation)
      let all = a.merged(with: b).merged(with: c)
      #expect(all.merged(with: b) == all, trail, sourceLocation: sourceLocation)
      #expect(
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(all)) == all, trail,
        sourceLocation: sourceLocation)
    }
  }
}
