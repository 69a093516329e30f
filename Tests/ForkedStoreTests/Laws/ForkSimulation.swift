import ForkedStore
import ForkedTestSupport

/// A repository in which a history of forks happens, and what must come of it.
final class ForkSimulation {
  private typealias Violation = RememberedForks.Violation

  private let test: TestStore
  private let kept: RememberedForks
  private var forks = ["main"]
  private var note = NoteLedger()
  private var ledger = DocumentLedger()
  private var store: DocumentStore { test.store }

  init() throws {
    test = try TestStore(bare: true)
    kept = RememberedForks(of: test.store)
    try test.update(".fork/schema.json", SharedNote.schema)
    try kept.write(SharedNote().json, to: "note.json", on: "main")
  }

  /// Runs a history, and brings the forks together in two ways.
  func run(_ history: [ForkStep], gatherBy random: inout SeededGenerator) throws {
    for step in history {
      test.clock.move(by: 1_000_000)
      try run(step)
    }
    let copies = try forks.map { fork in
      _ = try store.createFork("copy-\(fork)", from: fork)
      return "copy-\(fork)"
    }
    try gather(copies, &random)
    for fork in forks where fork != "main" {
      test.clock.move(by: 1_000_000)
      try sync(fork)
    }
    for fork in forks where fork != "main" { try sync(fork) }
    try expectEqual(forks)
    try expectLedger(on: forks[0], "after sync")
    try expectLedger(on: copies[0], "after merges")
  }

  /// Merges at random until all hold the same documents.
  private func gather(_ forks: [String], _ random: inout SeededGenerator) throws {
    for _ in 0..<forks.count * 2 {
      test.clock.move(by: 1_000_000)
      try kept.merge(random.pick(forks), into: random.pick(forks))
    }
    for fork in forks.dropFirst() { try kept.merge(fork, into: forks[0]) }
    for fork in forks.dropFirst() { try kept.merge(forks[0], into: fork) }
    try expectEqual(forks)
  }

  // MARK: - Steps

  private func run(_ step: ForkStep) throws {
    switch step {
    case .create(let from):
      guard forks.count < 6 else { return }
      let name = "f\(forks.count)"
      _ = try store.createFork(name, from: fork(from))
      forks.append(name)
      try kept.remember(name)
    case .edit(let fork, let edit): try change(self.fork(fork), by: edit)
    case .addDocument(let fork, let stamp):
      let document = SharedDocument(id: "d\(stamp)", value: stamp)
      ledger.add(document)
      try kept.write(document.json, to: "d\(stamp).json", on: self.fork(fork))
    case .changeDocument(let fork, let pick, let stamp):
      try changeDocument(pick, to: stamp, on: self.fork(fork))
    case .renameDocument(let fork, let pick, let stamp):
      try renameDocument(pick, to: "d-r\(stamp).json", on: self.fork(fork))
    case .removeDocument(let fork, let pick): try removeDocument(pick, on: self.fork(fork))
    case .merge(let from, let into, let age):
      guard let source = kept.version(of: fork(from), ago: age) else { return }
      try kept.merge(source, into: fork(into))
    case .sync(let fork): if self.fork(fork) != "main" { try sync(self.fork(fork)) }
    }
  }

  private func fork(_ pick: Int) -> String { forks[pick % forks.count] }

  private func change(_ fork: String, by edit: NoteEdit) throws {
    var document = try note(on: fork)
    edit.apply(to: &document, &note)
    try kept.write(document.json, to: "note.json", on: fork)
  }

  private func changeDocument(_ pick: Int, to stamp: Int, on fork: String) throws {
    guard let (path, found) = try chosen(pick, on: fork) else { return }
    var document = found
    document.change(pick, stamp, &ledger)
    try kept.write(document.json, to: path, on: fork)
  }

  private func renameDocument(_ pick: Int, to path: String, on fork: String) throws {
    guard let (old, document) = try chosen(pick, on: fork) else { return }
    ledger.documents.change(document.id)
    _ = try store.renameDocument(old, to: path, fork: fork)
    try kept.remember(fork)
  }

  private func removeDocument(_ pick: Int, on fork: String) throws {
    guard let (path, document) = try chosen(pick, on: fork) else { return }
    ledger.documents.remove(document.id)
    _ = try store.removeDocuments([PropertyArgument(document: path)], fork: fork)
    try kept.remember(fork)
  }

  private func sync(_ fork: String) throws {
    let report = try store.sync([fork])
    guard !report.hasConflicts else { throw Violation(description: "conflicts: \(report)") }
    for fork in ["main", fork] { try kept.remember(fork) }
  }

  // MARK: - Reading and writing

  private func note(on fork: String) throws -> SharedNote {
    try SharedNote(json: kept.read("note.json", on: fork))
  }

  private func list(on fork: String) throws -> [(path: String, document: SharedDocument)] {
    let listed = try store.listedDocuments(DocumentQuery([SharedDocument.pattern], fork: fork))
    return try listed.map {
      ($0.document, try SharedDocument(json: kept.read($0.document, on: fork)))
    }
  }

  private func chosen(
    _ pick: Int, on fork: String
  ) throws -> (path: String, document: SharedDocument)? {
    let documents = try list(on: fork)
    return documents.isEmpty ? nil : documents[pick % documents.count]
  }

  // MARK: - What must hold

  private func expectEqual(_ forks: [String]) throws {
    let held = try forks.map { fork in
      try store.listedDocuments(DocumentQuery(fork: fork))
    }
    guard Set(held).count == 1 else {
      throw Violation(description: "forks that exchanged all differ: \(held)")
    }
  }

  private func expectLedger(on fork: String, _ when: String) throws {
    let violations =
      try note.violations(in: note(on: fork))
      + ledger.violations(in: list(on: fork).map(\.document))
    guard violations.isEmpty else { throw Violation(description: "\(when): \(violations)") }
  }
}
