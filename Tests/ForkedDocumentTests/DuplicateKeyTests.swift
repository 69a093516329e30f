import ForkedJSON
import ForkedSchema
import Testing

@testable import ForkedDocument

/// Documents with a key that stands twice, of which the last member counts. (The folders below `Merges/duplicate-keys`
/// show more that merge by property.)
@Suite struct DuplicateKeyTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var base: String
    var ours: String
    var theirs: String
    /// The schema of the document.
    var schema: String?

    init(
      _ name: String, _ base: String, _ ours: String, _ theirs: String, schema: String? = nil
    ) {
      (testDescription, self.schema) = (name, schema)
      (self.base, self.ours, self.theirs) = (base, ours, theirs)
    }
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
        parsing: Array(row.base.utf8), ours: Array(row.ours.utf8),
        theirs: Array(row.theirs.utf8), plan: row.plan()
      ).run()
    }
    #expect(refusal?.version == "ours")
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
