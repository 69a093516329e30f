/// An object's members, asked for mostly in the order in which they stand: then none has to be looked up, and nothing is
/// allocated.
public struct JSONMemberCursor: Sendable {
  private let object: JSONNode?
  private let end: Int
  /// The node of the key that is expected next, and its place among the members.
  private var next: (index: Int, place: Int)
  private var table: JSONMemberTable?
  private var unasked: Int

  /// A cursor before the first member; nil, and what is no object, has no members.
  public init(_ object: JSONNode?) {
    let object = object?.kind == .object ? object : nil
    self.object = object
    end = object.map { $0.document.nodes.next(after: $0.index) } ?? 0
    next = (object.map { $0.index + 1 } ?? 0, 0)
    unasked = object?.count ?? 0
  }

  /// True if there are members that were not asked for, each key being asked for once.
  public var hasUnasked: Bool { unasked > 0 }

  /// The value under a key that may be of another document. O(key) on average.
  public mutating func value(_ key: JSONNode) -> JSONNode? { member(key)?.member.value }

  /// The member with a key that may be of another document, and its place in the object. O(key) on average.
  public mutating func member(_ key: JSONNode) -> (place: Int, member: JSONMember)? {
    guard let object, let found = find(key, in: object) else { return nil }
    next = (object.document.nodes.next(after: found.index + 1), found.place + 1)
    unasked -= 1
    return (found.place, JSONMember(keyAt: found.index, in: object.document))
  }

  private mutating func find(_ key: JSONNode, in object: JSONNode) -> (index: Int, place: Int)? {
    let document = object.document
    var candidate = next
    for _ in 0..<2 where candidate.index < end {
      if document.hasSameString(at: candidate.index, as: key.document, at: key.index) {
        return candidate
      }
      candidate = (document.nodes.next(after: candidate.index + 1), candidate.place + 1)
    }
    let table = self.table ?? JSONMemberTable(object)
    self.table = table
    return table.place(sameKeyAs: key).map { (table.members[$0].key.index, $0) }
  }
}

extension JSONMember {
  fileprivate init(keyAt index: Int, in document: JSONDocument) {
    key = JSONNode(document: document, index: index)
    value = JSONNode(document: document, index: index + 1)
  }
}
