import Forked
import ForkedDocument
import ForkedJSON
import Testing

@testable import ForkedStore

@Suite("values that a merge puts together or that the user gives")
struct ComputedValueTests {
  private static let schema = """
    {"x-documents":{"*.json":{"properties":{
      "owner":{"enum":["ada","ben","cy"],"x-merge":"manual"},
      "n":{"x-merge":"counterMerge"},"t":{"x-merge":"textMerge"}}}}}
    """

  private static func forks(_ base: String, main: String, ui: String) throws -> TestStore {
    let test = try TestStore(bare: true)
    try test.update(".fork/schema.json", schema)
    try test.update("a.json", base)
    _ = try test.store.createFork("ui")
    try test.update("a.json", main)
    try test.store.write("a.json", ui, on: "ui")
    return test
  }

  @Test("blame names the merge, unless a side wrote the value")
  func blame() throws {
    let test = try Self.forks(
      #"{"n":1,"t":"a b c","x":1,"y":1}"#, main: #"{"n":3,"t":"A b c","x":2,"y":1}"#,
      ui: #"{"n":5,"t":"a b C","x":1,"y":2}"#)
    let sides = try ["main", "ui"].map { try test.store.tip(of: Fork(name: $0)) }
    let merge = try #require(try test.store.merge(MergeRequest(from: ["ui"])).commit)
    let report = try test.store.blame("a.json")
    let commits = report.properties.map { "\($0.pointer) \($0.version.commit.id.hex)" }
    #expect(
      commits
        == ["/n \(merge.hex)", "/t \(merge.hex)", "/x \(sides[0].hex)", "/y \(sides[1].hex)"])
  }

  @Test("a value for a conflict that the schema forbids is refused with the reason")
  func invalid() throws {
    let test = try Self.forks(
      #"{"owner":"ada"}"#, main: #"{"owner":"ben"}"#, ui: #"{"owner":"cy"}"#)
    func merge(_ value: String) throws -> MergeReport {
      try test.store.merge(
        MergeRequest(
          from: ["ui"],
          resolutions: [
            ConflictResolution(
              document: "a.json", pointer: try JSONPointer(parsing: "/owner"),
              choice: .value(try JSONDocument(parsing: Array(value.utf8)).root))
          ]))
    }
    let error = #expect(throws: StoreError.self) { try merge(#""nobody""#) }
    #expect(error?.kind == .invalidData)
    #expect(error?.message.contains(#"this is "nobody""#) == true)
    #expect(error?.location?.description.contains("a.json#/owner") == true)
    #expect(try merge(#""ada""#).conflicts.isEmpty)
  }
}
