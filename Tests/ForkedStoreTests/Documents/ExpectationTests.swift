import ForkedJSON
import Testing

@testable import ForkedStore

@Suite("a change is made only if values are as expected")
struct ExpectationTests {
  private static func filled() throws -> TestStore {
    let test = try TestStore()
    try test.update("a.json", #"{"views":10,"owner":"ada"}"#)
    try test.update("b.json", "1")
    return test
  }

  private static func value(_ json: String) throws -> JSONDocument {
    try JSONDocument(parsing: Array(json.utf8))
  }

  private func update(_ test: TestStore, _ edits: [DocumentEdit], expect: String? = nil) throws {
    _ = try test.store.updateDocument(
      "a.json", with: .edits(edits),
      expecting: test.store.expectation(expect))
  }

  @Test("a test passes, or fails with the present value, after the edits before it")
  func tested() throws {
    let test = try Self.filled()
    let ten = try Self.value("1e1")
    try update(
      test, [.test(JSONPointer(["views"]), ten), .set(JSONPointer(["views"]), Self.value("11"))])
    let error = #expect(throws: StoreError.self) {
      try update(
        test, [.set(JSONPointer(["views"]), Self.value("12")), .test(JSONPointer(["views"]), ten)])
    }
    #expect(error?.kind == .tryAgain && error?.location?.pointer == JSONPointer(["views"]))
    #expect(error?.value?.description == "12")
    let missing = #expect(throws: StoreError.self) {
      try update(test, [.test(JSONPointer(["x"]), ten)])
    }
    #expect(missing?.kind == .tryAgain && missing?.value == nil)
    #expect(missing?.message.contains("missing") == true)
  }

  @Test("a failed test of a JSON Patch is the same, a malformed one is not")
  func patched() throws {
    let test = try Self.filled()
    for (patch, kind) in [
      (#"[{"op":"test","path":"/views","value":1}]"#, StoreError.Kind.tryAgain),
      (#"[{"op":"test","path":"/views"}]"#, .invalidData),
      (#"[{"op":"remove","path":"/x"}]"#, .invalidData),
    ] {
      let error = #expect(throws: StoreError.self) {
        try update(test, [.patch(Self.value(patch), from: "patch")])
      }
      #expect(error?.kind == kind, "\(patch)")
    }
  }

  @Test("a value that must exist is set, and a typing error is named")
  func present() throws {
    let test = try Self.filled()
    try update(test, [.replace(JSONPointer(["views"]), Self.value("1"))])
    let error = #expect(throws: StoreError.self) {
      try update(test, [.replace(JSONPointer(["veiws"]), Self.value("1"))])
    }
    #expect(error?.kind == .invalidData && error?.hint == "did you mean /views?")
  }

  @Test("a document, or a property, is as it was at a commit; changes elsewhere don't matter")
  func same() throws {
    let test = try Self.filled()
    let seen = try test.store.commit(at: "main").hex
    try test.update("b.json", "2")
    let edit = [DocumentEdit.set(JSONPointer(["views"]), try Self.value("11"))]
    #expect(throws: StoreError.self) { try update(test, edit, expect: seen) }
    try update(test, edit, expect: "\(seen):a.json")
    let error = #expect(throws: StoreError.self) {
      try update(test, edit, expect: "\(seen):a.json")
    }
    #expect(error?.kind == .tryAgain && error?.location?.pointer == JSONPointer(["views"]))
    #expect(error?.value?.description == "11")
    try update(test, edit, expect: "\(seen):a.json#/owner")
    #expect(throws: StoreError.self) { try update(test, edit, expect: "\(seen):a.json#/views") }
    let typo = #expect(throws: StoreError.self) { try update(test, edit, expect: "main:x.json") }
    #expect(typo?.kind == .notFound)
    #expect(throws: StoreError.self) { try test.store.expectation("nothing:a.json") }
  }

  @Test("lines of a batch expect the same")
  func batch() throws {
    let test = try Self.filled()
    let line =
      #"{"op":"update","document":"a.json","test":{"/views":10},"replace":{"/views":11},"#
      + #""expect":"main:b.json"}"#
    let results = try test.store.run([Array(line.utf8), Array(line.utf8)])
    #expect(results[0].isDone)
    guard case .failed(let error) = results[1] else {
      Issue.record("\(results[1])")
      return
    }
    #expect(error.kind == .tryAgain && error.value?.description == "11")
  }
}
