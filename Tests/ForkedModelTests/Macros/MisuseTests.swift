import ForkedTestSupport
import Testing

/// Errors of declarations, at the text that is wrong.
@Suite struct MisuseTests {
  private static let rows = (try? TableCase.all(in: "macro-misuse")) ?? []

  /// All declarations, each in an enumeration of its own: the one of number n stands in line 3n + 3.
  private static let compiled = CompiledSource(
    "import ForkedModel\n"
      + rows.enumerated().map { number, row in
        "enum Case\(number) {\n\(row.description.replacing("«", with: ""))\n}\n"
      }.joined())

  @Test func thereAreDeclarations() { #expect(Self.rows.count > 30) }

  @Test(arguments: rows.indices) func isSaid(number: Int) throws {
    let (row, marked) = (Self.rows[number], Self.rows[number].description)
    let said = try #require(Self.compiled).diagnostics.filter { $0.line == 3 * number + 3 }
    let error = row[optional: "error"]
    #expect(said.map(\.message) == [error ?? row["warning"]], "\(marked)")
    guard let diagnostic = said.first else { return }
    #expect(diagnostic.isError == (error != nil), "\(marked)")
    #expect(diagnostic.column == marked.utf8.prefix { $0 != 0xC2 }.count + 1, "\(marked)")
    #expect(diagnostic.fixIt?.message == row[optional: "fix"], "\(marked)")
    if let fixIt = diagnostic.fixIt {
      var bytes = Array(marked.replacing("«", with: "").utf8)
      bytes.replaceSubrange(fixIt.range, with: Array(fixIt.text.utf8))
      #expect(String(decoding: bytes, as: UTF8.self) == row["fixed"])
    }
  }
}
