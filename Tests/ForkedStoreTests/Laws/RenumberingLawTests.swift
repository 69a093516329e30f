import Forked
import ForkedGit
import ForkedStore
import ForkedTestSupport
import Foundation
import Testing

/// Ordered lists through the real repository, with positions so close that nearly every insertion has to
/// make some, on several forks at once: no deleted element comes back, none is lost, and no two are swapped, in no version
/// of any fork. (Two that were inserted apart from each other have no known order.)
///
/// `FORK_FORK_CASES` sets how many histories are tried, `FORK_LAW_SEED` the first seed.
@Suite("ordered lists that are renumbered, in any topology") struct RenumberingLawTests {
  @Test("what was deleted stays deleted, and an element stays where it was put")
  func keepOrder() {
    var failures = 0
    for seed in ForkLawTests.firstSeed..<ForkLawTests.firstSeed + ForkLawTests.count
    where failures < 3 {
      let history = RenumberingHistory(seed: UInt64(seed))
      guard let violation = history.violation else { continue }
      failures += 1
      let smallest = history.minimized()
      Issue.record(
        """
        seed \(seed), \(history.steps.count) steps: \(violation)
        minimized: \(smallest.violation ?? "")
        \(smallest.steps.map { "\($0)" }.joined(separator: "\n"))
        """)
    }
  }

  /// Crossed forks that renumbered around both of two elements that they have in different orders.
  @Test("crossed histories do not swap renumbered elements", arguments: [260, 266] as [UInt64])
  func crossedHistories(seed: UInt64) {
    let violation = RenumberingHistory(seed: seed).violation
    #expect(violation == nil)
  }
}

/// Random operations on forks that share one list.
private struct RenumberingHistory {
  /// Forks and indices follow from the numbers and the present state.
  enum Step {
    case insert(fork: Int, at: Int, name: Int)
    case delete(fork: Int, at: Int)
    /// - Parameter age: how many versions ago the other fork is looked at: so forks come to criss-cross.
    case merge(from: Int, into: Int, age: Int)
  }

  let seed: UInt64
  private(set) var steps: [Step] = []

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    for name in 0..<random.pick([6, 15, 30]) {
      let (fork, place) = (random.below(RenumberingSimulation.forks.count), random.below(100))
      switch random.below(10) {
      case 0..<5: steps.append(.insert(fork: fork, at: place, name: name))
      case 5: steps.append(.delete(fork: fork, at: place))
      default:
        let age = random.pick([0, 0, 1, 2])
        steps.append(.merge(from: place % RenumberingSimulation.forks.count, into: fork, age: age))
      }
    }
  }

  /// The violation of the law by the history; nil if there is none.
  var violation: String? {
    do {
      let simulation = try RenumberingSimulation()
      for step in steps { try simulation.run(step) }
      try simulation.finish()
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The history without the steps that don't matter.
  func minimized() -> RenumberingHistory {
    var smallest = self
    var place = 0
    while place < smallest.steps.count {
      var smaller = smallest
      smaller.steps.remove(at: place)
      if smaller.violation == nil { place += 1 } else { smallest = smaller }
    }
    return smallest
  }
}

/// A repository with one list whose positions have no numbers between them.
private final class RenumberingSimulation {
  static let forks = ["main", "a", "b", "c"]

  private typealias Violation = RememberedForks.Violation

  private struct Document: Codable {
    struct Step: Codable {
      var id: String
      var position: Int?
    }
    var steps: [Step]
  }

  private let test: TestStore
  private let kept: RememberedForks
  private var atoms = AtomLedger()
  /// For each element what stood before it and behind it where it was put in.
  private var neighbours: [String: (left: Set<String>, right: Set<String>)] = [:]

  init() throws {
    test = try TestStore(bare: true)
    kept = RememberedForks(of: test.store)
    try test.update(
      ".fork/schema.json",
      #"""
      {"x-documents": {"*.json": {"properties": {"steps": {"x-merge": {"using": "orderedMerge", "id": "/id"}}}}}}
      """#)
    let steps = (0..<8).map { (place: Int) in Document.Step(id: "s\(place)", position: place) }
    for place in steps.indices { put(place, of: steps) }
    try write(steps, on: "main")
    for fork in Self.forks.dropFirst() {
      _ = try test.store.createFork(fork, from: "main")
      try kept.remember(fork)
    }
  }

  func run(_ step: RenumberingHistory.Step) throws {
    test.clock.move(by: 1_000_000)
    switch step {
    case .insert(let fork, let place, let name):
      var steps = try steps(on: Self.forks[fork])
      let index = place % (steps.count + 1)
      steps.insert(.init(id: "n\(name)"), at: index)
      put(index, of: steps)
      try write(steps, on: Self.forks[fork])
    case .delete(let fork, let place):
      var steps = try steps(on: Self.forks[fork])
      guard !steps.isEmpty else { return }
      atoms.remove(steps.remove(at: place % steps.count).id)
      try write(steps, on: Self.forks[fork])
    case .merge(let from, let into, let age):
      guard let source = kept.version(of: Self.forks[from], ago: age) else { return }
      try merge(source, into: Self.forks[into])
    }
  }

  /// Brings the forks together; all must then hold the same.
  func finish() throws {
    for fork in Self.forks.dropFirst() { try merge(fork, into: "main") }
    for fork in Self.forks.dropFirst() { try merge("main", into: fork) }
    let lists = try Self.forks.map { try steps(on: $0).map(\.id) }
    guard Set(lists).count == 1 else { throw Violation(description: "forks differ: \(lists)") }
    let violations = ["s", "n"].flatMap { (initial: Character) in
      atoms.violations(in: lists[0].filter { $0.first == initial }, initial: initial)
    }
    guard violations.isEmpty else { throw Violation(description: "\(violations)") }
  }

  private func put(_ place: Int, of steps: [Document.Step]) {
    let ids = steps.map(\.id)
    atoms.add(ids[place])
    neighbours[ids[place]] = (Set(ids[..<place]), Set(ids[(place + 1)...]))
  }

  /// Whatever stands there stands between what it was put between, as far as that is there.
  private func expectOrder(on fork: String) throws {
    let ids = try steps(on: fork).map(\.id)
    for (place, id) in ids.enumerated() {
      guard let known = neighbours[id] else { continue }
      let misplaced =
        ids[..<place].filter(known.right.contains) + ids[place...].filter(known.left.contains)
      guard misplaced.isEmpty else {
        throw Violation(description: "\(fork): \(misplaced) on the wrong side of \(id) in \(ids)")
      }
    }
  }

  // MARK: - Reading and writing

  private func steps(on fork: String) throws -> [Document.Step] {
    let bytes = try kept.read("list.json", on: fork)
    return try JSONDecoder().decode(Document.self, from: Data(bytes)).steps
  }

  private func write(_ steps: [Document.Step], on fork: String) throws {
    try kept.write(
      Array(JSONEncoder().encode(Document(steps: steps))), to: "list.json", on: fork)
    try expectOrder(on: fork)
  }

  private func merge(_ source: String, into fork: String) throws {
    try kept.merge(source, into: fork)
    try expectOrder(on: fork)
  }
}
