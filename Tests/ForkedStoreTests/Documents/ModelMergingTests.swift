import Forked
import ForkedGit
import ForkedStore
import Foundation
import Testing

/// A model as `@ForkedModel` would describe it.
private struct Note: Codable, Equatable, Sendable, SchemaDescribed {
  var title = ""
  var state = ""
  var views = 0
  var tags: Set<String> = []
  var comments: [Comment]?

  struct Comment: Codable, Equatable, Sendable {
    var id: Int
    var text: String
  }

  static let forkedSchemaName = "Note"
  static let forkedSchema = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$ref": "#/$defs/Note",
      "$defs": { "Note": \(definition) }
    }
    """
  static let repositorySchema = """
    { "x-documents": { "notes/*.json": { "$ref": "#/$defs/Note" } },
      "$defs": { "Note": \(definition) } }
    """
  private static let definition = """
    {
      "type": "object",
      "properties": {
        "title": { "type": "string", "x-merge": "textMerge" },
        "views": { "type": "integer", "x-merge": "counterMerge" },
        "tags": { "type": "array", "x-merge": "setMerge" },
        "comments": {
          "type": "array", "x-merge": { "using": "arrayOfIdentifiableMerge", "id": "/id" },
          "items": { "type": "object", "properties": { "text": { "x-merge": "textMerge" } } }
        }
      }
    }
    """
}

@Suite("Models that merge as documents do")
struct ModelMergingTests {
  let store: TestStore
  let phone = Fork(name: "phone")
  let path = "notes/a.json"

  init() throws { store = try TestStore() }

  private func resource(
    in directory: String? = nil
  ) throws -> ForkedResource<GitRepository<Note>> {
    let variables = store.store.environment.variables
    return try ForkedResource(
      repository: GitRepository(
        at: URL(filePath: directory ?? store.directory), path: path, merging: .documents,
        environment: ForkedStore.Environment(variables: variables, user: "ada", host: "example.org")
      ),
      clock: { [clock = store.clock] in
        Date(timeIntervalSince1970: Double(clock.now) / 1e9)
      })
  }

  private func text(_ fork: Fork = .main) throws -> String {
    try store.reopened().text(of: path, on: fork.name)
  }

  /// Both sides change every property.
  private func diverge(_ note: ForkedResource<GitRepository<Note>>) throws {
    store.clock.move(by: 1_000_000_000)
    try note.update(
      .main,
      with: Note(
        title: "Fork Yeah", state: "draft", views: 10, tags: ["json"],
        comments: [.init(id: 1, text: "First")]))
    try note.create(phone)
    store.clock.move(by: 1_000_000_000)
    try note.update(
      .main,
      with: Note(
        title: "Fork Yeah!!!", state: "final", views: 11, tags: ["json", "swift"],
        comments: [.init(id: 1, text: "First"), .init(id: 2, text: "Second")]))
    store.clock.move(by: 1_000_000_000)
    try note.update(
      phone,
      with: Note(
        title: "Fork yeah", state: "published", views: 12, tags: ["json", "git"],
        comments: [.init(id: 1, text: "The first")]))
  }

  private let merged = Note(
    title: "Fork yeah!!!", state: "published", views: 13, tags: ["json", "swift", "git"],
    comments: [.init(id: 1, text: "The first"), .init(id: 2, text: "Second")])

  @Test("a model merges by its own schema if the repository names none")
  func ownSchema() throws {
    let note = try resource()
    try diverge(note)
    #expect(try note.mergeIntoMain(from: phone) == .resolveConflict)
    #expect(try note.value(in: .main) == merged)
  }

  @Test("a program and the store merge the same two versions alike, to the byte")
  func alike() throws {
    try store.update(".fork/schema.json", Note.repositorySchema)
    try diverge(resource())
    let copy = store.directory + "-copy"
    try FileManager.default.copyItem(atPath: store.directory, toPath: copy)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: copy) } }
    let program = try resource(in: copy)
    #expect(try program.mergeIntoMain(from: phone) == .resolveConflict)
    #expect(try program.value(in: .main) == merged)
    let report = try store.reopened().merge(MergeRequest(from: ["phone"], into: "main"))
    #expect(report.action == .resolveConflict && report.conflicts.isEmpty)
    let theirs = try String(contentsOfFile: copy + "/" + path, encoding: .utf8)
    #expect(try text() == theirs)
    #expect(try resource().value(in: .main) == merged)
  }

  @Test("a changed model changes its own properties, and leaves the spelling of the rest")
  func quiet() throws {
    let before = """
      {"views":1.0,   "title":"One",
        "note of others": [1,2],"tags": ["b","a"], "state" : "\\u0061"}

      """
    try store.update(path, before)
    let note = try resource()
    var value = try #require(try note.value(in: .main))
    value.title = "Two"
    value.tags.insert("c")
    try note.update(.main, with: value)
    let text = try text()
    let parts = before.replacing("One", with: "Two").split(separator: #"["b","a"]"#)
    // A set is encoded in any order, so an addition may stand anywhere in the array.
    #expect(parts.count == 2 && text.hasPrefix(parts[0]) && text.hasSuffix(parts[1]), "\(text)")
    #expect(try note.value(in: .main) == value)
  }

  @Test("the store's updates and the program's of one fork at one time are all kept")
  func oneFork() throws {
    let note = try resource()
    try note.update(.main, with: Note(title: "A note", views: 1))
    try store.update(path, text().replacing("A note", with: "A better note"))
    try note.update(.main, with: Note(title: "A note", views: 2))
    #expect(try note.value(in: .main) == Note(title: "A better note", views: 2))
  }

  @Test("conflicts are thrown, naming the properties, and nothing is changed")
  func conflict() throws {
    try store.update(
      ".fork/schema.json", Note.repositorySchema.replacing("textMerge", with: "manual"))
    let note = try resource()
    try diverge(note)
    let before = try text()
    #expect {
      try note.mergeIntoMain(from: phone)
    } throws: { error in
      guard let error = error as? StoreError, error.kind == .conflicts else { return false }
      return error.message.contains("notes/a.json#/title")
    }
    #expect(try text() == before)
  }

  @Test("documents without a model merge as the store merges them")
  func otherDocuments() throws {
    let note = try resource()
    try store.update("other.json", #"{"a": 1, "b": 1}"#)
    try diverge(note)
    for (fork, content) in [("main", #"{"a": 2, "b": 1}"#), ("phone", #"{"a": 1, "b": 2}"#)] {
      try store.reopened().write("other.json", content, on: fork)
    }
    try note.mergeIntoMain(from: phone)
    #expect(try store.reopened().text(of: "other.json") == #"{"a": 2, "b": 2}"#)
  }
}
