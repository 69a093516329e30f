public import ForkedJSON

/// The members that identify an array's elements if no schema declares an id.
///
/// Merging, describing and drafting schemas share this rule.
public enum UsualIdentity {
  /// The names of these members, in the order in which they are tried.
  public static let keys: [JSONString] = ["id", "_id", "uuid", "key", "name"]

  /// The elements of several arrays, numbered by ids that are unique in each array.
  public struct Numbering: Sendable {
    /// The member that holds the ids.
    public let key: JSONString
    /// The ids, by number.
    public fileprivate(set) var ids: JSONValueNumbers
    /// The numbers of the ids of each array's elements, in order.
    public fileprivate(set) var numbers: [[Int]] = []
  }

  /// Returns the first usual key that identifies the elements of every one of these arrays.
  ///
  /// All elements must be objects with a string, number, true or false under the key, which must be unique in the
  /// array. Empty arrays are ignored; nil if all are empty.
  /// - Complexity: O(elements and their members), in expectation.
  public static func inferred(in arrays: [[JSONNode]]) -> JSONString? {
    firstNumbering(of: arrays)?.key
  }

  /// Returns the elements of these arrays, numbered by the first usual key that identifies them; nil if none does.
  public static func numbering(of arrays: [JSONElementList]) -> Numbering? {
    firstNumbering(of: arrays)
  }

  /// Returns the elements of these arrays, numbered by that key; nil if it does not identify them.
  public static func numbering(of arrays: [JSONElementList], under key: JSONString) -> Numbering? {
    numbering(of: arrays, by: key)
  }

  private static func firstNumbering(
    of arrays: [some RandomAccessCollection<JSONNode>]
  ) -> Numbering? {
    guard arrays.contains(where: { !$0.isEmpty }) else { return nil }
    for key in keys {
      if let numbering = numbering(of: arrays, by: key) { return numbering }
    }
    return nil
  }

  private static func numbering(
    of arrays: [some RandomAccessCollection<JSONNode>], by key: JSONString
  ) -> Numbering? {
    var result = Numbering(key: key, ids: JSONValueNumbers(capacity: arrays[0].count))
    var lastArray: [Int] = []
    for (place, elements) in arrays.enumerated() {
      var numbers: [Int] = []
      numbers.reserveCapacity(elements.count)
      for element in elements {
        guard let number = result.ids.number(of: key, in: element) else { return nil }
        if number == lastArray.count { lastArray.append(-1) }
        guard lastArray[number] != place else { return nil }
        lastArray[number] = place
        numbers.append(number)
      }
      result.numbers.append(numbers)
    }
    return result
  }
}
