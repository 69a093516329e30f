import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Finds mistakes in the declaration of a model and its properties.
struct ModelCheck {
  private(set) var diagnostics: [Diagnostic] = []

  /// Diagnoses a declaration that is not a struct. Returns true for a struct.
  mutating func requireStruct(_ declaration: some DeclGroupSyntax) -> Bool {
    if declaration.is(StructDeclSyntax.self) { return true }
    let misuse = Misuse(
      message: "@ForkedModel is for structs: values that can be copied, compared and merged",
      name: "struct")
    if let type = declaration.as(ClassDeclSyntax.self) {
      let keyword = TokenSyntax.keyword(
        .struct, leadingTrivia: type.classKeyword.leadingTrivia,
        trailingTrivia: type.classKeyword.trailingTrivia)
      let fixIt = MisuseFixIt(message: "make it a struct")
      diagnostics.append(
        misuse.at(
          type.classKeyword, fixIts: [fixIt.replacing(type.classKeyword, with: keyword)]))
    } else {
      diagnostics.append(misuse.at(declaration.introducer))
    }
    return false
  }

  /// Diagnoses a declaration inside the struct.
  mutating func check(_ declaration: VariableDeclSyntax) {
    let attributes = MergeAttribute.all(in: declaration.attributes)
    guard let first = attributes.first else { return }
    for attribute in attributes.dropFirst() {
      refuse(
        "one property, one strategy: it has \(first.attribute.trimmedDescription) already",
        "strategies", attribute, of: declaration)
    }
    if declaration.bindings.count > 1 { refuseSeveral(first, in: declaration) }
    let reason: String? =
      if declaration.belongsToType {
        "a property of the type is not part of the value"
      } else if declaration.bindings.contains(where: { !$0.isStored }) {
        "a computed property stores nothing"
      } else {
        nil
      }
    if let reason {
      refuse("\(reason), so there is nothing to merge", "nothing", first, of: declaration)
    }
  }

  private mutating func refuseSeveral(
    _ attribute: MergeAttribute, in declaration: VariableDeclSyntax
  ) {
    let written = declaration.bindings.map { binding in
      var binding = binding
      binding.trailingComma = nil
      return "'\(attribute.attribute.trimmedDescription) var \(binding.trimmedDescription)'"
    }
    diagnostics.append(
      Misuse(
        message: "a strategy is for one property: write \(written.joined(separator: " and "))",
        name: "several"
      ).at(attribute.attribute))
  }

  private mutating func refuse(
    _ message: String, _ name: String, _ attribute: MergeAttribute,
    of declaration: VariableDeclSyntax
  ) {
    let fixIt = MisuseFixIt(message: "remove @\(attribute.kind.rawValue)")
    diagnostics.append(
      Misuse(message: message, name: name).at(
        attribute.attribute, fixIts: [fixIt.removing(attribute.attribute, from: declaration)]))
  }
}

/// A stored property.
extension ModelCheck {
  mutating func check(_ property: StoredProperty) {
    if property.isLazy { return refuseLazy(property) }
    if property.isConstant, !property.hasDefault || !property.strategies.isEmpty {
      return refuseConstant(property)
    }
    if !property.hasDefault { requireDefault(property) }
    guard let strategy = property.strategies.first, strategy.kind == .merged else { return }
    checkStrategy(strategy, of: property)
  }

  private mutating func refuseLazy(_ property: StoredProperty) {
    var fixed = property.declaration
    fixed.modifiers = fixed.modifiers.filter { $0.name.tokenKind != .keyword(.lazy) }
    let misuse = Misuse(
      message: "a lazy property can't be compared or merged: store the value, or compute it",
      name: "lazy")
    let fixIt = MisuseFixIt(message: "remove 'lazy'")
    diagnostics.append(
      misuse.at(property.name, fixIts: [fixIt.replacing(property.declaration, with: fixed)]))
  }

  private mutating func refuseConstant(_ property: StoredProperty) {
    let specifier = property.declaration.bindingSpecifier
    let message =
      property.hasDefault
      ? "a constant is what it is in every version: there is nothing to merge"
      : "a merge can't set a constant: make it a 'var' with a default value"
    let variable = TokenSyntax.keyword(
      .var, leadingTrivia: specifier.leadingTrivia, trailingTrivia: specifier.trailingTrivia)
    diagnostics.append(
      Misuse(message: message, name: "constant").at(
        specifier,
        fixIts: [MisuseFixIt(message: "make it a 'var'").replacing(specifier, with: variable)]))
  }

  private mutating func requireDefault(_ property: StoredProperty) {
    let isOptional =
      property.type?.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
    let value =
      isOptional ? "nil" : property.type.flatMap(SpelledType.init)?.defaultValue ?? "<#default#>"
    var fixed = property.binding
    fixed.typeAnnotation?.trailingTrivia = []
    fixed.initializer = InitializerClauseSyntax(
      equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
      value: ExprSyntax(stringLiteral: value))
    fixed.trailingTrivia = property.binding.trailingTrivia
    let misuse = Misuse(
      message: "'\(property.plainName)' needs a default value, as every property of a model does",
      name: "default")
    let fixIt = MisuseFixIt(message: "write '= \(value)'").replacing(property.binding, with: fixed)
    diagnostics.append(
      misuse.at(property.name, fixIts: property.binding.typeAnnotation == nil ? [] : [fixIt]))
  }

  private mutating func checkStrategy(_ attribute: MergeAttribute, of property: StoredProperty) {
    guard let argument = attribute.argument("using") else {
      return checkAutomatic(attribute, of: property)
    }
    guard let strategy = PropertyMerge(argument) else {
      let names = PropertyMerge.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
      let misuse = Misuse(message: "name a strategy here: \(names)", name: "name")
      return diagnostics.append(misuse.at(argument))
    }
    guard let type = property.type, let spelled = SpelledType(type),
      !strategy.types.spelled.contains(spelled)
    else { return }
    let better = spelled.strategy
    let misuse = Misuse(
      message:
        ".\(strategy.rawValue) merges \(strategy.types.words), and '\(property.plainName)' is \(type.trimmedDescription)",
      name: "suits")
    let fixIt = MisuseFixIt(message: "use .\(better.rawValue)").replacing(
      argument, with: ExprSyntax(stringLiteral: ".\(better.rawValue)"))
    diagnostics.append(misuse.at(argument, fixIts: [fixIt]))
  }

  private mutating func checkAutomatic(_ attribute: MergeAttribute, of property: StoredProperty) {
    guard let type = property.type, let spelled = SpelledType(type), !spelled.mergesByItself
    else { return }
    let misuse = Misuse(
      message:
        "\(type.trimmedDescription) has no merge of its own: the most recent wins without @Merged",
      name: "automatic")
    var fixIts = [
      MisuseFixIt(message: "remove @Merged").removing(
        attribute.attribute, from: property.declaration)
    ]
    if spelled == .number {
      var counting = attribute.attribute
      counting = AttributeSyntax(stringLiteral: "@Merged(using: .counterMerge)")
      counting.leadingTrivia = attribute.attribute.leadingTrivia
      counting.trailingTrivia = attribute.attribute.trailingTrivia
      fixIts.append(
        MisuseFixIt(message: "add up what both count: using .counterMerge").replacing(
          attribute.attribute, with: counting))
    }
    diagnostics.append(misuse.at(attribute.attribute, fixIts: fixIts))
  }
}

/// A message about the wrong use of a macro, which tells what to write instead.
struct Misuse: DiagnosticMessage {
  let message: String
  let name: String
  var severity = DiagnosticSeverity.error

  var diagnosticID: MessageID { MessageID(domain: "ForkedModel", id: name) }

  /// Returns the diagnostic at a node.
  func at(_ node: some SyntaxProtocol, fixIts: [FixIt] = []) -> Diagnostic {
    Diagnostic(node: Syntax(node), message: self, fixIts: fixIts)
  }
}

/// A change of the source that corrects a wrong use.
struct MisuseFixIt: FixItMessage {
  let message: String

  var fixItID: MessageID { MessageID(domain: "ForkedModel", id: message) }

  /// Returns the fix-it that replaces a node.
  func replacing(_ old: some SyntaxProtocol, with new: some SyntaxProtocol) -> FixIt {
    FixIt(message: self, changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }

  /// Returns the fix-it that removes an attribute from a declaration.
  func removing(_ attribute: AttributeSyntax, from declaration: VariableDeclSyntax) -> FixIt {
    var fixed = declaration
    let leading = declaration.leadingTrivia
    fixed.attributes = declaration.attributes.filter {
      $0.as(AttributeSyntax.self)?.id != attribute.id
    }
    fixed.leadingTrivia = leading
    return replacing(declaration, with: fixed)
  }
}

/// The error that ends an expansion because of a wrong use.
struct MisuseError: Error {
  let diagnostic: Diagnostic

  init(_ node: some SyntaxProtocol, _ message: String, name: String, fixIts: [FixIt] = []) {
    diagnostic = Misuse(message: message, name: name).at(node, fixIts: fixIts)
  }
}
