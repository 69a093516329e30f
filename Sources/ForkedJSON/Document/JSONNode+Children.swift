extension JSONNode {
  /// Number of elements or members; 0 for a scalar. Complexity: O(1).
  public var count: Int { entry.count }

  /// The elements of an array, in order; empty for anything else.
  public var elements: JSONElements {
    JSONElements(document: document, range: kind == .array ? descendants : index..<index)
  }

  /// The members of an object, in document order; empty for anything else.
  public var members: JSONMembers {
    JSONMembers(document: document, range: kind == .object ? descendants : index..<index)
  }

  private var descendants: Range<Int> { index + 1..<document.nodes.next(after: index) }
}

/// A key and its value, as they stand in an object.
public struct JSONMember: Sendable {
  /// The key: a string.
  public let key: JSONNode
  /// The value.
  public let value: JSONNode
}

/// The elements of an array. Going to the next one takes constant time and no allocation.
public struct JSONElements: Sequence, Sendable {
  let document: JSONDocument
  let range: Range<Int>

  /// An iterator from the first element on.
  public func makeIterator() -> Iterator {
    Iterator(document: document, position: range.lowerBound, end: range.upperBound)
  }

  /// Gives the elements one by one.
  public struct Iterator: IteratorProtocol {
    let document: JSONDocument
    var position: Int
    let end: Int

    /// The next element; nil behind the last.
    public mutating func next() -> JSONNode? {
      guard position < end else { return nil }
      let node = JSONNode(document: document, index: position)
      position = document.nodes.next(after: position)
      return node
    }
  }
}

/// The members of an object. Going to the next one takes constant time and no allocation.
public struct JSONMembers: Sequence, Sendable {
  let document: JSONDocument
  let range: Range<Int>

  /// An iterator from the first member on.
  public func makeIterator() -> Iterator {
    Iterator(document: document, position: range.lowerBound, end: range.upperBound)
  }

  /// Gives the members one by one.
  public struct Iterator: IteratorProtocol {
    let document: JSONDocument
    var position: Int
    let end: Int

    /// The next member; nil behind the last.
    public mutating func next() -> JSONMember? {
      guard position < end else { return nil }
      let key = JSONNode(document: document, index: position)
      let value = JSONNode(document: document, index: position + 1)
      position = document.nodes.next(after: position + 1)
      return JSONMember(key: key, value: value)
    }
  }
}
