public import ForkedJSON
public import ForkedSchema

/// The result of removing an entity from a document.
public struct EntityRemoval: Sendable {
  /// A value that is removed.
  public struct Part: Sendable {
    /// The pointer to the entity, or to the value that is not valid without it; the root for the whole document.
    public var pointer: JSONPointer
    /// The pointers to the entity's occurrences in the value, or to the value itself.
    public var occurrences: [JSONPointer]
  }

  /// The removed values, in the order of the document.
  public let parts: [Part]
  /// The remaining document; nil if the whole document is removed.
  public let bytes: [UInt8]?

  /// Removes all occurrences of an entity.
  ///
  /// An optional member or an array's element is removed alone. If the schema requires it, the value around it is
  /// removed too, up to the document. All other bytes stay as they are.
  ///
  /// - Returns: nil if the document doesn't hold the entity.
  /// - Throws: `ValidationExcess`; ``AuditDefect`` if the audit of the rewriting finds something missing.
  /// - Complexity: O(size of the document).
  public init?(of identifier: EntityIdentifier, from document: JSONDocument, plan: FieldPlan) throws
  {
    var pruner = EntityPruner(identifier: identifier)
    let isLeft = pruner.write(document.root, plan)
    guard !pruner.parts.isEmpty else { return nil }
    parts = pruner.parts
    bytes =
      isLeft ? try document.rewritten(as: pruner.output, plan: plan) ?? document.file : nil
  }
}

/// Writes a document's values without an entity.
///
/// The text is only parsed again, so its formatting doesn't matter.
private struct EntityPruner {
  let identifier: EntityIdentifier
  var output: [UInt8] = []
  var parts: [EntityRemoval.Part] = []
  private var pointer = JSONPointer()

  init(identifier: EntityIdentifier) { self.identifier = identifier }

  /// Writes a value, or nothing if it is removed.
  ///
  /// - Returns: true if the value stays.
  mutating func write(_ node: JSONNode, _ plan: FieldPlan) -> Bool {
    guard plan.mayHoldEntities, node.kind.isContainer else {
      output += node.bytes
      return true
    }
    let plan = plan.fitting([node])
    if plan.identifier(of: node) == identifier {
      parts.append(.init(pointer: pointer, occurrences: [pointer]))
      return false
    }
    let (start, known) = (output.count, parts.count)
    let stays = node.kind == .array ? writeElements(of: node, plan) : writeMembers(of: node, plan)
    if !stays {
      output.removeSubrange(start...)
      let occurrences = parts[known...].flatMap(\.occurrences)
      parts.removeSubrange(known...)
      parts.append(.init(pointer: pointer, occurrences: occurrences))
    }
    return stays
  }

  private mutating func writeMembers(of node: JSONNode, _ plan: FieldPlan) -> Bool {
    var (isFirst, stays) = (true, true)
    output.append(UInt8(ascii: "{"))
    for member in node.members {
      guard let key = member.key.string else { continue }
      let start = output.count
      if !isFirst { output.append(UInt8(ascii: ",")) }
      output += key.literal + [UInt8(ascii: ":")]
      pointer.tokens.append(key)
      defer { pointer.tokens.removeLast() }
      if write(member.value, plan.property(key)) {
        isFirst = false
      } else {
        output.removeSubrange(start...)
        if plan.requires(key) { stays = false }
      }
    }
    output.append(UInt8(ascii: "}"))
    return stays
  }

  private mutating func writeElements(of node: JSONNode, _ plan: FieldPlan) -> Bool {
    var (left, stays) = (node.count, true)
    var isFirst = true
    output.append(UInt8(ascii: "["))
    for (index, element) in node.elements.enumerated() {
      let start = output.count
      if !isFirst { output.append(UInt8(ascii: ",")) }
      pointer.tokens.append(JSONString(String(index)))
      defer { pointer.tokens.removeLast() }
      if write(element, plan.element(at: index)) {
        isFirst = false
      } else {
        output.removeSubrange(start...)
        left -= 1
        if !plan.canDrop(elementAt: index, leaving: left) { stays = false }
      }
    }
    output.append(UInt8(ascii: "]"))
    return stays
  }
}
