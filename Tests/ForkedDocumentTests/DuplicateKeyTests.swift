import ForkedJSON
import ForkedSchema
import Testing

@testable import ForkedDocument

/// Documents with a key that stands twice, of which the last member counts. (The folders below `Merges/duplicate-keys`
/// show more that merge by property.)
@Suite struct DuplicateKeyTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// nil: both sides added the document.
    var base: String?
    var ours: String
    var theirs: String
    /// The version that the report names: the first of ours, theirs and base with a duplicate key.
    var version = "ours"
    /// The schema of the document.
    var schema: String?

    init(
      _ name: String, _ base: String?, _ ours: String, _ theirs: String,
      names version: String = "ours",
      schema: String? = nil
    ) {
      testDescription = name
      (self.base, self.ours, self.theirs, self.version) = (base, ours, theirs, version)
      self.schema = schema
    }
  }

  @Test(arguments: [
    (
      #"{"a":1,"a":2,"x":1}"#, #"{"a":3,"a":2,"x":1}"#, #"{"a":1,"a":2,"x":2}"#,
      #"{"a":3,"a":2,"x":2}"#
    ),
    (
      #"{"a":1,"a":2,"x":1}"#, #"{"a":1,"a":2,"x":2}"#, #"{"a":1,"a":3,"x":1}"#,
      #"{"a":1,"a":3,"x":2}"#
    ),
    (
      #"{"a":1,"a":2,"x":1}"#, #"{"a":1,"a":3,"x":2}"#, #"{"a":1,"a":3,"x":1}"#,
      #"{"a":1,"a":3,"x":2}"#
    ),
    (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#, #"{"a":1,"a":2,"x":2}"#, #"{"a":2,"a":1,"x":2}"#),
    (#"{"a":1,"a":2,"x":1}"#, #"{"a":1,"x":1}"#, #"{"a":1,"a":2,"x":2}"#, #"{"a":1,"x":2}"#),
    (#"{"a":1,"a":2,"x":1}"#, #"{"a":2,"x":1}"#, #"{"a":1,"a":3,"x":1}"#, #"{"a":3,"x":1}"#),
    (#"{"a":1,"a":2,"x":1}"#, #"{"x":1}"#, #"{"x":2}"#, #"{"x":2}"#),
    (
      #"{"a":1,"a":2,"x":1}"#, #"{"a":1,"a":2,"a":3,"x":1}"#, #"{"a":1,"a":2,"x":2}"#,
      #"{"a":1,"a":2,"a":3,"x":2}"#
    ),
    (#"{"a":1,"x":1}"#, #"{"a":1,"a":1,"x":1}"#, #"{"a":1,"x":2}"#, #"{"a":1,"a":1,"x":2}"#),
    (
      #"{"o":{"a":1,"a":2},"x":1}"#, #"{"o":{"a":1,"a":3},"x":1}"#, #"{"o":{"a":1,"a":2},"x":2}"#,
      #"{"o":{"a":1,"a":3},"x":2}"#
    ),
    (
      #"{"o":1,"o":{"a":1,"a":2}}"#, #"{"o":1,"o":{"a":1,"a":3}}"#,
      #"{"o":1,"o":{"a":1,"a":2},"x":1}"#, #"{"o":1,"o":{"a":1,"a":3},"x":1}"#
    ),
    (
      #"[{"id":1,"a":1,"a":2},{"id":2}]"#, #"[{"id":2},{"id":1,"a":1,"a":3}]"#,
      #"[{"id":1,"a":1,"a":2},{"id":2,"x":1}]"#, #"[{"id":2,"x":1},{"id":1,"a":1,"a":3}]"#
    ),
    (
      #"[{"a":1,"a":2,"x":1},{"y":1}]"#, #"[{"a":1,"a":2,"x":2},{"y":1}]"#,
      #"[{"a":1,"a":2,"x":1},{"y":2}]"#, #"[{"a":1,"a":2,"x":2},{"y":2}]"#
    ),
    (
      #"[{"a":1,"a":2},{"y":1},{"z":1}]"#, #"[{"y":1},{"a":1,"a":2},{"z":1}]"#,
      #"[{"a":1,"a":2},{"y":1},{"z":2}]"#, #"[{"y":1},{"a":1,"a":2},{"z":2}]"#
    ),
    (#"[{"a":1,"a":2},{"y":1}]"#, #"[{"y":1}]"#, #"[{"a":1,"a":2},{"y":2}]"#, #"[{"y":2}]"#),
  ])
  func theLastCounts(base: String, ours: String, theirs: String, expected: String) throws {
    let merged = try DocumentMerge(
      parsing: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), plan: .none
    ).run()
    #expect(String(decoding: merged.bytes, as: UTF8.self) == expected)
    #expect(merged.isClean)
  }

  @Test func theLastOnesMayBeInConflict() throws {
    let merged = try DocumentMerge(
      parsing: nil, ours: Array(#"{"a":1,"a":2}"#.utf8), theirs: Array(#"{"a":1,"a":3}"#.utf8),
      plan: .none
    ).run()
    #expect(merged.conflicts.map(\.pointer.description) == ["/a"])
  }

  @Test(arguments: [
    #"{"a":1,"x":2}"#, #"{"a":3,"x":2}"#, #"{"a":3,"a":1,"x":2}"#, #"{"a":1,"a":2,"x":2}"#,
    #"{"a":9,"a":3,"x":2}"#, #"{"a":1,"a":1,"a":3,"x":2}"#, #"{"a":1,"a":3,"x":2,"x":2}"#,
  ])
  func theAuditRefusesOtherMembers(damaged: String) throws {
    func kept(_ text: String) throws -> JSONDocument {
      try JSONDocument(parsing: Array(text.utf8), duplicateKeys: .kept)
    }
    func defects(_ merged: String) throws -> [AuditDefect] {
      try MergeAudit(
        base: kept(#"{"a":1,"a":2,"x":1}"#), ours: kept(#"{"a":1,"a":2,"x":2}"#),
        theirs: kept(#"{"a":1,"a":3,"x":1}"#), merged: kept(merged), plan: .none, decisions: [],
        conflicts: []
      ).defects()
    }
    #expect(try defects(#"{"a":1,"a":3,"x":2}"#).isEmpty)
    #expect(try !defects(damaged).isEmpty)
  }

  @Test(arguments: [
    Case(
      "both changed an earlier value", #"{"a":1,"a":2}"#, #"{"a":3,"a":2}"#, #"{"a":4,"a":2}"#),
    Case(
      "where a schema describes the object", #"{"a":1,"a":2,"x":1}"#, #"{"a":1,"a":2,"x":2}"#,
      #"{"a":1,"a":2,"x":1,"y":1}"#, schema: #"{"properties": {"a": {"type": "number"}}}"#),
    Case(
      "where a schema describes objects of the list", #"[{"id":1,"a":1,"a":2}]"#,
      #"[{"id":1,"a":1,"a":2,"x":2}]"#, #"[{"id":1,"a":1,"a":2,"y":1}]"#,
      schema: #"{"items": {"required": ["id"]}}"#),
    Case(
      "where a merge writes positions", #"[{"id":1,"position":1,"position":2}]"#,
      #"[{"id":1,"position":1,"position":2,"x":2}]"#,
      #"[{"id":1,"position":1,"position":2,"y":1}]"#,
      schema: #"{"x-merge": {"using": "orderedMerge", "id": "/id"}}"#),
  ])
  func otherMembersMergeByLines(_ row: Case) throws {
    let refusal = #expect(throws: UnreadableVersion.self) {
      try DocumentMerge(
        parsing: row.base.map { Array($0.utf8) }, ours: Array(row.ours.utf8),
        theirs: Array(row.theirs.utf8), plan: row.plan()
      ).run()
    }
    #expect(refusal?.version == row.version)
    guard case .duplicateKey = refusal?.error.reason else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  /// Two lines that are well by themselves, and a key twice in one object.
  @Test func aCleanLineMergeWithANewDuplicateKeyDoesNotStand() throws {
    let texts = [
      "{\n\"k\":1,\n\"k\":2,\n\"v\":1,\n\"x\":1,\n\"y\":1\n}",
      "{\n\"n\":1,\n\"k\":1,\n\"k\":2,\n\"v\":2,\n\"x\":1,\n\"y\":1\n}",
      "{\n\"k\":1,\n\"k\":2,\n\"v\":3,\n\"x\":1,\n\"y\":1,\n\"n\":1\n}",
    ].map { Array($0.utf8) }
    let lines = "{\n\"n\":1,\n\"k\":1,\n\"k\":2,\n\"v\":2,\n\"x\":1,\n\"y\":1,\n\"n\":1\n}"
    let merge = try DocumentMerge(
      parsing: texts[0], ours: texts[1], theirs: texts[2], plan: .none)
    #expect(try merge.run(orByLines: { Array(lines.utf8) }).conflicts.count == 1)
  }
}

extension DuplicateKeyTests.Case {
  fileprivate func plan() throws -> FieldPlan {
    guard let schema else { return .none }
    let text = #"{"x-documents": {"*.json": \#(schema)}}"#
    return try SchemaSet(root: Array(text.utf8), load: { _ in nil }).plan(forDocument: "a.json")
  }
}
