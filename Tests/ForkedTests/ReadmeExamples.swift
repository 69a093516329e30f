// The examples of the description of the systems that this rebuilds (the readme of "Forked"), as
// far as they concern resources, as written there.
// Where it only tells of an example, as of the one with an actor, the test says the same in code. What it shows is also in
// Tests/Samples, as written there.

import Forked
import Testing

struct AccumulatingInt: Mergeable {
  var value: Int = 0
  func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    return AccumulatingInt(value: self.value + other.value - commonAncestor.value)
  }
}

@Suite("The examples of the readme")
struct ReadmeExamples {
  @Test("forks can be merged at any time, in any order")
  func anyOrder() throws {
    let forks = (1...4).map { Fork(name: "fork \($0)") }
    for order in [forks, forks.reversed()] {
      let resource = QuickFork<AccumulatingInt>(initialValue: AccumulatingInt(), forks: forks)
      for (index, fork) in forks.enumerated() {
        try resource.update(fork, with: AccumulatingInt(value: index + 1))
      }
      for fork in order { try resource.mergeIntoMain(from: fork) }
      #expect(try resource.value(in: .main) == AccumulatingInt(value: 10))
    }
  }

  @Test("a resource in an actor: what was changed while it was away is merged, not overwritten")
  func inAnActor() async throws {
    actor Counter {
      let fork = Fork(name: "slow")
      let resource: QuickFork<AccumulatingInt>

      init() { resource = QuickFork(initialValue: AccumulatingInt(), forks: [fork]) }

      func addSlowly(_ count: Int) async throws {
        let before = try resource.value(in: fork)?.value ?? 0
        await Task.yield()
        try resource.update(fork, with: AccumulatingInt(value: before + count))
        try resource.syncMain(with: fork)
      }

      func add(_ count: Int) throws {
        let before = try resource.value(in: .main)?.value ?? 0
        try resource.update(.main, with: AccumulatingInt(value: before + count))
      }

      func total() throws -> Int? { try resource.value(in: .main)?.value }
    }
    let counter = Counter()
    async let slow: Void = counter.addSlowly(10)
    for _ in 0..<5 { try await counter.add(1) }
    try await slow
    #expect(try await counter.total() == 15)
  }
}
