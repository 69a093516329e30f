/// A cache of values with a limit on their sizes, such as the number of bytes that they were made from. If a value does
/// not fit, all others are removed.
package struct BoundedCache<Key: Hashable, Value> {
  private let capacity: Int
  private var size = 0
  private var known: [Key: Value] = [:]

  /// Creates an empty cache for values whose sizes are at most the capacity, in sum.
  package init(capacity: Int = 32 << 20) {
    self.capacity = capacity
  }

  /// The number of values.
  var count: Int { known.count }

  package subscript(key: Key) -> Value? { known[key] }

  /// Adds a value.
  ///
  /// - Returns: True if the other values were removed.
  @discardableResult
  package mutating func add(_ value: Value, for key: Key, size added: Int) -> Bool {
    let isFull = size + added > capacity
    if isFull {
      known.removeAll(keepingCapacity: true)
      size = 0
    }
    size += added
    known[key] = value
    return isFull
  }
}
