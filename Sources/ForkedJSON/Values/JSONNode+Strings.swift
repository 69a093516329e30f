extension JSONNode {
  /// The decoded string; nil for anything but a string. Complexity: O(bytes).
  public var string: JSONString? {
    let entry = entry
    guard entry.kind == .string else { return nil }
    guard entry.hasEscapes else { return JSONString(wtf8: Array(document.bytes[entry.content])) }
    return document.bytes.withUnsafeBufferPointer {
      JSONString(escapedContent: UnsafeBufferPointer(rebasing: $0[entry.content]))
    }
  }

  /// Whether this is a string with that value. Without decoding where it has no escapes.
  public func stringEquals(_ other: JSONString) -> Bool {
    document.string(at: index, equals: other)
  }

  /// Whether both are strings with the same value. Without decoding where neither has escapes.
  public func stringHasSameValue(as other: JSONNode) -> Bool {
    document.hasSameString(at: index, as: other.document, at: other.index)
  }
}

extension JSONDocument {
  @inline(__always)
  func string(at index: Int, equals other: JSONString) -> Bool {
    let node = nodes[index]
    guard node.kind == .string else { return false }
    if node.hasEscapes { return JSONNode(document: self, index: index).string == other }
    return bytes.hasSameBytes(at: node.content, as: other.utf8, at: other.utf8.indices)
  }

  @inline(__always)
  func hasSameString(at index: Int, as other: JSONDocument, at otherIndex: Int) -> Bool {
    let (a, b) = (nodes[index], other.nodes[otherIndex])
    guard a.kind == .string, b.kind == .string else { return false }
    if bytes.hasSameBytes(at: a.range, as: other.bytes, at: b.range) { return true }
    guard a.hasEscapes || b.hasEscapes else { return false }
    return JSONNode(document: self, index: index).string
      == JSONNode(document: other, index: otherIndex).string
  }
}
