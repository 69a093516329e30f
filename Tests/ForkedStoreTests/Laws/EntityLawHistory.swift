import ForkedDocument
import ForkedGit
import ForkedGitTestSupport
import ForkedJSON
import ForkedTestSupport

@testable import ForkedStore

/// A random history of forks, in one repository or in several that exchange.
class EntityLawHistory {
  struct Broken: Error, CustomStringConvertible {
    var reason: String
    var description: String { reason }
  }

  let sites: [TestStore]
  private(set) var site = 0
  var random: SeededGenerator
  var forks: [String]
  /// The events, and the number of each kind.
  private(set) var trail: [String] = []
  private(set) var tally: [String: Int] = [:]
  /// The repository as another process opened it; nil: as the one does that was there from the start.
  private var reopened: DocumentStore?
  /// The versions that were found right.
  private var checked: Set<ObjectID> = []
  /// The versions that each fork of a repository has had.
  private var versions: [[String: [ObjectID]]]

  /// The present repository.
  var test: TestStore { sites[site] }
  var store: DocumentStore { reopened ?? test.store }

  /// - Parameters:
  ///   - forks: those that are there from the start.
  ///   - sites: the number of repositories.
  init(
    seed: UInt64, schema: String, forks: [String] = ["main", "a", "b", "c"], sites count: Int = 1,
    draws: @escaping @Sendable () -> UInt64 = { 0 }
  ) throws {
    random = SeededGenerator(seed: seed)
    self.forks = forks
    versions = Array(repeating: [:], count: count)
    sites = try (0..<count).map { _ in try TestStore(bare: true, random: draws) }
    try test.update(".fork/schema.json", schema)
    try begin()
    for fork in forks.dropFirst() {
      _ = try test.store.createFork(fork, from: "main")
    }
    if count > 1 { try connect() }
    for fork in forks { try remember(fork) }
  }

  /// Writes what all forks hold at first.
  func begin() throws {}

  /// Does something on a fork.
  func step(on fork: String) throws {}

  /// Throws if anything is wrong after all forks have come to one version.
  func checkEnd() throws {}

  /// Runs a history of steps, and brings its forks together in the end.
  func run(_ steps: [HistoryStep]) throws {
    for step in steps {
      begin(step)
      try next()
    }
    try finish()
  }

  /// Draws from a step's own numbers from now on.
  func begin(_ step: HistoryStep) {
    random = SeededGenerator(seed: step.seed)
    site = random.below(sites.count)
    reopened = nil
  }

  private func next() throws {
    for site in sites { site.clock.move(by: 1_000_000_000) }
    try step(on: pick(forks))
    for fork in forks { try remember(fork) }
    try checkOccurrences()
  }

  /// Brings all forks of all repositories to one version.
  func finish() throws {
    for round in 0..<4 where try round == 0 || !areOne() {
      for index in sites.indices {
        (site, reopened) = (index, nil)
        // Who syncs before an exchange merges what the other one has merged meanwhile, and so does the other one.
        if sites.count > 1 { try exchange() }
        try sync()
        if sites.count > 1 { try exchange() }
        try checkOccurrences()
      }
    }
    guard try areOne() else { throw Broken(reason: "the forks did not come to one version") }
    for test in sites {
      let report = try test.reopened().verify()
      if let problem = report.problems.first {
        throw Broken(reason: "\(problem.place): \(problem.message)")
      }
    }
    try checkEnd()
  }

  private func areOne() throws -> Bool {
    Set(try sites.flatMap { try $0.store.repository.branches().map(\.tip) }).count == 1
  }

  /// All occurrences of an entity are equal on every fork, and documents are valid.
  private func checkOccurrences() throws {
    let store = try test.reopened()
    for (fork, tip) in try store.repository.branches() where !checked.contains(tip) {
      if let found = try store.entityDisagreements(in: store.snapshot(of: tip)).first {
        throw Broken(
          reason:
            "\(fork.name): \(found.identifier) at \(found.one.path)#\(found.one.occurrence.pointer) "
            + "is another than at \(found.other.path)#\(found.other.occurrence.pointer)")
      }
      if let problem = try store.validate(fork: fork.name).problems.first {
        throw Broken(reason: "\(fork.name): \(problem.document): \(problem.message)")
      }
      checked.insert(tip)
    }
  }

  // MARK: - Versions

  private func remember(_ fork: String) throws {
    let tip = try tip(of: fork)
    if versions[site][fork]?.last != tip { versions[site][fork, default: []].append(tip) }
  }

  /// The version of a fork so many versions ago, or its first.
  func version(of fork: String, ago age: Int) -> ObjectID? {
    let known = versions[site][fork] ?? []
    return known.dropLast(age).last ?? known.first
  }

  func tip(of fork: String) throws -> ObjectID {
    try test.store.repository.resolve(revision: fork)
  }

  // MARK: - Drawing

  var small: Int { Int.random(in: 0..<4, using: &random) }
  var word: String { "w\(Int.random(in: 0..<50, using: &random))" }
  func pick<T>(_ items: [T]) -> T { items[Int.random(in: 0..<items.count, using: &random)] }
  func note(_ line: String) {
    trail.append(line.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }
  func count(_ sort: String) { tally[sort, default: 0] += 1 }

  /// Runs the following commands as another process would.
  func reopen() throws { reopened = try test.reopened() }

  // MARK: - Commands

  /// - Returns: whether it was accepted.
  @discardableResult
  func write(_ document: String, _ text: String, on fork: String) throws -> Bool {
    note("\(fork): \(document) <- \(text)")
    return try isAccepted {
      try update(document, .bytes(Array(text.utf8), from: "test"), on: fork)
    }
  }

  /// True if no entity was given two values.
  func isAccepted(_ change: () throws -> Void) throws -> Bool {
    do {
      try change()
      return true
    } catch let error as StoreError where error.message.contains("gets one value at") {
      note("  refused")
      return false
    }
  }

  func update(
    _ document: String, _ content: DocumentContent, on fork: String
  ) throws {
    _ = try store.updateDocument(document, with: content, fork: fork == "main" ? nil : fork)
  }

  /// - Returns: whether the model was there.
  @discardableResult
  func remove(_ entity: String, on fork: String) throws -> Bool {
    note("\(fork): remove \(entity)")
    do {
      _ = try store.removeEntity(entity, fork: fork)
      return true
    } catch let error as StoreError where error.kind == .notFound {
      note("  not there")
      return false
    }
  }

  /// - Returns: what the merge decided.
  @discardableResult
  func merge(_ source: String, into fork: String) throws -> [MergeDecision] {
    guard source != fork else { return [] }
    note("\(fork): merge \(source)")
    let report = try store.merge(MergeRequest(from: [source], into: fork))
    if let conflict = report.conflicts.first { throw Broken(reason: "a conflict: \(conflict)") }
    for decision in report.resolved { try check(decision, on: fork) }
    return report.resolved
  }

  /// Expects that a single value in a report is the result in the end.
  private func check(_ decision: MergeDecision, on fork: String) throws {
    guard let kept = decision.kept?.value, !kept.kind.isContainer else { return }
    let bytes = try store.getDocument(decision.document, fork: fork).bytes
    let stands = try JSONDocument(parsing: bytes).root.value(at: decision.pointer)
    guard stands == kept else {
      throw Broken(
        reason: "\(decision.document)#\(decision.pointer) is \(stands.map { "\($0)" } ?? "gone"), "
          + "not \(kept), as the report says")
    }
  }

  /// - Parameter forks: those that sync with main; none: all.
  func sync(_ forks: [String] = []) throws {
    note("sync \(forks)")
    let report = try store.sync(forks, all: forks.isEmpty)
    if report.hasConflicts { throw Broken(reason: "a conflict: \(report)") }
  }

  // MARK: - Several repositories

  /// Gives the repositories a remote, and all of them what the first one holds.
  private func connect() throws {
    let variables = test.store.environment.variables
    let hub = test.directory + "/hub.git"
    _ = try LocalRepository.initialize(
      at: hub, bare: true, initialBranch: "main", options: .init(environment: variables))
    for (index, test) in sites.enumerated() {
      _ = try test.store.addRemote(named: "origin", url: hub)
      site = index
      try exchange()
    }
    site = 0
  }

  func exchange() throws {
    note("exchange of \(site)")
    let report = try store.exchange(ExchangeRequest(all: true))
    if report.hasConflicts { throw Broken(reason: "a conflict: \(report)") }
    if let failure = report.failure { throw failure }
  }
}

/// A step of a history. What happens follows from its seed and from what is there, so that a history without some of its
/// steps is a history, too.
struct HistoryStep {
  /// No other step has it.
  var number: Int
  var seed: UInt64
}
