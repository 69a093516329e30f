import ForkedTestSupport
import Testing

/// Law 4 through the real repository: several forks, made at random moments, that edit, merge each other's present
/// and former versions, and sync. In the end all hold the same, and that is what their edits say, whatever the
/// topology was.
///
/// `FORK_FORK_CASES` sets how many histories are tried, `FORK_LAW_SEED` the first seed.
@Suite("law 4: forks in any topology") struct ForkLawTests {
  static let count = LawSeeds.number("FORK_FORK_CASES") ?? 8
  static let firstSeed = LawSeeds.number("FORK_LAW_SEED") ?? 0

  @Test("they come to hold the same, and all that was put in")
  func converge() {
    var failures = 0
    for seed in Self.firstSeed..<Self.firstSeed + Self.count where failures < 3 {
      let forkCase = ForkCase(seed: UInt64(seed))
      guard let violation = forkCase.violation else { continue }
      failures += 1
      let smallest = forkCase.minimized()
      Issue.record(
        """
        seed \(seed), \(forkCase.history.count) steps: \(violation)
        minimized: \(smallest.violation ?? "")
        \(smallest.history.map(\.description).joined(separator: "\n"))
        """)
    }
  }
}

/// A history of forks, and the seed of how they are brought together in the end.
struct ForkCase {
  let seed: UInt64
  private(set) var history: [ForkStep]

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    history = ForkStep.history(of: random.pick([8, 20, 45]), &random)
  }

  /// The violation of the law by the history; nil if there is none.
  var violation: String? {
    var random = SeededGenerator(seed: seed &+ 1)
    do {
      try ForkSimulation().run(history, gatherBy: &random)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The case without the steps that don't matter.
  func minimized() -> ForkCase {
    var smallest = self
    smallest.history = history.minimized { history in
      var smaller = self
      smaller.history = history
      return smaller.violation != nil
    }
    return smallest
  }
}
