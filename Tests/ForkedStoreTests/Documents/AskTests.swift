import ForkedJSON
import Synchronization
import Testing

@testable import ForkedStore

@Suite("documents are asked by conditions on their values")
struct AskTests {
  @Test(
    "a condition compares JSON values",
    arguments: [
      ("/a=1", true), ("/a=1.0", true), ("/a=10e-1", true), ("/a=2", false), ("/a=\"1\"", false),
      ("/a!=2", true), ("/a!=1", false), ("/x!=1", false), ("!/x=1", true), ("!/a=1", false),
      ("/a<2", true), ("/a<1", false), ("/a<=1", true), ("/a>0.99", true), ("/a>=1.01", false),
      ("/s=\"ada\"", true), ("/s<\"b\"", true), ("/s>=\"ada\"", true), ("/s>\"z\"", false),
      ("/a", true), ("/n", true), ("/x", false), ("!/x", true), ("!/a", false), ("/n<1", false),
      ("/o={\"q\":2,\"p\":1}", true), ("/o={\"p\":1}", false), ("/l=[1,2]", true),
      ("/l/*=2", true), ("/l/*=3", false), ("!/l/*=3", true), ("/l/1>1", true),
      ("/p/*/t=\"g\"", true), ("/p/*/t=\"x\"", false), ("/*/p=1", true), ("/*/*/t", true),
      ("/k=v=1", true), ("/k=v>0", true), ("/q!<3", true), ("", true),
    ].dropLast())
  func holds(text: String, expected: Bool) throws {
    let document = try JSONDocument(
      parsing: Array(
        #"""
        {"a":1,"s":"ada","n":null,"o":{"p":1,"q":2},"l":[1,2],"p":[{"t":"f"},{"t":"g"}],
        "k=v":1,"q!":2}
        """#.utf8))
    var found = false
    let condition = try Condition(parsing: text)
    #expect(try condition.holds(for: document.root) { found = $0 } == expected)
    #expect(found == !["/x", "/x!=1", "!/x", "!/x=1"].contains(text))
  }

  @Test(
    "what is no condition says how it is written",
    arguments: [
      ("", "empty"), ("!", "empty"), ("/a=ada", "not JSON"), ("/a==1", "two signs"),
      ("/a<true", "have an order"), ("/a>{}", "have an order"), ("a=1", "begins with a slash"),
      ("/~=1", "~0"), ("/a=", "not JSON"),
    ])
  func mistakes(text: String, word: String) throws {
    do {
      _ = try Condition(parsing: text)
      Issue.record("'\(text)' is a condition")
    } catch {
      let failure = StoreError(translating: error)
      #expect([.usage, .invalidData].contains(failure.kind))
      #expect((failure.message + (failure.hint ?? "")).contains(word), "\(failure)")
    }
  }

  @Test("a value without quotes is shown as it is to be written")
  func quotes() throws {
    let error = #expect(throws: StoreError.self) { try Condition(parsing: "/owner=ada") }
    #expect(error?.hint == #"write --where '/owner="ada"'"#)
  }

  private static func filled() throws -> TestStore {
    let test = try TestStore()
    try test.update("a.json", #"{"views":1,"owner":"ada"}"#)
    try test.update("b.json", #"{"views":20,"owner":"bob"}"#)
    try test.update("sub/c.json", #"{"views":3,"panels":[{"w":1},{"w":2}]}"#)
    return test
  }

  private static func query(_ conditions: String..., of names: [String] = []) throws
    -> DocumentQuery
  {
    DocumentQuery(names, where: try conditions.map { try Condition(parsing: $0) })
  }

  @Test("all conditions hold, and all names include")
  func listed() throws {
    let test = try Self.filled()
    func names(_ query: DocumentQuery) throws -> [String] {
      try test.store.listedDocuments(query).map(\.document)
    }
    #expect(try names(Self.query("/views<10")) == ["a.json", "sub/c.json"])
    #expect(try names(Self.query("/views<10", "!/owner")) == ["sub/c.json"])
    #expect(try names(Self.query("/views", of: ["a*", "sub"])) == ["a.json", "sub/c.json"])
    #expect(try names(DocumentQuery(["b*", "sub/"])) == ["b.json", "sub/c.json"])
    #expect(try names(DocumentQuery(["b.json", "none*"])) == ["b.json"])
    var query = try Self.query("/views<10")
    query.revision = "main~2"
    #expect(try names(query) == ["a.json"])
  }

  @Test("values are lines, those of many documents and of several pointers")
  func values() throws {
    let test = try Self.filled()
    func lines(_ query: DocumentQuery, _ pointers: String...) throws -> [String] {
      var lines: [String] = []
      try test.store.getValues(query, at: pointers.map { try JSONPointer(parsing: $0) }) {
        lines.append(String(decoding: $0.bytes, as: UTF8.self))
        return true
      }
      return lines
    }
    #expect(
      try lines(Self.query("/views<10", of: ["*"]), "/owner", "/panels/*/w") == [
        #"{"document":"a.json","pointer":"/owner","value":"ada"}"#,
        #"{"document":"sub/c.json","pointer":"/panels/0/w","value":1}"#,
        #"{"document":"sub/c.json","pointer":"/panels/1/w","value":2}"#,
      ])
    #expect(
      try lines(DocumentQuery(["b.json"])) == [
        #"{"document":"b.json","value":{"views":20,"owner":"bob"}}"#
      ])
    let error = #expect(throws: StoreError.self) { try lines(DocumentQuery(["*"]), "/onwer") }
    #expect(error?.kind == .notFound && error?.hint == "did you mean /owner?")
    #expect(throws: StoreError.self) { try lines(DocumentQuery(["none*"])) }
  }

  @Test("a document that is not JSON, or has a value of another type, is reported after the others")
  func unreadable() throws {
    let test = try Self.filled()
    try test.update("d.json", #"{"views":"many"}"#)
    var names: [String] = []
    func ask(_ condition: String) throws {
      names = []
      try test.store.listDocuments(Self.query(condition)) {
        names.append($0.document)
        return true
      }
    }
    let error = #expect(throws: StoreError.self) { try ask("/views<10") }
    #expect(names == ["a.json", "sub/c.json"])
    #expect(error?.kind == .invalidData && error?.location?.document == "d.json")
    #expect(error?.location?.pointer == JSONPointer(["views"]))
    let broken = try test.store.repository.writeBlob(Array("{".utf8))
    _ = try test.store.record(on: test.store.currentFork(), command: "test") { _ in
      VersionDraft(
        changes: [try .init("broken.json"): .init(mode: .file, id: broken)], message: "broken")
    }
    let second = #expect(throws: StoreError.self) { try ask("/views=1") }
    #expect(names == ["a.json"] && second?.location?.document == "broken.json")
  }

  @Test("a pointer that no document has is noticed, with the nearest one")
  func missing() throws {
    let test = try Self.filled()
    let notices = Mutex<[String]>([])
    var environment = test.store.environment
    environment = .init(
      variables: environment.variables, workingDirectory: environment.workingDirectory,
      user: "ada", host: "example.org", clock: environment.clock, random: environment.random,
      sleep: environment.sleep, notify: { notice in notices.withLock { $0.append(notice) } })
    let store = try DocumentStore.discover(in: environment)
    #expect(try store.listedDocuments(Self.query("/onwer=\"ada\"")).isEmpty)
    #expect(try !store.listedDocuments(Self.query("!/onwer")).isEmpty)
    #expect(
      notices.withLock { $0 } == [
        "none of 4 documents has a value at /onwer; did you mean /owner?"
      ])
  }

  @Test("the log has the versions in which a document began or ceased to match")
  func history() throws {
    let test = try Self.filled()
    try test.update("a.json", #"{"views":30,"owner":"ada"}"#)
    try test.update("b.json", #"{"views":21,"owner":"bob"}"#)
    try test.update("b.json", #"{"views":2,"owner":"bob"}"#)
    _ = try test.store.renameDocument("b.json", to: "e.json")
    _ = try test.store.removeDocuments([PropertyArgument(document: "e.json")])
    func log(_ arguments: String...) throws -> [String] {
      var lines: [String] = []
      var request = LogRequest(arguments: arguments)
      request.conditions = [try Condition(parsing: "/views>=20")]
      try test.store.log(request) { version in
        lines += (version.matches ?? []).map { "\($0.began ? "+" : "-")\($0.document)" }
        return true
      }
      return lines
    }
    #expect(try log() == ["-b.json", "+a.json", "+b.json"])
    #expect(try log("a*") == ["+a.json"])
    #expect(throws: StoreError.self) { try log("a.json#/views") }
  }
}
