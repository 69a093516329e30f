import ForkedGit
import Testing

@testable import ForkedStore

@Suite("schemas of a version")
struct SchemasTests {
  @Test("each version has its own")
  func versions() throws {
    let test = try TestStore()
    let before = try test.store.snapshot(of: .main)
    #expect(try !test.store.schemas(of: before).isDocument("a.note"))
    try test.update(".fork/schema.json", #"{"x-documents":{"*.note":{"type":"object"}}}"#)
    let after = try test.store.snapshot(of: .main)
    #expect(try test.store.schemas(of: after).isDocument("a.note"))
    #expect(try !test.store.schemas(of: before).isDocument("a.note"))
    try test.update("a.note", "{}")
  }

  @Test("a part in another file counts too")
  func parts() throws {
    let test = try TestStore()
    try test.update(".fork/note.json", #"{"type":"object"}"#)
    try test.update(
      ".fork/schema.json", ##"{"x-documents":{"*.note":{"$ref":"note.json"}}}"##)
    let error = #expect(throws: (any Error).self) {
      try test.update(".fork/note.json", #"{"x-merge":"textMerg"}"#)
    }
    let failure = try StoreError(translating: #require(error))
    #expect(failure.kind == .invalidData && failure.location?.document == ".fork/note.json")
  }

  @Test("a broken one, which plain git can bring, can be repaired")
  func repair() throws {
    let test = try TestStore()
    let repository = test.store.repository
    let tip = try test.store.tip(of: .main)
    var edit = TreeEdit()
    edit.set(".fork/schema.json", to: .file(try repository.writeBlob(Array("{".utf8))))
    let tree = try repository.apply(edit, to: repository.tree(ofCommit: tip))
    let broken = try test.store.writeCommit(tree: tree, parents: [tip], message: "break")
    try test.store.update(.main, from: tip, to: broken)
    #expect(throws: (any Error).self) { try test.update("a.json", "1") }
    try test.update(".fork/schema.json", "{}")
    try test.update("a.json", "1")
  }
}
