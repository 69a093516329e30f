/// A text that differs from a parsed one in one scalar only, as most versions of a file differ from the one before.
///
/// Its index is that of the other text with later offsets moved, so only the scalar is parsed.
struct ScalarRevision {
  let nodes: NodeIndex

  /// Compares a text with a parsed one; nil if it differs in more than one scalar, or if its scalar is not valid.
  ///
  /// - Complexity: O(bytes) of a comparison, which is much faster than parsing.
  init?(of document: JSONDocument, to bytes: [UInt8], limits: JSONLimits) {
    let old = document.bytes
    let start = old.commonPrefixLength(with: bytes)
    let end = old.count - old.commonSuffixLength(with: bytes, after: start)
    guard let place = document.nodes.lastNode(startingUpTo: start) else { return nil }
    let range = document.nodes.range(at: place)
    let shift = bytes.count - old.count
    guard !document.nodes.kind(at: place).isContainer, end <= range.upperBound,
      range.upperBound + shift > range.lowerBound, !old.hasColon(after: range.upperBound),
      let scalar = Self.scalar(
        bytes[range.lowerBound..<range.upperBound + shift], start: range.lowerBound, limits)
    else { return nil }
    nodes = document.nodes.replacing(place, by: scalar, shift: shift)
  }

  /// Returns the node of a scalar; nil if the text is not exactly one.
  private static func scalar(
    _ text: ArraySlice<UInt8>, start: Int, _ limits: JSONLimits
  ) -> PackedNode? {
    guard let document = try? JSONDocument(parsing: Array(text), limits: limits),
      let node = document.nodes.nodes.first, !node.isListed, node.start == 0,
      node.lengthOrPlace == text.count
    else { return nil }
    return node.shifted(by: start)
  }
}

extension [UInt8] {
  /// Returns the number of bytes at the start that both have.
  fileprivate func commonPrefixLength(with other: [UInt8]) -> Int {
    withUnsafeBytes { one in
      other.withUnsafeBytes { other in
        let count = Swift.min(one.count, other.count)
        var place = 0
        while place + 8 <= count, one.word(at: place) == other.word(at: place) { place += 8 }
        while place < count, one[place] == other[place] { place += 1 }
        return place
      }
    }
  }

  /// Returns the number of bytes at the end that both have, among those after the first ones of either.
  fileprivate func commonSuffixLength(with other: [UInt8], after first: Int) -> Int {
    withUnsafeBytes { one in
      other.withUnsafeBytes { other in
        let count = Swift.min(one.count, other.count) - first
        let (end, otherEnd) = (one.count, other.count)
        var length = 0
        while length + 8 <= count,
          one.word(at: end - length - 8) == other.word(at: otherEnd - length - 8)
        {
          length += 8
        }
        while length < count, one[end - length - 1] == other[otherEnd - length - 1] { length += 1 }
        return length
      }
    }
  }

  /// True if a colon follows at an offset, perhaps after white space: then a key ends there.
  fileprivate func hasColon(after offset: Int) -> Bool {
    self[offset...].first { !$0.isJSONWhiteSpace } == .colon
  }
}

extension UnsafeRawBufferPointer {
  /// The eight bytes at an offset.
  @inline(__always)
  fileprivate func word(at offset: Int) -> UInt64 {
    loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }
}
