public import ForkedJSON

/// The members that identify an array's elements where no schema says which: the one rule that merging,
/// showing and drafting schemas share.
public enum UsualIdentity {
  /// In the order in which they are looked for.
  public static let keys: [JSONString] = ["id", "_id", "uuid", "key", "name"]

  /// The first usual key that identifies the elements of every one of these arrays.
  ///
  /// All elements must be objects with a string, number, true or false under the key, which no other element
  /// of the same array has. Arrays without elements are no obstacle; nil where all are empty.
  /// O(elements and their members), in expectation.
  public static func inferred(in arrays: [[JSONNode]]) -> JSONString? {
    guard arrays.contains(where: { !$0.isEmpty }),
      arrays.allSatisfy({ $0.allSatisfy { $0.kind == .object } })
    else { return nil }
    return keys.first { identifies($0, arrays) }
  }

  private static func identifies(_ key: JSONString, _ arrays: [[JSONNode]]) -> Bool {
    var numbers = JSONValueNumbers(capacity: arrays[0].count)
    var lastArray: [Int] = []
    for (place, elements) in arrays.enumerated() {
      for element in elements {
        guard let id = element[key], isScalar(id) else { return false }
        let number = numbers.number(of: id)
        if number == lastArray.count { lastArray.append(-1) }
        guard lastArray[number] != place else { return false }
        lastArray[number] = place
      }
    }
    return true
  }

  private static func isScalar(_ node: JSONNode) -> Bool {
    switch node.kind {
    case .string, .number, .true, .false: true
    case .object, .array, .null: false
    }
  }
}
