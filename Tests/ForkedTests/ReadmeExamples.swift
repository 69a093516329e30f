// The examples of the description of the systems that this rebuilds (the readme of "Forked"), as
// far as they concern resources, as written there.
//
// Slips of the text: none in these. Where it only tells of an example, as of the one with an actor, the test says the same
// in code.

import Forked
import Testing

struct AccumulatingInt: Mergeable {
  var value: Int = 0
  func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    return AccumulatingInt(value: self.value + other.value - commonAncestor.value)
  }
}

struct Counter: Mergeable {
  var value: Int = 0

  func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    Counter(value: self.value + other.value - commonAncestor.value)
  }
}

@Suite("The examples of the readme")
struct ReadmeExamples {
  @Test("the first fork: the most recent value wins")
  func firstFork() throws {
    let uiFork = Fork(name: "ui")
    let intResource = QuickFork<Int>(initialValue: 0, forks: [uiFork])

    try intResource.update(uiFork, with: 1)
    try intResource.update(.main, with: 2)
    try intResource.mergeIntoMain(from: uiFork)

    // swift-format-ignore: NeverForceUnwrap
    let resultInt = try intResource.value(in: .main)!
    #expect(resultInt == 2)
  }

  @Test("with AccumulatingInt in place of Int, the result is 3")
  func accumulating() throws {
    let uiFork = Fork(name: "ui")
    let intResource = QuickFork<AccumulatingInt>(
      initialValue: AccumulatingInt(value: 0), forks: [uiFork])
    try intResource.update(uiFork, with: AccumulatingInt(value: 1))
    try intResource.update(.main, with: AccumulatingInt(value: 2))
    try intResource.mergeIntoMain(from: uiFork)
    #expect(try intResource.value(in: .main)?.value == 3)
  }

  @Test("a custom mergeable type")
  func counter() throws {
    let merged = try Counter(value: 5)
      .merged(withSubordinate: Counter(value: 7), commonAncestor: Counter(value: 4))
    #expect(merged.value == 8)
  }

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
