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
    for part in value.containers(plan) {
      pointer.tokens.append(part.token)
      check(part.value, part.plan)
      pointer.tokens.removeLast()
    }
    if let list = OrderedList(value, plan) { check(list) }
  }

  private mutating func check(_ list: OrderedList) {
    if let index = list.firstNoObject {
      let place = pointer.appending(index: index)
      return problems.append(OrderedLists.Problem(noObject: list.elements[index], at: place))
    }
    checkIdentities(list)
    if let index = list.firstOutOfOrder {
      note(orderProblem(at: index, in: list), .noOrder, at: index, in: list)
    }
  }

  private mutating func checkIdentities(_ list: OrderedList) {
    let withoutIdentity = ElementsWithoutIdentity(in: list.elements, identity: list.identity)
    guard let first = withoutIdentity.first else { return }
    let message =
      first.twin.map {
        "two elements of an ordered list share an id: \(pointer.appending(index: $0)) has it too"
      } ?? "an element of an ordered list has no id"
    let more = withoutIdentity.count - 1
    let others = more == 0 ? "" : "; \(more) more \(more == 1 ? "has" : "have") no id of their own"
    note(message + others, .noIdentity, at: first.index, in: list)
  }

  private func orderProblem(at index: Int, in list: OrderedList) -> String {
    guard let position = list.positions[index], index > 0, let before = list.positions[index - 1]
    else { return positionProblem(list.elements[index][list.name], list.name) }
    return "the list is not in the order of its positions: "
      + (before == position
        ? "two elements at \(position) are not in the order of their ids"
        : "\(position) comes after \(before)")
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
    _ message: String, _ kind: OrderedLists.Problem.Kind, at index: Int, in list: OrderedList
  ) {
    problems.append(
      OrderedLists.Problem(
        kind: kind, pointer: pointer.appending(index: index),
        position: document.position(of: list.elements[index]), message: message))
  }
}
