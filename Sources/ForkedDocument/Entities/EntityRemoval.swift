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
  /// - Throws: an error if the result exceeds a limit.
  /// - Complexity: O(size of the document).
  public init?(
    of identifier: EntityIdentifier, from document: JSONDocument, plan: FieldPlan
  ) throws(JSONSyntaxError) {
    var pruner = EntityPruner(identifier: identifier)
    let rest = pruner.rest(of: document.root, plan)
    guard !pruner.parts.isEmpty else { return nil }
    parts = pruner.parts
    bytes = try rest.map { (rest) throws(JSONSyntaxError) in try document.rewrittenFile(rest) }
  }
}

/// Rewrites a document's values without an entity.
private struct EntityPruner {
  let identifier: EntityIdentifier
  private(set) var parts: [EntityRemoval.Part] = []
  private var pointer = JSONPointer()

  init(identifier: EntityIdentifier) { self.identifier = identifier }

  /// Returns what is left of a value; nil if it is removed.
  mutating func rest(of node: JSONNode, _ plan: FieldPlan) -> JSONRewrite? {
    guard plan.mayHoldEntities, node.kind.isContainer else { return .keep(node) }
    let plan = plan.fitting([node])
    if plan.identifier(of: node) == identifier {
      parts.append(.init(pointer: pointer, occurrences: [pointer]))
      return nil
    }
    let known = parts.count
    let rest = node.kind == .array ? rest(ofArray: node, plan) : rest(ofObject: node, plan)
    if rest == nil {
      let occurrences = parts[known...].flatMap(\.occurrences)
      parts.replaceSubrange(known..., with: [.init(pointer: pointer, occurrences: occurrences)])
    }
    return parts.count == known ? .keep(node) : rest
  }

  private mutating func rest(ofObject object: JSONNode, _ plan: FieldPlan) -> JSONRewrite? {
    var stays = true
    var entries: [JSONRewrite.Entry] = []
    for member in object.members {
      let key = member.key.string ?? ""
      if let rest = rest(of: member.value, plan.member(member.key), at: key) {
        entries.append(.member(key: member.key, rest))
      } else if plan.requires(key) {
        stays = false
      }
    }
    return stays ? .object(like: object, entries) : nil
  }

  private mutating func rest(ofArray array: JSONNode, _ plan: FieldPlan) -> JSONRewrite? {
    var (left, stays) = (array.count, true)
    var entries: [JSONRewrite.Entry] = []
    for (index, element) in array.elements.enumerated() {
      if let rest = rest(of: element, plan.element(at: index), at: JSONString(arrayIndex: index)) {
        entries.append(.element(rest))
      } else {
        left -= 1
        if !plan.canDrop(elementAt: index, leaving: left) { stays = false }
      }
    }
    return stays ? .array(like: array, entries) : nil
  }

  private mutating func rest(
    of part: JSONNode, _ plan: FieldPlan, at token: JSONString
  ) -> JSONRewrite? {
    pointer.tokens.append(token)
    defer { pointer.tokens.removeLast() }
    return rest(of: part, plan)
  }
}
