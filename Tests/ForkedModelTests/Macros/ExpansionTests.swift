import Foundation
import Testing

/// The expansion of the macros for every form of property: of the types in `Fixtures/Macros/Declarations.txt`, by unlike
/// names.
@Suite struct ExpansionTests {
  private static let compiled = (try? text("Declarations")).flatMap { CompiledSource($0) }

  private static func text(_ name: String) throws -> String {
    let file = URL(filePath: #filePath).appending(path: "../../../Fixtures/Macros/\(name).txt")
    return try String(contentsOf: file.standardized, encoding: .utf8)
  }

  @Test(arguments: [
    "Plain", "Conditional", "Unversioned", "Versioned", "BackedOnes", "Ordered", "Contained",
    "Cascading",
  ])
  func expandsAsInItsFile(type: String) throws {
    let compiled = try #require(Self.compiled)
    let expected = try Self.text("\(type).expansion")
    #expect(
      withoutIndentation(compiled.expansion(of: type) + "\n") == withoutIndentation(expected))
    #expect(compiled.diagnostics.isEmpty)
  }

  /// The compiler indents what stands in braces in a way of its own.
  private func withoutIndentation(_ source: String) -> [Substring] {
    source.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
  }

  /// Each stored property is visited under the name of its coding key, by its merger.
  @Test(arguments: ["Forms", "Coded", "BackedModel", "OrderedModel"])
  func visitsAsInItsFile(type: String) throws {
    let lines = try #require(Self.compiled).expansion(of: type).split(separator: "\n")
    let found = lines.compactMap { line in
      line.range(of: "try visitor.").map { line[$0.upperBound...] }
    }
    #expect(try found == Self.text("\(type).visits").split(separator: "\n"))
  }

  @Test(arguments: [
    ("InternalAccess", ""), ("PublicAccess", "public "), ("PackageAccess", "package "),
    ("PrivateAccess", "fileprivate "), ("FileAccess", "fileprivate "),
  ])
  func theAccessLevelIsThatOfTheType(name: String, access: String) throws {
    let expansion = try #require(Self.compiled).expansion(of: name)
    #expect(expansion.contains("\n  \(access)static func visitProperties<"), "\(expansion)")
  }
}
