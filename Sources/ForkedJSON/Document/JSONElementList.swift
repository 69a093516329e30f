/// The elements of an array with access in constant time.
///
/// It holds one reference to the document, while an array of values holds one for each.
public struct JSONElementList: RandomAccessCollection, Sendable {
  private let document: JSONDocument
  private let nodes: [UInt32]

  /// Lists the elements of an array; none for any other value.
  /// - Complexity: O(elements).
  public init(_ array: JSONNode) {
    document = array.document
    nodes = array.kind == .array ? document.nodes.childList(of: array.index) : []
  }

  /// The first index: 0.
  public var startIndex: Int { 0 }

  /// The number of elements.
  public var endIndex: Int { nodes.count }

  /// The element at an index, which must be valid.
  public subscript(place: Int) -> JSONNode {
    JSONNode(document: document, index: Int(nodes[place]))
  }

  /// True if an element is an array or an object.
  /// - Complexity: O(elements); no node is made.
  public var holdsContainers: Bool {
    nodes.contains { document.nodes.kind(at: Int($0)).isContainer }
  }

  /// Returns the index of an element; nil for any other value.
  /// - Complexity: O(log elements).
  public func place(of element: JSONNode) -> Int? {
    guard element.document === document else { return nil }
    let place = nodes.partitionPoint { $0 < element.index }
    return place < nodes.count && nodes[place] == element.index ? place : nil
  }

  /// Returns true if two elements have the same bytes, a fast test that is sufficient for equality.
  /// - Complexity: O(bytes) if the lengths are equal, else O(1); no node is made.
  public func hasSameBytes(
    at place: Int, as other: JSONElementList, at otherPlace: Int, by comparison: JSONByteComparison
  ) -> Bool {
    comparison.haveSameBytes(
      document, document.nodes.range(at: Int(nodes[place])), other.document,
      other.document.nodes.range(at: Int(other.nodes[otherPlace])))
  }

  /// Returns the places in this list, and in another one, between the elements that both have at the beginning and at the
  /// end with the same bytes.
  /// - Complexity: O(elements, and bytes of those that both have there); no node is made.
  public func ranges(
    differingFrom other: JSONElementList, by comparison: JSONByteComparison
  ) -> (own: Range<Int>, other: Range<Int>) {
    let least = Swift.min(count, other.count)
    let start =
      (0..<least).first { !hasSameBytes(at: $0, as: other, at: $0, by: comparison) } ?? least
    let end =
      (0..<least - start).first {
        !hasSameBytes(at: count - 1 - $0, as: other, at: other.count - 1 - $0, by: comparison)
      } ?? least - start
    return (start..<count - end, start..<other.count - end)
  }
}
