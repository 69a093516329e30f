import SwiftSyntax
import SwiftSyntaxMacros

/// `@Merged`: a mark that `@ForkedModel` reads. By itself it only says where it means nothing.
enum MergedMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let isInModel = context.lexicalContext.first.map(Self.isModel) ?? false
    if !isInModel || !declaration.is(VariableDeclSyntax.self) {
      let misuse = Misuse(
        message: "@Merged belongs on a property of a struct that has @ForkedModel", name: "place")
      context.diagnose(misuse.at(node))
    }
    return []
  }

  private static func isModel(_ context: Syntax) -> Bool {
    guard let type = context.asProtocol((any WithAttributesSyntax).self) else { return false }
    return type.attributes.contains { $0.as(AttributeSyntax.self)?.plainName == "ForkedModel" }
  }
}
