import SwiftSyntax

/// The names under which properties are encoded: their own, unless the struct has `CodingKeys`.
struct CodingNames {
  /// By property; nil where the struct has no `CodingKeys` of its own.
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

  /// The name of a property in JSON; nil where it is not encoded.
  func name(of property: String) -> String? {
    guard let names else { return property }
    return names[property]
  }

  private static func literal(_ value: ExprSyntax?) -> String? {
    value?.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}
