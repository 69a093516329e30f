import Synchronization

/// A parsed JSON text: its unchanged bytes, and an index of its values.
///
/// The parser accepts RFC 8259, with three differences: a key that an object has twice is refused unless it is asked
/// for, a text that exceeds a limit is refused, and a UTF-8 byte order mark at the start is accepted and kept.
public final class JSONDocument: Sendable {
  /// The bytes of the text.
  public let bytes: [UInt8]
  /// The file that the text was made from, if it has another notation.
  let noted: NotedText?
  let nodes: NodeIndex
  /// The number of levels of nesting; 0 for a scalar.
  let depth: Int
  let repeatedKeys: RepeatedKeys
  /// True if an object has a key more than once.
  public let hasDuplicateKeys: Bool
  /// The hashes of containers, by extent: zero if not computed yet; empty before the first one is.
  let containerHashes = Mutex<[UInt64]>([])

  /// Parses a text.
  ///
  /// - Parameter duplicateKeys: the treatment of duplicate keys; a text that has some, and keeps them, is read twice.
  /// - Throws: an error for anything that RFC 8259 forbids, duplicate keys, invalid UTF-8, or an exceeded limit.
  /// - Complexity: O(bytes), with 8 bytes of memory for each value and key and 12 more for each container.
  public convenience init(
    parsing bytes: [UInt8], limits: JSONLimits = .standard,
    duplicateKeys: JSONDuplicateKeys = .refused
  ) throws(JSONSyntaxError) {
    try self.init(parsing: bytes, limits: limits, duplicateKeys: duplicateKeys, noted: nil)
  }

  init(
    parsing bytes: [UInt8], limits: JSONLimits, duplicateKeys: JSONDuplicateKeys,
    noted: NotedText?
  ) throws(JSONSyntaxError) {
    self.bytes = bytes
    self.noted = noted
    do {
      (nodes, depth, repeatedKeys) = try Self.index(of: bytes, limits, keeping: duplicateKeys)
      hasDuplicateKeys = !repeatedKeys.isEmpty
    } catch {
      let position = TextPosition(offset: error.offset, in: bytes)
      throw JSONSyntaxError(reason: error.reason, position: position)
    }
  }

  /// The root value.
  public var root: JSONNode { JSONNode(document: self, index: 0) }

  /// Returns the value or key with that ordinal, which must be one of the root's.
  public func node(at ordinal: Int) -> JSONNode { JSONNode(document: self, index: ordinal) }

  /// Returns the line and column of the file at which a value of this document begins.
  /// - Complexity: O(its offset).
  public func position(of node: JSONNode) -> TextPosition {
    switch noted {
    case .commented(let text):
      TextPosition(offset: Int(text.nodes[node.index].start), in: text.bytes)
    case .lines(let lines):
      lines.position(TextPosition(offset: node.range.lowerBound, in: bytes))
    case nil: TextPosition(offset: node.range.lowerBound, in: bytes)
    }
  }

  private static func index(
    of bytes: [UInt8], _ limits: JSONLimits, keeping duplicateKeys: JSONDuplicateKeys
  ) throws(IndexBuilder.Failure) -> (nodes: NodeIndex, depth: Int, repeatedKeys: RepeatedKeys) {
    do throws(IndexBuilder.Failure) {
      let (nodes, depth) = try index(of: bytes, limits, .refused)
      return (nodes, depth, .none)
    } catch {
      guard duplicateKeys == .kept, case .duplicateKey = error.reason else { throw error }
      let (nodes, depth) = try index(of: bytes, limits, .kept)
      let repeatedKeys = RepeatedKeys(in: bytes, nodes)
      return (nodes.marking(repeatedKeys), depth, repeatedKeys)
    }
  }

  private static func index(
    of bytes: [UInt8], _ limits: JSONLimits, _ duplicateKeys: JSONDuplicateKeys
  ) throws(IndexBuilder.Failure) -> (nodes: NodeIndex, depth: Int) {
    let longest = min(limits.bytes, 1 << 31)
    guard bytes.count <= longest else {
      throw IndexBuilder.Failure(reason: .tooLong(limit: longest), offset: longest)
    }
    let capacity = NodeCapacity(for: bytes, limits: limits)
    var failure: IndexBuilder.Failure?
    var (depth, extents): (Int, [NodeExtent]) = (0, [])
    let nodes = [PackedNode](unsafeUninitializedCapacity: capacity.nodes) { nodes, count in
      extents = [NodeExtent](unsafeUninitializedCapacity: capacity.extents) {
        extents, extentCount in
        do throws(IndexBuilder.Failure) {
          let builder = try built(
            from: bytes, limits, duplicateKeys, .init(rebasing: nodes[..<capacity.nodes]),
            .init(rebasing: extents[..<capacity.extents]))
          count = builder.nodeCount
          extentCount = builder.extentCount
          depth = builder.deepest
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
    return (NodeIndex(nodes: nodes, extents: extents), depth)
  }

  private static func built(
    from bytes: [UInt8], _ limits: JSONLimits, _ duplicateKeys: JSONDuplicateKeys,
    _ nodes: UnsafeMutableBufferPointer<PackedNode>,
    _ extents: UnsafeMutableBufferPointer<NodeExtent>
  ) throws(IndexBuilder.Failure) -> IndexBuilder {
    let filter = UnsafeMutablePointer<UInt64>.allocate(capacity: IndexBuilder.filterWords)
    defer { filter.deallocate() }
    return try bytes.withUnsafeBufferPointer { text throws(IndexBuilder.Failure) in
      var builder = try IndexBuilder(
        text: text, start: bytes.byteOrderMarkLength, nodes: nodes, extents: extents,
        filter: filter, limits: limits, duplicateKeys: duplicateKeys)
      try builder.run()
      return builder
    }
  }
}

/// The treatment of a key that an object has more than once.
public enum JSONDuplicateKeys: Sendable {
  /// The key is an error.
  case refused
  /// Every member is kept.
  ///
  /// Each member of a key but the last gets a key of its own, whose ``JSONNode/string`` is one that no JSON text can
  /// have. So two objects are equal only if they have equal values under each key in the same order, and a look-up by
  /// the key finds the last one, as most readers do.
  case kept
}

/// The limits of a JSON text; a text that exceeds one is refused with the reason.
public struct JSONLimits: Sendable, Hashable {
  /// The greatest number of levels of arrays and objects: `[[1]]` has depth 2.
  public var depth: Int
  /// The greatest length in bytes. Offsets have 32 bits, so more than 2^31 counts as 2^31.
  public var bytes: Int
  /// The greatest number of values and keys together.
  ///
  /// Each takes 8 bytes of index, and a container 20. More than 2^27 counts as 2^27.
  public var values: Int
  /// The greatest number of digits of a number's exponent, without leading zeros.
  public var exponentDigits: Int

  /// The standard limits: depth 512, 1 GiB, 2^27 values and keys, any exponent.
  public static let standard = JSONLimits(depth: 512, bytes: 1 << 30)

  /// Creates limits, by default the standard ones except for the depth.
  public init(
    depth: Int, bytes: Int = 1 << 30, values: Int = 1 << 27, exponentDigits: Int = .max
  ) {
    self.depth = depth
    self.bytes = bytes
    self.values = values
    self.exponentDigits = exponentDigits
  }
}
