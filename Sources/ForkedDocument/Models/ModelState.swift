import ForkedJSON
import ForkedSchema

/// What a model is, as far as it is known: a place of each form.
public struct ModelState: Sendable {
  private struct Sample {
    var place: ModelPlace
    var members: JSONMemberTable
  }

  private var samples: [Sample] = []

  /// Nothing is known.
  public init() {}

  /// What a place says.
  public init(_ place: ModelPlace) { learn(place) }

  /// The places that it is known from, one of each form.
  public var places: [ModelPlace] { samples.map(\.place) }

  /// True if nothing is known.
  public var isEmpty: Bool { samples.isEmpty }

  /// Learns from a place; the first one of each form counts.
  public mutating func learn(_ place: ModelPlace) {
    guard !knows(place.plan.modelForm) else { return }
    samples.append(Sample(place: place, members: JSONMemberTable(place.object)))
  }

  /// Learns what another state knows besides.
  public mutating func learn(_ other: ModelState) {
    for place in other.places { learn(place) }
  }

  /// The models in it.
  public var inner: [ModelIdentifier] {
    places.flatMap { DocumentModels(in: $0.object, plan: $0.plan).places.dropFirst() }
      .map(\.identifier)
  }

  private func knows(_ form: ModelForm?) -> Bool {
    samples.contains { $0.place.plan.modelForm == form }
  }

  /// True if a place of that place's form is known, and so all that it shares: also what it lacks.
  public func covers(_ place: ModelPlace) -> Bool { knows(place.plan.modelForm) }

  /// What a field holds; nil where that is not known.
  func value(of field: ModelField) -> ModelValue? {
    guard let sample = samples.first(where: { $0.place.covers(field) }) else { return nil }
    return ModelValue(
      node: sample.members[field.key]?.value, plan: sample.place.plan.property(field.key))
  }

  /// All fields that have a value, in the order of the places' members.
  var fields: [(field: ModelField, value: ModelValue)] {
    guard samples.count > 1 else { return samples.first?.place.fields ?? [] }
    var seen: Set<ModelField> = []
    return samples.flatMap(\.place.fields).filter { seen.insert($0.field).inserted }
  }

  /// What a place says otherwise than this: the fields that differ, or that are new, as they stand in the place.
  ///
  /// - Complexity: O(size of the place and of this).
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
  /// True if two places of a model agree on all fields that they share. A model inside it counts as the same where it
  /// is the same model: what that one says is compared where its own places are.
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
  /// True if two values are equal, models in them being equal where they are the same models.
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
