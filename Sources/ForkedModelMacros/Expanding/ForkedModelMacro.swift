import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ForkedModel`: a conformance that visits each property with its merger.
enum ForkedModelMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    var check = ModelCheck()
    let members = ModelMember.all(in: declaration.memberBlock.members)
    if check.requireStruct(declaration) {
      for variable in declaration.memberBlock.members.variables { check.check(variable) }
      for property in members.flatMap(\.properties) { check.check(property) }
    }
    check.diagnostics.forEach(context.diagnose)
    guard check.diagnostics.isEmpty else { return [] }

    let version = node.argument("version")
    let visits = VisitList(
      members, names: CodingNames(declaration.memberBlock.members), isVersioned: version != nil)
    let isMissing = { (name: String) in protocols.contains { $0.trimmedDescription == name } }
    let equatable = isMissing("Equatable") ? "Swift.Equatable, " : ""
    let versioned = version == nil ? "" : ", ForkedModel.VersionedModel"
    let access = declaration.accessLevel(in: context)
    let source: DeclSyntax = """
      extension \(type.trimmed): \(raw: equatable)ForkedModel.MergeableModel\(raw: versioned) {
        \(raw: access)static func visitProperties<Visitor: ForkedModel.PropertyVisitor<Self>>(
          _ visitor: inout Visitor
        ) throws(Visitor.Failure) {
          \(visits.statements)
        }
      }
      """
    return source.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}

extension ForkedModelMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let version = node.argument("version"), declaration.is(StructDeclSyntax.self)
    else { return [] }
    let access = declaration.accessLevel(in: context)
    return [
      "\(raw: access)static let currentModelVersion: Int = \(version.trimmed)",
      "\(raw: access)var modelVersion: Int? = Self.currentModelVersion",
    ]
  }
}

extension DeclGroupSyntax {
  /// The access level that members need which others see: that of the type, or of what it is nested in.
  fileprivate func accessLevel(in context: some MacroExpansionContext) -> String {
    let outer = context.lexicalContext.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
    if isPrivate || outer.contains(where: \.isPrivate) { return "fileprivate " }
    let levels: [TokenKind] = [.keyword(.public), .keyword(.package)]
    return modifiers.first { levels.contains($0.name.tokenKind) }.map { "\($0.name.text) " } ?? ""
  }

  fileprivate var isPrivate: Bool {
    modifiers.contains {
      [.keyword(.private), .keyword(.fileprivate)].contains($0.name.tokenKind)
    }
  }
}

extension MemberBlockItemListSyntax {
  /// The variables that are declared here, under whatever conditions.
  fileprivate var variables: [VariableDeclSyntax] {
    flatMap { member -> [VariableDeclSyntax] in
      if let variable = member.decl.as(VariableDeclSyntax.self) { return [variable] }
      let clauses = member.decl.as(IfConfigDeclSyntax.self)?.clauses
      return clauses?.flatMap { $0.elements?.as(Self.self)?.variables ?? [] } ?? []
    }
  }
}
