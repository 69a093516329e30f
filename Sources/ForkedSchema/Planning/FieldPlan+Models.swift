public import ForkedJSON

/// Which schema makes objects models: those of one form share all their fields, those of two forms of one thing (a
/// full and a short one) the fields that both declare.
public struct ModelForm: Hashable, Sendable {
  let schema: Int
}

extension FieldPlan {
  /// Whether the value or any part of it can be a model. O(1).
  public var mayHoldModels: Bool { graph?[rule].mayHoldModels ?? false }

  /// The form of the value, where it is a model.
  public var modelForm: ModelForm? { graph?[rule].modelSchema.map(ModelForm.init) }

  /// Whether the schema of a model says anything about a field. One that says nothing about any declares all.
  public func declares(_ key: JSONString) -> Bool {
    guard let rule = graph?[rule] else { return true }
    if rule.declaresOthers || rule.properties[key] != nil { return true }
    if rule.properties.isEmpty && rule.patterns.isEmpty { return true }
    return rule.patterns.contains { $0.pattern.matches(key) }
  }

  /// Whether an object that may hold models must have that member.
  public func requires(_ key: JSONString) -> Bool { graph?[rule].required.contains(key) ?? false }

  /// Whether an array that may hold models can go on without its element at that index, of so many.
  public func canDrop(elementAt index: Int, leaving count: Int) -> Bool {
    index >= prefixCount && count >= (graph?[rule].fewestElements ?? 0)
  }
}
