import Testing

@testable import ForkedJSON

@Suite(
  "JSONTestSuite",
  .enabled(if: PublicSuites.has("JSONTestSuite"), "no JSONTestSuite in shared/suites"))
struct JSONTestSuiteTests {
  static let names = PublicSuites.names(in: "JSONTestSuite/test_parsing")
  static let withDuplicateKeys = [
    "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
  ]

  func parse(_ name: String) throws -> JSONDocument {
    try JSONDocument(parsing: PublicSuites.bytes("JSONTestSuite/test_parsing/\(name)"))
  }

  @Test(
    "accepted", arguments: names.filter { $0.hasPrefix("y_") && !withDuplicateKeys.contains($0) })
  func accepted(name: String) throws {
    let document = try parse(name)
    #expect(try JSONDocument(parsing: document.root.canonicalBytes).root == document.root)
  }

  @Test("refused with line and column", arguments: names.filter { $0.hasPrefix("n_") })
  func refused(name: String) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try parse(name) }
    #expect(error.position.line >= 1 && error.position.column >= 1)
    #expect(error.description.hasPrefix("line "))
  }

  @Test("duplicate keys are refused with both lines", arguments: withDuplicateKeys)
  func duplicateKeys(name: String) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try parse(name) }
    let first = TextPosition(offset: 1, line: 1, column: 2)
    #expect(error.reason == .duplicateKey("a", first: first))
    #expect(error.position == TextPosition(offset: 9, line: 1, column: 10))
  }

  @Test("either way without a crash", arguments: names.filter { $0.hasPrefix("i_") })
  func implementationDefined(name: String) throws {
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(
        parsing: (try? PublicSuites.bytes("JSONTestSuite/test_parsing/\(name)")) ?? [])
      #expect(document.root == document.root)
    } catch {
      #expect(error.position.line >= 1)
    }
  }

  @Test("transform cases give one value or a reason")
  func transforms() throws {
    for name in PublicSuites.names(in: "JSONTestSuite/test_transform") {
      let bytes = try PublicSuites.bytes("JSONTestSuite/test_transform/\(name)")
      if name.contains("duplicated") || name.contains("same_key") {
        #expect(throws: JSONSyntaxError.self, "\(name)") { try JSONDocument(parsing: bytes) }
      } else if let document = try? JSONDocument(parsing: bytes) {
        #expect(document.rewritten(.keep(document.root)) == bytes)
      }
    }
  }
}
