/// One value or key of a document, as its index tells it.
struct IndexNode {
  let kind: JSONKind
  /// True if it is a string that isn't spelled as it reads: with a backslash in it, or a repeated key.
  let hasEscapes: Bool
  /// Offset of the first byte.
  let start: UInt32
  /// Offset behind the last byte.
  let end: UInt32
  /// Index of the node behind this one's last descendant.
  let next: UInt32
  /// Number of elements or members.
  let count: Int

  var range: Range<Int> { Int(start)..<Int(end) }
  /// A string without its quotes.
  var content: Range<Int> { Int(start) + 1..<Int(end) - 1 }
}

/// A node in eight bytes: its start, its kind, and its length where that fits and it has no children; else its place
/// in the list of extents.
struct PackedNode: Sendable {
  let start: UInt32
  private var packed: UInt32

  private static let escapesFlag: UInt32 = 1 << 3
  private static let listedFlag: UInt32 = 1 << 4
  private static let shift: UInt32 = 5
  /// Lengths and places are below this.
  static let bound = 1 << 27

  /// A scalar whose length is below the bound.
  @inline(__always)
  init(_ kind: JSONKind, start: Int, length: Int, hasEscapes: Bool) {
    self.start = UInt32(truncatingIfNeeded: start)
    packed =
      UInt32(kind.rawValue) | (hasEscapes ? Self.escapesFlag : 0)
      | UInt32(truncatingIfNeeded: length) << Self.shift
  }

  /// A node whose extent is at that place of the list, below the bound.
  @inline(__always)
  init(_ kind: JSONKind, start: Int, listedAt place: Int, hasEscapes: Bool = false) {
    self.init(kind, start: start, length: place, hasEscapes: hasEscapes)
    packed |= Self.listedFlag
  }

  /// The same node as one that isn't spelled as it reads.
  var withEscapes: PackedNode {
    var node = self
    node.packed |= Self.escapesFlag
    return node
  }

  var kind: JSONKind { JSONKind(rawValue: UInt8(truncatingIfNeeded: packed & 7)) ?? .null }
  var hasEscapes: Bool { packed & Self.escapesFlag != 0 }
  var isListed: Bool { packed & Self.listedFlag != 0 }
  /// Where its extent is listed; else its length.
  var lengthOrPlace: Int { Int(packed >> Self.shift) }

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

/// Where a container ends, or a scalar too long for its node.
struct NodeExtent: Sendable {
  /// Offset behind the last byte.
  var end: UInt32
  /// Index of the node behind the last descendant. While the container is being read: its parent.
  var next: UInt32
  /// Number of children, so far while the container is being read.
  var count: UInt32
}

/// A document's values and keys in the order in which they begin. A member is its key's node followed by its value's.
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

  /// The place of a container, or of a long scalar, in the list of extents; of no use for others.
  @inline(__always)
  func extentPlace(of index: Int) -> Int { nodes[index].lengthOrPlace }

  /// The offsets of a node's bytes.
  @inline(__always)
  func range(at index: Int) -> Range<Int> {
    let node = nodes[index]
    let start = Int(node.start)
    let place = node.lengthOrPlace
    return start..<(node.isListed ? Int(extents[place].end) : start + place)
  }

  /// The index of the node behind the last descendant.
  @inline(__always)
  func next(after index: Int) -> Int {
    let node = nodes[index]
    return node.isListed ? Int(extents[node.lengthOrPlace].next) : index + 1
  }
}

/// How many nodes and extents a text can have. Memory that isn't written to costs nothing, growing an index would cost
/// twice its size.
struct NodeRoom {
  private(set) var nodes: Int
  private(set) var extents: Int

  init(for bytes: [UInt8], limits: JSONLimits) {
    let (openings, others) = Self.counts(in: bytes)
    nodes = min(1 + openings + others, limits.values, PackedNode.bound)
    extents = min(openings, nodes) + bytes.count / PackedNode.bound + 1
  }

  /// Each value or key but the first follows an opening bracket, a comma or a colon.
  private static func counts(in bytes: [UInt8]) -> (openings: Int, others: Int) {
    bytes.withUnsafeBufferPointer { bytes in
      var (openings, others) = (0, 0)
      var position = 0
      while position < bytes.count {
        // Few enough for a byte to count, so that the compiler counts many lanes at once.
        let end = min(position + 192, bytes.count)
        var (fewOpenings, fewOthers): (UInt8, UInt8) = (0, 0)
        while position < end {
          let byte = bytes[position]
          fewOpenings &+= byte | 0x20 == .openBrace ? 1 : 0
          fewOthers &+= byte == .comma || byte == .colon ? 1 : 0
          position &+= 1
        }
        openings &+= Int(fewOpenings)
        others &+= Int(fewOthers)
      }
      return (openings, others)
    }
  }
}
