import ForkedJSON
import ForkedSchema

/// Finds ordered lists whose positions don't match their order, in one pass over a document.
struct ListCheck {
  let document: JSONDocument
  private(set) var problems: [OrderedLists.Problem] = []
  private var pointer = JSONPointer()

  init(document: JSONDocument) {
    self.document = document
  }

  mutating func check(_ value: JSONNode, _ plan: FieldPlan) {
    guard !plan.isSilent, value.kind.isContainer else { return }
    let plan = plan.fitting([value])
    for member in value.members {
      below(.key(member.key)) { $0.check(member.value, plan.member(member.key)) }
    }
    for (index, element) in value.elements.enumerated() {
      below(.index(index)) { $0.check(element, plan.element(at: index)) }
    }
    if let name = plan.listPosition(in: value) { checkList(value, by: name, plan) }
  }

  private mutating func below(_ step: ListStep, _ body: (inout ListCheck) -> Void) {
    let outer = pointer
    pointer = step.pointer(below: outer)
    body(&self)
    pointer = outer
  }

  private mutating func checkList(_ array: JSONNode, by name: JSONString, _ plan: FieldPlan) {
    for (index, element) in array.elements.enumerated() where element.kind != .object {
      let place = pointer.appending(index: index)
      return problems.append(OrderedLists.Problem(noObject: element, at: place))
    }
    let identity = plan.listIdentity(of: [array])
    checkIdentities(array, identity)
    checkOrder(array, by: name, identity)
  }

  private mutating func checkIdentities(_ array: JSONNode, _ identity: [JSONPointer]) {
    let withoutIdentity = ElementsWithoutIdentity(in: array, identity: identity)
    guard let first = withoutIdentity.first else { return }
    let message =
      first.twin.map {
        "two elements of an ordered list share an id: \(pointer.appending(index: $0)) has it too"
      } ?? "an element of an ordered list has no id"
    let more = withoutIdentity.count - 1
    let others = more == 0 ? "" : "; \(more) more \(more == 1 ? "has" : "have") no id of their own"
    note(message + others, .noIdentity, first.element, pointer.appending(index: first.index))
  }

  private mutating func checkOrder(
    _ array: JSONNode, by name: JSONString, _ identity: [JSONPointer]
  ) {
    var last: (element: JSONNode, position: Int)?
    for (index, element) in array.elements.enumerated() {
      let place = pointer.appending(index: index)
      guard let position = element.listPosition(name, in: .ofList(identity)) else {
        return note(positionProblem(element[name], name), .noOrder, element, place)
      }
      if let last, last.position > position {
        return note(
          "the list is not in the order of its positions: \(position) comes after "
            + "\(last.position)", .noOrder, element, place)
      }
      if let last, last.position == position,
        !precedes(last.element, element, identity, by: name)
      {
        return note(
          "the list is not in the order of its positions: two elements at \(position) "
            + "are not in the order of their ids", .noOrder, element, place)
      }
      last = (element, position)
    }
  }

  private func precedes(
    _ one: JSONNode, _ other: JSONNode, _ identity: [JSONPointer], by name: JSONString
  ) -> Bool {
    ListTies(name: name).precedes(
      (one.idParts(at: identity), one), (other.idParts(at: identity), other))
  }

  private func positionProblem(_ value: JSONNode?, _ name: JSONString) -> String {
    guard let value else { return "an element of an ordered list has no \"\(name)\"" }
    guard value.kind == .number else {
      return "a position must be an integer, not \(value.kind.words)"
    }
    let isInteger = value.number?.isInteger ?? false
    return isInteger
      ? "a position is beyond ±9007199254740991, which JavaScript and jq would change"
      : "a position must be an integer, not \(value)"
  }

  private mutating func note(
    _ message: String, _ kind: OrderedLists.Problem.Kind, _ element: JSONNode,
    _ pointer: JSONPointer
  ) {
    problems.append(
      OrderedLists.Problem(
        kind: kind, pointer: pointer, position: document.position(of: element), message: message))
  }
}
