/// Hashes of bytes, and of other hashes, in a few instructions each.
///
/// A seed that each process draws anew keeps documents from being written so that many of their values hash alike.
enum ContentHash {
  private static let seed = UInt64.random(in: .min ... .max)
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The hash of two hashes, which depends on their order.
  @inline(__always)
  static func combined(_ one: UInt64, _ other: UInt64) -> UInt64 {
    folded(one ^ seed, other ^ factor)
  }

  /// The hash of some bytes. Complexity: O(bytes), eight at a time.
  @inline(__always)
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = folded(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), factor)
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return folded(hash ^ rest, factor ^ seed)
  }

  /// All bits of a product, folded into half as many.
  @inline(__always)
  private static func folded(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low
  }
}
