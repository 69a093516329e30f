import ForkedJSON

/// A table of values that were found for arrays.
///
/// The documents of the arrays must outlive the table.
final class ArrayTable<Value> {
  /// The number of entries that are searched one by one, without a hash table.
  ///
  /// Before Swift makes the first hash table with keys of a type, it searches all conformances of the program. That
  /// takes longer than the rest of a small merge.
  private static var few: Int { 8 }

  private var keys: [[ContainerLocation?]] = []
  private var values: [Value] = []
  private var places: [[ContainerLocation?]: Int] = [:]

  /// Returns the value of these arrays: the known one, or else that of `find`, which is kept.
  /// - Complexity: O(arrays) in expectation, without `find`.
  func value(of arrays: [JSONNode?], find: () -> Value) -> Value {
    let key = arrays.map { $0.map { ContainerLocation($0) } }
    if let place = place(of: key) { return values[place] }
    let value = find()
    add(value, key)
    return value
  }

  private func place(of key: [ContainerLocation?]) -> Int? {
    keys.count > Self.few ? places[key] : keys.firstIndex(of: key)
  }

  private func add(_ value: Value, _ key: [ContainerLocation?]) {
    keys.append(key)
    values.append(value)
    guard keys.count > Self.few else { return }
    for place in places.count..<keys.count { places[keys[place]] = place }
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
