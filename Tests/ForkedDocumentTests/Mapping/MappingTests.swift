import ForkedJSON
import ForkedSchema
import Testing

@testable import ForkedDocument

@Suite struct MappingTests {
  @Test(arguments: MappingCase.small)
  func rows(of mappingCase: MappingCase) throws {
    let mapping = try mappingCase.mapping()
    for row in mappingCase.rows { #expect(mapping.table.contains(row), "\(mapping.table)") }
    let missing = mappingCase.open.filter { !mapping.openTable.contains($0) }
    #expect(missing.isEmpty, "open: \(mapping.openTable)")
    if mappingCase.open.isEmpty { #expect(mapping.openTable.isEmpty) }
  }

  @Test(arguments: MappingCase.small)
  func eachNodeIsInOneRow(of mappingCase: MappingCase) throws {
    let mapping = try mappingCase.mapping()
    for version in Mapping.Version.allCases {
      guard let table = mapping.tables[version.rawValue] else { continue }
      let nodes = (0..<table.count).filter { !table.areKeys[$0] }
      #expect(mapping.rows.compactMap { $0[version] }.sorted() == nodes)
      for node in nodes {
        #expect(mapping.rows[mapping.row(of: node, in: version)][version] == node)
      }
    }
  }

  @Test(arguments: MappingCase.small)
  func layoutDoesNotMatter(in mappingCase: MappingCase) throws {
    let spaced = MappingCase(
      mappingCase.description, mappingCase.texts[0],
      mappingCase.texts[1].replacing("{", with: " {\n\t "),
      mappingCase.texts[2].replacing("\": ", with: "\"\n : "), rows: [])
    let (mapping, other) = (try mappingCase.mapping(), try spaced.mapping())
    #expect(mapping.table == other.table)
    #expect(mapping.openTable == other.openTable)
  }

  @Test(arguments: MappingCase.small.filter { !$0.texts.contains("") })
  func sidesAreAlike(in mappingCase: MappingCase) throws {
    let texts = mappingCase.texts
    let swapped = MappingCase(
      mappingCase.description, texts[0], texts[2], texts[1], rows: [])
    func exchanged(_ row: String) -> String {
      let parts = row.split(separator: " | ")
      return [parts[0], parts[2], parts[1]].joined(separator: " | ")
    }
    let (mapping, other) = (try mappingCase.mapping(), try swapped.mapping())
    #expect(Set(mapping.table) == Set(other.table.map(exchanged)))
    #expect(Set(mapping.openTable) == Set(other.openTable.map(exchanged)))
  }

  // MARK: - Evidence

  @Test func evidenceNamesWhatSinglesOut() throws {
    let mapping = try MappingCase(
      "", #"[{"sku": "a", "n": 1, "k": 1}, {"sku": "b", "n": 1, "k": 1}]"#,
      #"[{"sku": "a", "n": 1, "k": 1}, {"sku": "b", "n": 2, "k": 1}]"#, "", rows: []
    ).mapping()
    let row = try #require(mapping.table.firstIndex(of: "/1 | /1 | -"))
    let evidence = try #require(mapping.evidence(of: row, .base, .ours))
    #expect(evidence.description == "matched by /sku, and 1 of 3 other parts")
    #expect(mapping.evidence(of: row, .base, .theirs) == nil)
  }

  @Test func evidenceOfMovesAndKeys() throws {
    let moved = try MappingCase(
      "", #"{"a": [{"t": "x"}, {"t": "y"}], "b": []}"#,
      #"{"a": [{"t": "x"}], "b": [{"t": "y"}]}"#, "", rows: []
    ).mapping()
    let row = try #require(moved.table.firstIndex(of: "/a/1 | /b/0 | -"))
    #expect(moved.evidence(of: row, .base, .ours)?.description == "moved, matched by /t")
    let root = moved.evidence(of: 0, .base, .ours)
    #expect(root?.description == "the whole document")
  }

  @Test func repeatedKeysAreNodesOfTheirOwn() throws {
    let text = Array(#"{"a": 1, "a": 2, "b": {"c": 1, "c": 1}}"#.utf8)
    let document = try JSONDocument(parsing: text, duplicateKeys: .kept)
    let mapping = Mapping(
      base: document.root, ours: document.root, theirs: document.root)
    #expect(mapping.rows.count == 6)
    #expect(mapping.rows.allSatisfy { $0[.base] == $0[.ours] && $0[.base] == $0[.theirs] })
  }
}
