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
    return keys.first { key in arrays.allSatisfy { identifies(key, $0) } }
  }

  private static func identifies(_ key: JSONString, _ elements: [JSONNode]) -> Bool {
    var seen = Set<JSONNode>(minimumCapacity: elements.count)
    return elements.allSatisfy { element in
      guard let id = element[key], isScalar(id) else { return false }
      return seen.insert(id).inserted
    }
  }

  private static func isScalar(_ node: JSONNode) -> Bool {
    switch node.kind {
    case .string, .number, .true, .false: true
    case .object, .array, .null: false
    }
  }
}
