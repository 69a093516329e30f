/// A cursor over an object's members, which are mostly needed in their order: then it needs no look-up and no
/// allocation.
public struct JSONMemberCursor: Sendable {
  private let document: JSONDocument?
  private let object: Int
  private let end: Int
  /// The node of the next expected key, with its index among the members.
  private var next: (index: Int, place: Int)
  private var table: JSONMemberTable?
  private var unasked: Int

  /// Creates a cursor before the first member; nil and values other than objects have no members.
  public init(_ object: JSONNode?) {
    guard let object, object.kind == .object else {
      document = nil
      self.object = 0
      end = 0
      next = (0, 0)
      unasked = 0
      return
    }
    document = object.document
    self.object = object.index
    end = object.document.nodes.next(after: object.index)
    next = (object.index + 1, 0)
    unasked = object.count
  }

  /// True if there are members that were not asked for, provided that each key was asked for once.
  public var hasUnasked: Bool { unasked > 0 }

  /// Returns the value of a key, which may be of another document.
  /// - Complexity: O(key) on average.
  public mutating func value(_ key: JSONNode) -> JSONNode? {
    guard let document, let found = take(key, in: document) else { return nil }
    return JSONNode(document: document, index: found.index + 1)
  }

  /// Returns the member with a key, which may be of another document, and its index in the object.
  /// - Complexity: O(key) on average.
  public mutating func member(_ key: JSONNode) -> (place: Int, member: JSONMember)? {
    guard let document, let found = take(key, in: document) else { return nil }
    return (found.place, JSONMember(keyAt: found.index, in: document))
  }

  private mutating func take(
    _ key: JSONNode, in document: JSONDocument
  ) -> (index: Int, place: Int)? {
    guard let found = find(key, in: document) else { return nil }
    next = (document.nodes.next(after: found.index + 1), found.place + 1)
    unasked -= 1
    return found
  }

  private mutating func find(
    _ key: JSONNode, in document: JSONDocument
  ) -> (index: Int, place: Int)? {
    var candidate = next
    for _ in 0..<2 where candidate.index < end {
      if document.hasSameString(at: candidate.index, as: key.document, at: key.index) {
        return candidate
      }
      candidate = (document.nodes.next(after: candidate.index + 1), candidate.place + 1)
    }
    let table = self.table ?? JSONMemberTable(JSONNode(document: document, index: object))
    self.table = table
    return table.place(sameKeyAs: key).map { (table.members[$0].key.index, $0) }
  }
}
