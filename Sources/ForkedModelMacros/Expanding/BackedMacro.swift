import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The `@Backed(by:)` macro. It stores a property as a replicated type, and reads and writes it through that type.
enum BackedMacro {
  /// The replicated types, by the names that `by:` takes.
  enum Backing: String, CaseIterable {
    case mergeableValue, mergeableArray, mergeableSet, mergeableDictionary

    /// The member of the replicated type that holds the plain value.
    var plainValue: String {
      switch self {
      case .mergeableValue: "value"
      case .mergeableArray, .mergeableSet: "values"
      case .mergeableDictionary: "dictionary"
      }
    }

    /// The type alias that gives the replicated type for the plain one.
    var alias: String {
      switch self {
      case .mergeableValue: "ValueBacking"
      case .mergeableArray: "ArrayBacking"
      case .mergeableSet: "SetBacking"
      case .mergeableDictionary: "DictionaryBacking"
      }
    }
  }

  /// The name of the property that stores another property.
  static func storage(of property: String) -> String { "_forked_backed_\(property)" }

  fileprivate struct BackedProperty {
    var backing: Backing
    var storage: String
    var type: TypeSyntax
    var value: ExprSyntax
    var access: String
  }

  fileprivate static func property(
    _ node: AttributeSyntax, _ declaration: some DeclSyntaxProtocol
  ) throws -> BackedProperty {
    let property = declaration.as(VariableDeclSyntax.self)
      .flatMap { StoredProperty.all(in: $0).first }
    guard let property, !property.isConstant else {
      throw MisuseError(node, "@Backed belongs on a stored 'var'", name: "backed")
    }
    guard let type = property.type else {
      throw MisuseError(
        property.name, "write the type: '\(property.plainName)' is stored by it", name: "type")
    }
    let value = property.binding.initializer?.value ?? (type.isSugaredOptional ? "nil" : nil)
    guard let value else {
      throw MisuseError(
        property.name,
        "'\(property.plainName)' needs a default value to be stored as a replicated type",
        name: "default")
    }
    return BackedProperty(
      backing: try backing(node), storage: storage(of: property.plainName), type: type.trimmed,
      value: value.trimmed, access: property.declaration.accessLevel)
  }

  private static func backing(_ node: AttributeSyntax) throws -> Backing {
    guard let argument = node.argument("by") else { return .mergeableValue }
    let name = argument.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    guard let backing = name.flatMap(Backing.init) else {
      let names = Backing.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
      throw MisuseError(argument, "name a replicated type here: \(names)", name: "backing")
    }
    return backing
  }
}

extension BackedMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = try? property(node, declaration) else { return [] }
    let place = "\(property.storage).\(property.backing.plainValue)"
    return ["get { \(raw: place) }", "set { \(raw: place) = newValue }"]
  }
}

extension BackedMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    do {
      let property = try property(node, declaration)
      let type = "ForkedModel.\(property.backing.alias)<\(property.type)>"
      return [
        "\(raw: property.access)var \(raw: property.storage): \(raw: type) = .init(\(property.value))"
      ]
    } catch let error as MisuseError {
      context.diagnose(error.diagnostic)
      return []
    }
  }
}

extension VariableDeclSyntax {
  fileprivate var accessLevel: String {
    let levels: [TokenKind] = [
      .keyword(.public), .keyword(.package), .keyword(.private), .keyword(.fileprivate),
    ]
    let modifier = modifiers.first { levels.contains($0.name.tokenKind) && $0.detail == nil }
    return modifier.map { "\($0.name.text) " } ?? ""
  }
}
