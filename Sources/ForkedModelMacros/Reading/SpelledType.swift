import SwiftSyntax

extension PropertyMerge {
  /// Finds the strategy that an argument names, as `.textMerge` or with its type in front.
  init?(_ argument: ExprSyntax) {
    guard let member = argument.as(MemberAccessExprSyntax.self) else { return nil }
    self.init(rawValue: member.declName.baseName.text)
  }

  /// The function that returns the merger of a property: that of `counterMerge` is in `CounterMerger`.
  var merger: String {
    switch self {
    case .automatic, .mostRecent: "PropertyMergers.\(rawValue)"
    case .mergeableProtocol: "ForkedMerge.MergeableMerger.merging"
    default: "ForkedMerge.\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst())r.merging"
    }
  }
}

/// The spelling of types. It is used for diagnostics only; the type checker decides about merging.
extension SpelledType {
  init?(_ type: TypeSyntax) {
    if let optional = type.as(OptionalTypeSyntax.self) {
      self.init(optional.wrappedType)
    } else if type.is(ArrayTypeSyntax.self) {
      self = .array
    } else if type.is(DictionaryTypeSyntax.self) {
      self = .dictionary
    } else if let name = type.as(IdentifierTypeSyntax.self) {
      self.init(name)
    } else {
      return nil
    }
  }

  private init?(_ type: IdentifierTypeSyntax) {
    switch type.name.text {
    case "String": self = .text
    case "Array" where type.genericArgumentClause != nil: self = .array
    case "Set" where type.genericArgumentClause != nil: self = .set
    case "Dictionary" where type.genericArgumentClause != nil: self = .dictionary
    case "Int", "Int8", "Int16", "Int32", "Int64", "Double", "Float", "UInt", "UInt8", "UInt16",
      "UInt32", "UInt64":
      self = .number
    case "Bool": self = .truth
    case "Optional":
      guard case .type(let wrapped) = type.genericArgumentClause?.arguments.first?.argument
      else { return nil }
      self.init(wrapped)
    default: return nil
    }
  }

  /// The strategy to write for the type.
  var strategy: PropertyMerge {
    let general: Set<PropertyMerge> = [.automatic, .mostRecent]
    return PropertyMerge.allCases.first {
      !general.contains($0) && $0.types.spelled.contains(self)
    } ?? .mostRecent
  }

  /// True if `@Merged` without a strategy merges the type.
  var mergesByItself: Bool { self != .number && self != .truth }

  /// A default value, as source text.
  var defaultValue: String {
    switch self {
    case .text: "\"\""
    case .array, .set: "[]"
    case .dictionary: "[:]"
    case .number: "0"
    case .truth: "false"
    }
  }
}
