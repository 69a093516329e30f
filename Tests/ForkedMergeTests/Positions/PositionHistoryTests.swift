import Forked
import ForkedTestSupport
import Testing

@testable import ForkedMerge

/// Ordered lists on several forks that merge each other's present and former versions: what is in the list stands between
/// what it was put between. `FORK_LAW_CASES` says how many histories, `FORK_LAW_SEED` from which seed on.
@Suite struct PositionHistoryTests {
  @Test func nothingIsSwappedWithoutRenumbering() {
    forAll(spacing: 1 << 20) { $0.violation == nil }
  }

  /// Nearly every insertion renumbers. If histories are crossed, too, three versions are not enough.
  @Test func renumberingSwapsNothing() {
    forAll(spacing: 1) { $0.violation == nil || $0.isCrossed }
  }

  /// Crossed forks that renumbered around both of two elements that they have in different orders.
  @Test(arguments: [260, 266] as [UInt64])
  func crossedHistoriesSwapNoRenumberedElements(seed: UInt64) {
    #expect(ListHistory(.random(seed: seed), spacing: 1).violation == nil)
  }

  @Test func crossedHistoriesAreAmongThem() {
    let crossed = LawCases.seeds.count { ListHistory(.random(seed: $0), spacing: 1).isCrossed }
    #expect(crossed > LawCases.seeds.count / 20)
  }

  private func forAll(spacing: Int, _ law: (ListHistory) -> Bool) {
    func isKept(_ steps: [ListStep]) -> Bool { law(ListHistory(steps, spacing: spacing)) }
    var failures = 0
    for seed in LawCases.seeds where failures < 3 {
      let steps = [ListStep].random(seed: seed)
      if isKept(steps) { continue }
      failures += 1
      let history = ListHistory(steps.minimized { !isKept($0) }, spacing: spacing)
      Issue.record("seed \(seed): \(history.violation ?? "")\n\(history)")
    }
  }
}

/// Random operations on forks that share one list; forks and indices follow from the numbers and the present state.
enum ListStep {
  case insert(fork: Int, at: Int)
  case delete(fork: Int, at: Int)
  /// - Parameter age: how many versions ago the other fork is looked at: so forks come to criss-cross.
  case merge(from: Int, into: Int, age: Int)
}

extension [ListStep] {
  static func random(seed: UInt64) -> [ListStep] {
    var random = SeededGenerator(seed: seed)
    return (0..<random.pick([6, 15, 30])).map { _ in
      let (fork, place) = (random.below(ListHistory.forkCount), random.below(100))
      switch random.below(10) {
      case 0..<5: return .insert(fork: fork, at: place)
      case 5: return .delete(fork: fork, at: place)
      default:
        return .merge(
          from: place % ListHistory.forkCount, into: fork, age: random.pick([0, 0, 1, 2]))
      }
    }
  }
}

/// Versions of a list that came from each other.
struct ListHistory: CustomStringConvertible {
  static let forkCount = 4
  private static let range = PositionRange.documents

  private struct Version {
    var list: PositionedList
    var parents: [Int]
    /// The version itself and all that it came from.
    var ancestors: Set<Int>
    /// For each element the version that gave it its position.
    var changed: [Int: Int] = [:]
    var note: String
  }

  private var random = SeededGenerator(seed: 1)
  private var versions: [Version] = []
  /// The versions that each fork has had.
  private var forks: [[Int]] = []
  /// For each element what stood before it and behind it where it was put in.
  private var neighbours: [(left: Set<Int>, right: Set<Int>)] = []
  private(set) var violation: String?
  /// True if versions were merged that have several best common ancestors.
  private(set) var isCrossed = false

  init(_ steps: [ListStep], spacing: Int) {
    let first = PositionedList(
      tokens: Array(0..<8), positions: (0..<8).map { place in place * spacing })
    for token in first.tokens { put(at: token, of: first.tokens) }
    add(first, parents: [], "first")
    forks = Array(repeating: [0], count: Self.forkCount)
    for step in steps where violation == nil { run(step) }
    for fork in 1..<Self.forkCount where violation == nil { merge(forks[fork].last ?? 0, into: 0) }
  }

  private mutating func run(_ step: ListStep) {
    switch step {
    case .insert(let fork, let place):
      var list = tip(fork)
      let index = place % (list.tokens.count + 1)
      list.tokens.insert(neighbours.count, at: index)
      list.positions.insert(nil, at: index)
      put(at: index, of: list.tokens)
      list.positions = Self.range.arranged(
        list.positions.map { KnownPosition($0, former: $0) },
        ties: { list.tokens[$0] < list.tokens[$1] }, using: &random)
      advance(fork, to: list, [forks[fork].last ?? 0], "\(fork) inserts \(list.tokens[index])")
    case .delete(let fork, let place):
      var list = tip(fork)
      guard !list.tokens.isEmpty else { return }
      let index = place % list.tokens.count
      let token = list.tokens.remove(at: index)
      list.positions.remove(at: index)
      advance(fork, to: list, [forks[fork].last ?? 0], "\(fork) deletes \(token)")
    case .merge(let from, let into, let age):
      merge(forks[from].dropLast(age).last ?? 0, into: into)
    }
  }

  private func tip(_ fork: Int) -> PositionedList { versions[forks[fork].last ?? 0].list }

  private mutating func put(at place: Int, of tokens: [Int]) {
    neighbours.append((Set(tokens[..<place]), Set(tokens[(place + 1)...])))
  }

  private mutating func merge(_ theirs: Int, into fork: Int) {
    let ours = forks[fork].last ?? 0
    if versions[ours].ancestors.contains(theirs) { return }
    if versions[theirs].ancestors.contains(ours) { return forks[fork].append(theirs) }
    let ancestors = ancestors(of: ours, theirs)
    if ancestors.count > 1 { isCrossed = true }
    advance(
      fork, to: merged(ours, theirs, since: ancestors), [ours, theirs],
      "\(fork) merges \(ours) and \(theirs)")
  }

  private func merged(_ ours: Int, _ theirs: Int, since ancestors: [Int]) -> PositionedList {
    let (base, one, other) = (joined(ancestors), versions[ours], versions[theirs])
    let tokens = [base, one.list, other.list].map { Set($0.tokens) }
    return PositionMerge.merge(
      base: base, ours: one.list, theirs: other.list, in: Self.range, ties: <,
      survives: { token in
        let there = tokens.map { $0.contains(token) }
        return there[1] && there[2] || (there[1] || there[2]) && !there[0]
      },
      later: { (one.changed[$0] ?? 0) >= (other.changed[$0] ?? 0) ? .ours : .theirs },
      ancestors: { ancestors.map { versions[$0].list.tokens } }
    ).list
  }

  /// The best common ancestors.
  private func ancestors(of one: Int, _ other: Int) -> [Int] {
    let common = versions[one].ancestors.intersection(versions[other].ancestors)
    return common.filter { version in
      !common.contains { $0 != version && versions[$0].ancestors.contains(version) }
    }.sorted()
  }

  /// Several ancestors merged into one.
  private func joined(_ ancestors: [Int]) -> PositionedList {
    var history = self
    var joined = ancestors[0]
    for next in ancestors.dropFirst() {
      let list = history.merged(joined, next, since: history.ancestors(of: joined, next))
      history.add(list, parents: [joined, next], "virtual")
      joined = history.versions.count - 1
    }
    return history.versions[joined].list
  }

  private mutating func advance(
    _ fork: Int, to list: PositionedList, _ parents: [Int], _ note: String
  ) {
    add(list, parents: parents, note)
    forks[fork].append(versions.count - 1)
    violation = disorder(in: list.tokens)
  }

  private mutating func add(_ list: PositionedList, parents: [Int], _ note: String) {
    let own = versions.count
    var version = Version(
      list: list, parents: parents,
      ancestors: parents.reduce([own]) { $0.union(versions[$1].ancestors) }, note: note)
    for (token, position) in zip(list.tokens, list.positions) {
      let same = parents.filter { parent in
        let list = versions[parent].list
        return list.tokens.firstIndex(of: token).map { list.positions[$0] == position } ?? false
      }
      version.changed[token] = same.compactMap { versions[$0].changed[token] }.max() ?? own
    }
    versions.append(version)
  }

  private func disorder(in tokens: [Int]) -> String? {
    for (place, token) in tokens.enumerated() {
      let misplaced =
        tokens[..<place].filter(neighbours[token].right.contains)
        + tokens[place...].filter(neighbours[token].left.contains)
      if !misplaced.isEmpty { return "\(misplaced) on the wrong side of \(token)" }
    }
    return nil
  }

  var description: String {
    versions.enumerated().map { index, version in
      let places = zip(version.list.tokens, version.list.positions).map { token, position in
        "\(token)@\(position.map(String.init) ?? "-")"
      }
      return "\(index) \(version.parents) \(version.note): \(places.joined(separator: " "))"
    }.joined(separator: "\n")
  }
}
