/// Integers for values, equal for equal values, from 0 on in the order of their first occurrence.
///
/// Versions of one list mostly have their values in the same order. So the value after the last known one is tried first,
/// and the one after that: a new value may replace it. The table is searched only if these fail.
public struct JSONValueNumbers: Sendable {
  /// The first value with each number.
  public private(set) var values: [JSONNode] = []
  private var places: HashedIndices
  /// The number that is expected next; the count while all values are new.
  private var expected = 0

  /// Creates an empty table.
  /// - Parameter capacity: the expected number of different values.
  public init(capacity: Int = 0) {
    values.reserveCapacity(capacity)
    places = HashedIndices(capacity: capacity)
  }

  /// The number of different values so far.
  public var count: Int { values.count }

  /// Returns the number of a value, which is a new one if the value is new.
  /// - Complexity: O(bytes of the value) in expectation.
  public mutating func number(of value: JSONNode) -> Int {
    let known = count
    let number = expectedNumber(of: value) ?? search(value)
    // A new value stands before the expected one, or in its place.
    if number < known || expected == known { expected = number + 1 }
    return number
  }

  private func expectedNumber(of value: JSONNode) -> Int? {
    (expected..<min(expected + 2, values.count)).first {
      values[$0].hasSameBytes(as: value) && values[$0].repetition == value.repetition
    }
  }

  /// Returns the number of a member's value; nil if `object` is no object, or has no scalar other than null under the
  /// key. - Complexity: O(members, and bytes of the value) in expectation.
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

/// Integers for lists of integers, equal for equal lists, from 0 on in the order of their first occurrence.
public struct ListNumbers: Sendable {
  private var joined: [Int] = []
  /// The end of each list.
  private var ends: [Int] = []
  private var places = HashedIndices(capacity: 0)

  /// Creates an empty table.
  public init() {}

  /// The number of different lists so far.
  public var count: Int { ends.count }

  /// Returns the number of a list, which is a new one if the list is new.
  /// - Complexity: O(its length) in expectation.
  public mutating func number(of list: [Int]) -> Int {
    let hash = list.withUnsafeBytes { ContentHash.of($0) }
    let known = places.insert(ends.count, hash: hash) { place in
      joined[(place > 0 ? ends[place - 1] : 0)..<ends[place]].elementsEqual(list)
    }
    if let known { return known }
    joined += list
    ends.append(joined.count)
    return ends.count - 1
  }
}

/// The exact value of a number literal in its simplest form, equal for equal values, as `1`, `1.0` and `10e-1`.
enum NumberValue: Hashable {
  /// An integer of at most 18 digits, which is always within `Int`.
  case integer(Int)
  /// Any other value.
  case decimal(ExactDecimal)
  /// A value whose exponent is beyond `Int`; two of these are equal if their literals are.
  case literal([UInt8])

  private static let mostDigits = 18

  /// - Parameter literal: a JSON number.
  init(literal: ArraySlice<UInt8>) {
    if let integer = Self.plainInteger(literal) {
      self = .integer(integer)
      return
    }
    guard let decimal = ExactDecimal(literal: literal) else {
      self = .literal(Array(literal))
      return
    }
    if decimal.magnitudeOrder <= Self.mostDigits, let integer = decimal.int {
      self = .integer(integer)
    } else {
      self = .decimal(decimal)
    }
  }

  /// Returns the value of a literal of at most 18 digits without fraction and exponent; nil for any other literal.
  fileprivate static func plainInteger(_ literal: ArraySlice<UInt8>) -> Int? {
    let isNegative = literal.first == .minus
    let digits = isNegative ? literal.dropFirst() : literal
    guard digits.count <= mostDigits else { return nil }
    var value = 0
    for byte in digits {
      guard byte.isDigit else { return nil }
      value = value &* 10 &+ Int(byte &- .zero)
    }
    return isNegative ? -value : value
  }
}

extension JSONNode {
  /// The value of a number of at most 18 digits without fraction and exponent; nil for any other value.
  /// - Complexity: O(1); without allocation.
  public var plainInteger: Int? { kind == .number ? NumberValue.plainInteger(bytes) : nil }
}
