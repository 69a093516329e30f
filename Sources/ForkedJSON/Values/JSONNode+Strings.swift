extension JSONNode {
  /// The decoded string; nil for any value other than a string.
  /// - Complexity: O(bytes).
  public var string: JSONString? {
    let entry = entry
    guard entry.kind == .string else { return nil }
    let string = entry.string(in: document.bytes)
    return entry.hasEscapes ? string.repeated(repetition) : string
  }

  /// Returns true if this is a string with that value; it is decoded only if it has escapes.
  public func stringEquals(_ other: JSONString) -> Bool {
    document.string(at: index, equals: other)
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
    let hasSameBytes = bytes.hasSameBytes(at: a.range, as: other.bytes, at: b.range)
    guard a.hasEscapes || b.hasEscapes else { return hasSameBytes }
    if hasSameBytes { return repeatedKeys[index] == other.repeatedKeys[otherIndex] }
    return JSONNode(document: self, index: index).string
      == JSONNode(document: other, index: otherIndex).string
  }
}

extension IndexNode {
  /// Returns the string that the bytes of a key or string spell.
  func string(in bytes: [UInt8]) -> JSONString {
    guard hasEscapes else { return JSONString(wtf8: Array(bytes[content])) }
    return bytes.withUnsafeBufferPointer {
      JSONString(escapedContent: UnsafeBufferPointer(rebasing: $0[content]))
    }
  }
}

extension JSONString {
  /// True for a key that a later one of its object repeats, so that its value counts for nothing.
  public var isOverridden: Bool { utf8.contains(0xFF) }

  /// Returns the key that so many later ones repeat, which differs from them by a byte that no text has.
  fileprivate func repeated(_ count: Int) -> JSONString {
    count == 0 ? self : JSONString(wtf8: utf8 + [0xFF] + Array(String(count).utf8))
  }
}
