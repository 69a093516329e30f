public import ForkedJSON
public import ForkedSchema

/// What taking a model away makes of a document that holds it.
public struct ModelRemoval: Sendable {
  /// A value that goes.
  public struct Part: Sendable {
    /// Where it stands: the model itself, or what cannot be without it. The root: the whole document.
    public var pointer: JSONPointer
    /// Where the model stands in it, or that place itself.
    public var places: [JSONPointer]
  }

  /// What goes, in the order of the document.
  public let parts: [Part]
  /// What is left; nil: nothing, the document goes.
  public let bytes: [UInt8]?

  /// Takes a model away wherever it stands: an optional member goes, an array's element goes, and where the schema
  /// requires it the value around it goes too, up to the document. All other bytes stay as they are.
  ///
  /// - Returns: nil where the document doesn't hold the model.
  /// - Throws: `ValidationExcess`; ``AuditDefect`` where the audit of the rewriting finds something missing.
  /// - Complexity: O(size of the document).
  public init?(of identifier: ModelIdentifier, from document: JSONDocument, plan: FieldPlan) throws
  {
    var pruner = ModelPruner(identifier: identifier)
    let isLeft = pruner.write(document.root, plan)
    guard !pruner.parts.isEmpty else { return nil }
    parts = pruner.parts
    bytes =
      isLeft ? try document.rewritten(as: pruner.output, plan: plan) ?? document.bytes : nil
  }
}

/// Writes a document's values without a model. The text is only read again: how it is formatted doesn't matter.
private struct ModelPruner {
  let identifier: ModelIdentifier
  var output: [UInt8] = []
  var parts: [ModelRemoval.Part] = []
  private var pointer = JSONPointer()

  init(identifier: ModelIdentifier) { self.identifier = identifier }

  /// Writes a value, or nothing where it goes.
  ///
  /// - Returns: whether it stays.
  mutating func write(_ node: JSONNode, _ plan: FieldPlan) -> Bool {
    guard plan.mayHoldModels, node.kind.isContainer else {
      output += node.bytes
      return true
    }
    let plan = plan.fitting([node])
    if plan.identifier(of: node) == identifier {
      parts.append(.init(pointer: pointer, places: [pointer]))
      return false
    }
    let (start, known) = (output.count, parts.count)
    let stays = node.kind == .array ? writeElements(of: node, plan) : writeMembers(of: node, plan)
    if !stays {
      output.removeSubrange(start...)
      let places = parts[known...].flatMap(\.places)
      parts.removeSubrange(known...)
      parts.append(.init(pointer: pointer, places: places))
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
