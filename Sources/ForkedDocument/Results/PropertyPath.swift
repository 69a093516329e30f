public import ForkedJSON

/// The path of a property, which stays the same when array elements are moved.
///
/// Array elements are named by their ids if they have some, so one path finds the same element in every version of a
/// document.
public struct PropertyPath: Hashable, Sendable {
  /// One step down.
  public enum Step: Hashable, Sendable {
    /// Into a member of an object.
    case key(JSONString)
    /// Into an element of an array without an id.
    case index(Int)
    /// Into the element whose values at `identity` (pointers relative to the element) are `id`.
    case element(identity: [JSONPointer], id: [JSONNode])
  }

  /// The aspect of the property that is meant.
  public enum Aspect: Hashable, Sendable {
    /// The value.
    case value
    /// The order of the elements, which are told apart by their values at `identity`.
    case order(identity: [JSONPointer])
  }

  /// The steps from the root.
  public var steps: [Step]
  /// The aspect of the property that is meant.
  public var aspect: Aspect

  /// Creates a path of these steps; no steps mean the whole document.
  public init(_ steps: [Step] = [], aspect: Aspect = .value) {
    self.steps = steps
    self.aspect = aspect
  }

  /// Returns the value at this path below `root`; nil if there is none.
  /// - Parameter lookup: finds elements faster when many paths are looked up in the same documents.
  /// - Complexity: O(members passed).
  public func value(in root: JSONNode?, by lookup: ElementLookup? = nil) -> JSONNode? {
    var place = root
    for step in steps {
      guard let here = place else { return nil }
      place = step.value(in: here, by: lookup)
    }
    return place
  }

  /// Returns the pointer to the property in a document, or to the member that it would be.
  ///
  /// - Returns: nil if the path leads nowhere there, or by an index, which may name another element.
  /// - Complexity: O(members and elements passed).
  public func pointer(in root: JSONNode) -> JSONPointer? {
    var (tokens, place) = ([JSONString](), Optional(root))
    for step in steps {
      guard let here = place, let token = step.token(in: here) else { return nil }
      tokens.append(token)
      place = step.value(in: here)
    }
    return JSONPointer(tokens)
  }

  /// Returns true if two versions of a document have equal values here; two absent values are equal.
  /// - Parameter lookup: finds elements faster when many paths are looked up in the same documents.
  /// - Complexity: O(size of the values).
  public func isSame(
    in one: JSONNode?, and other: JSONNode?, by lookup: ElementLookup? = nil
  ) -> Bool {
    let (a, b) = (value(in: one, by: lookup), value(in: other, by: lookup))
    switch aspect {
    case .value: return a == b
    case .order(let identity): return Self.ids(of: a, by: identity) == Self.ids(of: b, by: identity)
    }
  }

  private static func ids(of array: JSONNode?, by identity: [JSONPointer]) -> [[JSONNode?]]? {
    array?.elements.map { element in identity.map { element.value(at: $0) } }
  }
}

extension PropertyPath.Step {
  /// Returns the value one step below `node`.
  func value(in node: JSONNode, by lookup: ElementLookup? = nil) -> JSONNode? {
    switch self {
    case .key(let key): return node[key]
    case .index(let index): return node.elements.dropFirst(index).first { _ in true }
    case .element(let identity, let id):
      if let lookup { return lookup.element(of: node, with: id, at: identity) }
      return node.elements.first { $0.hasIdentity(id, at: identity) }
    }
  }

  /// Returns the token that leads one step below `node`; nil if the step does not fit it, or is an index.
  fileprivate func token(in node: JSONNode) -> JSONString? {
    switch self {
    case .key(let key): return node.kind == .object ? key : nil
    case .index: return nil
    case .element(let identity, let id):
      let found = node.elements.enumerated().first { $0.element.hasIdentity(id, at: identity) }
      return found.map { JSONString(String($0.offset)) }
    }
  }
}

extension JSONNode {
  func hasIdentity(_ id: [JSONNode], at identity: [JSONPointer]) -> Bool {
    zip(identity, id).allSatisfy { pointer, part in value(at: pointer) == part }
  }
}

/// A cache that finds elements of arrays by their ids.
///
/// An array that is searched often is indexed, so that many searches cost as much as a few.
public final class ElementLookup {
  private struct Key: Hashable {
    var document: ObjectIdentifier
    var place: Int
    var identity: [JSONPointer]
  }

  private struct Array {
    /// The array. It also keeps its document alive, and so the key unique.
    var node: JSONNode
    var searches = 0
    /// The first element with each id; nil until the array has been searched often enough.
    var elements: [[JSONNode]: JSONNode]?
  }

  /// The number of searches through an array that cost less than its index.
  private static let fewSearches = 4

  private var known: [Key: Array] = [:]

  /// Creates an empty cache.
  public init() {}

  /// Forgets all arrays, and releases their documents.
  public func forget() { known = [:] }

  /// Returns the first element whose values at `identity` are `id`; nil if there is none.
  ///
  /// - Complexity: O(1) in expectation after the first few searches of an array, which are O(elements).
  func element(of array: JSONNode, with id: [JSONNode], at identity: [JSONPointer]) -> JSONNode? {
    let key = Key(
      document: ObjectIdentifier(array.document), place: array.range.lowerBound,
      identity: identity)
    var entry = known[key] ?? Array(node: array)
    if let elements = entry.elements { return elements[id] }
    entry.searches += 1
    if entry.searches > Self.fewSearches { entry.elements = Self.index(of: array, by: identity) }
    known[key] = entry
    return entry.elements.map { $0[id] }
      ?? array.elements.first { $0.hasIdentity(id, at: identity) }
  }

  private static func index(
    of array: JSONNode, by identity: [JSONPointer]
  ) -> [[JSONNode]: JSONNode] {
    var elements: [[JSONNode]: JSONNode] = [:]
    for element in array.elements {
      let id = identity.compactMap { element.value(at: $0) }
      if id.count == identity.count, elements[id] == nil { elements[id] = element }
    }
    return elements
  }
}
