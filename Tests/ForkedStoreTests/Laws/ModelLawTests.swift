import Foundation
import Testing

/// Documents on several forks that hold the same models: after every command all places of a model are equal, and
/// forks that sync come to hold the same.
///
/// `FORK_MODEL_CASES` sets how many histories of each sort are tried, `FORK_LAW_SEED` the first seed.
@Suite("laws: models in documents") struct ModelLawTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test("all places of a model are equal after every command")
  func places() { hold(Self.seeds) { try PeopleHistory(seed: $0) } }

  @Test("models in ordered lists, and ordered lists in models")
  func lists() { hold(Self.seeds) { try PlanHistory(seed: $0) } }

  /// With 1123 and 1177, the merge of crossed histories' ancestors says two things of one model, which either fork
  /// settles in its own way.
  @Test("crossed histories come to an end")
  func crossedHistories() { hold([1123, 1177]) { try PeopleHistory(seed: $0) } }

  private static var seeds: [Int] {
    let first = number("FORK_LAW_SEED") ?? 0
    return Array(first..<first + (number("FORK_MODEL_CASES") ?? 2))
  }

  private func hold(_ seeds: [Int], _ begin: (UInt64) throws -> ModelHistory) {
    for seed in seeds {
      var trail: [String] = []
      do {
        let history = try begin(UInt64(seed))
        defer { trail = history.trail }
        try history.run(steps: 25)
      } catch {
        Issue.record("seed \(seed): \(error)\n\(trail.joined(separator: "\n"))")
      }
    }
  }
}
