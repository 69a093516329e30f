import ForkedJSON
import ForkedSchema

/// The known state of an entity: one occurrence of each form.
public struct EntityState: Sendable {
  private struct Sample {
    var occurrence: EntityOccurrence
    var members: JSONMemberTable
  }

  private var samples: [Sample] = []

  /// Creates an empty state.
  public init() {}

  /// Creates a state from one occurrence.
  public init(_ occurrence: EntityOccurrence) { learn(occurrence) }

  /// The occurrences that the state is known from, one of each form.
  public var occurrences: [EntityOccurrence] { samples.map(\.occurrence) }

  /// True if nothing is known.
  public var isEmpty: Bool { samples.isEmpty }

  /// Learns from an occurrence; the first one of each form counts.
  public mutating func learn(_ occurrence: EntityOccurrence) {
    guard !knows(occurrence.plan.entityForm) else { return }
    samples.append(Sample(occurrence: occurrence, members: JSONMemberTable(occurrence.object)))
  }

  /// Learns the forms of another state that this one lacks.
  public mutating func learn(_ other: EntityState) {
    for occurrence in other.occurrences { learn(occurrence) }
  }

  /// The entities within the entity.
  public var inner: [EntityIdentifier] {
    occurrences.flatMap { DocumentEntities(in: $0.object, plan: $0.plan).occurrences.dropFirst() }
      .map(\.identifier)
  }

  private func knows(_ form: EntityForm?) -> Bool {
    samples.contains { $0.occurrence.plan.entityForm == form }
  }

  /// Returns true if the state knows an occurrence of the same form, and so all fields that they share, also absent
  /// ones.
  public func covers(_ occurrence: EntityOccurrence) -> Bool { knows(occurrence.plan.entityForm) }

  /// Returns the value of a field; nil if it is not known.
  func value(of field: EntityField) -> EntityValue? {
    guard let sample = samples.first(where: { $0.occurrence.covers(field) }) else { return nil }
    return EntityValue(
      node: sample.members[field.key]?.value, plan: sample.occurrence.plan.property(field.key))
  }

  /// All fields that have a value, in the order of the occurrences' members.
  var fields: [(field: EntityField, value: EntityValue)] {
    guard samples.count > 1 else { return samples.first?.occurrence.fields ?? [] }
    var seen: Set<EntityField> = []
    return samples.flatMap(\.occurrence.fields).filter { seen.insert($0.field).inserted }
  }

  /// Returns the fields that are new or different in an occurrence, with its values.
  ///
  /// - Complexity: O(size of the occurrence and of this state).
  func differences(in occurrence: EntityOccurrence) -> [EntityField: EntityValue] {
    var differences: [EntityField: EntityValue] = [:]
    for (field, value) in occurrence.fields {
      if let known = self.value(of: field), known.isSame(as: value) { continue }
      differences[field] = value
    }
    let members = JSONMemberTable(occurrence.object)
    for (field, _) in fields where occurrence.covers(field) && members[field.key] == nil {
      differences[field] = EntityValue(node: nil, plan: occurrence.plan.property(field.key))
    }
    return differences
  }
}

extension EntityOccurrence {
  /// Returns true if two occurrences of an entity agree on all fields that they share.
  ///
  /// Entities within them are equal if their identifiers are: their fields are compared at their own occurrences.
  ///
  /// - Complexity: O(size of both).
  public func agrees(with other: EntityOccurrence) -> Bool {
    EntityState(other).differences(in: self).allSatisfy { !other.covers($0.key) }
  }
}

extension EntityValue {
  /// Returns true if two values are equal; entities in them are equal if their identifiers are, and their positions in
  /// ordered lists: these belong to the list.
  func isSame(as other: EntityValue) -> Bool {
    guard let node, let otherNode = other.node else { return self.node == nil && other.node == nil }
    guard plan.mayHoldEntities || other.plan.mayHoldEntities else { return node == otherNode }
    let (own, others) = (plan.fitting([node]), other.plan.fitting([otherNode]))
    let (identifier, otherIdentifier) = (
      own.identifier(of: node), others.identifier(of: otherNode)
    )
    if identifier != nil || otherIdentifier != nil { return identifier == otherIdentifier }
    guard node.kind == otherNode.kind, node.count == otherNode.count else { return false }
    switch node.kind {
    case .array:
      return zip(node.elements, otherNode.elements).enumerated().allSatisfy { index, pair in
        EntityValue(node: pair.0, plan: own.element(at: index))
          .isSame(as: EntityValue(node: pair.1, plan: others.element(at: index)))
          && Self.haveSamePosition(pair.0, own.position, pair.1, others.position)
      }
    case .object:
      let members = JSONMemberTable(otherNode)
      return node.members.allSatisfy { member in
        guard let key = member.key.string, let theirs = members[key]?.value else { return false }
        return EntityValue(node: member.value, plan: own.property(key))
          .isSame(as: EntityValue(node: theirs, plan: others.property(key)))
      }
    case .null, .true, .false, .number, .string: return node == otherNode
    }
  }

  /// Returns true if two elements have the same position, or one of the lists is not ordered.
  private static func haveSamePosition(
    _ element: JSONNode, _ position: JSONString?, _ other: JSONNode, _ otherPosition: JSONString?
  ) -> Bool {
    guard let position, let otherPosition else { return true }
    return element[position] == other[otherPosition]
  }
}
