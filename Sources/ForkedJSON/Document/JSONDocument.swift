import Synchronization

/// A parsed JSON text: its bytes as they came, and an index of its values.
///
/// Strict RFC 8259, with two additions to safety and one to tolerance: a key that stands twice in an
/// object is refused unless it is asked for, so is what passes a limit; a UTF-8 byte order mark at the start is
/// accepted and kept.
public final class JSONDocument: Sendable {
  /// The text, as it came.
  public let bytes: [UInt8]
  let nodes: NodeIndex
  /// The levels of nesting, 0 for a scalar.
  let depth: Int
  let repeatedKeys: RepeatedKeys
  /// True if an object has a key more than once.
  public let hasDuplicateKeys: Bool
  /// The hashes of containers that were asked for, by extent; zero for others, and none at all before the first.
  let containerHashes = Mutex<[UInt64]>([])

  /// The document with these bytes. Complexity: O(bytes), 8 bytes of memory for each value and
  /// key and 12 more for each container.
  ///
  /// - Parameter duplicateKeys: where they are kept, a text that has some is read twice.
  /// - Throws: on anything that RFC 8259 forbids, duplicate keys, invalid UTF-8, or a passed limit.
  public init(
    parsing bytes: [UInt8], limits: JSONLimits = .standard,
    duplicateKeys: JSONDuplicateKeys = .refused
  ) throws(JSONSyntaxError) {
    self.bytes = bytes
    do {
      (nodes, depth, repeatedKeys) = try Self.index(of: bytes, limits, keeping: duplicateKeys)
      hasDuplicateKeys = !repeatedKeys.isEmpty
    } catch {
      let position = TextPosition(offset: error.offset, in: bytes)
      throw JSONSyntaxError(reason: error.reason, position: position)
    }
  }

  /// The value of the whole text.
  public var root: JSONNode { JSONNode(document: self, index: 0) }

  /// Where a value of this document begins. Complexity: O(its offset).
  public func position(of node: JSONNode) -> TextPosition {
    TextPosition(offset: node.range.lowerBound, in: bytes)
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
    let room = NodeRoom(for: bytes, limits: limits)
    var failure: IndexBuilder.Failure?
    var (depth, extents): (Int, [NodeExtent]) = (0, [])
    let nodes = [PackedNode](unsafeUninitializedCapacity: room.nodes) { nodes, count in
      extents = [NodeExtent](unsafeUninitializedCapacity: room.extents) { extents, extentCount in
        do throws(IndexBuilder.Failure) {
          let builder = try built(
            from: bytes, limits, duplicateKeys, .init(rebasing: nodes[..<room.nodes]),
            .init(rebasing: extents[..<room.extents]))
          (count, extentCount, depth) = (builder.nodeCount, builder.extentCount, builder.deepest)
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
    try bytes.withUnsafeBufferPointer { text throws(IndexBuilder.Failure) in
      var builder = try IndexBuilder(
        text: text, start: bytes.byteOrderMarkLength, nodes: nodes, extents: extents,
        limits: limits, duplicateKeys: duplicateKeys)
      try builder.run()
      return builder
    }
  }
}

/// The treatment of a key that stands more than once in an object.
public enum JSONDuplicateKeys: Sendable {
  /// It is an error.
  case refused
  /// Every member stays. The second one of a key and each one after it has a key of its own, ``JSONNode/string`` of
  /// which is no string that a JSON text can spell: two objects are equal only where they hold equal values under each
  /// key in the same order, and a look-up by the key finds the first of them.
  case kept
}

/// How much a JSON text may ask of its reader; whatever passes a limit is refused with a reason.
public struct JSONLimits: Sendable, Hashable {
  /// The deepest nesting of arrays and objects: `[[1]]` has depth 2.
  public var depth: Int
  /// The longest text, in bytes. Offsets are held in 32 bits, so more than 2^31 counts as 2^31.
  public var bytes: Int
  /// The most values and keys together. Each costs 8 bytes of index, a container 20. More than 2^27 count as 2^27.
  public var values: Int
  /// The most digits of a number's exponent, leading zeros not counted.
  public var exponentDigits: Int

  /// Depth 512, 1 GiB, 2^27 values and keys, any exponent.
  public static let standard = JSONLimits(depth: 512, bytes: 1 << 30)

  /// Limits that differ from the standard ones where an argument says so.
  public init(
    depth: Int, bytes: Int = 1 << 30, values: Int = 1 << 27, exponentDigits: Int = .max
  ) {
    self.depth = depth
    self.bytes = bytes
    self.values = values
    self.exponentDigits = exponentDigits
  }
}
