import Testing

@Suite("a property where a command takes a document")
struct PropertyArgumentTests {
  private let document = #"{"title": "a", "list": [0, 1, 2, 3], "author": {"name": "Ada"}}"#

  @Test("get, diff, validate and schema show")
  func reading() async throws {
    let schema = #"{"x-documents": {"*.json": {"properties": {"title": {"type": "integer"}}}}}"#
    let numbered = document.replacing("\"title\": \"a\"", with: "\"title\": 1")
    let sandbox = try await Sandbox.withTwoForks(numbered, schema: schema)
    #expect(try await sandbox.fork("get", "a.json#/author/name").succeed().line == #""Ada""#)
    #expect(try await sandbox.fork("get", "a.json#/author/name", "-r").succeed().line == "Ada")
    try await sandbox.fork("get", "a.json#/author", "/name").fail(64, printing: "already")
    try await sandbox.set("/list/1=9", on: "ui")
    try await sandbox.set("/title=2", on: "ui")
    let difference = try await sandbox.fork("diff", "main", "ui", "a.json#/title").succeed()
    #expect(difference.lines.count == 2 && difference.text.contains("/title"), "\(difference)")
    let none = try await sandbox.fork("diff", "main", "ui", "a.json#/author", "--exit-code")
    #expect(none.status == 0 && none.text.isEmpty, "\(none)")
    try await sandbox.fork("diff", "--patch", "main", "ui", "a.json#/title").fail(
      64, printing: "--patch")
    try sandbox.write(document, to: "data/a.json")
    try await sandbox.fork("validate", "a.json#/title").expect(status: 1)
    try await sandbox.fork("validate", "a.json#/author").succeed()
    try await sandbox.fork("validate", "a.json#/autor").fail(66, printing: "did you mean /author?")
    let fields = try await sandbox.fork("schema", "show", "a.json#/title").succeed().text
    #expect(fields.contains("/title") && !fields.contains("/author"), "\(fields)")
  }

  @Test("update sets the property, and edits begin there")
  func updating() async throws {
    let sandbox = try await Sandbox.withTwoForks(document)
    try await sandbox.fork("update", "a.json#/title", input: #""new""#).succeed()
    try await sandbox.fork("update", "a.json#/author", "--set-string", "/name=Grace = G.").succeed()
    #expect(try await sandbox.fork("get", "a.json#/title", "-r").succeed().line == "new")
    #expect(
      try await sandbox.fork("get", "a.json#/author/name", "-r").succeed().line == "Grace = G.")
    try sandbox.write("[]", to: "patch.json")
    try await sandbox.fork("update", "a.json#/author", "--patch", "../patch.json").fail(
      64, printing: "whole document")
  }

  @Test("remove takes the elements that were named, whatever is removed before")
  func removing() async throws {
    let sandbox = try await Sandbox.withTwoForks(document)
    try await sandbox.play(
      "fork remove a.json#/list/0 a.json#/list/2 a.json#/author/name a.json#/author")
    #expect(
      try await sandbox.fork("get", "a.json#/list").succeed().line.filter { $0 != " " } == "[1,3]")
    try await sandbox.fork("get", "a.json#/author").expect(status: 66)
    try await sandbox.fork("remove", "a.json#/nothing").fail(65, printing: "nothing was changed")
    try await sandbox.fork("remove", "a.json#/title", "a.json").succeed()
    #expect(try await !sandbox.fork("documents").succeed().lines.contains("a.json"))
  }

  @Test("rename-document says that it takes whole documents")
  func renaming() async throws {
    let sandbox = try await Sandbox.withTwoForks(document)
    try await sandbox.fork("rename-document", "a.json#/title", "b.json").fail(
      64, printing: "--move")
  }
}
