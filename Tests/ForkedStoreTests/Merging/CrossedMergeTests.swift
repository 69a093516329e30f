import Forked
import ForkedDocument
import ForkedJSON
import Testing

@testable import ForkedStore

/// The merge of two forks that merged each other's versions before: what they agreed on is undone by neither, and counts
/// once.
@Suite("a merge of crossed histories")
struct CrossedMergeTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let title: String
    /// What each fork does first; nil for a document that is removed.
    var main: [String: String?]
    var side: [String: String?]
    /// The version of `a.json` that each takes from the other, or keeps; nil: as the schema decides.
    var choices: (main: ConflictChoice, side: ConflictChoice)?
    /// What each does then.
    var mainLater: [String: String?] = ["m.json": "{}\n"]
    var sideLater: [String: String?] = ["s.json": "{}\n"]
    /// The documents of the result, but for `m.json` and `s.json`; nil where a conflict is left.
    var merged: [String: String]?
    /// The document of the conflict that is left.
    var conflict: String?

    var testDescription: String { title }
  }

  private static func text(n: Int = 0, k: Int = 5, part: Int? = 0) -> String {
    let part = part.map { "\"part\": {\"n\": \($0), \"text\": \"of a part\"}" } ?? "\"none\": 0"
    return "{\n  \"title\": \"a long title\",\n  \"n\": \(n),\n  \(part),\n  \"k\": \(k)\n}\n"
  }

  private static let schema = #"""
    {"x-default-merge": "mostRecent", "x-documents": {"*.json": {"properties": {
      "n": {"x-merge": "counterMerge"}, "part": {"properties": {"n": {"x-merge": "counterMerge"}}}
    }}}}
    """#

  static let rows = [
    Row(
      title: "a counter beside a deletion that lost", main: ["a.json": nil],
      side: ["a.json": text(n: 6)], mainLater: ["a.json": text(n: 7)],
      merged: ["a.json": text(n: 7)]),
    Row(
      title: "a counter in a renamed document, beside a deletion that lost", main: ["a.json": nil],
      side: ["a.json": nil, "b.json": text(n: 6)], mainLater: ["b.json": text(n: 6, k: 7)],
      sideLater: ["b.json": text(n: 8)], merged: ["b.json": text(n: 8, k: 7)]),
    Row(
      title: "a counter beside the deletion of its object that lost",
      main: ["a.json": text(part: nil)], side: ["a.json": text(part: 6)],
      mainLater: ["a.json": text(k: 7, part: 6)], sideLater: ["a.json": text(n: 1, part: 7)],
      merged: ["a.json": text(n: 1, k: 7, part: 7)]),
    Row(
      title: "deleted again", main: ["a.json": nil], side: ["a.json": text(n: 6)],
      mainLater: ["a.json": nil], merged: [:]),
    Row(
      title: "both renamed it, and one gives it the former name again",
      main: ["a.json": nil, "b.json": text()], side: ["a.json": nil, "c.json": text()],
      choices: (.ours, .theirs), sideLater: ["b.json": nil, "a.json": text()], conflict: "c.json"),
    Row(
      title: "both renamed it, and one gives it the other name again",
      main: ["a.json": nil, "b.json": text()], side: ["a.json": nil, "c.json": text()],
      choices: (.ours, .theirs), sideLater: ["b.json": nil, "c.json": text()], conflict: "a.json"),
    Row(
      title: "both renamed it, and one deletes it",
      main: ["a.json": nil, "b.json": text()], side: ["a.json": nil, "c.json": text()],
      choices: (.ours, .theirs), mainLater: ["b.json": nil], merged: [:]),
    Row(
      title: "both renamed it and count",
      main: ["a.json": nil, "b.json": text()], side: ["a.json": nil, "c.json": text(n: 6)],
      choices: (.ours, .theirs), mainLater: ["b.json": text(n: 7)],
      sideLater: ["b.json": text(n: 8)], merged: ["b.json": text(n: 9)]),
  ]

  /// The forks `main` and `side`, each of which merged the first version of the other.
  private func forks(_ row: Row, schema: String = schema) throws -> TestStore {
    let test = try TestStore(bare: true)
    try test.update(".fork/schema.json", schema)
    try test.update("a.json", Self.text())
    _ = try test.store.createFork("side")
    try test.change("main", row.main)
    try test.change("side", row.side)
    let tips = try ["main", "side"].map { try test.store.tip(of: Fork(name: $0)).hex }
    for (into, from, choice) in [
      ("main", tips[1], row.choices?.main), ("side", tips[0], row.choices?.side),
    ] {
      let report = try test.store.merge(
        MergeRequest(
          from: [from], into: into, policy: choice == nil ? nil : .manual,
          resolutions: choice.map {
            [ConflictResolution(document: "a.json", pointer: JSONPointer(), choice: $0)]
          } ?? []))
      try #require(report.conflicts.isEmpty)
    }
    try test.change("main", row.mainLater)
    try test.change("side", row.sideLater)
    return test
  }

  @Test("what both agreed on is neither undone nor counted twice", arguments: rows)
  func merges(_ row: Row) throws {
    for (into, from) in [("main", "side"), ("side", "main")] {
      let test = try forks(row)
      let report = try test.store.merge(
        MergeRequest(from: [from], into: into, policy: row.conflict == nil ? nil : .manual))
      #expect(report.conflicts.map(\.document) == (row.conflict.map { [$0] } ?? []), "into \(into)")
      guard let merged = row.merged else { continue }
      let listed = try test.store.listedDocuments(DocumentQuery(["[abc].json"], fork: into))
      let texts = try listed.map { try test.store.text(of: $0.document, on: into) }
      #expect(
        Dictionary(uniqueKeysWithValues: zip(listed.map(\.document), texts)) == merged)
    }
  }

  @Test("a deletion that one kept and the other did not is in conflict again")
  func openDeletion() throws {
    let row = Row(
      title: "", main: ["a.json": nil], side: ["a.json": Self.text(n: 6)], choices: (.ours, .ours))
    let schema = Self.schema.replacing("mostRecent", with: "manual")
    for (into, from) in [("main", "side"), ("side", "main")] {
      let test = try forks(row, schema: schema)
      let report = try test.store.merge(MergeRequest(from: [from], into: into, policy: .manual))
      #expect(report.conflicts.map(\.document) == ["a.json"])
    }
  }
}
