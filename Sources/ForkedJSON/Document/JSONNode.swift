/// One value of a document: a view that keeps the document alive, and an index into it.
///
/// `==` and `hash` go by JSON value: decoded strings by scalars, numbers by exact decimal value, objects
/// whatever the order of their members, arrays in order.
public struct JSONNode: Sendable {
  /// The document that the value is of.
  public let document: JSONDocument
  let index: Int

  /// What the value is.
  public var kind: JSONKind { document.nodes.kind(at: index) }

  /// The offsets of the value's bytes in its document, without surrounding white space.
  public var range: Range<Int> { document.nodes.range(at: index) }

  /// The bytes of the value in its document, without surrounding white space.
  public var bytes: ArraySlice<UInt8> { document.bytes[range] }

  /// Whether this is the very same place of the very same document.
  public func isIdentical(to other: JSONNode) -> Bool {
    index == other.index && document === other.document
  }

  /// Whether the bytes are the same: a cheap sufficient test of equality. Complexity: O(bytes) where they
  /// are equally many, else O(1); no allocation.
  public func hasSameBytes(as other: JSONNode) -> Bool {
    isIdentical(to: other)
      || document.bytes.hasSameBytes(at: range, as: other.document.bytes, at: other.range)
  }

  /// The exact decimal value; nil for anything but a number.
  public var number: ExactDecimal? {
    kind == .number ? ExactDecimal(literal: bytes) : nil
  }

  var entry: IndexNode { document.nodes[index] }
}

extension JSONNode: CustomStringConvertible {
  /// The value's bytes as text.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension [UInt8] {
  /// Whether both ranges, which must lie in their arrays, hold the same bytes.
  @inline(__always)
  func hasSameBytes(at range: Range<Int>, as other: [UInt8], at otherRange: Range<Int>) -> Bool {
    guard range.count == otherRange.count else { return false }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { others in
        bytes[range].elementsAreEqual(to: others[otherRange])
      }
    }
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// Many bytes at a time; both slices are equally long.
  @inline(__always)
  fileprivate func elementsAreEqual(to other: Self) -> Bool {
    let (a, b) = (UnsafeRawBufferPointer(rebasing: self), UnsafeRawBufferPointer(rebasing: other))
    var offset = 0
    while offset + 32 <= a.count {
      var difference: UInt64 = 0
      for word in stride(from: offset, to: offset + 32, by: 8) {
        difference |=
          a.loadUnaligned(fromByteOffset: word, as: UInt64.self)
          ^ b.loadUnaligned(fromByteOffset: word, as: UInt64.self)
      }
      guard difference == 0 else { return false }
      offset += 32
    }
    while offset + 8 <= a.count {
      let same =
        a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        == b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      guard same else { return false }
      offset += 8
    }
    while offset < a.count {
      guard a[offset] == b[offset] else { return false }
      offset += 1
    }
    return true
  }
}
