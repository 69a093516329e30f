import Testing

@testable import ForkedDocument

/// Each constant of the mapping, from either side.
@Suite struct MappingConstantsTests {
  private func table(_ old: String, _ new: String) throws -> (rows: [String], open: [String]) {
    let mapping = try Mapping([old, new, nil])
    return (mapping.table, mapping.openTable)
  }

  @Test func leastShare() throws {
    // Two of four values are the same, then one of three.
    let half = try table(
      #"[{"a": "p", "b": "q", "c": "r", "d": "s"}]"#,
      #"[{"a": "p", "b": "q", "c": "x", "d": "y"}]"#)
    #expect(half.rows.contains("/0 | /0 | -"))
    let third = try table(
      #"[{"a": "p", "b": "q", "c": "r"}]"#, #"[{"a": "p", "b": "x", "c": "y"}]"#)
    #expect(third.rows.contains("/0 | - | -"))
  }

  @Test func margin() throws {
    // The ids were exchanged; two columns speak against them, then one.
    let outweighed = try table(
      #"[{"id": "a", "t": "x", "u": "p"}, {"id": "b", "t": "y", "u": "q"}]"#,
      #"[{"id": "b", "t": "x", "u": "p"}, {"id": "a", "t": "y", "u": "q"}]"#)
    #expect(outweighed.rows.contains("/0 | /0 | -"))
    #expect(outweighed.open.isEmpty)
    let contradicted = try table(
      #"[{"id": "a", "t": "x"}, {"id": "b", "t": "y"}]"#,
      #"[{"id": "b", "t": "x"}, {"id": "a", "t": "y"}]"#)
    #expect(contradicted.open.count == 4)
  }

  @Test func leastWeight() throws {
    // The value tells three things apart, then two.
    let moved = try table(
      #"{"a": [{"t": "x"}, {"t": "y"}], "b": []}"#, #"{"a": [{"t": "x"}], "b": [{"t": "y"}]}"#)
    #expect(moved.rows.contains("/a/1 | /b/0 | -"))
    let light = try table(#"{"a": [{"t": "x"}], "b": []}"#, #"{"a": [], "b": [{"t": "x"}]}"#)
    #expect(light.rows.contains("/a/0 | - | -"))
  }

  @Test func priorSurvival() throws {
    // In a long list, ids that were made anew weigh nothing; in a list of one they do.
    let names = (0..<40).map { "\"n\($0)\"" }
    func list(_ id: String, _ value: String, _ names: [String]) -> String {
      let records = names.enumerated().map { index, name in
        #"{"id": "\#(id)\#(index)", "v": "\#(value)\#(index)", "name": \#(name), "k": 1}"#
      }
      return "[\(records.joined(separator: ", "))]"
    }
    let many = try table(list("a", "v", names), list("b", "w", names))
    #expect((0..<40).allSatisfy { many.rows.contains("/\($0) | /\($0) | -") })
    let one = try table(
      #"[{"id": "a", "v": "v", "w": "w", "name": "n", "k": 1}]"#,
      #"[{"id": "b", "v": "x", "w": "y", "name": "n", "k": 1}]"#)
    #expect(one.rows.contains("/0 | - | -"))
  }

  @Test func weightsAreLogarithms() {
    #expect(Weight(oneOf: 1) == 0)
    #expect(Weight(oneOf: 2) == 1024)
    #expect(Weight(oneOf: 1 << 40) == 40 * 1024)
    #expect(Weight(oneOf: 3) == 1623)
    #expect(MappingConstants.leastWeight == 1477 || MappingConstants.leastWeight == 1478)
    #expect((1..<3000).allSatisfy { Weight(oneOf: $0) <= Weight(oneOf: $0 + 1) })
  }
}
