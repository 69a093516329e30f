import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The `@OrderedRelationship` macro. It declares the ordered element type, and the plain array in order.
enum OrderedRelationshipMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    do {
      let relationship = try Relationship(node, declaration)
      warnOfArgumentsWithoutEffect(node, in: context)
      return relationship.declarations
    } catch let error as MisuseError {
      context.diagnose(error.diagnostic)
      return []
    }
  }

  private static func warnOfArgumentsWithoutEffect(
    _ node: AttributeSyntax, in context: some MacroExpansionContext
  ) {
    guard case .argumentList(let arguments) = node.arguments else { return }
    for argument in arguments {
      guard let reason = reasonAgainst(argument) else { continue }
      let misuse = Misuse(message: reason, name: "label", severity: .warning)
      context.diagnose(misuse.at(argument))
    }
  }

  /// The reason why an argument has no effect, if the program may count on one.
  private static func reasonAgainst(_ argument: LabeledExprSyntax) -> String? {
    switch (argument.label?.text, argument.expression.as(MemberAccessExprSyntax.self)) {
    case ("inverseRelationshipName", _):
      "the inverse is not maintained: an item that held its element would hold itself"
    case ("deleteRule", let rule) where rule?.declName.baseName.text != "cascade":
      "the elements are always deleted with their container, since they are part of its value"
    default: nil
    }
  }
}

/// The names and types of an ordered relationship.
private struct Relationship {
  let property: StoredProperty
  let elementType: String
  let itemType: String
  let arrayName: String

  init(_ node: AttributeSyntax, _ declaration: some DeclSyntaxProtocol) throws {
    guard
      let property = declaration.as(VariableDeclSyntax.self)
        .flatMap({ StoredProperty.all(in: $0).first }), !property.isConstant
    else {
      throw MisuseError(node, "@OrderedRelationship belongs on a stored 'var'", name: "ordered")
    }
    guard let element = property.type.flatMap(Self.elementType) else {
      throw MisuseError(
        property.type.map(Syntax.init) ?? Syntax(property.name),
        "write an array of a type that isn't declared, such as '[OrderedSubItem]? = []': the macro declares it",
        name: "element")
    }
    self.property = property
    elementType = element.text
    itemType = try Self.name(
      given: node, "itemClassName", from: element,
      hint:
        "begin it with a word of its own, such as 'Ordered\(element.text)', or give itemClassName")
    arrayName = try Self.name(
      given: node, "arrayVariableName", from: property.name,
      hint:
        "begin it with a word of its own, such as 'ordered\(property.plainName.capitalizedFirst)', or give arrayVariableName"
    )
  }

  private static func elementType(_ type: TypeSyntax) -> TokenSyntax? {
    if let optional = type.as(OptionalTypeSyntax.self) { return elementType(optional.wrappedType) }
    if let array = type.as(ArrayTypeSyntax.self) {
      return array.element.as(IdentifierTypeSyntax.self)?.name
    }
    guard let generic = type.as(IdentifierTypeSyntax.self),
      ["Array", "Optional"].contains(generic.name.text),
      case .type(let argument) = generic.genericArgumentClause?.arguments.first?.argument
    else { return nil }
    return generic.name.text == "Optional"
      ? elementType(argument) : argument.as(IdentifierTypeSyntax.self)?.name
  }

  /// The given name, or the other name without its first word, beginning with the same letter case.
  private static func name(
    given node: AttributeSyntax, _ label: String, from token: TokenSyntax, hint: String
  ) throws -> String {
    if let given = node.argument(label), !given.is(NilLiteralExprSyntax.self) {
      let name = given.as(StringLiteralExprSyntax.self)?.representedLiteralValue
      guard let name, name.isIdentifier else {
        throw MisuseError(given, "\(label) is a name, written as a string", name: "name")
      }
      return name
    }
    let text = token.identifier?.name ?? token.text
    let rest = text.drop { !$0.isUppercase || $0 == text.first }
    let name = rest.isEmpty ? "" : String(rest)
    guard !name.isEmpty, name != text else {
      throw MisuseError(token, "'\(text)' has no first word to leave out: \(hint)", name: "word")
    }
    return text.first?.isUppercase == true ? name : name.lowercasedFirst
  }

  var declarations: [DeclSyntax] {
    let access =
      property.declaration.modifiers.first {
        [.keyword(.public), .keyword(.package), .keyword(.private), .keyword(.fileprivate)]
          .contains($0.name.tokenKind) && $0.detail == nil
      }.map { "\($0.name.text) " } ?? ""
    return [
      "\(raw: access)typealias \(raw: elementType) = ForkedModel.OrderedItem<\(raw: itemType)>",
      """
      \(raw: access)var \(raw: arrayName): [\(raw: itemType)] {
        get { \(raw: elementType).items(of: \(property.name.trimmed)) }
        set { \(raw: elementType).arrange(newValue, in: &\(property.name.trimmed)) }
      }
      """,
    ]
  }
}

extension String {
  fileprivate var isIdentifier: Bool {
    guard let first, first.isLetter || first == "_" else { return false }
    return allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
