import ForkedJSON
import Testing

@testable import ForkedDocument

/// What is followed, and the result of the merge. (The folders in `Merges/moves` show more.)
@Suite struct MoveSearchTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var base: String
    var ours: String
    var theirs: String
    /// Each as "former place > place in ours > place in theirs"; with "!" if a key contradicts it.
    var moves: [String]
    var result: String?

    init(
      _ name: String, _ base: String, _ ours: String, _ theirs: String, _ moves: [String],
      _ result: String? = nil
    ) {
      testDescription = name
      (self.base, self.ours, self.theirs) = (base, ours, theirs)
      (self.moves, self.result) = (moves, result)
    }
  }

  @Test(arguments: [
    Example(
      "a key is inherited from what the other side changed",
      #"{"a":{"t":"one","u":"two","n":1},"b":{"t":"six","u":"ten","n":1}}"#,
      #"{"a":{"t":"six","u":"ten","n":1}}"#,
      #"{"a":{"t":"one","u":"two","n":2},"b":{"t":"six","u":"ten","n":1}}"#, ["!/b > /a > /b"]),
    Example(
      "the other side deletes it", #"{"a":{"t":"one","u":"two","n":1},"z":0}"#,
      #"{"b":{"t":"one","u":"two","n":1},"z":0}"#, #"{"z":0}"#, ["/a > /b > /a"], #"{"z":0}"#),
    Example(
      "a value of its own", #"{"a":{"x":"5.2"},"b":{}}"#, #"{"a":{},"b":{"x":"5.2"}}"#,
      #"{"a":{"x":"5.3"},"b":{}}"#, ["/a/x > /b/x > /a/x"], #"{"a":{},"b":{"x":"5.3"}}"#),
    Example(
      "nobody else touched it", #"{"a":{"t":"one","u":"two","n":1},"z":0}"#,
      #"{"b":{"t":"one","u":"two","n":1},"z":0}"#, #"{"a":{"t":"one","u":"two","n":1},"z":1}"#, [],
      #"{"b":{"t":"one","u":"two","n":1},"z":1}"#),
  ])
  func moves(in example: Example) throws {
    let versions = try [example.base, example.ours, example.theirs].map {
      try JSONDocument(parsing: Array($0.utf8))
    }
    let mapping = Mapping(
      base: versions[0].root, ours: versions[1].root, theirs: versions[2].root)
    var search = MoveSearch(mapping, plan: .none)
    search.run()
    func row(_ move: SubtreeMove) -> String {
      "\(move.formerPointer) > \(move.ourPointer) > \(move.theirPointer)"
    }
    #expect(search.moves.map(row) + search.contradicted.map { "!" + row($0) } == example.moves)
    for isSwapped in [false, true] {
      let merged = try DocumentMerge(
        base: versions[0], ours: versions[isSwapped ? 2 : 1], theirs: versions[isSwapped ? 1 : 2]
      ).run()
      #expect(merged.defects.isEmpty)
      #expect(merged.conflicts.isEmpty == (example.result != nil))
      guard let result = example.result else { continue }
      let (found, wanted) = (
        try JSONDocument(parsing: merged.value), try JSONDocument(parsing: Array(result.utf8))
      )
      #expect(found.root == wanted.root)
    }
  }

  /// Where the same values came and went, something may have moved; a change of a value alone is none.
  @Test(arguments: [
    (#"{"a":"one"}"#, #"{"b":"one"}"#, true), (#"{"a":"one"}"#, #"{"a":"two"}"#, false),
    (#"{"a":[1,{"t":"one"}],"b":[]}"#, #"{"a":[1],"b":[{"t":"one"}]}"#, true),
    (#"[{"t":"one"},{"t":"two"}]"#, #"[{"t":"new"},{"t":"one"},{"t":"two"}]"#, false),
    (#"[{"t":"one","n":1},{"t":"two","n":2}]"#, #"[{"t":"one","n":3},{"t":"two","n":2}]"#, false),
    (#"{"a":{"t":"one"},"b":{"t":"two"}}"#, #"{"a":{"t":"two"},"b":{"t":"one"}}"#, true),
  ])
  func signs(_ old: String, _ new: String, _ areThere: Bool) throws {
    let (old, new) = (
      try JSONDocument(parsing: Array(old.utf8)), try JSONDocument(parsing: Array(new.utf8))
    )
    #expect(MoveSigns.areBetween(old.root, and: new.root) == areThere)
  }
}
