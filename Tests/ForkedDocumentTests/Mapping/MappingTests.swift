import ForkedJSON
import ForkedSchema
import ForkedTestSupport
import Testing

@testable import ForkedDocument

@Suite struct MappingTests {
  private static let cases = Result { try TableCase.all(in: "mapping") }

  private static func texts(_ row: TableCase) -> [String?] {
    ["base", "ours", "theirs"].map { row[optional: $0] }
  }

  @Test(arguments: try cases.get())
  func rows(of row: TableCase) throws {
    let mapping = try Mapping(Self.texts(row))
    for row in row[all: "row"] { #expect(mapping.table.contains(row), "\(mapping.table)") }
    let missing = row[all: "open"].filter { !mapping.openTable.contains($0) }
    #expect(missing.isEmpty, "open: \(mapping.openTable)")
    if row[all: "open"].isEmpty { #expect(mapping.openTable.isEmpty) }
  }

  @Test(arguments: try cases.get())
  func eachNodeIsInOneRow(of row: TableCase) throws {
    let mapping = try Mapping(Self.texts(row))
    for version in Mapping.Version.allCases {
      guard let table = mapping.tables[version.rawValue] else { continue }
      let nodes = (0..<table.count).filter { !table.areKeys[$0] }
      #expect(mapping.rows.compactMap { $0[version] }.sorted() == nodes)
      for node in nodes {
        #expect(mapping.rows[mapping.row(of: node, in: version)][version] == node)
      }
    }
  }

  @Test(arguments: try cases.get())
  func layoutDoesNotMatter(in row: TableCase) throws {
    var texts = Self.texts(row)
    let mapping = try Mapping(texts)
    texts[1] = texts[1]?.replacing("{", with: " {\n\t ")
    texts[2] = texts[2]?.replacing("\": ", with: "\"\n : ")
    let other = try Mapping(texts)
    #expect(mapping.table == other.table)
    #expect(mapping.openTable == other.openTable)
  }

  @Test(arguments: try cases.get().filter { !texts($0).contains(nil) })
  func sidesAreAlike(in row: TableCase) throws {
    let texts = Self.texts(row)
    func exchanged(_ row: String) -> String {
      let parts = row.split(separator: " | ")
      return [parts[0], parts[2], parts[1]].joined(separator: " | ")
    }
    let (mapping, other) = try (Mapping(texts), Mapping([texts[0], texts[2], texts[1]]))
    #expect(Set(mapping.table) == Set(other.table.map(exchanged)))
    #expect(Set(mapping.openTable) == Set(other.openTable.map(exchanged)))
  }

  @Test(arguments: try TableCase.all(in: "usual-identities"))
  func trustInUsualIDs(_ row: TableCase) throws {
    let roots = try Self.texts(row).compactMap { try $0.map(json) }
    for roots in [roots, [roots[0], roots[2], roots[1]]] {
      let isTrusted = UsualIdentities(of: roots, .none, in: nil)?.isTrusted
      #expect(isTrusted.map { $0 ? "trusted" : "distrusted" } ?? "none" == row["ids"])
    }
  }

  // MARK: - Evidence

  @Test func evidenceNamesWhatSinglesOut() throws {
    let mapping = try Mapping([
      #"[{"sku": "a", "n": 1, "k": 1}, {"sku": "b", "n": 1, "k": 1}]"#,
      #"[{"sku": "a", "n": 1, "k": 1}, {"sku": "b", "n": 2, "k": 1}]"#, nil,
    ])
    let row = try #require(mapping.table.firstIndex(of: "/1 | /1 | -"))
    let evidence = try #require(mapping.evidence(of: row, .base, .ours))
    #expect(evidence.description == "matched by /sku, and 1 of 3 other parts")
    #expect(mapping.evidence(of: row, .base, .theirs) == nil)
  }

  @Test func evidenceOfMovesAndKeys() throws {
    let moved = try Mapping([
      #"{"a": [{"t": "x"}, {"t": "y"}], "b": []}"#, #"{"a": [{"t": "x"}], "b": [{"t": "y"}]}"#, nil,
    ])
    let row = try #require(moved.table.firstIndex(of: "/a/1 | /b/0 | -"))
    #expect(moved.evidence(of: row, .base, .ours)?.description == "moved, matched by /t")
    let root = moved.evidence(of: 0, .base, .ours)
    #expect(root?.description == "the whole document")
  }

  @Test func repeatedKeysAreNodesOfTheirOwn() throws {
    let text = #"{"a": 1, "a": 2, "b": {"c": 1, "c": 1}}"#
    let mapping = try Mapping([text, text, text])
    #expect(mapping.rows.count == 6)
    #expect(mapping.rows.allSatisfy { $0[.base] == $0[.ours] && $0[.base] == $0[.theirs] })
  }
}
