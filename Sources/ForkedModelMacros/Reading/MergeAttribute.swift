import SwiftSyntax

/// An attribute that says how a property merges.
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

  /// The expression behind a label of the attribute's arguments.
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
