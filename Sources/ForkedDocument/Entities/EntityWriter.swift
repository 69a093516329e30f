import ForkedJSON
import ForkedSchema

/// Writes a document's values with the changes of its entities.
///
/// The text is only parsed again, so its formatting doesn't matter.
struct EntityWriter {
  /// A value to write.
  fileprivate struct Value {
    var node: JSONNode
    /// The merge plan at the value's source.
    var source: FieldPlan
    /// The merge plan at the value's target.
    var target: FieldPlan
    /// True if the value comes from another occurrence.
    var isTaken = false
    var position: JSONString?
  }

  let changes: EntityChanges
  fileprivate(set) var output: [UInt8] = []
  /// True if the output differs from the document.
  private(set) var hasChanged = false
  fileprivate var enclosing: [EntityIdentifier] = []

  init(changes: EntityChanges) { self.changes = changes }

  /// Writes a value of the document.
  mutating func write(_ node: JSONNode, _ plan: FieldPlan) {
    write(Value(node: node, source: plan, target: plan))
  }

  fileprivate mutating func write(_ value: Value) {
    guard value.source.mayHoldEntities || value.target.mayHoldEntities, value.node.kind.isContainer,
      output.count <= JSONLimits.standard.bytes, enclosing.count < JSONLimits.standard.depth
    else { return write(value.node) }
    var value = value
    value.source = value.source.fitting([value.node])
    value.target = value.isTaken ? value.target.fitting([value.node]) : value.source
    if let identifier = value.target.identifier(of: value.node) {
      writeEntity(value, identifier)
    } else if value.node.kind == .array {
      writeElements(value)
    } else {
      writeMembers(of: value, changed: [:])
    }
  }

  private mutating func write(_ node: JSONNode) { output += node.bytes }

  private mutating func writeElements(_ value: Value) {
    output.append(UInt8(ascii: "["))
    for (index, element) in value.node.elements.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      write(
        Value(
          node: element, source: value.source.element(at: index),
          target: value.target.element(at: index), isTaken: value.isTaken,
          position: value.target.position))
    }
    output.append(UInt8(ascii: "]"))
  }

  // MARK: - Objects

  private mutating func writeEntity(_ value: Value, _ identifier: EntityIdentifier) {
    guard !enclosing.contains(identifier) else { return write(value.node) }
    enclosing.append(identifier)
    defer { enclosing.removeLast() }
    let occurrence = EntityOccurrence(
      identifier: identifier, pointer: JSONPointer(), object: value.node, plan: value.target,
      position: value.position)
    var fields = changes.changes(of: identifier).filter { occurrence.covers($0.key) }
    if value.isTaken {
      for (field, known) in changes.state(of: identifier).fields
      where fields[field] == nil && occurrence.covers(field) && occurrence.object[field.key] == nil
      {
        fields[field] = known
      }
    }
    writeMembers(of: value, changed: fields)
  }

  /// Writes an object's members with the changes of its fields.
  private mutating func writeMembers(of value: Value, changed: [EntityField: EntityValue]) {
    var left = changed
    var isFirst = true
    output.append(UInt8(ascii: "{"))
    for member in value.node.members where isKept(member, of: value) {
      guard let key = member.key.string else { continue }
      let kept = Value(
        node: member.value, source: value.source.property(key),
        target: value.target.property(key), isTaken: value.isTaken)
      let change =
        left.removeValue(forKey: EntityField(key: key))
        ?? left.removeValue(forKey: EntityField(key: key, form: value.target.entityForm))
      if let change, !change.isSame(as: EntityValue(node: member.value, plan: kept.source)) {
        add(change, at: key, of: value, &isFirst)
      } else {
        writeKey(key, &isFirst)
        write(kept)
      }
    }
    for (field, change) in left.sorted(by: {
      ($0.value.offset, $0.key.key) < ($1.value.offset, $1.key.key)
    }) {
      if change.node != nil { add(change, at: field.key, of: value, &isFirst) }
    }
    output.append(UInt8(ascii: "}"))
  }

  private mutating func add(
    _ change: EntityValue, at key: JSONString, of object: Value, _ isFirst: inout Bool
  ) {
    hasChanged = true
    guard let node = change.node else { return }
    writeKey(key, &isFirst)
    write(
      Value(
        node: node, source: change.plan, target: object.target.property(key), isTaken: true))
  }

  /// Returns true if a member may be written to the target: a projection takes only the members that it declares.
  private func isKept(_ member: JSONMember, of value: Value) -> Bool {
    guard value.isTaken, value.source.entityForm != value.target.entityForm,
      let key = member.key.string
    else { return true }
    return value.target.entityForm == nil || value.target.declares(key)
  }

  fileprivate mutating func writeKey(_ key: JSONString, _ isFirst: inout Bool) {
    if !isFirst { output.append(UInt8(ascii: ",")) }
    isFirst = false
    output += key.literal
    output.append(UInt8(ascii: ":"))
  }
}

extension EntityValue {
  /// The offset of the value in its text: added fields keep the order that they have there.
  fileprivate var offset: Int { node?.range.lowerBound ?? 0 }
}

extension EntityWriter {
  /// Returns the text of an entity in the form of an occurrence, with the changes of the entities within it.
  static func object(
    of state: EntityState, as occurrence: EntityOccurrence, _ changes: EntityChanges
  ) -> [UInt8] {
    var writer = EntityWriter(changes: changes)
    writer.enclosing = [occurrence.identifier]
    var isFirst = true
    writer.output.append(UInt8(ascii: "{"))
    for (field, value) in state.fields where occurrence.covers(field) {
      guard let node = value.node else { continue }
      writer.writeKey(field.key, &isFirst)
      writer.write(
        Value(
          node: node, source: value.plan, target: occurrence.plan.property(field.key), isTaken: true
        ))
    }
    writer.output.append(UInt8(ascii: "}"))
    return writer.output
  }
}
