import ForkedJSON
import ForkedSchema

/// One walk through a document that finds ordered lists whose positions don't say their order.
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
    let identity = plan.listIdentity(of: [array])
    var last: (id: [JSONNode]?, element: JSONNode?, position: Int)?
    var ids: Set<[JSONNode]> = []
    for (index, element) in array.elements.enumerated() {
      let place = pointer.appending(index: index)
      guard element.kind == .object else {
        return problems.append(OrderedLists.Problem(noObject: element, at: place))
      }
      let id = element.idParts(at: identity)
      if let problem = identityProblem(id, known: &ids) { return note(problem, element, place) }
      guard let position = element.documentPosition(name) else {
        return note(positionProblem(element[name], name), element, place, isMendable: true)
      }
      if let last {
        let isBehind =
          last.position == position
          ? ListTies.precedes((last.id, last.element), (id, element)) : last.position < position
        if !isBehind {
          return note(
            "the list does not stand in the order of its positions: \(position) comes behind \(last.position)",
            element, place, isMendable: true)
        }
      }
      last = (id, element, position)
    }
  }

  private func identityProblem(_ id: [JSONNode]?, known ids: inout Set<[JSONNode]>) -> String? {
    guard let id else { return "an element of an ordered list has no id" }
    return ids.insert(id).inserted ? nil : "two elements of an ordered list share an id"
  }

  private func positionProblem(_ value: JSONNode?, _ name: JSONString) -> String {
    guard let value else { return "an element of an ordered list has no \"\(name)\"" }
    guard value.kind == .number else {
      return "a position is an integer, not \(value.kind.words)"
    }
    let isInteger = value.number?.isInteger ?? false
    return isInteger
      ? "a position is beyond ±9007199254740991, which JavaScript and jq would change"
      : "a position is an integer, not \(value)"
  }

  private mutating func note(
    _ message: String, _ element: JSONNode, _ pointer: JSONPointer, isMendable: Bool = false
  ) {
    problems.append(
      OrderedLists.Problem(
        pointer: pointer, position: document.position(of: element), message: message,
        isMendable: isMendable))
  }
}
