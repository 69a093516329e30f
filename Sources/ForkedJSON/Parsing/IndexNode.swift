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
  private(set) var start: UInt32
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

  /// Returns the same node, this many bytes further on.
  func shifted(by distance: Int) -> PackedNode {
    var node = self
    node.start = UInt32(truncatingIfNeeded: Int(start) + distance)
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
  private(set) var extents: [NodeExtent]

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
  /// Returns the index of the last node that begins at an offset or before it; nil if there is none.
  /// - Complexity: O(log of the number of nodes).
  func lastNode(startingUpTo offset: Int) -> Int? {
    let next = nodes.partitionPoint { Int($0.start) <= offset }
    return next > 0 ? next - 1 : nil
  }

  /// Returns the index of the text in which a scalar has another spelling, so that all later bytes have moved.
  /// - Complexity: O(nodes), without reading the text.
  func replacing(_ index: Int, by scalar: PackedNode, shift: Int) -> NodeIndex {
    var changed = self
    changed.nodes[index] = scalar
    guard shift != 0 else { return changed }
    for later in (index + 1)..<nodes.count {
      changed.nodes[later] = nodes[later].shifted(by: shift)
    }
    for place in extents.indices where extents[place].end > scalar.start {
      changed.extents[place].end = UInt32(truncatingIfNeeded: Int(extents[place].end) + shift)
    }
    return changed
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
