import ForkedDocument
import ForkedJSON
import ForkedSchema
import Testing

/// Documents that merge by lines, as ever, because a version has other members under a key that stands twice. (The
/// folders below `Merges/duplicate-keys` show those that merge by property.)
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
    Case(
      "another first value", #"{"a":1,"a":2,"x":1}"#, #"{"a":3,"a":2,"x":1}"#,
      #"{"a":1,"a":2,"x":2}"#),
    Case(
      "another second value", #"{"a":1,"a":2,"x":1}"#, #"{"a":1,"a":2,"x":2}"#,
      #"{"a":1,"a":3,"x":1}"#),
    Case("both alike", #"{"a":1,"a":2,"x":1}"#, #"{"a":1,"a":3,"x":2}"#, #"{"a":1,"a":3,"x":1}"#),
    Case("in another order", #"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#, #"{"a":1,"a":2,"x":2}"#),
    Case(
      "one of two is gone", #"{"a":1,"a":2,"x":1}"#, #"{"a":1,"x":1}"#, #"{"a":1,"a":2,"x":2}"#,
      names: "theirs"),
    Case(
      "both are gone", #"{"a":1,"a":2,"x":1}"#, #"{"x":1}"#, #"{"x":2}"#, names: "base"),
    Case(
      "a third", #"{"a":1,"a":2,"x":1}"#, #"{"a":1,"a":2,"a":3,"x":1}"#, #"{"a":1,"a":2,"x":2}"#),
    Case("a second", #"{"a":1,"x":1}"#, #"{"a":1,"a":1,"x":1}"#, #"{"a":1,"x":2}"#),
    Case(
      "another key, too", #"{"a":1,"a":1}"#, #"{"a":1,"a":1,"x":1,"x":1}"#, #"{"a":1,"a":1,"y":1}"#),
    Case("both added it", nil, #"{"a":1,"a":2}"#, #"{"a":1,"a":3}"#),
    Case(
      "below another key", #"{"o":{"a":1,"a":2},"x":1}"#, #"{"o":{"a":1,"a":3},"x":1}"#,
      #"{"o":{"a":1,"a":2},"x":2}"#),
    Case(
      "in the value of another", #"{"o":1,"o":{"a":1,"a":2}}"#, #"{"o":1,"o":{"a":1,"a":3}}"#,
      #"{"o":1,"o":{"a":1,"a":2},"x":1}"#),
    Case(
      "in an element by id", #"[{"id":1,"a":1,"a":2},{"id":2}]"#,
      #"[{"id":2},{"id":1,"a":1,"a":3}]"#, #"[{"id":1,"a":1,"a":2},{"id":2,"x":1}]"#),
    Case(
      "under the id of another element", #"[{"id":1,"a":1,"a":2},{"id":2}]"#,
      #"[{"id":1},{"id":2,"a":1,"a":2}]"#, #"[{"id":1,"a":1,"a":2},{"id":2,"x":1}]"#),
    Case(
      "in an element without an id that one side changed", #"[{"a":1,"a":2,"x":1},{"y":1}]"#,
      #"[{"a":1,"a":2,"x":2},{"y":1}]"#, #"[{"a":1,"a":2,"x":1},{"y":2}]"#),
    Case(
      "in an element without an id that one side moved", #"[{"a":1,"a":2},{"y":1},{"z":1}]"#,
      #"[{"y":1},{"a":1,"a":2},{"z":1}]"#, #"[{"a":1,"a":2},{"y":1},{"z":2}]"#),
    Case(
      "in an element without an id that one side deleted", #"[{"a":1,"a":2},{"y":1}]"#,
      #"[{"y":1}]"#, #"[{"a":1,"a":2},{"y":2}]"#, names: "theirs"),
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
        theirs: Array(row.theirs.utf8), plan: row.plan())
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
