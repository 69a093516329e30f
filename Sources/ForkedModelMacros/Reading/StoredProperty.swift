import SwiftSyntax

/// A stored property of a model.
struct StoredProperty {
  /// The name, in backticks if the source has them.
  let name: TokenSyntax
  let binding: PatternBindingSyntax
  let declaration: VariableDeclSyntax
  /// The declared type, even if a later binding declares it (`var a, b: Int`).
  let type: TypeSyntax?

  var isConstant: Bool { declaration.bindingSpecifier.tokenKind == .keyword(.let) }
  var isLazy: Bool { declaration.modifiers.contains { $0.name.tokenKind == .keyword(.lazy) } }
  var plainName: String { name.identifier?.name ?? name.text }

  /// True if it has a default value: a written one, or the `nil` that `T?` implies.
  var hasDefault: Bool {
    if binding.initializer != nil || binding.pattern.is(TuplePatternSyntax.self) { return true }
    return !isConstant && type?.isSugaredOptional == true
  }

  var strategies: [MergeAttribute] { MergeAttribute.all(in: declaration.attributes) }

  /// The stored properties of a declaration; none if it is computed or belongs to the type.
  static func all(in declaration: VariableDeclSyntax) -> [StoredProperty] {
    guard !declaration.belongsToType else { return [] }
    let bindings = Array(declaration.bindings)
    return bindings.indices.flatMap { index -> [StoredProperty] in
      guard bindings[index].isStored else { return [] }
      let type = bindings[index...].lazy.compactMap(\.typeAnnotation?.type).first
      return bindings[index].pattern.names.map {
        StoredProperty(
          name: $0, binding: bindings[index], declaration: declaration, type: type)
      }
    }
  }
}

extension VariableDeclSyntax {
  var belongsToType: Bool {
    modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }
}

extension PatternBindingSyntax {
  var isStored: Bool {
    switch accessorBlock?.accessors {
    case nil: true
    case .getter: false
    case .accessors(let accessors):
      accessors.allSatisfy {
        [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
      }
    }
  }
}

extension PatternSyntax {
  fileprivate var names: [TokenSyntax] {
    if let name = self.as(IdentifierPatternSyntax.self) { return [name.identifier] }
    return self.as(TuplePatternSyntax.self)?.elements.flatMap(\.pattern.names) ?? []
  }
}

extension TypeSyntax {
  /// True if it is written with `?` or `!`, which imply `nil`.
  var isSugaredOptional: Bool {
    self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
}
