extension JSONNode {
  /// The member with that key; nil where there is none or this is no object. Complexity: O(members).
  public func member(_ key: JSONString) -> JSONMember? {
    indexOfKey { document.string(at: $0, equals: key) }.map(member(at:))
  }

  /// The member whose key has the same value as `key`, which may be of another document.
  /// Complexity: O(members), without decoding where neither has escapes.
  public func member(sameKeyAs key: JSONNode) -> JSONMember? {
    indexOfKey { document.hasSameString(at: $0, as: key.document, at: key.index) }
      .map(member(at:))
  }

  /// The value of the member with that key; nil where there is none or this is no object.
  public subscript(_ key: JSONString) -> JSONNode? {
    indexOfKey(key).map { JSONNode(document: document, index: $0 + 1) }
  }

  func indexOfKey(_ key: JSONString) -> Int? {
    indexOfKey { document.string(at: $0, equals: key) }
  }

  /// Goes by index, so that no node is made for keys that aren't the one.
  @inline(__always)
  private func indexOfKey(where isKey: (Int) -> Bool) -> Int? {
    guard kind == .object else { return nil }
    let end = document.nodes.next(after: index)
    var key = index + 1
    while key < end {
      if isKey(key) { return key }
      key = document.nodes.next(after: key + 1)
    }
    return nil
  }

  private func member(at index: Int) -> JSONMember {
    JSONMember(
      key: JSONNode(document: document, index: index),
      value: JSONNode(document: document, index: index + 1))
  }

  /// The element at that place; nil where there is none or this is no array. Complexity: O(`position`).
  public func element(at position: Int) -> JSONNode? {
    guard position >= 0 else { return nil }
    return elements.dropFirst(position).first { _ in true }
  }

  /// The value at the pointer below this one; nil where there is none.
  public func value(at pointer: JSONPointer) -> JSONNode? {
    var node = self
    for token in pointer.tokens {
      guard let child = node.child(at: token) else { return nil }
      node = child
    }
    return node
  }

  /// The value that one reference token leads to (RFC 6901, section 4).
  func child(at token: JSONString) -> JSONNode? {
    switch kind {
    case .object: self[token]
    case .array: token.arrayIndex.flatMap(element(at:))
    default: nil
    }
  }
}
