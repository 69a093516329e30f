import ForkedGit
import ForkedJSON
import Testing

@testable import ForkedStore

@Suite("many documents are changed in one version")
struct UpdateManyTests {
  private static func filled() throws -> TestStore {
    let test = try TestStore()
    try test.update("a.json", "{ \"owner\" : \"ada\",\n  \"rate\": 1.50 }\n")
    try test.update("b.json", #"{"owner":"bob","tags":[]}"#)
    try test.update("c.json", #"{"title":"c"}"#)
    return test
  }

  private static func set(_ pointer: JSONPointer, _ json: String) throws -> DocumentEdit {
    .set(pointer, try JSONDocument(parsing: Array(json.utf8)))
  }

  @discardableResult
  private func update(
    _ test: TestStore, _ names: [String] = ["*"], where conditions: [String] = [],
    by change: DocumentsChange, dryRun: Bool = false
  ) throws -> UpdateReport {
    let query = DocumentQuery(names, where: try conditions.map { try Condition(parsing: $0) })
    return try test.store.updateDocuments(query, by: change, dryRun: dryRun)
  }

  private func text(_ test: TestStore, _ document: String) throws -> String {
    try test.store.text(of: document)
  }

  private func count(_ test: TestStore) throws -> Int {
    var count = 0
    try test.store.log(.init()) { _ in
      count += 1
      return true
    }
    return count
  }

  @Test("a field is renamed where it is, in one version, and all other bytes stay")
  func renamed() throws {
    let test = try Self.filled()
    let before = try count(test)
    let report = try update(
      test, by: .edits([.move(from: JSONPointer(["owner"]), to: JSONPointer(["team"]))]))
    #expect(report.documents == ["a.json", "b.json"] && report.matched == 4)
    #expect(try text(test, "a.json") == "{ \"rate\": 1.50,\n  \"team\" : \"ada\" }\n")
    #expect(try text(test, "c.json") == #"{"title":"c"}"#)
    #expect(try count(test) == before + 1)
    let commit = try test.store.repository.commit(#require(report.commit))
    #expect(commit.subject == "update a.json, b.json: owner, team")
  }

  @Test("only documents that match are changed")
  func conditions() throws {
    let test = try Self.filled()
    let report = try update(
      test, where: ["/owner=\"bob\""], by: .edits([Self.set(JSONPointer(["done"]), "true")]))
    #expect(report.documents == ["b.json"])
    #expect(try text(test, "b.json") == #"{"owner":"bob","tags":[],"done":true}"#)
  }

  @Test("nothing is changed if nothing matches, and the reason is given")
  func nothing() throws {
    let test = try Self.filled()
    let before = try count(test)
    func failure(
      _ names: [String] = ["*"], _ conditions: [String] = [],
      _ change: DocumentsChange
    ) throws -> StoreError? {
      #expect(throws: StoreError.self) { try update(test, names, where: conditions, by: change) }
    }
    let edit = DocumentsChange.edits([try Self.set(JSONPointer(["x"]), "1")])
    let typo = try failure(["*"], ["/onwer=\"ada\""], edit)
    #expect(typo?.kind == .notFound && typo?.hint == "did you mean /owner?")
    let none = try failure(["*"], ["/owner", "/owner=\"eve\""], edit)
    #expect(none?.message.contains("holds for none of 2 documents") == true)
    #expect(try failure(["x*"], [], edit)?.kind == .notFound)
    #expect(try failure(["x.json"], [], edit)?.kind == .notFound)
    let source = try failure(["*"], [], .edits([.unset(JSONPointer(["titel"]))]))
    #expect(source?.kind == .notFound && source?.hint == "did you mean /title?")
    #expect(
      try failure(["*"], [], .edits([.replace(JSONPointer(["owner"]), .init(parsing: [0x31]))]))?
        .kind == .invalidData)
    #expect(try failure(["*"], ["/owner<1"], edit)?.kind == .invalidData)
    #expect(try count(test) == before)
  }

  @Test("a dry run has the changes by property, and changes nothing")
  func dryRun() throws {
    let test = try Self.filled()
    let before = try count(test)
    let report = try update(
      test, where: ["/owner"], by: .edits([Self.set(JSONPointer(["owner"]), "\"eve\"")]),
      dryRun: true)
    #expect(!report.changed && report.differences?.map(\.document) == ["a.json", "b.json"])
    #expect(
      report.differences?.flatMap(\.changes).map(\.pointer) == [
        JSONPointer(["owner"]), JSONPointer(["owner"]),
      ])
    #expect(try count(test) == before && text(test, "b.json").contains("bob"))
  }

  @Test("of what a program prints, only the values that differ are written")
  func program() throws {
    let test = try Self.filled()
    try test.update("list.jsonl", "{\"n\":1.0}\n{\"n\":2}\n")
    try test.update("tsconfig.json", "{\n  // the owner\n  \"owner\": \"ada\",\n}\n")
    let command = #"sed 's/"ada"/"eve"/; s/1.50/1.5/; s/"n": *2/"n":3/'"#
    let report = try update(test, by: .program(command))
    #expect(report.documents == ["a.json", "list.jsonl", "tsconfig.json"])
    #expect(try text(test, "a.json") == "{ \"owner\" : \"eve\",\n  \"rate\": 1.50 }\n")
    #expect(try text(test, "list.jsonl") == "{\"n\":1.0}\n{\"n\":3}\n")
    #expect(try text(test, "tsconfig.json") == "{\n  // the owner\n  \"owner\": \"eve\",\n}\n")
  }

  @Test(
    "a program that fails changes nothing",
    arguments: [
      ("exit 3", "failed with status 3"), ("echo no >&2; exit 1", "status 1: no"),
      ("kill -9 $$", "ended by signal 9"), ("true", "printed nothing"),
      ("echo '{}{}'", "printed no JSON"), ("no-such-program", "status 127"),
      (#"grep -q title || cat; echo"#, "printed nothing"),
    ])
  func failingProgram(command: String, reason: String) throws {
    let test = try Self.filled()
    let before = try count(test)
    let error = #expect(throws: StoreError.self) { try update(test, by: .program(command)) }
    #expect(error?.location?.document != nil)
    #expect(
      error?.message.contains(reason) == true
        || reason == "printed nothing"
          && error?.message.contains("printed no JSON") == true,
      "\(String(describing: error))")
    #expect(try count(test) == before)
  }

  @Test("a property moves to another document, and both change or none")
  func moved() throws {
    let test = try Self.filled()
    func move(_ source: String, _ target: String) throws -> UpdateReport {
      try test.store.moveProperties([
        (source: PropertyArgument(source), target: PropertyArgument(target))
      ])
    }
    let report = try move("a.json#/owner", "b.json#/tags/-")
    #expect(report.documents == ["a.json", "b.json"])
    #expect(try text(test, "a.json") == "{ \"rate\": 1.50 }\n")
    #expect(try text(test, "b.json") == #"{"owner":"bob","tags":["ada"]}"#)
    let state = try count(test)
    #expect(throws: StoreError.self) { try move("a.json#/ratte", "b.json#/x") }
    #expect(throws: StoreError.self) { try move("a.json#/rate", "none.json#/x") }
    #expect(throws: StoreError.self) { try move("a.json#/rate", "b.json#/x/y") }
    #expect(try count(test) == state)
  }

  @Test("a schema and entities hold as for one document")
  func schema() throws {
    let test = try Self.filled()
    try test.update(
      ".fork/schema.json",
      #"{"x-documents":{"*.json":{"properties":{"owner":{"type":"string"}}}}}"#)
    let error = #expect(throws: StoreError.self) {
      try update(test, ["*.json"], by: .edits([Self.set(JSONPointer(["owner"]), "1")]))
    }
    #expect(error?.kind == .invalidData && error?.location?.pointer == JSONPointer(["owner"]))
  }

  @Test("what get prints is read again: only what differs is written, and new documents are made")
  func lines() throws {
    let test = try Self.filled()
    var lines: [[UInt8]] = []
    try test.store.getValues(.init(["/*.json"]), at: []) {
      lines.append($0.bytes)
      return true
    }
    func run(_ lines: [[UInt8]]) throws -> [BatchResult] {
      var rest = lines[...]
      return try test.store.runAtomically { rest.popFirst() }
    }
    let before = try count(test)
    _ = try run(lines)
    #expect(try count(test) == before)
    lines[0] = Array(#"{"document":"a.json","value":{"owner":"eve","rate":1.5}}"#.utf8)
    lines.append(Array(#"{"document":"new.jsonl","value":[{"a": 1},2]}"#.utf8))
    lines.append(Array(#"{"document":"c.json","pointer":"/title","value":"d"}"#.utf8))
    _ = try run(lines)
    #expect(try text(test, "a.json") == "{ \"owner\" : \"eve\",\n  \"rate\": 1.50 }\n")
    #expect(try text(test, "new.jsonl") == "{\"a\":1}\n2\n")
    #expect(try text(test, "c.json") == #"{"title":"d"}"#)
  }
}
