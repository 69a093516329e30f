import ForkedGit
import ForkedJSON
import ForkedStore
import ForkedTestSupport
import Foundation
import Testing

/// A random history of forks whose documents hold the same models.
class ModelHistory {
  struct Broken: Error { var what: String }

  let test: TestStore
  var random: SeededGenerator
  let forks = ["main", "a", "b", "c"]
  private(set) var trail: [String] = []

  init(seed: UInt64, schema: String, draws: @escaping @Sendable () -> UInt64 = { 0 }) throws {
    random = SeededGenerator(seed: seed)
    test = try TestStore(bare: true, random: draws)
    try write(".fork/schema.json", schema, on: "main")
    try begin()
    for fork in forks.dropFirst() {
      _ = try test.store.createFork(CreateForkRequest(name: fork, revision: "main"))
    }
  }

  /// Writes what all forks hold at first.
  func begin() throws {}

  /// Does something on a fork.
  func step(on fork: String) throws {}

  /// Says what is wrong when all forks have come to one version.
  func checkEnd() throws {}

  func run(steps: Int) throws {
    for _ in 0..<steps {
      test.clock.move(by: 1_000_000_000)
      try step(on: pick(forks))
      try checkPlaces()
    }
    for _ in 0..<4 { _ = try test.store.sync(SyncRequest(forks: [], all: true)) }
    try checkPlaces()
    let tips = try test.store.repository.branches().map(\.tip)
    guard Set(tips).count == 1 else { throw Broken(what: "the forks did not come to one version") }
    try checkEnd()
  }

  private func checkPlaces() throws {
    let report = try test.reopened().verify(VerifyRequest())
    if let problem = report.problems.first {
      throw Broken(what: "\(problem.place): \(problem.message)")
    }
  }

  // MARK: - Drawing

  var small: Int { Int.random(in: 0..<4, using: &random) }
  var word: String { "w\(Int.random(in: 0..<50, using: &random))" }
  func pick<T>(_ items: [T]) -> T { items[Int.random(in: 0..<items.count, using: &random)] }
  func note(_ line: String) { trail.append(line) }

  // MARK: - Commands

  /// - Returns: whether it was accepted.
  @discardableResult
  func write(_ document: String, _ text: String, on fork: String) throws -> Bool {
    note("\(fork): \(document) <- \(text)")
    do {
      try update(document, .bytes(Array(text.utf8), from: "test"), on: fork)
      return true
    } catch let error as StoreError where error.message.contains("is changed to one value") {
      note("  refused")
      return false
    }
  }

  func update(
    _ document: String, _ content: UpdateDocumentRequest.Content, on fork: String
  ) throws {
    _ = try test.store.updateDocument(
      UpdateDocumentRequest(
        document: document, content: content, fork: fork == "main" ? nil : fork))
  }

  /// - Returns: whether the model was there.
  @discardableResult
  func remove(_ model: String, on fork: String) throws -> Bool {
    note("\(fork): remove \(model)")
    do {
      _ = try test.store.removeModel(RemoveModelRequest(model: model, fork: fork))
      return true
    } catch let error as StoreError where error.kind == .notFound {
      note("  not there")
      return false
    }
  }

  func merge(_ source: String, into fork: String) throws {
    guard source != fork else { return }
    note("\(fork): merge \(source)")
    let report = try test.store.merge(MergeRequest(from: [source], into: fork))
    if let conflict = report.conflicts.first { throw Broken(what: "a conflict: \(conflict)") }
    for decision in report.resolved { try check(decision, on: fork) }
  }

  /// What a report says of a single value stands in the end.
  private func check(_ decision: MergeDecision, on fork: String) throws {
    guard let kept = decision.kept?.value, !kept.kind.isContainer else { return }
    let bytes = try test.store.getDocument(
      GetDocumentRequest(document: decision.document, fork: fork)
    ).bytes
    let stands = try JSONDocument(parsing: bytes).root.value(at: decision.pointer)
    guard stands == kept else {
      throw Broken(
        what: "\(decision.document)#\(decision.pointer) is \(stands.map { "\($0)" } ?? "gone"), "
          + "not \(kept), as the report says")
    }
  }

  func sync() throws {
    note("sync")
    _ = try test.store.sync(SyncRequest(forks: [], all: true))
  }
}
