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
  /// The steps to its other places, in versions that don't have it at this one because it was moved.
  public var otherPlaces: [[Step]]

  /// Creates a path of these steps; no steps mean the whole document.
  public init(_ steps: [Step] = [], aspect: Aspect = .value, otherPlaces: [[Step]] = []) {
    self.steps = steps
    self.aspect = aspect
    self.otherPlaces = otherPlaces
  }

  /// Returns the value at this path below `root`; nil if there is none.
  /// - Parameter lookup: finds elements faster when many paths are looked up in the same documents.
  /// - Complexity: O(members passed).
  public func value(in root: JSONNode?, by lookup: ElementLookup? = nil) -> JSONNode? {
    guard let root else { return nil }
    func value(at steps: [Step]) -> JSONNode? {
      var place = root
      for step in steps {
        guard let next = step.value(in: place, by: lookup) else { return nil }
        place = next
      }
      return place
    }
    return value(at: steps) ?? otherPlaces.lazy.compactMap(value).first
  }

  /// Returns the pointer to the property in a document, or to the member that it would be.
  ///
  /// - Parameter lookup: finds elements faster when many paths are looked up in the same documents.
  /// - Returns: nil if the path leads nowhere there, or by an index, which may name another element.
  /// - Complexity: O(members and elements passed).
  public func pointer(in root: JSONNode, by lookup: ElementLookup? = nil) -> JSONPointer? {
    var (tokens, place) = ([JSONString](), Optional(root))
    for step in steps {
      guard let here = place, let next = step.part(of: here, by: lookup) else { return nil }
      tokens.append(next.token)
      place = next.value
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
    case .key(let key): return lookup.map { $0.member(of: node, key) } ?? node[key]
    case .index(let index): return node.elements.dropFirst(index).first { _ in true }
    case .element(let identity, let id):
      if let lookup { return lookup.element(of: node, with: id, at: identity) }
      return node.elements.first { $0.hasIdentity(id, at: identity) }
    }
  }

  /// Returns the token that leads one step below `node`, and the value there; nil if the step does not fit it, or is an
  /// index.
  fileprivate func part(
    of node: JSONNode, by lookup: ElementLookup?
  ) -> (token: JSONString, value: JSONNode?)? {
    switch self {
    case .key(let key):
      return node.kind == .object ? (key, value(in: node, by: lookup)) : nil
    case .index: return nil
    case .element(let identity, let id):
      let found = (lookup ?? ElementLookup()).place(of: node, with: id, at: identity)
      return found.map { (JSONString(arrayIndex: $0.index), $0.element) }
    }
  }
}

extension JSONNode {
  func hasIdentity(_ id: [JSONNode], at identity: [JSONPointer]) -> Bool {
    zip(identity, id).allSatisfy { pointer, part in value(at: pointer) == part }
  }
}

/// A cache that finds members of objects by their keys, and elements of arrays by their ids.
///
/// A container that is searched often is indexed, so that many searches cost as much as a few.
public final class ElementLookup {
  private struct Key: Hashable {
    var array: ContainerLocation
    var identity: [JSONPointer]
  }

  /// An element and its index.
  typealias Place = (index: Int, element: JSONNode)

  private var arrays: [Key: SearchedArray] = [:]
  private var objects: [ContainerLocation: JSONMemberTable] = [:]

  /// Creates an empty cache.
  public init() {}

  /// Forgets all containers, and releases their documents.
  public func forget() { (arrays, objects) = ([:], [:]) }

  /// Returns the first element whose values at `identity` are `id`; nil if there is none.
  ///
  /// - Complexity: O(1) in expectation after the first few searches of an array, which are O(elements).
  func element(of array: JSONNode, with id: [JSONNode], at identity: [JSONPointer]) -> JSONNode? {
    place(of: array, with: id, at: identity)?.element
  }

  /// Returns the same element with its index.
  func place(of array: JSONNode, with id: [JSONNode], at identity: [JSONPointer]) -> Place? {
    let key = Key(array: ContainerLocation(array), identity: identity)
    let searched = arrays[key] ?? SearchedArray(array, identity)
    arrays[key] = searched
    return searched.place(of: id)
  }

  /// The number of members that are searched one by one.
  private static let fewMembers = 32

  /// Returns the value of a member; nil if there is none, or if this is no object.
  ///
  /// - Complexity: O(key) in expectation after the first search of an object, which is O(members).
  func member(of object: JSONNode, _ name: JSONString) -> JSONNode? {
    guard object.kind == .object, object.count > Self.fewMembers else { return object[name] }
    let location = ContainerLocation(object)
    if let known = objects[location] { return known[name]?.value }
    let members = JSONMemberTable(object)
    objects[location] = members
    return members[name]?.value
  }
}

/// An array or object, identified by its document and its offset there.
struct ContainerLocation: Hashable {
  let document: ObjectIdentifier
  let start: Int

  init(_ container: JSONNode) {
    document = ObjectIdentifier(container.document)
    start = container.range.lowerBound
  }
}

/// An array whose elements are found by their ids. It keeps its document alive, and so its location unique.
private final class SearchedArray {
  /// The number of searches that cost less than an index.
  private static let fewSearches = 4

  private let array: JSONNode
  private let identity: [JSONPointer]
  private var searches = 0
  /// The first element with each id.
  private lazy var elements = Dictionary(
    array.elements.enumerated().map { index, element in
      (identity.map { element.value(at: $0) }, (index: index, element: element))
    }, uniquingKeysWith: { first, _ in first })

  init(_ array: JSONNode, _ identity: [JSONPointer]) {
    self.array = array
    self.identity = identity
  }

  func place(of id: [JSONNode]) -> ElementLookup.Place? {
    searches += 1
    guard searches <= Self.fewSearches else { return elements[id] }
    return array.elements.enumerated().first { $0.element.hasIdentity(id, at: identity) }
      .map { ($0.offset, $0.element) }
  }
}
