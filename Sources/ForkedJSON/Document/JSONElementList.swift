/// The elements of an array, each found in constant time.
///
/// It holds one reference to the document, where an array of values holds one for each.
public struct JSONElementList: RandomAccessCollection, Sendable {
  private let document: JSONDocument
  private let nodes: [UInt32]

  /// The elements of that array; none for anything else. Complexity: O(elements).
  public init(_ array: JSONNode) {
    document = array.document
    var nodes: [UInt32] = []
    if array.kind == .array {
      nodes.reserveCapacity(array.count)
      var node = array.index + 1
      let end = document.nodes.next(after: array.index)
      while node < end {
        nodes.append(UInt32(truncatingIfNeeded: node))
        node = document.nodes.next(after: node)
      }
    }
    self.nodes = nodes
  }

  /// The first place: 0.
  public var startIndex: Int { 0 }

  /// The place behind the last element: their number.
  public var endIndex: Int { nodes.count }

  /// The element at that place, which must be one of the list's.
  public subscript(place: Int) -> JSONNode {
    JSONNode(document: document, index: Int(nodes[place]))
  }

  /// The place of an element; nil for a value that is none of them. O(log elements).
  public func place(of element: JSONNode) -> Int? {
    guard element.document === document else { return nil }
    var (low, high) = (0, nodes.count)
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle] < element.index { low = middle + 1 } else { high = middle }
    }
    return low < nodes.count && nodes[low] == element.index ? low : nil
  }

  /// True if the elements at two places have the same bytes: a cheap sufficient test of equality.
  /// Complexity: O(bytes) where they are equally many, else O(1); no node is made.
  public func hasSameBytes(
    at place: Int, as other: JSONElementList, at otherPlace: Int, by comparison: JSONByteComparison
  ) -> Bool {
    comparison.haveSameBytes(
      document, document.nodes.range(at: Int(nodes[place])), other.document,
      other.document.nodes.range(at: Int(other.nodes[otherPlace])))
  }
}
