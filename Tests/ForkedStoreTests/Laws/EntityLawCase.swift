import ForkedTestSupport

/// A history of models, and how it breaks the laws.
struct EntityLawCase {
  struct Failure {
    var reason: String
    var trail: [String]
  }

  let seed: UInt64
  private(set) var steps: [HistoryStep]
  private let begin: (UInt64) throws -> EntityLawHistory

  /// - Parameters:
  ///   - kept: the numbers of the steps that are done; nil: all.
  ///   - begin: makes what all forks hold at first.
  init(
    seed: UInt64, steps count: Int, kept: [Int]? = nil,
    _ begin: @escaping (UInt64) throws -> EntityLawHistory
  ) {
    self.seed = seed
    self.begin = begin
    var random = SeededGenerator(drawnFrom: seed)
    steps = (0..<count).map { HistoryStep(number: $0, seed: random.next()) }
      .filter { kept?.contains($0.number) ?? true }
  }

  /// Runs it.
  ///
  /// - Parameter tally: learns what happened.
  /// - Returns: how it breaks the laws; nil where it doesn't.
  func failure(countingIn tally: inout [String: Int]) -> Failure? {
    var trail: [String] = []
    do {
      let history = try begin(seed)
      defer {
        trail = history.trail
        tally.merge(history.tally, uniquingKeysWith: +)
      }
      try history.run(steps)
      return nil
    } catch {
      return Failure(reason: "\(error)", trail: trail)
    }
  }

  /// The case without most of the steps that don't matter.
  func minimized(_ failure: Failure) -> EntityLawCase {
    var smallest = self
    smallest.steps = steps.minimized(tries: 120) { steps in
      var (smaller, tally) = (self, [String: Int]())
      smaller.steps = steps
      return smaller.failure(countingIn: &tally)?.reason.prefix(12) == failure.reason.prefix(12)
    }
    return smallest
  }
}
