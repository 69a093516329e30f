import Forked
import ForkedJSON
import ForkedTestSupport
import Testing

@testable import ForkedDocument

@Suite struct MoveSearchTests {
  @Test(arguments: try TableCase.all(in: "moves"))
  func moves(in row: TableCase) throws {
    let texts = ["base", "ours", "theirs"].map { row[$0] }
    let mapping = try Mapping(texts)
    var search = MoveSearch(mapping, plan: .none)
    search.run()
    func place(_ move: SubtreeMove) -> String {
      "\(move.formerPointer) > \(move.ourPointer) > \(move.theirPointer)"
    }
    #expect(search.moves.map(place) == row[all: "move"])
    let roots = try [MergeSide.ours: json(texts[1]), .theirs: json(texts[2])]
    let conflicts = search.contradictions.map { one in
      "\(one.side.rawValue) \(roots[one.side].flatMap { one.path.pointer(in: $0) }?.description ?? "")"
    }
    #expect(conflicts == row[all: "open"])
    for texts in [texts, [texts[0], texts[2], texts[1]]] {
      let merged = try DocumentMerge(texts).run()
      #expect(merged.defects.isEmpty)
      #expect(merged.conflicts.isEmpty == (row[optional: "result"] != nil))
      guard let result = row[optional: "result"] else { continue }
      #expect(try json(merged.text) == json(result))
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
    #expect(try MoveSigns.areBetween(json(old), and: json(new)) == areThere)
  }
}
