import CJSONBlocks

/// One value of a document: a reference to the document, and an index into it.
///
/// `==` and `hash` compare JSON values: decoded strings by scalars, numbers by exact decimal value, objects without
/// regard to the order of their members, and arrays in order.
public struct JSONNode: Sendable {
  /// The document of the value.
  public let document: JSONDocument
  let index: Int

  /// The kind of the value.
  public var kind: JSONKind { document.nodes.kind(at: index) }

  /// The offsets of the value's bytes in its document, without surrounding white space.
  public var range: Range<Int> { document.nodes.range(at: index) }

  /// The bytes of the value in its document, without surrounding white space.
  public var bytes: ArraySlice<UInt8> { document.bytes[range] }

  /// The index of the value among the keys and values of its document.
  public var ordinal: Int { index }

  /// The ordinals of this value and of all values and keys in it.
  public var ordinals: Range<Int> { index..<end }

  /// Returns true if both are the same node of the same document.
  public func isIdentical(to other: JSONNode) -> Bool {
    index == other.index && document === other.document
  }

  /// Returns true if the bytes are the same, a fast test that is sufficient for equality.
  /// - Complexity: O(bytes) if the lengths are equal, else O(1); without allocation.
  public func hasSameBytes(as other: JSONNode) -> Bool {
    isIdentical(to: other)
      || document.bytes.hasSameBytes(at: range, as: other.document.bytes, at: other.range)
  }

  /// The exact decimal value; nil for any value other than a number.
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
  /// Returns true if both ranges, which must be valid, have the same bytes.
  @inline(__always)
  func hasSameBytes(at range: Range<Int>, as other: [UInt8], at otherRange: Range<Int>) -> Bool {
    guard range.count == otherRange.count else { return false }
    return withUnsafeBufferPointer { bytes in
      other.withUnsafeBufferPointer { others in
        guard let one = bytes.baseAddress, let two = others.baseAddress else { return true }
        return json_same(one + range.lowerBound, two + otherRange.lowerBound, range.count)
      }
    }
  }
}

/// The seven kinds of JSON values (RFC 8259, section 3; `true` and `false` count as two).
public enum JSONKind: UInt8, Sendable {
  case object, array, string, number, `true`, `false`, null

  /// True if values of this kind contain other values.
  public var isContainer: Bool { self == .object || self == .array }

  /// The raw value, which the compiler would look up in a table.
  @inline(__always)
  var code: UInt8 {
    switch self {
    case .object: 0
    case .array: 1
    case .string: 2
    case .number: 3
    case .true: 4
    case .false: 5
    case .null: 6
    }
  }
}

extension JSONNode {
  /// The number of elements or members; 0 for a scalar.
  /// - Complexity: O(1).
  public var count: Int { entry.count }

  /// The elements of an array, in order; empty for any other value.
  public var elements: JSONElements {
    JSONElements(document: document, position: index + 1, end: kind == .array ? end : 0)
  }

  /// The members of an object, in document order; empty for any other value.
  public var members: JSONMembers {
    JSONMembers(document: document, position: index + 1, end: kind == .object ? end : 0)
  }

  private var end: Int { document.nodes.next(after: index) }
}

/// A key and its value in an object.
public struct JSONMember: Sendable {
  /// The key: a string.
  public let key: JSONNode
  /// The value.
  public let value: JSONNode
}

extension JSONMember {
  init(keyAt index: Int, in document: JSONDocument) {
    key = JSONNode(document: document, index: index)
    value = JSONNode(document: document, index: index + 1)
  }
}

/// The elements of an array. Advancing takes constant time and no allocation.
public struct JSONElements: Sequence, IteratorProtocol, Sendable {
  let document: JSONDocument
  var position: Int
  let end: Int

  /// Returns the next element; nil after the last one.
  public mutating func next() -> JSONNode? {
    guard position < end else { return nil }
    let element = JSONNode(document: document, index: position)
    position = document.nodes.next(after: position)
    return element
  }
}

/// The members of an object. Advancing takes constant time and no allocation.
public struct JSONMembers: Sequence, IteratorProtocol, Sendable {
  let document: JSONDocument
  var position: Int
  let end: Int

  /// Returns the next member; nil after the last one.
  public mutating func next() -> JSONMember? {
    guard position < end else { return nil }
    let member = JSONMember(keyAt: position, in: document)
    position = document.nodes.next(after: position + 1)
    return member
  }
}

extension JSONNode {
  /// Returns the member with that key; nil if there is none, or if this is no object.
  /// - Complexity: O(members).
  public func member(_ key: JSONString) -> JSONMember? {
    indexOfKey(key).map { JSONMember(keyAt: $0, in: document) }
  }

  /// Returns the member with the same key as `key`, which may be of another document.
  /// - Complexity: O(members), without decoding if neither has escapes.
  public func member(sameKeyAs key: JSONNode) -> JSONMember? {
    indexOfKey { document.hasSameString(at: $0, as: key.document, at: key.index) }
      .map { JSONMember(keyAt: $0, in: document) }
  }

  /// The value of the member with that key; nil if there is none, or if this is no object.
  public subscript(_ key: JSONString) -> JSONNode? {
    indexOfKey(key).map { JSONNode(document: document, index: $0 + 1) }
  }

  func indexOfKey(_ key: JSONString) -> Int? {
    indexOfKey { document.string(at: $0, equals: key) }
  }

  /// Returns the index of the key for which `isKey` returns true, without making a node for the others.
  @inline(__always)
  private func indexOfKey(where isKey: (Int) -> Bool) -> Int? {
    guard kind == .object else { return nil }
    let end = end
    var key = index + 1
    while key < end {
      if isKey(key) { return key }
      key = document.nodes.next(after: key + 1)
    }
    return nil
  }

  /// Returns the element at an index; nil if there is none, or if this is no array.
  /// - Complexity: O(`position`).
  public func element(at position: Int) -> JSONNode? {
    guard position >= 0 else { return nil }
    return elements.dropFirst(position).first { _ in true }
  }

  /// Returns the value at a pointer relative to this one; nil if there is none.
  public func value(at pointer: JSONPointer) -> JSONNode? {
    var node = self
    for token in pointer.tokens {
      guard let child = node.child(at: token) else { return nil }
      node = child
    }
    return node
  }

  /// Returns the value of one reference token (RFC 6901, section 4).
  func child(at token: JSONString) -> JSONNode? {
    switch kind {
    case .object: self[token]
    case .array: token.arrayIndex.flatMap(element(at:))
    default: nil
    }
  }
}

extension JSONNode {
  /// The number of levels of nesting; 0 for a scalar.
  /// - Complexity: O(values).
  var depth: Int {
    var ends: [UInt32] = []
    var deepest = 0
    for index in index..<Int(entry.next) {
      while let end = ends.last, end <= index { ends.removeLast() }
      let node = document.nodes[index]
      guard node.kind.isContainer else { continue }
      ends.append(node.next)
      deepest = max(deepest, ends.count)
    }
    return deepest
  }
}

extension JSONNode {
  /// True if an object in this value has a key more than once.
  /// - Complexity: O(log of the number of repeated keys).
  public var holdsDuplicateKeys: Bool {
    guard document.hasDuplicateKeys else { return false }
    return document.repeatedKeys.areIn(ordinals)
  }

  /// The members of this object whose keys occur more than once, in order.
  /// - Complexity: O(members).
  public var duplicateMembers: [JSONMember] {
    guard holdsDuplicateKeys else { return [] }
    let repeated = Set(members.filter { $0.key.repetition > 0 }.map(\.key.spelledString))
    guard !repeated.isEmpty else { return [] }
    return members.filter { repeated.contains($0.key.spelledString) }
  }

  /// The number of equal keys after this one in its object; 0 for any value other than a key that one repeats.
  var repetition: Int { document.hasDuplicateKeys ? document.repeatedKeys[index] : 0 }

  /// The string that the bytes of a key or string spell.
  private var spelledString: JSONString { entry.string(in: document.bytes) }
}
