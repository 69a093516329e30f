import Forked
import ForkedMerge
import ForkedTestSupport
import Testing

/// The cases of each law: as many as `FORK_LAW_CASES` says, or thousands.
enum LawCases {
  static let seeds = LawSeeds.range(usually: 500)
  static var count: Int { seeds.count }
}

/// Tries a law on the cases that a function makes of all seeds; what fails is reported with the trail.
func forAll<Case>(_ make: (UInt64) -> Case, _ law: (Case, Comment) throws -> Void) rethrows {
  for seed in LawCases.seeds {
    let made = make(seed)
    try law(made, "seed \(seed): \(made)")
  }
}

extension Replica {
  /// A replica whose identities a seed fixes, and its times, which are so many.
  static func random(seed: UInt64, times: Int = 20) -> Replica {
    let random = Locked(SeededGenerator(seed: seed))
    return Replica(
      clock: { HybridTime(nanoseconds: Int64(random.with { $0.below(times) })) },
      random: { random.with { $0.next() } })
  }
}

/// A base and two versions of it.
struct Versions<Value: Sendable & Equatable>: Sendable {
  var base: Value
  var ours: Value
  var theirs: Value
  var seed: UInt64 = 0
}

extension Versions where Value == [Int] {
  var merge: SequenceMerge { SequenceMerge(base: base, ours: ours, theirs: theirs) }

  /// Sequences over few tokens, so that repetitions and collisions are everywhere.
  static func sequences(seed: UInt64) -> Versions {
    var random = SeededGenerator(seed: seed)
    let alphabet = 1 + random.below(6)
    let base = (0..<random.below(14)).map { _ in random.below(alphabet) }
    let ours = edited(base, alphabet: alphabet, using: &random)
    let theirs =
      random.below(8) == 0
      ? edited(ours, alphabet: alphabet, using: &random)
      : edited(base, alphabet: alphabet, using: &random)
    return Versions(base: base, ours: ours, theirs: theirs)
  }

  /// A copy with a few runs replaced, inserted or deleted.
  static func edited(
    _ tokens: [Int], alphabet: Int, using random: inout SeededGenerator
  ) -> [Int] {
    var tokens = tokens
    for _ in 0..<random.below(4) {
      let start = random.below(tokens.count + 1)
      let end = min(tokens.count, start + random.below(4))
      let run = (0..<random.below(4)).map { _ in random.below(alphabet) }
      tokens.replaceSubrange(start..<end, with: run)
    }
    return tokens
  }

  /// Orders of few elements, each at most once, with moves, insertions and deletions.
  static func orders(seed: UInt64) -> Versions {
    var random = SeededGenerator(seed: seed)
    let base = Array((0..<random.below(10)).shuffled(using: &random))
    return Versions(
      base: base, ours: reordered(base, using: &random), theirs: reordered(base, using: &random),
      seed: seed)
  }

  private static func reordered(_ base: [Int], using random: inout SeededGenerator) -> [Int] {
    var order = base
    for _ in 0..<random.below(4) where !order.isEmpty {
      let moved = order.remove(at: random.below(order.count))
      if random.below(4) > 0 { order.insert(moved, at: random.below(order.count + 1)) }
    }
    for token in 100..<104 where random.below(4) == 0 {
      order.insert(token, at: random.below(order.count + 1))
    }
    return order
  }
}
