import ForkedJSON
import Testing

@testable import ForkedDocument

/// Documents with a key that stands twice, of which the last member counts. (The folders below `Merges/duplicate-keys`
/// show more that merge by property.)
@Suite struct DuplicateKeyTests {
  @Test(arguments: [
    // Both changed an earlier value.
    ([#"{"a":1,"a":2}"#, #"{"a":3,"a":2}"#, #"{"a":4,"a":2}"#], "{}"),
    // A schema describes the object, or objects of the list, or a merge writes positions.
    (
      [#"{"a":1,"a":2,"x":1}"#, #"{"a":1,"a":2,"x":2}"#, #"{"a":1,"a":2,"x":1,"y":1}"#],
      #"{"properties": {"a": {"type": "number"}}}"#
    ),
    (
      [
        #"[{"id":1,"a":1,"a":2}]"#, #"[{"id":1,"a":1,"a":2,"x":2}]"#,
        #"[{"id":1,"a":1,"a":2,"y":1}]"#,
      ], #"{"items": {"required": ["id"]}}"#
    ),
    (
      [
        #"[{"id":1,"position":1,"position":2}]"#, #"[{"id":1,"position":1,"position":2,"x":2}]"#,
        #"[{"id":1,"position":1,"position":2,"y":1}]"#,
      ], #"{"x-merge": {"using": "orderedMerge", "id": "/id"}}"#
    ),
  ])
  func otherMembersMergeByLines(texts: [String], schema: String) throws {
    let refusal = #expect(throws: UnreadableVersion.self) {
      try DocumentMerge(texts, plan: schema == "{}" ? .none : plan(schema)).run()
    }
    #expect(refusal?.version == "ours")
    guard case .duplicateKey = refusal?.error.reason else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  /// Two lines that are well by themselves, and a key twice in one object.
  @Test func aCleanLineMergeWithANewDuplicateKeyDoesNotStand() throws {
    let merge = try DocumentMerge([
      "{\n\"k\":1,\n\"k\":2,\n\"v\":1,\n\"x\":1,\n\"y\":1\n}",
      "{\n\"n\":1,\n\"k\":1,\n\"k\":2,\n\"v\":2,\n\"x\":1,\n\"y\":1\n}",
      "{\n\"k\":1,\n\"k\":2,\n\"v\":3,\n\"x\":1,\n\"y\":1,\n\"n\":1\n}",
    ])
    let lines = "{\n\"n\":1,\n\"k\":1,\n\"k\":2,\n\"v\":2,\n\"x\":1,\n\"y\":1,\n\"n\":1\n}"
    #expect(try merge.run(orByLines: { Array(lines.utf8) }).conflicts.count == 1)
  }
}
