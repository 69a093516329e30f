public import ForkedJSON
public import ForkedSchema

/// The entities in a document.
public struct DocumentEntities: Sendable {
  /// The entities' occurrences, an object before those in it.
  public let occurrences: [EntityOccurrence]

  /// Finds every entity, at any depth.
  ///
  /// An object inside another one of its own identifier only mentions the entity, and is no occurrence of it: otherwise
  /// the entity would have to contain itself.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - plan: the merge plan of the document's schema.
  /// - Complexity: O(size of the document), and of the values that the schema's branches test.
  public init(in document: JSONDocument, plan: FieldPlan) {
    self.init(in: document.root, plan: plan)
  }

  /// Finds every entity in a value, first the value itself if it is one.
  init(in value: JSONNode, plan: FieldPlan) {
    var search = EntitySearch()
    search.visit(value, plan, position: nil)
    occurrences = search.occurrences
  }
}

private struct EntitySearch {
  var occurrences: [EntityOccurrence] = []
  private var pointer = JSONPointer()
  private var enclosing: [EntityIdentifier] = []

  init() {}

  mutating func visit(_ node: JSONNode, _ plan: FieldPlan, position: JSONString?) {
    guard plan.mayHoldEntities, node.kind.isContainer else { return }
    let plan = plan.fitting([node])
    let identifier = plan.identifier(of: node)
    if let identifier {
      guard !enclosing.contains(identifier) else { return }
      occurrences.append(
        EntityOccurrence(
          identifier: identifier, pointer: pointer, object: node, plan: plan, position: position,
          enclosing: enclosing))
      enclosing.append(identifier)
    }
    visitParts(of: node, plan)
    if identifier != nil { enclosing.removeLast() }
  }

  private mutating func visitParts(of node: JSONNode, _ plan: FieldPlan) {
    for part in node.containers(plan) where part.plan.mayHoldEntities {
      pointer.tokens.append(part.token)
      visit(part.value, part.plan, position: node.kind == .array ? plan.position : nil)
      pointer.tokens.removeLast()
    }
  }
}
