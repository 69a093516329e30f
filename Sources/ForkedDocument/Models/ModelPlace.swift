public import ForkedJSON
public import ForkedSchema

/// A place where a model stands.
public struct ModelPlace: Sendable {
  /// Which model it is.
  public let identifier: ModelIdentifier
  /// Where it stands.
  public let pointer: JSONPointer
  /// What stands there.
  public let object: JSONNode
  /// What the schema says about it.
  public let plan: FieldPlan
  /// The member that says where the object stands in an ordered list: it belongs to the list, not to the model.
  let position: JSONString?
  /// The models that it stands in, the outermost first.
  public var enclosing: [ModelIdentifier] = []

  /// True if it can say anything about a property of the model: a short form says nothing about what it does not declare.
  public func knows(_ property: PropertyPath) -> Bool {
    guard case .key(let key)? = property.steps.first else { return true }
    return plan.declares(key) || object[key] != nil
  }

  /// Where it stands, elements by their indices. O(members and elements passed).
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

/// A field of a model.
///
/// Places of one form share all fields; places of two forms those that both declare.
struct ModelField: Hashable {
  var key: JSONString
  /// The form whose places share the field though it is not declared; nil: declared, so shared by all that declare it.
  var form: ModelForm?
}

/// What a field holds; an absent value is a value too.
struct ModelValue {
  var node: JSONNode?
  /// What the schema says about the value where it stands.
  var plan: FieldPlan
}

extension ModelPlace {
  /// The field that a member is; nil for one that isn't shared.
  func field(_ key: JSONString) -> ModelField? {
    if key == position { return nil }
    return ModelField(key: key, form: plan.declares(key) ? nil : plan.modelForm)
  }

  /// True if the place shares a field.
  func covers(_ field: ModelField) -> Bool { self.field(field.key) == field }

  /// The fields that have a value here, in the order of the members.
  var fields: [(field: ModelField, value: ModelValue)] {
    object.members.compactMap { member in
      guard let key = member.key.string, let field = field(key) else { return nil }
      return (field, ModelValue(node: member.value, plan: plan.property(key)))
    }
  }
}
