import SwiftSyntax

/// What a struct stores: a property, or properties that are there under a condition.
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

  /// The properties, whatever conditions they are under.
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
