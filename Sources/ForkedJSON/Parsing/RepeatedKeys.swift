/// The keys of a document that repeat one before them in their object, by index.
struct RepeatedKeys: Sendable {
  /// In ascending order.
  private let indices: [Int]
  /// For each of them, the number of equal keys before it in its object.
  private let repetitions: [Int: Int]

  static let none = RepeatedKeys([:])

  private init(_ repetitions: [Int: Int]) {
    self.repetitions = repetitions
    indices = repetitions.keys.sorted()
  }

  /// The repeated keys of a text. Complexity: O(bytes) in expectation.
  init(in bytes: [UInt8], _ nodes: NodeIndex) {
    var repetitions: [Int: Int] = [:]
    for object in nodes.indices where nodes.kind(at: object) == .object {
      guard nodes[object].count > 1 else { continue }
      var counts: [JSONString: Int] = [:]
      var key = object + 1
      while key < nodes.next(after: object) {
        let string = nodes[key].string(in: bytes)
        if let count = counts[string] { repetitions[key] = count }
        counts[string, default: 0] += 1
        key = nodes.next(after: key + 1)
      }
    }
    self.init(repetitions)
  }

  var isEmpty: Bool { indices.isEmpty }

  /// The number of equal keys before that one in its object.
  subscript(key: Int) -> Int { repetitions[key, default: 0] }

  /// True if one of them is among these nodes. Complexity: O(log of their number).
  func areIn(_ nodes: Range<Int>) -> Bool {
    var (low, high) = (0, indices.count)
    while low < high {
      let middle = (low + high) / 2
      if indices[middle] < nodes.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < indices.count && indices[low] < nodes.upperBound
  }
}

extension NodeIndex {
  /// The index in which the repeated keys are no longer compared by their bytes alone.
  func marking(_ keys: RepeatedKeys) -> NodeIndex {
    var marked = self
    for index in nodes.indices where keys[index] > 0 {
      marked.nodes[index] = nodes[index].withEscapes
    }
    return marked
  }
}
