import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON
import Testing

@testable import ForkedStore

/// The merge of documents that a fork renamed, while the other one changed, deleted or renamed them, too.
@Suite("a merge of renamed documents")
struct RenamedDocumentTests {
  /// What each fork does to the documents of base, and what the merge must be in either direction.
  struct Row: CustomTestStringConvertible, Sendable {
    let title: String
    /// The texts by path; nil for a document that is removed.
    var ours: [String: String?]
    var theirs: [String: String?]
    /// The documents of the result; nil where a conflict is left.
    var merged: [String: String]?
    /// The document of the conflict that is left.
    var conflict: String?
    /// The documents that the report names.
    var reported: [String] = []

    var testDescription: String { title }
  }

  private static func plan(n: Int = 1, k: Int = 5, id: Int = 7) -> String {
    "{\n  \"id\": \(id),\n  \"title\": \"a long title\",\n  \"n\": \(n),\n  \"k\": \(k)\n}\n"
  }

  private static let other = "{\n  \"z\": [1, 2, 3],\n  \"text\": \"of another kind\"\n}\n"
  private static let base = ["a.json": plan(), "z.json": other]
  private static let renamed: [String: String?] = ["a.json": nil, "b.json": plan()]

  static let rows = [
    Row(
      title: "renamed and edited", ours: renamed, theirs: ["a.json": plan(n: 2)],
      merged: ["b.json": plan(n: 2), "z.json": other]),
    Row(
      title: "renamed with an edit, and edited", ours: ["a.json": nil, "b.json": plan(k: 6)],
      theirs: ["a.json": plan(n: 2)], merged: ["b.json": plan(n: 2, k: 6), "z.json": other],
      reported: ["b.json"]),
    Row(
      title: "renamed alike by both, with an edit each",
      ours: ["a.json": nil, "b.json": plan(k: 6)], theirs: ["a.json": nil, "b.json": plan(n: 2)],
      merged: ["b.json": plan(n: 2, k: 6), "z.json": other]),
    Row(
      title: "renamed into a directory that only one side has",
      ours: ["a.json": nil, "d/e/b.json": plan(k: 6), "d/c.json": "{}\n"],
      theirs: ["a.json": plan(n: 2)],
      merged: ["d/c.json": "{}\n", "d/e/b.json": plan(n: 2, k: 6), "z.json": other],
      reported: ["d/e/b.json"]),
    Row(
      title: "renamed to different names", ours: renamed,
      theirs: ["a.json": nil, "c.json": plan(n: 2)], conflict: "a.json"),
    Row(title: "renamed and deleted", ours: renamed, theirs: ["a.json": nil], conflict: "b.json"),
    Row(
      title: "renamed with an edit, and deleted", ours: ["a.json": nil, "b.json": plan(k: 6)],
      theirs: ["a.json": nil], conflict: "b.json"),
    Row(
      title: "renamed to where the other side added another one", ours: renamed,
      theirs: ["b.json": other.replacing("1", with: "0")], conflict: "b.json"),
    Row(
      title: "different ones renamed to one name", ours: renamed,
      theirs: ["z.json": nil, "b.json": other], conflict: "b.json"),
    Row(
      title: "renamed, and its name given to a directory",
      ours: ["a.json": nil, "b.json": plan(k: 6)],
      theirs: ["a.json": nil, "a.json/c.json": plan(n: 2)], conflict: "a.json"),
    Row(
      title: "names of two swapped, and one edited", ours: ["a.json": other, "z.json": plan()],
      theirs: ["a.json": plan(n: 2)], conflict: "a.json"),
    Row(
      title: "names passed on, and edited",
      ours: ["a.json": nil, "c.json": other, "z.json": plan()],
      theirs: ["z.json": other.replacing("1", with: "0")], conflict: "z.json"),
    Row(
      title: "renamed over another one, and that edited", ours: ["a.json": nil, "z.json": plan()],
      theirs: ["z.json": other.replacing("1", with: "0")], conflict: "z.json"),
    Row(
      title: "renamed, with another one in its place, and edited",
      ours: ["a.json": "[]\n", "b.json": plan()], theirs: ["a.json": plan(n: 2)],
      conflict: "a.json"),
    Row(
      title: "replaced by one with another id, and edited",
      ours: ["a.json": nil, "b.json": plan(id: 8)], theirs: ["a.json": plan(n: 2)],
      conflict: "a.json"),
    Row(
      title: "replaced by one with another id, and deleted",
      ours: ["a.json": nil, "b.json": plan(id: 8)], theirs: ["a.json": nil],
      merged: ["b.json": plan(id: 8), "z.json": other]),
    Row(
      title: "two with different ids added under one name", ours: ["b.json": plan()],
      theirs: ["b.json": plan(id: 8)], conflict: "b.json"),
    Row(
      title: "two that have nothing in common added under one name", ours: ["b.json": plan()],
      theirs: ["b.json": other], conflict: "b.json"),
    Row(
      title: "one added by both, with a member more each", ours: ["b.json": more("ours")],
      theirs: ["b.json": more("theirs")]),
  ]

  /// A document with a member beside those that all have.
  private static func more(_ key: String) -> String {
    #"{"id": 9, "title": "added", "\#(key)": 1}"#
  }

  /// The forks `main` and `side`.
  private func forks(_ row: Row) throws -> TestStore {
    let test = try TestStore()
    for (path, text) in Self.base { try test.update(path, text) }
    _ = try test.store.createFork("side")
    try test.change("main", row.ours)
    try test.change("side", row.theirs)
    return test
  }

  private func documents(_ store: DocumentStore, on fork: String) throws -> [String: String] {
    let paths = ["a.json", "b.json", "c.json", "d/c.json", "d/e/b.json", "z.json"]
    let snapshot = try store.snapshot(of: store.tip(of: Fork(name: fork)))
    return try paths.reduce(into: [:]) { texts, path in
      let entry = try store.entry(at: DocumentPath(path), in: snapshot)
      if entry?.mode.isRegularFile ?? false { texts[path] = try store.text(of: path, on: fork) }
    }
  }

  private static let directions = [("main", "side"), ("side", "main")]

  @Test("changes follow it; what cannot be told is a conflict", arguments: rows)
  func merges(_ row: Row) throws {
    for (into, from) in Self.directions {
      let test = try forks(row)
      let report = try test.store.merge(
        MergeRequest(from: [from], into: into, policy: .manual))
      #expect(report.conflicts.map(\.document) == (row.conflict.map { [$0] } ?? []), "into \(into)")
      #expect(report.resolved.map(\.document) == row.reported)
      if let merged = row.merged { #expect(try documents(test.store, on: into) == merged) }
    }
  }

  @Test("the user decides a conflict", arguments: rows.filter { $0.conflict != nil })
  func decision(_ row: Row) throws {
    var choices = [(ConflictChoice.ours, row.ours), (.theirs, row.theirs)]
    if row.title == "renamed to different names" {
      choices.append((.base, ["a.json": Self.plan(n: 2)]))
    }
    for (choice, changes) in choices {
      let test = try forks(row)
      let document = try #require(row.conflict)
      let report = try test.store.merge(
        MergeRequest(
          from: ["side"], policy: .manual,
          resolutions: [
            ConflictResolution(document: document, pointer: JSONPointer(), choice: choice)
          ]))
      #expect(report.conflicts.isEmpty && report.commit != nil)
      let merged = try documents(test.store, on: "main")
      #expect(merged[document] == changes[document] ?? Self.base[document])
    }
  }

  @Test("of two names the later one is kept, whichever side was edited later")
  func laterName() throws {
    for (title, edit) in [("pure", nil), ("edited", Self.plan(n: 2))] {
      let row = Row(
        title: title, ours: ["a.json": nil, "b.json": Self.plan()],
        theirs: ["a.json": nil, "c.json": Self.plan()])
      for (into, from) in Self.directions {
        let test = try forks(row)
        test.clock.move(by: 1_000_000_000)
        if let edit { try test.store.write("b.json", edit, on: "main") }
        let report = try test.store.merge(
          MergeRequest(from: [from], into: into, policy: .mostRecent))
        #expect(report.resolved.map(\.document) == ["a.json"])
        #expect(try documents(test.store, on: into)["c.json"] == edit ?? Self.plan())
      }
    }
  }

  @Test("a value is decided under each name of a document that both sides renamed")
  func valueUnderEachName() throws {
    let row = Row(
      title: "both", ours: ["a.json": nil, "b.json": Self.plan(n: 2)],
      theirs: ["a.json": nil, "c.json": Self.plan(n: 3)])
    for (name, choice) in [("b.json", ConflictChoice.ours), ("c.json", .theirs)] {
      for document in ["b.json", "c.json"] {
        let test = try forks(row)
        let report = try test.store.merge(
          MergeRequest(
            from: ["side"], policy: .manual,
            resolutions: [
              ConflictResolution(document: "a.json", pointer: JSONPointer(), choice: choice),
              ConflictResolution(document: document, pointer: JSONPointer(["n"]), choice: .theirs),
            ]))
        #expect(report.conflicts.isEmpty && report.resolved.map(\.document) == ["a.json", name])
        #expect(try documents(test.store, on: "main")[name] == Self.plan(n: 3))
      }
    }
  }

  @Test("the documents in a directory that is not kept are named")
  func droppedDirectory() throws {
    let row = Row(
      title: "moved", ours: ["d.json": Self.other],
      theirs: ["a.json": nil, "d.json/c.json": Self.plan()])
    for (into, from) in Self.directions {
      let test = try forks(row)
      let side: MergeSide = into == "main" ? .ours : .theirs
      let report = try test.store.merge(
        MergeRequest(from: [from], into: into, policy: .prefer(side)))
      #expect(report.resolved.map(\.document) == ["d.json", "d.json/c.json"])
    }
  }

  @Test("base is no choice between two files of one name")
  func baseOfTwo() throws {
    let row = try #require(Self.rows.first { $0.title == "different ones renamed to one name" })
    let test = try forks(row)
    #expect(throws: StoreError.self) {
      try test.store.merge(
        MergeRequest(
          from: ["side"],
          resolutions: [
            ConflictResolution(document: "b.json", pointer: JSONPointer(), choice: .base)
          ]))
    }
  }

  @Test("a deletion gives way to the other side's rename only with a report")
  func reported() throws {
    let row = try #require(Self.rows.first { $0.title == "renamed and deleted" })
    for (into, from) in Self.directions {
      let test = try forks(row)
      let report = try test.store.merge(
        MergeRequest(from: [from], into: into, policy: .mostRecent))
      #expect(report.resolved.map(\.document) == ["b.json"])
      #expect(report.resolved.first.map { "\($0)" }?.contains("a.json") ?? false)
    }
  }
}
