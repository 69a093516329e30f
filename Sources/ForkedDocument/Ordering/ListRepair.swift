import ForkedJSON
import ForkedMerge
import ForkedSchema

/// Gives the elements of ordered lists positions that match their order, in one pass over a document.
struct ListRepair<Generator: RandomNumberGenerator> {
  var generator: Generator
  private(set) var repairs: [OrderedLists.Repair] = []
  private(set) var listsWithoutIdentities: Set<JSONPointer> = []
  private var pointer = JSONPointer()
  private let lookup = ElementLookup()

  init(generator: Generator) {
    self.generator = generator
  }

  /// Returns the rewriting of a value; nil if it stays as it is.
  /// - Parameter former: the value in the version before.
  mutating func rewrite(
    of value: JSONNode, former: JSONNode?, _ plan: FieldPlan
  ) throws(OrderedLists.Problem) -> JSONRewrite? {
    guard !plan.isSilent, value.kind.isContainer else { return nil }
    let plan = plan.fitting([value])
    if value.kind == .object { return try rewriteMembers(of: value, former: former, plan) }
    let former = FormerElements(former, like: value, plan, lookup)
    var entries = try rewriteElements(of: value, former, plan)
    if let list = OrderedList(value, plan) { try repair(list, value, former, in: &entries) }
    guard entries.contains(where: { $0 != nil }) else { return nil }
    return .array(
      like: value, zip(value.elements, entries).map { .element($1 ?? .keep($0)) })
  }

  private mutating func rewriteMembers(
    of object: JSONNode, former: JSONNode?, _ plan: FieldPlan
  ) throws(OrderedLists.Problem) -> JSONRewrite? {
    var table = JSONMemberCursor(former)
    var entries: [JSONRewrite.Entry] = []
    var isChanged = false
    for member in object.members {
      let rewrite = try below(member.key.string ?? "") { (walk) throws(OrderedLists.Problem) in
        try walk.rewrite(
          of: member.value, former: table.value(member.key), plan.member(member.key))
      }
      isChanged = isChanged || rewrite != nil
      entries.append(.member(key: member.key, rewrite ?? .keep(member.value)))
    }
    return isChanged ? .object(like: object, entries) : nil
  }

  private mutating func rewriteElements(
    of array: JSONNode, _ former: FormerElements, _ plan: FieldPlan
  ) throws(OrderedLists.Problem) -> [JSONRewrite?] {
    var rewrites = [JSONRewrite?](repeating: nil, count: array.count)
    for (index, element) in array.elements.enumerated() {
      let plan = plan.element(at: index)
      guard !plan.isSilent, element.kind.isContainer else { continue }
      rewrites[index] = try below(JSONString(arrayIndex: index)) {
        (walk) throws(OrderedLists.Problem) in
        try walk.rewrite(of: element, former: former.element(like: element, at: index), plan)
      }
    }
    return rewrites
  }

  // MARK: - One list

  private mutating func repair(
    _ list: OrderedList, _ array: JSONNode, _ former: FormerElements,
    in rewrites: inout [JSONRewrite?]
  ) throws(OrderedLists.Problem) {
    if let index = list.firstNoObject {
      throw OrderedLists.Problem(
        noObject: list.elements[index], at: pointer.appending(index: index))
    }
    if array.bytes != former.array?.bytes,
      ElementsWithoutIdentity(in: list.elements, identity: list.identity).count > 0
    {
      listsWithoutIdentities.insert(pointer)
    }
    if list.firstOutOfOrder == nil { return }
    let known = list.elements.enumerated().map { index, element in
      let before = former.element(like: element, at: index)?.listPosition(list.name, in: list.range)
      return KnownPosition(list.positions[index] ?? before, former: before)
    }
    let positions = list.range.arranged(known, ties: list.precedes, using: &generator)
    var repair = OrderedLists.Repair(pointer: pointer)
    let writing = PositionWriting(list.name, in: [array, former.array])
    for (index, drawn) in positions.enumerated() {
      let element = list.elements[index]
      guard let placed = writing.placed(rewrites[index] ?? .keep(element), of: element, at: drawn)
      else { continue }
      rewrites[index] = placed
      if known[index].former == drawn {
        repair.restored += 1
      } else if list.positions[index] == nil {
        repair.drawn += 1
      } else {
        repair.changed += 1
      }
    }
    if repair != OrderedLists.Repair(pointer: pointer) { repairs.append(repair) }
  }

  private mutating func below<Result>(
    _ token: JSONString, _ body: (inout Self) throws(OrderedLists.Problem) -> Result
  ) throws(OrderedLists.Problem) -> Result {
    pointer.tokens.append(token)
    defer { pointer.tokens.removeLast() }
    return try body(&self)
  }
}

extension OrderedLists.Problem {
  init(noObject element: JSONNode, at pointer: JSONPointer) {
    self.init(
      kind: .noObject, pointer: pointer, position: element.document.position(of: element),
      message: "an element of an ordered list must be an object, not \(element.kind.words)")
  }
}

extension JSONKind {
  var words: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .true, .false: "true or false"
    case .null: "null"
    }
  }
}

/// The elements of the version before, found by their ids if they have some, else by their indices.
private struct FormerElements {
  let array: JSONNode?
  /// The pointers to the parts of an id; nil if elements have none.
  private let identity: [JSONPointer]?
  private let lookup: ElementLookup

  init(_ former: JSONNode?, like value: JSONNode, _ plan: FieldPlan, _ lookup: ElementLookup) {
    array = former?.kind == .array ? former : nil
    let goesByID = plan.strategy?.goesByID ?? false
    identity = goesByID ? plan.listIdentity(of: [value, array].compactMap { $0 }) : nil
    self.lookup = lookup
  }

  func element(like element: JSONNode, at place: Int) -> JSONNode? {
    guard let array else { return nil }
    guard let identity else { return array.elements.dropFirst(place).first { _ in true } }
    return element.idParts(at: identity).flatMap {
      lookup.element(of: array, with: $0, at: identity)
    }
  }
}
