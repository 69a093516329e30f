import CJSONBlocks

/// One value or key of a document, unpacked from its index.
struct IndexNode {
  let kind: JSONKind
  /// True for a string whose bytes differ from its value: it has a backslash, or is a repeated key.
  let hasEscapes: Bool
  /// The offset of the first byte.
  let start: UInt32
  /// The offset after the last byte.
  let end: UInt32
  /// The index of the node after this one's last descendant.
  let next: UInt32
  /// The number of elements or members.
  let count: Int

  var range: Range<Int> { Int(start)..<Int(end) }
  /// The range of a string without its quotes.
  var content: Range<Int> { Int(start) + 1..<Int(end) - 1 }
}

/// A node in eight bytes: its start, its kind, and its length.
///
/// A node with children, or with a length that doesn't fit, has its index in the list of extents in place of the
/// length.
struct PackedNode: Sendable {
  let start: UInt32
  private var packed: UInt32

  private static let escapesFlag: UInt32 = 1 << 3
  private static let listedFlag: UInt32 = 1 << 4
  private static let shift: UInt32 = 5
  /// The upper bound of lengths and indices.
  static let bound = 1 << 27

  /// Creates a scalar whose length is below the bound.
  @inline(__always)
  init(_ kind: JSONKind, start: Int, length: Int, hasEscapes: Bool) {
    self.start = UInt32(truncatingIfNeeded: start)
    packed =
      UInt32(kind.code) | (hasEscapes ? Self.escapesFlag : 0)
      | UInt32(truncatingIfNeeded: length) << Self.shift
  }

  /// Creates a node whose extent has an index below the bound.
  @inline(__always)
  init(_ kind: JSONKind, start: Int, listedAt place: Int, hasEscapes: Bool = false) {
    self.init(kind, start: start, length: place, hasEscapes: hasEscapes)
    packed |= Self.listedFlag
  }

  /// The same node, marked as a string whose bytes differ from its value.
  var withEscapes: PackedNode {
    var node = self
    node.packed |= Self.escapesFlag
    return node
  }

  var kind: JSONKind { JSONKind(rawValue: UInt8(truncatingIfNeeded: packed & 7)) ?? .null }
  var hasEscapes: Bool { packed & Self.escapesFlag != 0 }
  var isListed: Bool { packed & Self.listedFlag != 0 }
  /// The index of the extent if there is one, else the length.
  var lengthOrPlace: Int { Int(packed >> Self.shift) }

  /// Returns the range of the bytes.
  @inline(__always)
  func range(_ extent: () -> NodeExtent) -> Range<Int> {
    let first = Int(start)
    let end = isListed ? Int(extent().end) : first &+ lengthOrPlace
    return Range(uncheckedBounds: (first, end))
  }

  @inline(__always)
  func node(at index: Int, _ extent: @autoclosure () -> NodeExtent) -> IndexNode {
    let extent =
      isListed
      ? extent()
      : NodeExtent(
        end: start + UInt32(truncatingIfNeeded: lengthOrPlace),
        next: UInt32(truncatingIfNeeded: index + 1), count: 0)
    return IndexNode(
      kind: kind, hasEscapes: hasEscapes, start: start, end: extent.end, next: extent.next,
      count: Int(extent.count))
  }
}

/// The end of a container, or of a scalar too long for its node.
struct NodeExtent: Sendable {
  /// The offset after the last byte.
  var end: UInt32
  /// The index of the node after the last descendant; while the container is being read, its parent.
  var next: UInt32
  /// The number of children; while the container is being read, the number so far.
  var count: UInt32
}

/// A document's values and keys in the order of their offsets. A member is the node of its key and that of its value.
struct NodeIndex: Sendable {
  var nodes: [PackedNode]
  let extents: [NodeExtent]

  var indices: Range<Int> { nodes.indices }

  subscript(index: Int) -> IndexNode {
    @inline(__always)
    get {
      let node = nodes[index]
      return node.node(at: index, extents[node.lengthOrPlace])
    }
  }

  @inline(__always)
  func kind(at index: Int) -> JSONKind { nodes[index].kind }

  /// Returns the index in the list of extents of a container or a long scalar; undefined for other nodes.
  @inline(__always)
  func extentPlace(of index: Int) -> Int { nodes[index].lengthOrPlace }

  /// Returns the range of a node's bytes.
  @inline(__always)
  func range(at index: Int) -> Range<Int> {
    let node = nodes[index]
    return node.range { extents[node.lengthOrPlace] }
  }

  /// Returns the index of the node after the last descendant.
  @inline(__always)
  func next(after index: Int) -> Int {
    let node = nodes[index]
    return node.isListed ? Int(extents[node.lengthOrPlace].next) : index + 1
  }
}

extension NodeIndex {
  /// Returns the nodes of a container's elements, or of its members' keys, in order; none for a scalar.
  func children(of container: Int) -> NodeChildren {
    let node = self[container]
    return NodeChildren(
      nodes: self, position: container + 1, end: Int(node.next),
      valueOffset: node.kind == .object ? 1 : 0, underestimatedCount: node.count)
  }

  /// Returns the same nodes as a list.
  func childList(of container: Int) -> [UInt32] {
    children(of: container).map { UInt32(truncatingIfNeeded: $0) }
  }
}

/// The nodes of a container's children. Advancing takes constant time.
struct NodeChildren: Sequence, IteratorProtocol {
  let nodes: NodeIndex
  var position: Int
  let end: Int
  /// The number of nodes from a child to its value: 1 for a key.
  let valueOffset: Int
  let underestimatedCount: Int

  @inline(__always)
  mutating func next() -> Int? {
    guard position < end else { return nil }
    let child = position
    position = nodes.next(after: child + valueOffset)
    return child
  }
}

/// The greatest number of nodes and extents that a text can have.
///
/// Memory that isn't written to costs nothing, while growing an index would cost twice its size.
struct NodeCapacity {
  private(set) var nodes: Int
  private(set) var extents: Int

  init(for bytes: [UInt8], limits: JSONLimits) {
    let (openings, others) = Self.counts(in: bytes)
    nodes = min(1 + openings + others, limits.values, PackedNode.bound)
    extents = min(openings, nodes) + bytes.count / PackedNode.bound + 1
  }

  /// Counts the bytes before values and keys: each of these but the first follows an opening bracket, a comma or a
  /// colon.
  private static func counts(in bytes: [UInt8]) -> (openings: Int, others: Int) {
    bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return (0, 0) }
      let counts = json_count(base, bytes.count)
      return (counts.openings, counts.separators)
    }
  }
}
