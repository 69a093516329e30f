import ForkedStore
import ForkedTestSupport
import Foundation

/// A note with a field for each strategy, beside documents that forks add, change, rename and remove. Forks are made at
/// random moments. What all of them must hold in the end follows from the edits alone.
final class NoteHistory: EntityLawHistory {
  private let kinds: [NoteEdit.Kind]
  private var stamp = 0
  private var noteLedger = NoteLedger()
  private var ledger = DocumentLedger()

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let all = NoteEdit.Kind.allCases.shuffled(using: &random)
    kinds = Array(all.prefix(random.pick([2, 4, 8, 99])))
    try super.init(seed: seed, schema: SharedNote.schema, forks: ["main"])
  }

  override func begin() throws { try put(SharedNote(), to: "note.json", on: "main") }

  override func begin(_ step: HistoryStep) {
    super.begin(step)
    stamp = step.number + 10
  }

  override func step(on fork: String) throws {
    let pick = random.below(1000)
    switch random.below(20) {
    case 0 where forks.count < 6:
      forks.append("f\(forks.count)")
      _ = try store.createFork(forks[forks.count - 1], from: fork)
    case 0, 1:
      let document = SharedDocument(id: "d\(stamp)", value: stamp)
      ledger.add(document)
      try put(document, to: "d\(stamp).json", on: fork)
    case 2, 3, 4:
      guard let (path, found) = try chosen(pick, on: fork) else { return }
      var document = found
      document.change(pick, stamp, &ledger)
      try put(document, to: path, on: fork)
    case 5:
      guard let (path, document) = try chosen(pick, on: fork) else { return }
      ledger.documents.change(document.id)
      note("\(fork): rename \(path) to d-r\(stamp).json")
      _ = try store.renameDocument(path, to: "d-r\(stamp).json", fork: fork)
    case 6:
      guard let (path, document) = try chosen(pick, on: fork) else { return }
      ledger.documents.remove(document.id)
      note("\(fork): remove \(path)")
      _ = try store.removeDocuments([PropertyArgument(document: path)], fork: fork)
    case 7: if fork != "main" { try sync([fork]) }
    case 8..<14:
      let other = self.pick(forks)
      guard other != fork, let past = version(of: other, ago: self.pick([0, 0, 1, 2, 5])) else {
        return
      }
      try merge(past.hex, into: fork)
    default:
      var document: SharedNote = try get("note.json", on: fork)
      NoteEdit(kind: random.pick(kinds), pick: pick, stamp: stamp).apply(to: &document, &noteLedger)
      try put(document, to: "note.json", on: fork)
    }
  }

  /// Brings copies of the forks together by merges, and then the forks by syncing each with main.
  override func finish() throws {
    let copies = try forks.map { fork in
      _ = try store.createFork("copy-\(fork)", from: fork)
      return "copy-\(fork)"
    }
    for _ in 0..<copies.count * 2 { try merge(pick(copies), into: pick(copies)) }
    for copy in copies.dropFirst() { try merge(copy, into: copies[0]) }
    for copy in copies.dropFirst() { try merge(copies[0], into: copy) }
    for fork in forks.dropFirst() + forks.dropFirst() { try sync([fork]) }
    for forks in [copies, forks] {
      let held = try forks.map { try store.listedDocuments(DocumentQuery(fork: $0)) }
      guard Set(held).count == 1 else { throw Broken(reason: "\(forks) differ: \(held)") }
      let violations =
        try noteLedger.violations(in: get("note.json", on: forks[0]))
        + ledger.violations(in: documents(on: forks[0]).map(\.document))
      guard violations.isEmpty else { throw Broken(reason: "\(forks[0]): \(violations)") }
    }
  }

  // MARK: - Documents

  private func put(_ document: some Encodable, to path: String, on fork: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try write(path, String(decoding: encoder.encode(document), as: UTF8.self), on: fork)
  }

  private func get<Document: Decodable>(_ path: String, on fork: String) throws -> Document {
    try JSONDecoder().decode(
      Document.self, from: Data(store.getDocument(path, fork: fork).bytes))
  }

  private func documents(
    on fork: String
  ) throws -> [(path: String, document: SharedDocument)] {
    try store.listedDocuments(DocumentQuery([SharedDocument.pattern], fork: fork)).map {
      ($0.document, try get($0.document, on: fork))
    }
  }

  private func chosen(
    _ pick: Int, on fork: String
  ) throws -> (path: String, document: SharedDocument)? {
    let documents = try documents(on: fork)
    return documents.isEmpty ? nil : documents[pick % documents.count]
  }
}
