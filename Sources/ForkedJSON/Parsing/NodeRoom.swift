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
