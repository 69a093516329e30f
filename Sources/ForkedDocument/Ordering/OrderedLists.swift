public import ForkedJSON
import ForkedMerge
public import ForkedSchema

/// The ordered lists of a document (`orderedMerge`): arrays whose elements each say where they stand, by integers that
/// ascend.
public enum OrderedLists {
  /// What was put right in one list.
  public struct Mend: Hashable, Sendable {
    /// The array.
    public var pointer: JSONPointer
    /// How many elements had no position that counts, and got one.
    public var drawn = 0
    /// How many elements had another position than they got.
    public var changed = 0
    /// How many elements got the position back that they had in the former version.
    public var restored = 0
  }

  /// A document whose lists say their order.
  public struct Mended: Sendable {
    /// The document.
    public var bytes: [UInt8]
    /// What was put right; nothing where the bytes are those that somebody wrote.
    public var mends: [Mend] = []
    /// The lists, not as they were in the former version, that have elements without an id of their own. Positions
    /// don't put that right.
    public var strays: Set<JSONPointer> = []
  }

  /// What keeps a list from being one, or out of order.
  public struct Problem: Error, Hashable, Sendable {
    /// What sort of thing is wrong.
    public enum Kind: Sendable {
      /// An element is no object.
      case noObject
      /// Elements have no id, or share one: merges take them as values.
      case noIdentity
      /// Positions don't say the order: new ones put that right.
      case noOrder
    }

    /// What sort of thing is wrong.
    public var kind: Kind
    /// The array, the element or its position.
    public var pointer: JSONPointer
    /// Where that begins in the document.
    public var position: TextPosition
    /// What is wrong there, without a full stop.
    public var message: String
  }

  /// The document with positions that say the order in which the elements of its lists stand, changing the fewest.
  ///
  /// An element keeps its position where the elements in their order allow it. One that has none that counts (it is
  /// missing, no integer, or beyond ±(2^53 - 1)) has that of the former version, or a new one. All else stays byte for
  /// byte.
  ///
  /// - Parameters:
  ///   - document: the document, its lists in the order that somebody wants.
  ///   - former: the version before; nil: there is none.
  ///   - plan: says which arrays are lists.
  ///   - generator: draws new positions.
  /// - Throws: ``Problem`` where a list has an element that is no object.
  /// - Complexity: O(bytes), and O(n log n) for a list of n elements.
  public static func mended(
    _ document: JSONDocument, since former: JSONDocument?, plan: FieldPlan,
    using generator: inout some RandomNumberGenerator
  ) throws(Problem) -> Mended {
    guard plan.mayHoldOrderedList else { return Mended(bytes: document.bytes) }
    var mending = ListMending(generator: generator)
    let rewrite = try mending.rewrite(of: document.root, former: former?.root, plan)
    generator = mending.generator
    return Mended(
      bytes: rewrite.map { document.rewritten($0) } ?? document.bytes, mends: mending.mends,
      strays: mending.strays)
  }

  /// What is wrong with the ordered lists of a document, the first thing of each kind for each list. O(bytes).
  public static func problems(in document: JSONDocument, plan: FieldPlan) -> [Problem] {
    guard plan.mayHoldOrderedList else { return [] }
    var check = ListCheck(document: document)
    check.check(document.root, plan)
    return check.problems
  }

  /// True if the value at a pointer says where an element of an ordered list stands. O(bytes on the way).
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
      (value, plan) = (part, plan.fitting([part]))
    }
    return plan.listPosition(in: value) == name
  }
}

extension PositionRange {
  /// What positions are drawn from where elements have such ids: numbers that survive JavaScript and jq. A list that a
  /// Swift program keeps (`Ordered`, the item beside its position) has all of `Int`.
  static func ofList(_ identity: [JSONPointer]) -> PositionRange {
    identity.first?.tokens.first == "item" ? .all : .documents
  }
}

extension FieldPlan {
  /// Pointers to the parts of the ids of an ordered list's elements.
  func listIdentity(of arrays: [JSONNode]) -> [JSONPointer] {
    if !identity.isEmpty { return identity }
    let inferred = UsualIdentity.inferred(in: arrays.map { Array($0.elements) })
    return [JSONPointer([inferred ?? "id"])]
  }

  /// The member that says where an element stands; nil where the value is no ordered list.
  func listPosition(in value: JSONNode) -> JSONString? {
    guard value.kind == .array, strategy == .orderedMerge else { return nil }
    return position ?? "position"
  }
}

extension JSONNode {
  /// The parts of an element's id; nil where one is missing or null.
  func idParts(at identity: [JSONPointer]) -> [JSONNode]? {
    let parts = identity.compactMap { value(at: $0) }.filter { $0.kind != .null }
    return parts.count == identity.count && !parts.isEmpty ? parts : nil
  }
}

/// The elements of an ordered list that no id of their own tells apart: merges take them as values.
struct ListStrays {
  /// The first of them, where it stands, and where the element before it stands that has its id; no twin: it has none.
  private(set) var first: (element: JSONNode, index: Int, twin: Int?)?
  /// How many there are. Of elements that share an id, the first is none.
  private(set) var count = 0

  /// - Complexity: O(bytes of the ids), in expectation.
  init(in array: JSONNode, identity: [JSONPointer]) {
    var ids = IdentityNumbers(identity, capacity: array.count)
    var places: [Int] = []
    for (index, element) in array.elements.enumerated() {
      let number = ids.number(of: element)
      if number == places.count {
        places.append(index)
        continue
      }
      if first == nil { first = (element, index, number.map { places[$0] }) }
      count += 1
    }
  }
}

extension JSONNode {
  /// The number in the member of that name, which says where the element stands in an ordered list; nil where there is
  /// none, or it is no integer that `Int` holds. The value counts, not the spelling: `3.0` is 3.
  func listPosition(_ name: JSONString) -> Int? {
    guard let value = self[name], value.kind == .number else { return nil }
    return Int(plainDigits: value.bytes) ?? value.number?.int
  }

  /// The same; nil for one beyond the range, too.
  func listPosition(_ name: JSONString, in range: PositionRange) -> Int? {
    listPosition(name).flatMap { range.limits.contains($0) ? $0 : nil }
  }
}

extension JSONNode {
  /// What tells an element of an ordered list from others, wherever it says that it stands: equal for elements that are
  /// the same but for that member. O(bytes).
  func parts(apartFrom name: JSONString) -> [[UInt8]] {
    guard kind == .object else { return [canonicalBytes] }
    let members = members.filter { !$0.key.stringEquals(name) }
      .map { $0.key.canonicalBytes + $0.value.canonicalBytes }
    return [[UInt8(ascii: "{")]] + members.sorted { $0.lexicographicallyPrecedes($1) }
  }
}

extension Int {
  /// The integer that at most 18 digits say, as they nearly always do.
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

/// Which of two elements of an ordered list comes first at one position.
struct ListTies {
  /// The member that holds positions.
  let name: JSONString

  /// By the parts of their ids; the order doesn't depend on formatting. Elements without an id come behind the others, by
  /// what else they hold. Nothing precedes its equal.
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

  /// Numbers by value, strings by Unicode scalars, anything else by its canonical bytes.
  private func isLess(_ one: JSONNode, _ other: JSONNode) -> Bool {
    if let one = one.number, let other = other.number { return one < other }
    if let one = one.string, let other = other.string { return one < other }
    return one.canonicalBytes.lexicographicallyPrecedes(other.canonicalBytes)
  }
}
