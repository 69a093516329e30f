import Foundation
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import ForkedModelMacros

let macros: [String: MacroSpec] = [
  "ForkedModel": MacroSpec(
    type: ForkedModelMacro.self, conformances: ["MergeableModel", "VersionedModel"]),
  "Merged": MacroSpec(type: MergedMacro.self),
  "Backed": MacroSpec(type: BackedMacro.self),
  "OrderedRelationship": MacroSpec(type: OrderedRelationshipMacro.self),
]

/// Expects that the macros make the one source of the other.
func expectExpansion(
  _ source: String, _ expanded: String,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  assertMacroExpansion(
    source, expandedSource: expanded, macroSpecs: macros, indentationWidth: .spaces(2),
    failureHandler: { failure in
      Issue.record("\(failure.message)", sourceLocation: sourceLocation)
    })
}

/// Expects these visits in the expansion of a model with these members.
func expectVisits(
  _ members: String, _ visits: [String], sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let expansion = Expansion("@ForkedModel struct Model {\n\(members)\n}")
  let lines = expansion.expanded.split(separator: "\n").compactMap { line in
    line.range(of: "try visitor.").map { String(line[$0.upperBound...]) }
  }
  #expect(lines == visits, sourceLocation: sourceLocation)
  #expect(expansion.diagnostics.isEmpty, sourceLocation: sourceLocation)
}

/// Expects one diagnostic, at the text behind `«`, and what its first fix-it makes of the source; others come before it
/// where the expansion itself says them.
func expectMisuse(
  _ marked: String, _ message: String, severity: DiagnosticSeverity = .error,
  fixIt: String? = nil, fixed: String? = nil, alsoSaying others: [String] = [],
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let expansion = Expansion(marked.replacing("«", with: ""))
  let messages = expansion.diagnostics.map(\.message)
  #expect(messages == others + [message], sourceLocation: sourceLocation)
  guard let diagnostic = expansion.diagnostics.last else { return }
  #expect(diagnostic.diagMessage.severity == severity, sourceLocation: sourceLocation)
  let offset = expansion.offset(of: diagnostic.position, in: diagnostic.node)
  let expected = marked.utf8.prefix { $0 != 0xC2 }.count
  #expect(offset == expected, "the place", sourceLocation: sourceLocation)
  let first = diagnostic.fixIts.first
  #expect(first?.message.message == fixIt, "the fix-it", sourceLocation: sourceLocation)
  if let first, let fixed {
    #expect(expansion.applying(first) == fixed, sourceLocation: sourceLocation)
  }
}

/// A source with its macros expanded.
private struct Expansion {
  let source: String
  let expanded: String
  private let context: BasicMacroExpansionContext

  init(_ source: String) {
    self.source = source
    let parsed = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [parsed: .init(moduleName: "Test", fullFilePath: "Test.swift")])
    expanded =
      parsed.expand(
        macroSpecs: macros,
        contextGenerator: {
          BasicMacroExpansionContext(
            sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
        }
      ).description
    self.context = context
  }

  var diagnostics: [Diagnostic] { context.diagnostics }

  func offset(of position: AbsolutePosition, in node: Syntax) -> Int {
    context.location(for: position, anchoredAt: node, fileName: "Test.swift").offset
  }

  func applying(_ fixIt: FixIt) -> String {
    var bytes = Array(source.utf8)
    for case .replace(let old, let new) in fixIt.changes {
      let range = offset(of: old.position, in: old)..<offset(of: old.endPosition, in: old)
      bytes.replaceSubrange(range, with: Array(new.description.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
