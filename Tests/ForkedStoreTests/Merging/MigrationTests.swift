import Forked
import ForkedDocument
import ForkedJSON
import Testing

@testable import ForkedStore

/// One fork renames a field and records the schema that says so, the other one goes on under the old schema.
@Suite("a merge between schemas")
struct MigrationTests {
  private static func schema(_ field: String) -> String {
    """
    {"x-documents":{"**/*.json":{"type":"object","additionalProperties":false,"required":["id"],
      "properties":{"id":{},"n":{},"\(field)":{"type":"string"}}}}}
    """
  }

  /// A document in base and in the fork with the old schema, and the places that no longer are valid.
  struct Row: CustomTestStringConvertible, Sendable {
    let title: String
    var document = "a.json"
    var base: String?
    /// The document's path in the fork with the new schema, if that renamed it.
    var renamed: String?
    var old: String
    var conflicts: [String]

    var testDescription: String { title }
  }

  static let rows = [
    Row(
      title: "the old side left it alone", base: #"{"id":1,"owner":"a"}"#,
      old: #"{"id":1,"owner":"a"}"#, conflicts: []),
    Row(
      title: "it changed another field", base: #"{"id":1,"owner":"a"}"#,
      old: #"{"id":1,"owner":"a","n":2}"#, conflicts: []),
    Row(
      title: "it changed the old field", base: #"{"id":1,"owner":"a"}"#,
      old: #"{"id":1,"owner":"b"}"#, conflicts: ["/owner"]),
    Row(
      title: "it alone set the old field", base: #"{"id":1}"#, old: #"{"id":1,"owner":"b"}"#,
      conflicts: ["/owner"]),
    Row(
      title: "it changed what the other side renamed", base: #"{"id":1}"#, renamed: "b.json",
      old: #"{"id":1,"owner":"b"}"#, conflicts: ["/owner"]),
    Row(title: "it added a document", old: #"{"id":1,"owner":"b"}"#, conflicts: [""]),
    Row(
      title: "it added a directory", document: "new/in/a.json", old: #"{"id":1,"owner":"b"}"#,
      conflicts: [""]),
    Row(title: "it added a valid document", old: #"{"id":1}"#, conflicts: []),
  ]

  /// The forks `main`, with the new schema, and `old`.
  private func forks(_ row: Row) throws -> TestStore {
    let test = try TestStore()
    try test.update(".fork/schema.json", Self.schema("owner"))
    if let base = row.base { try test.update(row.document, base) }
    _ = try test.store.createFork("old")
    try test.update(".fork/schema.json", Self.schema("team"))
    if let base = row.base {
      let migrated = base.replacing("owner", with: "team")
      try test.update(row.renamed ?? row.document, migrated)
      if row.renamed != nil {
        _ = try test.store.removeDocuments([PropertyArgument(document: row.document)])
      }
    }
    test.clock.move(by: 1_000_000_000)
    try test.store.write(row.document, row.old, on: "old")
    return test
  }

  @Test("what was valid, and is not any more, is a conflict", arguments: rows)
  func validity(_ row: Row) throws {
    for (into, from) in [("main", "old"), ("old", "main")] {
      let test = try forks(row)
      let old = try test.store.tip(of: Fork(name: "old"))
      let report = try test.store.merge(
        MergeRequest(from: [from], into: into, policy: .mostRecent))
      #expect(report.conflicts.map { "\($0.pointer)" } == row.conflicts)
      for conflict in report.conflicts {
        let side = into == "old" ? "ours" : "theirs"
        #expect(conflict.reason == .invalid && !conflict.failures.isEmpty)
        #expect(
          conflict.note
            == "\(side) was written under another schema, that of commit \(old.hex.prefix(7))")
      }
      if row.conflicts.isEmpty {
        let checked = try test.store.validate(fork: into)
        #expect(checked.problems.isEmpty)
      }
    }
  }

  @Test("the user decides such a conflict", arguments: rows.filter { !$0.conflicts.isEmpty })
  func decision(_ row: Row) throws {
    let test = try forks(row)
    let resolutions = try row.conflicts.map {
      ConflictResolution(
        document: row.renamed ?? row.document, pointer: try JSONPointer(parsing: $0), choice: .ours)
    }
    let report = try test.store.merge(MergeRequest(from: ["old"], resolutions: resolutions))
    #expect(report.conflicts.isEmpty && report.commit != nil)
    #expect(try test.store.validate().problems.isEmpty)
  }
}
