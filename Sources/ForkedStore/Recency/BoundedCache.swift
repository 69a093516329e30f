/// Values that were made of bytes, as many as fit into a bound. Where one more does not, all others are forgotten.
struct BoundedCache<Key: Hashable, Value> {
  private let capacity: Int
  private var size = 0
  private var known: [Key: Value] = [:]

  /// - Parameter capacity: the number of bytes that values may be made of.
  init(capacity: Int = 32 << 20) {
    self.capacity = capacity
  }

  subscript(key: Key) -> Value? { known[key] }

  /// Adds a value.
  ///
  /// - Parameter size: the number of bytes that it was made of.
  /// - Returns: true if the others were forgotten.
  @discardableResult
  mutating func add(_ value: Value, for key: Key, size added: Int) -> Bool {
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
