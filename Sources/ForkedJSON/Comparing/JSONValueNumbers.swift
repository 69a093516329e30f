/// Equal integers for equal values, from 0 on in the order in which values are first asked for.
///
/// Versions of one list mostly have their values in the same order, so the value numbered after the last one
/// asked for is tried first, and a table is searched only where that guess fails.
public struct JSONValueNumbers: Sendable {
  /// The first value of each number.
  public private(set) var values: [JSONNode] = []
  private var places: HashedPlaces
  private var last = -1

  /// - Parameter capacity: how many different values are expected.
  public init(capacity: Int = 0) {
    values.reserveCapacity(capacity)
    places = HashedPlaces(capacity: capacity)
  }

  /// The number of values so far.
  public var count: Int { values.count }

  /// The number of that value, a new one if it is new. Complexity: O(bytes of the value) in expectation.
  public mutating func number(of value: JSONNode) -> Int {
    let next = last + 1
    last = next < values.count && values[next].hasSameBytes(as: value) ? next : search(value)
    return last
  }

  /// The number of a member's value; nil where `object` is no object, or has no scalar other than null under the key.
  /// Complexity: O(members, and bytes of the value) in expectation.
  public mutating func number(of key: JSONString, in object: JSONNode) -> Int? {
    guard let place = object.indexOfKey(key) else { return nil }
    switch object.document.nodes.kind(at: place + 1) {
    case .object, .array, .null: return nil
    case .string, .number, .true, .false:
      return number(of: JSONNode(document: object.document, index: place + 1))
    }
  }

  private mutating func search(_ value: JSONNode) -> Int {
    let hash = value.document.valueHash(at: value.index)
    let known = places.insert(values.count, hash: hash) { values[$0] == value }
    if let known { return known }
    values.append(value)
    return values.count - 1
  }
}
