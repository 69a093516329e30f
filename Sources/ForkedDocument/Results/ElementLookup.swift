import ForkedJSON

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
