public import ForkedJSON
import ForkedMerge
public import ForkedSchema

/// The ordered lists of a document (`orderedMerge`).
///
/// Each element of such an array has an integer position, and the positions ascend.
public enum OrderedLists {
  /// The repair of one list.
  public struct Repair: Hashable, Sendable {
    /// The array.
    public var pointer: JSONPointer
    /// The number of elements that had no valid position and got a new one.
    public var drawn = 0
    /// The number of elements whose position was replaced.
    public var changed = 0
    /// The number of elements that got back their position of the former version.
    public var restored = 0
  }

  /// A document in which all positions match the order of the elements.
  public struct Repaired: Sendable {
    /// The document.
    public var bytes: [UInt8]
    /// The repairs; empty if the document is unchanged.
    public var repairs: [Repair] = []
    /// The lists, changed since the former version, with elements that have no id of their own.
    ///
    /// New positions don't repair that.
    public var listsWithoutIdentities: Set<JSONPointer> = []
  }

  /// A defect of an ordered list.
  public struct Problem: Error, Hashable, Sendable {
    /// The kind of defect.
    public enum Kind: Sendable {
      /// An element is not an object.
      case noObject
      /// Elements have no id, or share one: merges treat them as values.
      case noIdentity
      /// Positions don't match the order of the elements: new positions repair that.
      case noOrder
    }

    /// The kind of defect.
    public var kind: Kind
    /// The pointer to the array, the element or its position.
    public var pointer: JSONPointer
    /// The line and column of that value in the document.
    public var position: TextPosition
    /// The description of the defect, without a full stop.
    public var message: String
  }

  /// Returns the document with positions that match the order of the elements, replacing as few positions as possible.
  ///
  /// An element keeps its position if the order of the elements allows it. An element without a valid position (it is
  /// missing, no integer, or beyond ±(2^53 - 1)) gets that of the former version, or a new one. All other bytes stay as
  /// they are.
  ///
  /// - Parameters:
  ///   - document: the document, with the elements of its lists in the wanted order.
  ///   - former: the version before; nil if there is none.
  ///   - plan: the plan that tells which arrays are ordered lists.
  ///   - generator: the source of randomness for new positions.
  /// - Throws: ``Problem`` if a list has an element that is not an object; `JSONSyntaxError` if the result exceeds a
  ///   limit.
  /// - Complexity: O(bytes), and O(n log n) for a list of n elements.
  public static func repaired(
    _ document: JSONDocument, since former: JSONDocument?, plan: FieldPlan,
    using generator: inout some RandomNumberGenerator
  ) throws -> Repaired {
    guard plan.mayHoldOrderedList else { return Repaired(bytes: document.file) }
    var repair = ListRepair(generator: generator)
    let rewrite = try repair.rewrite(of: document.root, former: former?.root, plan)
    generator = repair.generator
    return Repaired(
      bytes: try rewrite.map { try document.rewrittenFile($0) } ?? document.file,
      repairs: repair.repairs,
      listsWithoutIdentities: repair.listsWithoutIdentities)
  }

  /// Returns the defects of a document's ordered lists, the first of each kind for each list.
  /// - Complexity: O(bytes).
  public static func problems(in document: JSONDocument, plan: FieldPlan) -> [Problem] {
    guard plan.mayHoldOrderedList else { return [] }
    var check = ListCheck(document: document)
    check.check(document.root, plan)
    return check.problems
  }

  /// Returns true if the value at a pointer is the position of an element of an ordered list.
  /// - Complexity: O(bytes on the way).
  public static func isPosition(
    _ pointer: JSONPointer, in document: JSONDocument, plan: FieldPlan
  ) -> Bool {
    guard plan.mayHoldOrderedList, let name = pointer.tokens.last, let list = pointer.parent?.parent
    else { return false }
    var (value, plan) = (document.root, plan.fitting([document.root]))
    for token in list.tokens {
      guard let part = value.value(at: JSONPointer([token])) else { return false }
      plan =
        value.kind == .array
        ? plan.element(at: Int(token.description) ?? 0) : plan.property(token)
      value = part
      plan = plan.fitting([part])
    }
    return plan.listPosition(in: value) == name
  }
}

extension PositionRange {
  /// Returns the range of the positions of elements with such ids: the integers that JavaScript and jq keep exact.
  ///
  /// A list that a Swift program keeps (`Ordered`, with the item beside its position) has the whole range of `Int`.
  static func ofList(_ identity: [JSONPointer]) -> PositionRange {
    identity.first?.tokens.first == "item" ? .all : .documents
  }
}

extension FieldPlan {
  /// Returns the pointers to the parts of the ids of an ordered list's elements.
  func listIdentity(of arrays: [JSONNode]) -> [JSONPointer] {
    if !identity.isEmpty { return identity }
    let inferred = UsualIdentity.inferred(in: arrays.map { Array($0.elements) })
    return [JSONPointer([inferred ?? "id"])]
  }

  /// Returns the name of the member that holds positions; nil if the value is no ordered list.
  func listPosition(in value: JSONNode) -> JSONString? {
    guard value.kind == .array, strategy?.goesByPosition ?? false else { return nil }
    return position ?? "position"
  }
}

/// An ordered list in one version of a document.
struct OrderedList {
  /// The name of the member that holds positions.
  let name: JSONString
  let elements: [JSONNode]
  let identity: [JSONPointer]
  /// The position of each element; nil if it has no valid one.
  let positions: [Int?]

  /// Nil if the value is no ordered list.
  init?(_ value: JSONNode, _ plan: FieldPlan) {
    guard let name = plan.listPosition(in: value) else { return nil }
    let identity = plan.listIdentity(of: [value])
    self.name = name
    self.identity = identity
    elements = Array(value.elements)
    positions = elements.map { $0.listPosition(name, in: .ofList(identity)) }
  }

  var range: PositionRange { .ofList(identity) }

  /// The index of the first element that is no object.
  var firstNoObject: Int? { elements.firstIndex { $0.kind != .object } }

  /// The index of the first element without a position, or that its position puts before the element before it.
  var firstOutOfOrder: Int? {
    elements.indices.first { index in
      guard let position = positions[index] else { return true }
      guard index > 0, let before = positions[index - 1] else { return false }
      return before > position || before == position && !precedes(index - 1, index)
    }
  }

  /// Returns true if one of two elements, by their indices, comes first where both have one position.
  func precedes(_ one: Int, _ other: Int) -> Bool {
    ListTies(name: name).precedes(
      (elements[one].idParts(at: identity), elements[one]),
      (elements[other].idParts(at: identity), elements[other]))
  }
}

extension JSONNode {
  /// Returns the objects and arrays in a container, with their plans.
  func containers(
    _ plan: FieldPlan
  ) -> [(token: JSONString, value: JSONNode, plan: FieldPlan)] {
    let elements = elements.enumerated().filter { $0.element.kind.isContainer }
    let members = members.filter { $0.value.kind.isContainer }
    return elements.map { (JSONString(arrayIndex: $0), $1, plan.element(at: $0)) }
      + members.map { ($0.key.string ?? "", $0.value, plan.member($0.key)) }
  }

  /// Returns the parts of an element's id; nil if one is missing or null.
  func idParts(at identity: [JSONPointer]) -> [JSONNode]? {
    let parts = identity.compactMap { value(at: $0) }.filter { $0.kind != .null }
    return parts.count == identity.count && !parts.isEmpty ? parts : nil
  }
}

/// The elements of an ordered list without an id of their own: merges treat them as values.
struct ElementsWithoutIdentity {
  /// The index of the first of these elements.
  ///
  /// `twin` is the index of the earlier element with the same id; nil if the element has no id.
  private(set) var first: (index: Int, twin: Int?)?
  /// The number of these elements. Of several elements that share an id, the first is not counted.
  private(set) var count = 0

  /// - Complexity: O(bytes of the ids), in expectation.
  init(in elements: [JSONNode], identity: [JSONPointer]) {
    var ids = IdentityNumbers(identity, capacity: elements.count)
    var places: [Int] = []
    for (index, element) in elements.enumerated() {
      let number = ids.number(of: element)
      if number == places.count {
        places.append(index)
        continue
      }
      if first == nil { first = (index, number.map { places[$0] }) }
      count += 1
    }
  }
}

extension JSONNode {
  /// Returns the position of the element in the member of that name; nil if it is missing or no integer within `Int`.
  ///
  /// The value counts, not the spelling: `3.0` is 3.
  func listPosition(_ name: JSONString) -> Int? {
    guard let value = self[name], value.kind == .number else { return nil }
    return Int(plainDigits: value.bytes) ?? value.number?.int
  }

  /// Returns the position of the element; nil also if it is out of range.
  func listPosition(_ name: JSONString, in range: PositionRange) -> Int? {
    listPosition(name).flatMap { range.limits.contains($0) ? $0 : nil }
  }
}

extension JSONNode {
  /// Returns the parts of an element of an ordered list apart from its position; equal for elements that differ in
  /// nothing else.
  /// - Complexity: O(bytes).
  func parts(apartFrom name: JSONString) -> [[UInt8]] {
    guard kind == .object else { return [canonicalBytes] }
    let members = members.filter { !$0.key.stringEquals(name) }
      .map { $0.key.canonicalBytes + $0.value.canonicalBytes }
    return [[UInt8(ascii: "{")]] + members.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension Int {
  /// Parses an integer of at most 18 digits, the usual case.
  fileprivate init?(plainDigits text: ArraySlice<UInt8>) {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative ? text.dropFirst() : text
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    self = isNegative ? -value : value
  }
}

/// The order of elements of a list that have the same position.
struct ListTies {
  /// The name of the member that holds positions.
  let name: JSONString

  /// Returns true if one element comes first: by the parts of their ids, independent of formatting.
  ///
  /// Elements without an id come after the others, ordered by their other contents. No element precedes an equal one.
  func precedes(
    _ one: (id: [JSONNode]?, element: JSONNode?), _ other: (id: [JSONNode]?, element: JSONNode?)
  ) -> Bool {
    switch (one.id, other.id) {
    case (let id?, let otherID?): return precedes(id, otherID)
    case (.some, nil): return true
    case (nil, .some): return false
    case (nil, nil):
      let parts = one.element?.parts(apartFrom: name) ?? []
      let otherParts = other.element?.parts(apartFrom: name) ?? []
      return parts.lexicographicallyPrecedes(otherParts) { $0.lexicographicallyPrecedes($1) }
    }
  }

  private func precedes(_ one: [JSONNode], _ other: [JSONNode]) -> Bool {
    for (part, otherPart) in zip(one, other) {
      if isLess(part, otherPart) { return true }
      if isLess(otherPart, part) { return false }
    }
    return one.count < other.count
  }

  /// Compares numbers by value, strings by Unicode scalars, and anything else by its canonical bytes.
  private func isLess(_ one: JSONNode, _ other: JSONNode) -> Bool {
    if let one = one.number, let other = other.number { return one < other }
    if let one = one.string, let other = other.string { return one < other }
    return one.canonicalBytes.lexicographicallyPrecedes(other.canonicalBytes)
  }
}
