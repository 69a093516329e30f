public import ForkedJSON
public import ForkedSchema

/// An occurrence of an entity in a document.
public struct EntityOccurrence: Sendable {
  /// The identifier of the entity.
  public let identifier: EntityIdentifier
  /// The pointer to the occurrence.
  public let pointer: JSONPointer
  /// The object at the pointer.
  public let object: JSONNode
  /// The merge plan of the object's schema.
  public let plan: FieldPlan
  /// The member with the object's position in an ordered list; it belongs to the list, not to the entity.
  let position: JSONString?
  /// The entities around the occurrence, the outermost first.
  public var enclosing: [EntityIdentifier] = []

  /// Returns true if the occurrence has information about a property of the entity.
  ///
  /// A short form has none about a property that it does not declare.
  public func knows(_ property: PropertyPath) -> Bool {
    guard case .key(let key)? = property.steps.first else { return true }
    return plan.declares(key) || object[key] != nil
  }

  /// The path of the occurrence, with elements by their indices.
  /// - Complexity: O(members and elements passed).
  public var path: PropertyPath {
    var (steps, here): ([PropertyPath.Step], JSONNode?) = ([], object.document.root)
    for token in pointer.tokens {
      let index = here?.kind == .array ? token.arrayIndex : nil
      steps.append(index.map { .index($0) } ?? .key(token))
      here = here.flatMap { steps.last?.value(in: $0) }
    }
    return PropertyPath(steps)
  }
}

/// A field of an entity.
///
/// Occurrences of one form share all fields; occurrences of two forms share the fields that both declare.
struct EntityField: Hashable {
  var key: JSONString
  /// The form whose occurrences share an undeclared field; nil if the field is declared, and so shared by all that do
  /// so.
  var form: EntityForm?
}

/// The value of a field; an absent value is a value too.
struct EntityValue {
  var node: JSONNode?
  /// The merge plan of the value.
  var plan: FieldPlan
}

extension EntityOccurrence {
  /// Returns the field of a member; nil for a member that isn't shared.
  func field(_ key: JSONString) -> EntityField? {
    if key == position { return nil }
    return EntityField(key: key, form: plan.declares(key) ? nil : plan.entityForm)
  }

  /// Returns true if the occurrence shares a field.
  func covers(_ field: EntityField) -> Bool { self.field(field.key) == field }

  /// The fields that have a value here, in the order of the members.
  var fields: [(field: EntityField, value: EntityValue)] {
    object.members.compactMap { member in
      guard let key = member.key.string, let field = field(key) else { return nil }
      return (field, EntityValue(node: member.value, plan: plan.property(key)))
    }
  }
}
