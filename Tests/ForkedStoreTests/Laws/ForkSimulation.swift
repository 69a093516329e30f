import Forked
import ForkedGit
import ForkedStore
import ForkedTestSupport
import Foundation

/// A repository in which a history of forks happens, and what must come of it.
final class ForkSimulation {
  private typealias Violation = RememberedForks.Violation

  private let test: TestStore
  private let kept: RememberedForks
  private var forks = ["main"]
  private var note = NoteLedger()
  private var documents = AtomLedger()
  private var renamed: Set<String> = []
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
      documents.add("d\(stamp)")
      documents.values["d\(stamp)"] = stamp
      try writeDocument("d\(stamp)", value: stamp, to: "d\(stamp).json", on: self.fork(fork))
    case .changeDocument(let fork, let pick, let stamp):
      try changeDocument(pick, to: stamp, on: self.fork(fork))
    case .renameDocument(let fork, let pick, let stamp):
      try renameDocument(pick, to: "r\(stamp).json", on: self.fork(fork))
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
    guard let (path, document) = try chosen(pick, on: fork), !renamed.contains(document.id)
    else { return }
    documents.change(document.id, to: stamp)
    try writeDocument(document.id, value: stamp, to: path, on: fork)
  }

  /// Only what nobody changes is renamed, and only once: renames are found where the bytes are the same.
  private func renameDocument(_ pick: Int, to path: String, on fork: String) throws {
    guard let (old, document) = try chosen(pick, on: fork), !documents.isChanged(document.id),
      renamed.insert(document.id).inserted
    else { return }
    documents.change(document.id)
    _ = try store.renameDocument(old, to: path, fork: fork)
    try kept.remember(fork)
  }

  private func removeDocument(_ pick: Int, on fork: String) throws {
    guard let (path, document) = try chosen(pick, on: fork) else { return }
    documents.remove(document.id)
    _ = try store.removeDocuments([PropertyArgument(document: path)], fork: fork)
    try kept.remember(fork)
  }

  private func sync(_ fork: String) throws {
    let report = try store.sync([fork])
    guard !report.hasConflicts else { throw Violation(description: "conflicts: \(report)") }
    for fork in ["main", fork] { try kept.remember(fork) }
  }

  // MARK: - Reading and writing

  private struct Document: Codable {
    var id: String
    var value: Int
  }

  private func note(on fork: String) throws -> SharedNote {
    try SharedNote(json: kept.read("note.json", on: fork))
  }

  private func list(on fork: String) throws -> [(path: String, document: Document)] {
    let listed = try store.listDocuments(DocumentQuery(["[dr]*.json"], fork: fork))
    return try listed.documents.map { listed in
      let bytes = try kept.read(listed.document, on: fork)
      return (listed.document, try JSONDecoder().decode(Document.self, from: Data(bytes)))
    }
  }

  private func chosen(_ pick: Int, on fork: String) throws -> (path: String, document: Document)? {
    let documents = try list(on: fork)
    return documents.isEmpty ? nil : documents[pick % documents.count]
  }

  private func writeDocument(_ id: String, value: Int, to path: String, on fork: String) throws {
    try kept.write(Array(#"{"id":"\#(id)","value":\#(value)}"#.utf8), to: path, on: fork)
  }

  // MARK: - What must hold

  private func expectEqual(_ forks: [String]) throws {
    let held = try forks.map { fork in
      try store.listDocuments(DocumentQuery(fork: fork)).documents
    }
    guard Set(held).count == 1 else {
      throw Violation(description: "forks that exchanged all differ: \(held)")
    }
  }

  private func expectLedger(on fork: String, _ when: String) throws {
    let held = try list(on: fork)
    let values = Dictionary(
      held.map { ($0.document.id, $0.document.value) }, uniquingKeysWith: { one, _ in one })
    let violations =
      try note.violations(in: note(on: fork))
      + documents.violations(in: held.map(\.document.id), initial: "d")
      + documents.violations(in: values)
    guard violations.isEmpty else { throw Violation(description: "\(when): \(violations)") }
  }
}
