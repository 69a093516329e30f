import ForkedTestSupport
import Foundation
import Testing

/// Documents on several forks that hold the same entities: after every command all occurrences are equal, and
/// forks that sync come to hold the same.
///
/// `FORK_MODEL_CASES` sets how many histories of each sort are tried, `FORK_LAW_SEED` the first seed,
/// `FORK_MODEL_STEPS` how long each is, and `FORK_MODEL_KEPT` the numbers of the only steps that are done: so a minimized
/// failure can be had again.
@Suite("laws: models in documents") struct EntityLawTests {
  private static var kept: [Int]? {
    ProcessInfo.processInfo.environment["FORK_MODEL_KEPT"].map { numbers in
      numbers.split(separator: ",").compactMap { Int($0) }
    }
  }

  @Test("all occurrences of an entity are equal after every command")
  func places() { Self.hold { try PeopleHistory(seed: $0) } }

  @Test("models in ordered lists, and ordered lists in models")
  func lists() { Self.hold { try PlanHistory(seed: $0) } }

  /// The ancestor of crossed histories lacks a plan that both sides still hold, and neither changed it since.
  @Test("what the ancestor of crossed histories dropped is as old as its last change")
  func droppedByAncestors() {
    let kept = Array(1...9) + [11, 14, 33, 34, 35, 38, 42, 43] + Array(45...54)
    let lawCase = EntityLawCase(seed: 8112, steps: 60, kept: kept) { try PlanHistory(seed: $0) }
    var tally: [String: Int] = [:]
    #expect(lawCase.failure(countingIn: &tally)?.reason == nil)
  }

  /// Tries a law on histories; what fails is reported with its events.
  ///
  /// - Parameter cases: the number of histories.
  static func hold(
    _ cases: Int = LawSeeds.number("FORK_MODEL_CASES") ?? 5,
    _ begin: @escaping (UInt64) throws -> EntityLawHistory
  ) {
    let first = LawSeeds.number("FORK_LAW_SEED") ?? 0
    var (tally, failures): ([String: Int], Int) = ([:], 0)
    for seed in first..<first + cases where failures < 5 {
      let steps = LawSeeds.number("FORK_MODEL_STEPS") ?? [8, 25, 60][seed % 3]
      let lawCase = EntityLawCase(seed: UInt64(seed), steps: steps, kept: kept, begin)
      guard let failure = lawCase.failure(countingIn: &tally) else { continue }
      failures += 1
      record(failure, of: lawCase)
    }
    if LawSeeds.isLong {
      print(tally.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: ", "))
    }
  }

  private static func record(_ failure: EntityLawCase.Failure, of lawCase: EntityLawCase) {
    let smallest = lawCase.minimized(failure)
    var tally: [String: Int] = [:]
    let minimized = smallest.failure(countingIn: &tally)
    Issue.record(
      """
      seed \(lawCase.seed), \(lawCase.steps.count) steps: \(failure.reason)
      minimized: \(minimized?.reason ?? "not always")
      FORK_MODEL_KEPT=\(smallest.steps.map { "\($0.number)" }.joined(separator: ","))
      \((minimized ?? failure).trail.joined(separator: "\n"))
      """)
  }
}
