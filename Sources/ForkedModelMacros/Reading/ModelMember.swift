import SwiftSyntax

/// A stored member of a struct: a property, or properties in the branches of an `#if`.
enum ModelMember {
  case property(StoredProperty)
  case conditional([Clause])

  /// One branch of an `#if`.
  struct Clause {
    var keyword: TokenSyntax
    var condition: ExprSyntax?
    var members: [ModelMember]
  }

  /// The stored members of a struct, in order.
  static func all(in members: MemberBlockItemListSyntax) -> [ModelMember] {
    members.flatMap { member -> [ModelMember] in
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        return StoredProperty.all(in: variable).map(ModelMember.property)
      }
      guard let conditions = member.decl.as(IfConfigDeclSyntax.self) else { return [] }
      return [.conditional(conditions.clauses.map(Clause.init))]
    }
  }

  /// The properties, in all branches of `#if`.
  var properties: [StoredProperty] {
    switch self {
    case .property(let property): [property]
    case .conditional(let clauses): clauses.flatMap { $0.members.flatMap(\.properties) }
    }
  }
}

extension ModelMember.Clause {
  fileprivate init(_ clause: IfConfigClauseSyntax) {
    keyword = clause.poundKeyword
    condition = clause.condition
    members =
      clause.elements?.as(MemberBlockItemListSyntax.self).map { ModelMember.all(in: $0) } ?? []
  }
}

/// The names under which properties are encoded: their own, unless the struct has `CodingKeys`.
struct CodingNames {
  /// The names by property; nil if the struct has no `CodingKeys` of its own.
  private var names: [String: String]?

  init(_ members: MemberBlockItemListSyntax) {
    let keys = members.lazy.compactMap { $0.decl.as(EnumDeclSyntax.self) }
      .first { $0.name.text == "CodingKeys" }
    names = keys.map { keys in
      var names: [String: String] = [:]
      for member in keys.memberBlock.members {
        for element in member.decl.as(EnumCaseDeclSyntax.self)?.elements ?? [] {
          let name = element.name.identifier?.name ?? element.name.text
          names[name] = Self.literal(element.rawValue?.value) ?? name
        }
      }
      return names
    }
  }

  /// The name of a property in JSON; nil if it is not encoded.
  func name(of property: String) -> String? {
    guard let names else { return property }
    return names[property]
  }

  private static func literal(_ value: ExprSyntax?) -> String? {
    value?.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}

/// An attribute that gives the merge strategy of a property.
struct MergeAttribute {
  enum Kind: String {
    case merged = "Merged"
    case backed = "Backed"
    case ordered = "OrderedRelationship"
  }

  let kind: Kind
  let attribute: AttributeSyntax

  static func all(in attributes: AttributeListSyntax) -> [MergeAttribute] {
    attributes.compactMap { element in
      guard let attribute = element.as(AttributeSyntax.self), let name = attribute.plainName,
        let kind = Kind(rawValue: name)
      else { return nil }
      return MergeAttribute(kind: kind, attribute: attribute)
    }
  }

  /// The expression of a labeled argument of the attribute.
  func argument(_ label: String) -> ExprSyntax? {
    attribute.argument(label)
  }
}

extension AttributeSyntax {
  /// The attribute's name without a module.
  var plainName: String? {
    attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attributeName.as(MemberTypeSyntax.self)?.name.text
  }

  func argument(_ label: String) -> ExprSyntax? {
    guard case .argumentList(let arguments) = arguments else { return nil }
    return arguments.first { $0.label?.text == label }?.expression
  }
}
