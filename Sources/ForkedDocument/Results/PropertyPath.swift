public import ForkedJSON

/// Where a property stands, in a way that survives moves: array elements are named by their identity
/// where they have one, so the same path finds the same thing in every version of a document.
public struct PropertyPath: Hashable, Sendable {
  /// One step down.
  public enum Step: Hashable, Sendable {
    /// Into a member of an object.
    case key(JSONString)
    /// Into an element of an array that has no identity.
    case index(Int)
    /// Into the element whose parts at `identity` (relative pointers) have these values.
    case element(identity: [JSONPointer], id: [JSONNode])
  }

  /// What of the place is meant.
  public enum Aspect: Hashable, Sendable {
    /// Its value.
    case value
    /// The order of its elements, told apart by the parts at `identity`.
    case order(identity: [JSONPointer])
  }

  /// The steps from the root.
  public var steps: [Step]
  /// What of the place is meant.
  public var aspect: Aspect

  /// The path that takes these steps; no steps mean the whole document.
  public init(_ steps: [Step] = [], aspect: Aspect = .value) {
    self.steps = steps
    self.aspect = aspect
  }

  /// The value at this path below `root`; nil where there is none. O(members passed).
  /// - Parameter lookup: finds elements for whoever asks about many paths in the same documents.
  public func value(in root: JSONNode?, by lookup: ElementLookup? = nil) -> JSONNode? {
    var place = root
    for step in steps {
      guard let here = place else { return nil }
      place = step.value(in: here, by: lookup)
    }
    return place
  }

  /// True if two versions of a document hold the same here, an absent value being a value too.
  /// O(size of the values).
  /// - Parameter lookup: finds elements for whoever asks about many paths in the same documents.
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
  /// The value one step below `node`.
  func value(in node: JSONNode, by lookup: ElementLookup? = nil) -> JSONNode? {
    switch self {
    case .key(let key): return node[key]
    case .index(let index): return node.elements.dropFirst(index).first { _ in true }
    case .element(let identity, let id):
      if let lookup { return lookup.element(of: node, with: id, at: identity) }
      return node.elements.first { $0.hasIdentity(id, at: identity) }
    }
  }
}

extension JSONNode {
  func hasIdentity(_ id: [JSONNode], at identity: [JSONPointer]) -> Bool {
    zip(identity, id).allSatisfy { pointer, part in value(at: pointer) == part }
  }
}

/// Finds elements of arrays by their ids: an array that is searched again and again is indexed, so that many searches
/// cost what a few do.
public final class ElementLookup {
  private struct Key: Hashable {
    var document: ObjectIdentifier
    var place: Int
    var identity: [JSONPointer]
  }

  private struct Array {
    /// Also keeps the document, and so the key, what they are.
    var node: JSONNode
    var searches = 0
    /// For each id the first element that has it, once it was worth while.
    var elements: [[JSONNode]: JSONNode]?
  }

  /// So many searches through an array cost less than its index.
  private static let fewSearches = 4

  private var known: [Key: Array] = [:]

  /// Knows nothing yet.
  public init() {}

  /// Forgets all arrays, and with them their documents.
  public func forget() { known = [:] }

  /// The first element whose parts at `identity` have these values; nil where there is none.
  /// Complexity: O(1) in expectation after the first few searches of an array, which are O(elements).
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
