import ForkedJSON
import ForkedMerge
import ForkedSchema

/// The rule by which the elements of an array are found in other versions of it.
enum ElementNaming: Hashable, Sendable {
  /// By their ids, the values at these pointers.
  case identity([JSONPointer])
  /// By their indices: arrays of numbers are tuples rather than lists.
  case place
  /// By their values; equal ones by the number of equal elements before them.
  case value

  /// Chooses the rule that fits the elements of one version.
  init(of elements: [JSONNode], plan: FieldPlan) {
    if let parts = Self.identity(of: elements, plan: plan) {
      self = .identity(parts)
    } else if elements.allSatisfy({ $0.kind == .number }), plan.strategy != .setMerge {
      self = .place
    } else {
      self = .value
    }
  }

  private static func identity(of elements: [JSONNode], plan: FieldPlan) -> [JSONPointer]? {
    if plan.strategy == .setMerge || plan.strategy == .arrayMerge { return nil }
    guard !plan.identity.isEmpty else {
      return UsualIdentity.inferred(in: [elements]).map { [JSONPointer([$0])] }
    }
    var known = Set<[JSONNode]>(minimumCapacity: elements.count)
    let areApart = elements.allSatisfy { element in
      let id = plan.identity.compactMap { element.value(at: $0) }
      return id.count == plan.identity.count && known.insert(id).inserted
    }
    return areApart ? plan.identity : nil
  }
}

/// The name of an array's element by one of these rules.
enum ElementName: Hashable, Sendable {
  case identity([JSONNode?])
  case place(Int)
  case value(JSONNode, occurrence: Int)
}

extension ElementNaming {
  /// Returns the names of elements, in their order.
  /// - Complexity: O(elements and their ids or values).
  func names(of elements: some Sequence<JSONNode>) -> [ElementName] {
    switch self {
    case .identity(let parts):
      return elements.map { element in .identity(parts.map { element.value(at: $0) }) }
    case .place: return elements.enumerated().map { .place($0.offset) }
    case .value:
      var counts: [JSONNode: Int] = [:]
      return elements.map { element in
        let occurrence = counts[element, default: 0]
        counts[element] = occurrence + 1
        return .value(element, occurrence: occurrence)
      }
    }
  }

  /// Returns the elements of an array by name, the first of those with one name; empty for any other value.
  func table(of array: JSONNode?) -> [ElementName: JSONNode] {
    guard let elements = array?.elements else { return [:] }
    return Dictionary(zip(names(of: elements), elements), uniquingKeysWith: { first, _ in first })
  }

  /// True if an element is known to have a name, without a look at the elements before it.
  fileprivate func isKnown(_ name: ElementName, of element: JSONNode, at place: Int) -> Bool {
    switch (self, name) {
    case (.identity(let parts), .identity(let id)):
      parts.count == id.count && zip(parts, id).allSatisfy { element.value(at: $0) == $1 }
    case (.place, .place(place)): true
    default: false
    }
  }
}

/// A cursor over the elements of an array, which are mostly asked for in their order: then it needs no table.
struct ElementCursor {
  private let array: JSONNode?
  private let naming: ElementNaming
  private var rest: JSONElements.Iterator?
  private var place = 0
  private var table: [ElementName: JSONNode]?

  /// Creates a cursor before the first element; nil and values other than arrays have no elements.
  init(_ array: JSONNode?, _ naming: ElementNaming) {
    self.array = array
    self.naming = naming
    rest = array?.elements.makeIterator()
  }

  /// Returns the first element with a name; nil if there is none. No name is asked for twice.
  /// - Complexity: O(name) on average.
  mutating func element(_ name: ElementName) -> JSONNode? {
    if let table { return table[name] }
    // The elements before have the names that were asked for, so the name is none of theirs.
    guard let next = rest?.next() else { return nil }
    if naming.isKnown(name, of: next, at: place) {
      place += 1
      return next
    }
    let table = naming.table(of: array)
    self.table = table
    return table[name]
  }
}
