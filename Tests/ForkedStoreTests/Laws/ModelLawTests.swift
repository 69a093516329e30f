import Forked
import ForkedGit
import ForkedStore
import Foundation
import Testing

/// Documents on several forks that hold the same people: after every command all places of a model are equal, and
/// forks that sync come to hold the same.
///
/// `FORK_MODEL_CASES` sets how many histories are tried, `FORK_LAW_SEED` the first seed.
@Suite("laws: models in documents") struct ModelLawTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test("all places of a model are equal after every command")
  func places() throws {
    let first = Self.number("FORK_LAW_SEED") ?? 0
    for seed in first..<first + (Self.number("FORK_MODEL_CASES") ?? 2) {
      let history = try ModelHistoryCase(seed: UInt64(seed))
      do {
        try history.run(steps: 25)
      } catch {
        Issue.record("seed \(seed): \(error)\n\(history.trail.joined(separator: "\n"))")
      }
    }
  }
}

/// A random history of forks that hold people in messages, contacts and cards.
private final class ModelHistoryCase {
  private struct Broken: Error { var what: String }

  private static let schema = #"""
    {
      "x-documents": {
        "messages/*.json": { "$ref": "#/$defs/Message" },
        "contacts/*.json": { "$ref": "#/$defs/Contacts" },
        "cards/*.json": { "$ref": "#/$defs/Card" }
      },
      "$defs": {
        "Message": {
          "type": "object", "x-identity": "Message-{id}", "required": ["author"],
          "properties": {
            "id": {}, "text": { "x-merge": "textMerge" },
            "author": { "$ref": "#/$defs/Person" }, "reader": { "$ref": "#/$defs/Person" },
            "answer": { "$ref": "#/$defs/Message" }
          }
        },
        "Contacts": { "properties": {
          "contacts": { "type": "array", "items": { "$ref": "#/$defs/Person" },
            "x-merge": { "using": "arrayOfIdentifiableMerge", "id": "/id" } } } },
        "Person": {
          "type": "object", "x-identity": "Person-{id}", "required": ["id"],
          "properties": {
            "id": {}, "name": {}, "bio": { "x-merge": "textMerge" },
            "tags": { "type": "array", "x-merge": "setMerge" },
            "visits": { "type": "integer", "x-merge": "counterMerge" }
          }
        },
        "Card": {
          "type": "object", "x-identity": "Person-{id}",
          "properties": { "id": {}, "name": {}, "bio": { "x-merge": "textMerge" } },
          "additionalProperties": false
        }
      }
    }
    """#

  private let test: TestStore
  private var random: SeededGenerator
  private let forks = ["main", "a", "b", "c"]
  private(set) var trail: [String] = []

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    test = try TestStore(bare: true)
    try write(".fork/schema.json", Self.schema, on: "main")
    try write("messages/0.json", message(0), on: "main")
    try write("contacts/0.json", #"{"contacts":[\#(person(1)),\#(person(2))]}"#, on: "main")
    try write("cards/1.json", #"{"id":1,"name":"p1"}"#, on: "main")
    for fork in forks.dropFirst() {
      _ = try test.store.createFork(CreateForkRequest(name: fork, revision: "main"))
    }
  }

  func run(steps: Int) throws {
    for _ in 0..<steps {
      test.clock.move(by: 1_000_000_000)
      try step()
      try checkPlaces()
    }
    for _ in 0..<4 { _ = try test.store.sync(SyncRequest(forks: [], all: true)) }
    try checkPlaces()
    let tips = try test.store.repository.branches().map(\.tip)
    guard Set(tips).count == 1 else { throw Broken(what: "the forks did not come to one version") }
  }

  // MARK: - Steps

  private func step() throws {
    let fork = pick(forks)
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3: try edit(fork)
    case 4: try write("messages/\(small).json", message(small), on: fork)
    case 5: try write("contacts/\(small).json", contacts(), on: fork)
    case 6: try write("cards/\(small).json", #"{"id":\#(small),"name":"\#(word)"}"#, on: fork)
    case 7: try remove("Person-\(small)", on: fork)
    case 8...10: try merge(pick(forks), into: fork)
    default:
      trail.append("sync")
      _ = try test.store.sync(SyncRequest(forks: [], all: true))
    }
  }

  private var small: Int { Int.random(in: 0..<4, using: &random) }
  private var word: String { "w\(Int.random(in: 0..<50, using: &random))" }
  private func pick<T>(_ items: [T]) -> T { items[Int.random(in: 0..<items.count, using: &random)] }

  private func person(_ id: Int) -> String {
    let fields = [
      #""name":"\#(word)""#, #""bio":"\#(word) and \#(word)""#, #""tags":["\#(word)"]"#,
      #""visits":\#(small)"#,
    ].filter { _ in Bool.random(using: &random) }
    return "{" + ([#""id":\#(id)"#] + fields).joined(separator: ",") + "}"
  }

  private func message(_ id: Int, depth: Int = 0) -> String {
    let (author, reader) = (small, small)
    var parts = [#""id":\#(id)"#, #""text":"\#(word)""#, #""author":\#(person(author))"#]
    if author != reader, Bool.random(using: &random) {
      parts.append(#""reader":\#(person(reader))"#)
    }
    return "{" + parts.joined(separator: ", ") + "}"
  }

  private func contacts() -> String {
    let ids = (0..<4).filter { _ in Bool.random(using: &random) }
    return "{\n  \"contacts\": [" + ids.map(person).joined(separator: ",\n    ") + "]\n}\n"
  }

  private func edit(_ fork: String) throws {
    let models = try test.store.listModels(ListModelsRequest(fork: fork)).models
    let places = models.filter { $0.model.hasPrefix("Person-") }.flatMap(\.places)
    guard !places.isEmpty else { return }
    let place = pick(places)
    let (key, value) = pick([
      ("name", "\"\(word)\""), ("bio", "\"\(word) or \(word)\""),
      ("visits", "\(small)"), ("tags", "[\"\(word)\",\"x\"]"),
    ])
    if place.document.hasPrefix("cards/"), key == "visits" || key == "tags" { return }
    trail.append("\(fork): \(place.document)#\(place.pointer)/\(key) = \(value)")
    try update(
      place.document,
      .edits([
        .set(place.pointer.appending(.init(key)), try .init(parsing: Array(value.utf8)))
      ]), on: fork)
  }

  private func write(_ document: String, _ text: String, on fork: String) throws {
    trail.append("\(fork): \(document) <- \(text)")
    do {
      try update(document, .bytes(Array(text.utf8), from: "test"), on: fork)
    } catch let error as StoreError where error.message.contains("is changed to one value") {
      trail.append("  refused")
    }
  }

  private func update(
    _ document: String, _ content: UpdateDocumentRequest.Content, on fork: String
  ) throws {
    _ = try test.store.updateDocument(
      UpdateDocumentRequest(
        document: document, content: content, fork: fork == "main" ? nil : fork))
  }

  private func remove(_ model: String, on fork: String) throws {
    trail.append("\(fork): remove \(model)")
    do {
      _ = try test.store.removeModel(RemoveModelRequest(model: model, fork: fork))
    } catch let error as StoreError where error.kind == .notFound {
      trail.append("  not there")
    }
  }

  private func merge(_ source: String, into fork: String) throws {
    guard source != fork else { return }
    trail.append("\(fork): merge \(source)")
    let report = try test.store.merge(MergeRequest(from: [source], into: fork))
    if let conflict = report.conflicts.first {
      throw Broken(what: "a conflict: \(conflict)")
    }
  }

  // MARK: - Laws

  private func checkPlaces() throws {
    let report = try test.reopened().verify(VerifyRequest())
    if let problem = report.problems.first {
      throw Broken(what: "\(problem.place): \(problem.message)")
    }
  }
}
