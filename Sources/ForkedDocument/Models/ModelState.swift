import ForkedJSON
import ForkedSchema

/// The known state of an entity: one occurrence of each form.
public struct ModelState: Sendable {
  private struct Sample {
    var place: ModelPlace
    var members: JSONMemberTable
  }

  private var samples: [Sample] = []

  /// Creates an empty state.
  public init() {}

  /// Creates a state from one occurrence.
  public init(_ place: ModelPlace) { learn(place) }

  /// The occurrences that the state is known from, one of each form.
  public var places: [ModelPlace] { samples.map(\.place) }

  /// True if nothing is known.
  public var isEmpty: Bool { samples.isEmpty }

  /// Learns from an occurrence; the first one of each form counts.
  public mutating func learn(_ place: ModelPlace) {
    guard !knows(place.plan.modelForm) else { return }
    samples.append(Sample(place: place, members: JSONMemberTable(place.object)))
  }

  /// Learns the forms of another state that this one lacks.
  public mutating func learn(_ other: ModelState) {
    for place in other.places { learn(place) }
  }

  /// The entities within the entity.
  public var inner: [ModelIdentifier] {
    places.flatMap { DocumentModels(in: $0.object, plan: $0.plan).places.dropFirst() }
      .map(\.identifier)
  }

  private func knows(_ form: ModelForm?) -> Bool {
    samples.contains { $0.place.plan.modelForm == form }
  }

  /// Returns true if the state knows an occurrence of the same form, and so all fields that they share, also absent
  /// ones.
  public func covers(_ place: ModelPlace) -> Bool { knows(place.plan.modelForm) }

  /// Returns the value of a field; nil if it is not known.
  func value(of field: ModelField) -> ModelValue? {
    guard let sample = samples.first(where: { $0.place.covers(field) }) else { return nil }
    return ModelValue(
      node: sample.members[field.key]?.value, plan: sample.place.plan.property(field.key))
  }

  /// All fields that have a value, in the order of the occurrences' members.
  var fields: [(field: ModelField, value: ModelValue)] {
    guard samples.count > 1 else { return samples.first?.place.fields ?? [] }
    var seen: Set<ModelField> = []
    return samples.flatMap(\.place.fields).filter { seen.insert($0.field).inserted }
  }

  /// Returns the fields that are new or different in an occurrence, with its values.
  ///
  /// - Complexity: O(size of the occurrence and of this state).
  func differences(in place: ModelPlace) -> [ModelField: ModelValue] {
    var differences: [ModelField: ModelValue] = [:]
    for (field, value) in place.fields {
      if let known = self.value(of: field), known.isSame(as: value) { continue }
      differences[field] = value
    }
    let members = JSONMemberTable(place.object)
    for (field, _) in fields where place.covers(field) && members[field.key] == nil {
      differences[field] = ModelValue(node: nil, plan: place.plan.property(field.key))
    }
    return differences
  }
}

extension ModelPlace {
  /// Returns true if two occurrences of an entity agree on all fields that they share.
  ///
  /// Entities within them are equal if their identifiers are: their fields are compared at their own occurrences.
  ///
  /// - Complexity: O(size of both).
  public func agrees(with other: ModelPlace) -> Bool {
    let (own, others) = (JSONMemberTable(object), JSONMemberTable(other.object))
    for (field, value) in fields where other.covers(field) {
      let theirs = ModelValue(
        node: others[field.key]?.value, plan: other.plan.property(field.key))
      if !value.isSame(as: theirs) { return false }
    }
    return other.fields.allSatisfy { !covers($0.field) || own[$0.field.key] != nil }
  }
}

extension ModelValue {
  /// Returns true if two values are equal; entities in them are equal if their identifiers are.
  func isSame(as other: ModelValue) -> Bool {
    guard let node, let otherNode = other.node else { return self.node == nil && other.node == nil }
    guard plan.mayHoldModels || other.plan.mayHoldModels else { return node == otherNode }
    let (own, others) = (plan.fitting([node]), other.plan.fitting([otherNode]))
    let (identifier, otherIdentifier) = (
      own.identifier(of: node), others.identifier(of: otherNode)
    )
    if identifier != nil || otherIdentifier != nil { return identifier == otherIdentifier }
    guard node.kind == otherNode.kind, node.count == otherNode.count else { return false }
    switch node.kind {
    case .array:
      return zip(node.elements, otherNode.elements).enumerated().allSatisfy { index, pair in
        ModelValue(node: pair.0, plan: own.element(at: index))
          .isSame(as: ModelValue(node: pair.1, plan: others.element(at: index)))
      }
    case .object:
      let members = JSONMemberTable(otherNode)
      return node.members.allSatisfy { member in
        guard let key = member.key.string, let theirs = members[key]?.value else { return false }
        return ModelValue(node: member.value, plan: own.property(key))
          .isSame(as: ModelValue(node: theirs, plan: others.property(key)))
      }
    case .null, .true, .false, .number, .string: return node == otherNode
    }
  }
}
