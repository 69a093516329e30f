/// A parsed JSON text: its bytes as they came, and an index of its values.
///
/// Strict RFC 8259, with two additions to safety and one to tolerance: a key that stands twice in an
/// object is refused, so is what passes a limit; a UTF-8 byte order mark at the start is accepted and kept.
public final class JSONDocument: Sendable {
  /// The text, as it came.
  public let bytes: [UInt8]
  let nodes: [IndexNode]
  /// The levels of nesting, 0 for a scalar.
  let depth: Int

  /// The document with these bytes. Complexity: O(bytes), 16 bytes of memory for each value and key.
  ///
  /// - Throws: on anything that RFC 8259 forbids, duplicate keys, invalid UTF-8, or a passed limit.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONSyntaxError) {
    self.bytes = bytes
    do {
      (nodes, depth) = try Self.index(of: bytes, limits: limits)
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
    of bytes: [UInt8], limits: JSONLimits
  ) throws(IndexBuilder.Failure) -> (nodes: [IndexNode], depth: Int) {
    let longest = min(limits.bytes, 1 << 31)
    guard bytes.count <= longest else {
      throw IndexBuilder.Failure(reason: .tooLong(limit: longest), offset: longest)
    }
    let capacity = min(mostNodes(in: bytes), limits.values)
    var failure: IndexBuilder.Failure?
    var depth = 0
    let nodes = [IndexNode](unsafeUninitializedCapacity: capacity) { nodes, initialized in
      let room = UnsafeMutableBufferPointer(rebasing: nodes[..<capacity])
      do throws(IndexBuilder.Failure) {
        initialized = try bytes.withUnsafeBufferPointer { text throws(IndexBuilder.Failure) in
          var builder = try IndexBuilder(
            text: text, start: bytes.byteOrderMarkLength, nodes: room, limits: limits)
          try builder.run()
          depth = builder.deepest
          return builder.nodeCount
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return (nodes, depth)
  }

  /// No more values and keys than this can be in the text: each but the first follows one of these bytes.
  /// Memory that isn't written to costs nothing, growing an index would cost twice its size.
  private static func mostNodes(in bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var count = 1
      var position = 0
      while position < bytes.count {
        // Few enough for a byte to count, so that the compiler counts many lanes at once.
        let end = min(position + 192, bytes.count)
        var few: UInt8 = 0
        while position < end {
          let byte = bytes[position]
          let precedesNode = byte == .comma || byte == .colon || byte | 0x20 == .openBrace
          few &+= precedesNode ? 1 : 0
          position &+= 1
        }
        count &+= Int(few)
      }
      return count
    }
  }
}
