public import ForkedJSON
public import ForkedSchema

/// The models of a document.
public struct DocumentModels: Sendable {
  /// Where they stand, an object before those in it.
  public let places: [ModelPlace]

  /// Finds every model, at any depth. An object inside another one of its own identifier is a mention of it, and no
  /// place of its own: else the model would have to hold itself.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - plan: what its schema says.
  /// - Complexity: O(size of the document), and of what its schema's branches look at.
  public init(in document: JSONDocument, plan: FieldPlan) {
    self.init(in: document.root, plan: plan)
  }

  /// Finds every model in a value, the value itself first where it is one.
  init(in value: JSONNode, plan: FieldPlan) {
    var search = ModelSearch()
    search.visit(value, plan, position: nil)
    places = search.places
  }

  /// The places by identifier, in the order of the document.
  public var byIdentifier: [ModelIdentifier: [ModelPlace]] {
    Dictionary(grouping: places, by: \.identifier)
  }
}

private struct ModelSearch {
  var places: [ModelPlace] = []
  private var pointer = JSONPointer()
  private var enclosing: [ModelIdentifier] = []

  init() {}

  mutating func visit(_ node: JSONNode, _ plan: FieldPlan, position: JSONString?) {
    guard plan.mayHoldModels, node.kind.isContainer else { return }
    let plan = plan.fitting([node])
    let identifier = plan.identifier(of: node)
    if let identifier {
      guard !enclosing.contains(identifier) else { return }
      places.append(
        ModelPlace(
          identifier: identifier, pointer: pointer, object: node, plan: plan, position: position,
          enclosing: enclosing))
      enclosing.append(identifier)
    }
    visitParts(of: node, plan)
    if identifier != nil { enclosing.removeLast() }
  }

  private mutating func visitParts(of node: JSONNode, _ plan: FieldPlan) {
    for (index, element) in node.elements.enumerated() {
      visit(element, plan.element(at: index), position: plan.position, at: .index(index))
    }
    for member in node.members {
      guard let key = member.key.string else { continue }
      visit(member.value, plan.property(key), position: nil, at: .key(key))
    }
  }

  private enum Step {
    case key(JSONString)
    case index(Int)
  }

  private mutating func visit(
    _ node: JSONNode, _ plan: FieldPlan, position: JSONString?, at step: Step
  ) {
    guard plan.mayHoldModels, node.kind.isContainer else { return }
    switch step {
    case .key(let key): pointer.tokens.append(key)
    case .index(let index): pointer.tokens.append(JSONString(String(index)))
    }
    visit(node, plan, position: position)
    pointer.tokens.removeLast()
  }
}
