/// Reads a JSON text once, from the first byte to the last, and lists its values (RFC 8259).
///
/// It neither recurses nor allocates: while a container is open, its extent's `next` refers to its parent. Before every
/// read of a byte, the offset is compared with `count`, and before every write of a node or an extent, with the
/// capacity. So the raw pointers are safe for any input, and offsets cannot overflow: their checks would be a tenth of
/// the time.
struct IndexBuilder {
  let base: UnsafePointer<UInt8>
  let count: Int
  private let nodes: UnsafeMutablePointer<PackedNode>
  private let capacity: Int
  private let extents: UnsafeMutablePointer<NodeExtent>
  private let extentCapacity: Int
  let limits: JSONLimits
  private let duplicateKeys: JSONDuplicateKeys
  /// The fingerprints of the keys of an object.
  let filter: UnsafeMutablePointer<UInt64>
  private(set) var nodeCount = 0
  private(set) var extentCount = 0
  var position = 0
  private var open = none
  private var openExtent = 0
  private var openIsObject = false
  private var depth = 0
  private(set) var deepest = 0

  static let none = UInt32.max

  struct Failure: Error {
    var reason: JSONSyntaxError.Reason
    var offset: Int
  }

  init(
    text: UnsafeBufferPointer<UInt8>, start: Int, nodes: UnsafeMutableBufferPointer<PackedNode>,
    extents: UnsafeMutableBufferPointer<NodeExtent>, filter: UnsafeMutablePointer<UInt64>,
    limits: JSONLimits, duplicateKeys: JSONDuplicateKeys
  ) throws(Failure) {
    guard let base = text.baseAddress, let first = nodes.baseAddress,
      let firstExtent = extents.baseAddress
    else { throw Failure(reason: .unexpectedEnd(expected: .value), offset: 0) }
    self.base = base
    self.nodes = first
    self.extents = firstExtent
    extentCapacity = extents.count
    self.limits = limits
    self.duplicateKeys = duplicateKeys
    count = text.count
    capacity = nodes.count
    position = start
    self.filter = filter
  }

  /// Reads the whole text and initializes `nodeCount` nodes and `extentCount` extents.
  mutating func run() throws(Failure) {
    skipWhiteSpace()
    repeat {
      while try !readValue() {}
    } while try advanceToNextValue()
  }

  /// Reads a value; returns false if it opened a container, whose first child comes next.
  @inline(__always)
  private mutating func readValue() throws(Failure) -> Bool {
    guard position < count else { throw failure(.unexpectedEnd(expected: .value)) }
    switch base[position] {
    case .quote: try readString()
    case .openBrace: return try readStartOfObject()
    case .openBracket: return try readStartOfArray()
    case .minus, .zero...(.zero + 9): try readNumber()
    case UInt8(ascii: "t"): try readLiteral(.true, "true")
    case UInt8(ascii: "f"): try readLiteral(.false, "false")
    case UInt8(ascii: "n"): try readLiteral(.null, "null")
    default: throw unexpectedByte(expected: openIsEmptyArray ? .valueOrClosingBracket : .value)
    }
    return true
  }

  private var openIsEmptyArray: Bool {
    open != Self.none && !openIsObject && extents[openExtent].count == 0
  }

  private mutating func readStartOfObject() throws(Failure) -> Bool {
    try pushContainer(.object)
    if position < count, base[position] == .closeBrace {
      try popContainer()
      return true
    }
    try readKey(expected: .keyOrClosingBrace)
    return false
  }

  private mutating func readStartOfArray() throws(Failure) -> Bool {
    try pushContainer(.array)
    guard position < count else {
      throw failure(.unexpectedEnd(expected: .valueOrClosingBracket))
    }
    guard base[position] == .closeBracket else { return false }
    try popContainer()
    return true
  }

  @inline(__always)
  private mutating func readKey(expected: JSONSyntaxError.Expectation) throws(Failure) {
    guard position < count else { throw failure(.unexpectedEnd(expected: expected)) }
    guard base[position] == .quote else { throw unexpectedByte(expected: expected) }
    try readString()
    skipWhiteSpace()
    guard position < count else { throw failure(.unexpectedEnd(expected: .colon)) }
    guard base[position] == .colon else { throw unexpectedByte(expected: .colon) }
    position &+= 1
    skipWhiteSpace()
  }

  /// Passes the comma, and the key of a member; returns false at the end of the text.
  @inline(__always)
  private mutating func advanceToNextValue() throws(Failure) -> Bool {
    while open != Self.none {
      extents[openExtent].count &+= 1
      skipWhiteSpace()
      guard position < count else { throw failure(.unexpectedEnd(expected: expectedAfterValue)) }
      let byte = base[position]
      if byte == .comma {
        try readComma()
        return true
      }
      guard byte == (openIsObject ? .closeBrace : .closeBracket) else {
        throw unexpectedByte(expected: expectedAfterValue)
      }
      try popContainer()
    }
    skipWhiteSpace()
    guard position == count else { throw unexpectedByte(expected: .endOfText) }
    return false
  }

  @inline(__always)
  private mutating func readComma() throws(Failure) {
    let comma = position
    position &+= 1
    skipWhiteSpace()
    if position < count, base[position] == (openIsObject ? .closeBrace : .closeBracket) {
      throw failure(.trailingComma, at: comma)
    }
    if openIsObject { try readKey(expected: .key) }
  }

  private var expectedAfterValue: JSONSyntaxError.Expectation {
    openIsObject ? .commaOrClosingBrace : .commaOrClosingBracket
  }

  @inline(__always)
  private mutating func pushContainer(_ kind: JSONKind) throws(Failure) {
    guard depth < limits.depth else { throw failure(.tooDeep(limit: limits.depth)) }
    let index = UInt32(truncatingIfNeeded: nodeCount)
    openExtent = extentCount
    try append(PackedNode(kind, start: position, listedAt: extentCount))
    try append(NodeExtent(end: 0, next: open, count: 0))
    open = index
    openIsObject = kind == .object
    depth &+= 1
    deepest = max(deepest, depth)
    position &+= 1
    skipWhiteSpace()
  }

  @inline(__always)
  private mutating func popContainer() throws(Failure) {
    position &+= 1
    let extent = extents + openExtent
    let parent = extent.pointee.next
    let children = Int(extent.pointee.count)
    extent.pointee.end = UInt32(truncatingIfNeeded: position)
    extent.pointee.next = UInt32(truncatingIfNeeded: nodeCount)
    if openIsObject, children > 1, duplicateKeys == .refused {
      try refuseDuplicateKeys(first: Int(open) &+ 1, count: children)
    }
    depth &-= 1
    open = parent
    guard parent != Self.none else { return openIsObject = false }
    let node = nodes[Int(parent)]
    openIsObject = node.kind == .object
    openExtent = node.lengthOrPlace
  }

  @inline(__always)
  mutating func appendScalar(
    _ kind: JSONKind, start: Int, hasEscapes: Bool = false
  ) throws(Failure) {
    let length = position &- start
    if length < PackedNode.bound {
      try append(PackedNode(kind, start: start, length: length, hasEscapes: hasEscapes))
    } else {
      try appendLongScalar(kind, start: start, hasEscapes: hasEscapes)
    }
  }

  @inline(never)
  private mutating func appendLongScalar(
    _ kind: JSONKind, start: Int, hasEscapes: Bool
  ) throws(Failure) {
    try append(
      PackedNode(kind, start: start, listedAt: extentCount, hasEscapes: hasEscapes))
    try append(
      NodeExtent(
        end: UInt32(truncatingIfNeeded: position), next: UInt32(truncatingIfNeeded: nodeCount),
        count: 0))
  }

  @inline(__always)
  private mutating func append(_ node: PackedNode) throws(Failure) {
    guard nodeCount < capacity else { throw failure(.tooManyValues(limit: capacity)) }
    (nodes + nodeCount).initialize(to: node)
    nodeCount &+= 1
  }

  @inline(__always)
  private mutating func append(_ extent: NodeExtent) throws(Failure) {
    guard extentCount < extentCapacity else { throw failure(.tooManyValues(limit: capacity)) }
    (extents + extentCount).initialize(to: extent)
    extentCount &+= 1
  }

  /// Returns a node that has been read.
  @inline(__always)
  func node(at index: Int) -> IndexNode {
    let node = nodes[index]
    return node.node(at: index, extents[node.lengthOrPlace])
  }

  @inline(__always)
  func hasEscapes(at index: Int) -> Bool { nodes[index].hasEscapes }

  /// Returns the range of the bytes of a node that has been read.
  @inline(__always)
  func range(at index: Int) -> Range<Int> {
    let node = nodes[index]
    return node.range { extents[node.lengthOrPlace] }
  }

  /// Returns the index of the node after the last descendant of one that has been read.
  @inline(__always)
  func next(after index: Int) -> Int {
    let node = nodes[index]
    return node.isListed ? Int(extents[node.lengthOrPlace].next) : index &+ 1
  }

  @inline(never)
  func failure(_ reason: JSONSyntaxError.Reason, at offset: Int? = nil) -> Failure {
    Failure(reason: reason, offset: offset ?? position)
  }

  @inline(never)
  func unexpectedByte(expected: JSONSyntaxError.Expectation) -> Failure {
    let rest = UnsafeBufferPointer(start: base + position, count: min(4, count - position))
    if UTF8Automaton.firstRefused(in: rest) == 0 { return failure(.invalidUTF8) }
    return failure(.unexpectedByte(rest[0], expected: expected))
  }
}
