import Forked
import ForkedTestSupport
import Testing

/// Random operations on many forks, after each of which the resource must be what a model of the
/// whole history says.
struct RandomOperations: RepositoryTest {
  var seed: UInt64
  var steps: Int

  private static let names = (0..<5).map { Fork(name: "fork-\($0)") }

  func run<R: SharedRepository>(
    _ repository: R, reopened: () throws -> R, as resource: @escaping (Tally) throws -> R.Resource,
    kind: RepositoryKind
  ) throws {
    var run = Run(
      resource: try ForkedResource(repository: repository), encode: resource, kind: kind,
      random: SeededGenerator(seed: seed))
    for step in 0..<steps {
      if step % 40 == 39 { run.resource = try ForkedResource(repository: reopened()) }
      try run.step()
      let trail = run.trail.suffix(8).joined(separator: "; ")
      guard let difference = try run.difference() else { continue }
      Issue.record("\(kind), seed \(seed), step \(step): \(difference) after: \(trail)")
      return
    }
  }

  private struct Run<R: SharedRepository> {
    var resource: ForkedResource<R>
    let encode: (Tally) throws -> R.Resource
    let kind: RepositoryKind
    var random: SeededGenerator
    var history = WholeHistory()
    var trail: [String] = []
    var changes = 0

    mutating func step() throws {
      let fork = history.tips.keys.sorted().randomElement(using: &random) ?? .main
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<8: try update(fork)
      case 8..<11: try merge(fork, into: .main)
      case 11..<14: try merge(.main, into: fork)
      case 14: try removeContent(from: fork)
      case 15: try syncAll()
      case 16: try restart(fork)
      case 17 where fork != .main:
        note("delete \(fork)")
        try resource.delete(fork)
        history.delete(fork)
      default: try createOne()
      }
    }

    private mutating func note(_ step: String) { trail.append(step) }

    private mutating func update(_ fork: Fork) throws {
      changes += 1
      let count = (history.content(of: fork) ?? 0) + Int.random(in: 1...3, using: &random)
      note("update \(fork) to \(count)")
      try resource.update(fork, with: encode(Tally(count: count)))
      history.update(fork, to: count)
    }

    private mutating func removeContent(from fork: Fork) throws {
      guard history.content(of: fork) != nil else { return }
      note("remove from \(fork)")
      try resource.removeContent(from: fork)
      history.update(fork, to: nil)
    }

    private mutating func restart(_ fork: Fork) throws {
      // Restarting main drops what every fork shares with it; one fork shows as much. And what main
      // began as, all have in common.
      guard fork != .main, history.tips[.main] != 0, Int.random(in: 0..<3, using: &random) == 0
      else { return }
      let count = Int.random(in: 0...9, using: &random)
      note("restart \(fork) with \(count)")
      try resource.restart(fork, with: encode(Tally(count: count)))
      history.restart(fork, with: count)
    }

    private mutating func merge(_ fork: Fork, into other: Fork) throws {
      guard fork != other, mergesAlike(fork, other) else { return }
      note("merge \(fork) into \(other)")
      let action =
        other == .main
        ? try resource.mergeIntoMain(from: fork) : try resource.mergeFromMain(into: other)
      #expect(action == history.merge(fork, into: other), "\(trail.suffix(8))")
    }

    private mutating func syncAll() throws {
      let forks = history.tips.keys.sorted().filter { $0 != .main }
      guard forks.allSatisfy({ mergesAlike($0, .main) }) else { return }
      note("sync all")
      try resource.syncAllForks()
      for fork in forks { _ = history.merge(fork, into: .main) }
      for fork in forks { _ = history.merge(.main, into: fork) }
    }

    private mutating func createOne() throws {
      guard let fork = RandomOperations.names.first(where: { history.tips[$0] == nil }) else {
        return
      }
      note("create \(fork)")
      try resource.create(fork)
      history.create(fork)
    }

    /// Bytes have no merging of their own: the file repository is asked only where one side alone
    /// changed.
    private func mergesAlike(_ fork: Fork, _ other: Fork) -> Bool {
      let divergence = history.divergence(of: fork == .main ? other : fork)
      return kind != .file || !(divergence.isAhead && divergence.isBehind)
    }

    /// The difference from the model; nil if there is none.
    func difference() throws -> String? {
      guard try Set(resource.forks) == Set(history.tips.keys) else { return "other forks" }
      for fork in history.tips.keys {
        let expected = try history.content(of: fork).map { try encode(Tally(count: $0)) }
        let found = try resource.value(in: fork)
        if found != expected {
          return "\(fork) holds \(describe(found)), not \(describe(expected))"
        }
        if let difference = try relationDifference(of: fork) { return difference }
      }
      return kind.forgets ? try storageDifference() : nil
    }

    private func relationDifference(of fork: Fork) throws -> String? {
      let expected = history.divergence(of: fork)
      let found = Divergence(
        isAhead: try resource.hasUnmergedCommitsForMain(in: fork),
        isBehind: try resource.hasUnmergedCommitsInMain(for: fork))
      if found != expected { return "\(fork) is \(found), not \(expected)" }
      let isSame = !expected.isAhead && !expected.isBehind
      if try resource.mainVersion(isSameAsVersionIn: fork) != isSame {
        return "\(fork) is not same"
      }
      let ancestor = try history.ancestorContent(of: fork).map { try encode(Tally(count: $0)) }
      if try resource.commonAncestor(of: fork).content.resource != ancestor {
        return "\(fork) has another ancestor"
      }
      return nil
    }

    /// Main stores one commit, a fork none, the ancestor, or the ancestor and its own. A fork that was created without a
    /// value stores that.
    private func storageDifference() throws -> String? {
      for fork in history.tips.keys {
        let divergence = history.divergence(of: fork)
        let expected =
          fork == .main ? 1 : divergence.isAhead ? 2 : divergence.isBehind ? 1 : 0
        let found = try resource.repository.versions(storedIn: fork).count
        if expected == 0, found == 1, try resource.value(in: fork) == nil { continue }
        if found != expected { return "\(fork) stores \(found) commits, not \(expected)" }
      }
      return nil
    }

    private func describe(_ value: R.Resource?) -> String { value.map { "\($0)" } ?? "nothing" }
  }
}
