import SwiftDiagnostics
import SwiftSyntax

/// What is wrong with the use of a macro, in words that say what to write.
struct Misuse: DiagnosticMessage {
  let message: String
  let name: String
  var severity = DiagnosticSeverity.error

  var diagnosticID: MessageID { MessageID(domain: "ForkedModel", id: name) }

  /// The diagnostic at a node.
  func at(_ node: some SyntaxProtocol, fixIts: [FixIt] = []) -> Diagnostic {
    Diagnostic(node: Syntax(node), message: self, fixIts: fixIts)
  }
}

/// A change of source that mends a misuse.
struct Mend: FixItMessage {
  let message: String

  var fixItID: MessageID { MessageID(domain: "ForkedModel", id: message) }

  /// The fix-it that replaces a node.
  func replacing(_ old: some SyntaxProtocol, with new: some SyntaxProtocol) -> FixIt {
    FixIt(message: self, changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }

  /// The fix-it that takes an attribute off a declaration.
  func removing(_ attribute: AttributeSyntax, from declaration: VariableDeclSyntax) -> FixIt {
    var mended = declaration
    let leading = declaration.leadingTrivia
    mended.attributes = declaration.attributes.filter {
      $0.as(AttributeSyntax.self)?.id != attribute.id
    }
    mended.leadingTrivia = leading
    return replacing(declaration, with: mended)
  }
}

/// A misuse that ends an expansion.
struct MisuseError: Error {
  let diagnostic: Diagnostic

  init(_ node: some SyntaxProtocol, _ message: String, name: String, fixIts: [FixIt] = []) {
    diagnostic = Misuse(message: message, name: name).at(node, fixIts: fixIts)
  }
}
