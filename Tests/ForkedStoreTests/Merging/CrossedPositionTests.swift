import ForkedDocument
import ForkedJSON
import Testing

@testable import ForkedStore

@Suite("merges of forks that have merged the same two forks, each by itself")
struct CrossedPositionTests {
  private static let schema = """
    {"x-documents":{"a.json":{"properties":{"steps":{"x-merge":{"using":"orderedMerge","id":"/id"}}}}}}
    """

  private static func list(_ steps: KeyValuePairs<String, Int>) -> String {
    let elements = steps.map { #"{"id":"\#($0)","position":\#($1)}"# }
    return #"{"steps":[\#(elements.joined(separator: ","))]}"#
  }

  /// One of the ancestors has `p`, the other one `q`: which of the two stands first, only the sides say.
  @Test("an element stands between those it was put between, though the other side exchanged them")
  func orderedList() throws {
    let test = try TestStore(bare: true)
    try test.update(".fork/schema.json", Self.schema)
    try test.update("a.json", Self.list([:]))
    for fork in ["one", "two", "side"] { _ = try test.store.createFork(fork) }
    try test.store.write("a.json", Self.list(["p": 3000]), on: "one")
    try test.store.write("a.json", Self.list(["q": 5000]), on: "two")
    for (fork, others) in [("main", ["one", "two"]), ("side", ["two", "one"])] {
      _ = try test.store.merge(MergeRequest(from: others, into: fork))
      #expect(try test.store.text(of: "a.json", on: fork) == Self.list(["p": 3000, "q": 5000]))
    }
    try test.store.write("a.json", Self.list(["q": 5000, "p": 7000]), on: "main")
    test.clock.move(by: 1_000_000_000)
    try test.store.write("a.json", Self.list(["p": 3000, "z": 4000, "q": 5000]), on: "side")
    let report = try test.store.merge(MergeRequest(from: ["side"], into: "main"))
    let root = try JSONDocument(parsing: Array(test.store.text(of: "a.json").utf8)).root
    let ids = root["steps"]?.elements.map { $0["id"]?.description }
    #expect(ids == ["\"p\"", "\"z\"", "\"q\""])
    #expect(report.resolved.map(\.strategy) == [.orderedMerge])
  }
}
