/// A cursor over an object's members, which are mostly needed in their order: then it needs no look-up and no
/// allocation.
public struct JSONMemberCursor: Sendable {
  private let object: JSONNode?
  private let end: Int
  /// The node of the next expected key, with its index among the members.
  private var next: (index: Int, place: Int)
  private var table: JSONMemberTable?
  private var unasked: Int

  /// Creates a cursor before the first member; nil and values other than objects have no members.
  public init(_ object: JSONNode?) {
    self.object = object?.kind == .object ? object : nil
    let nodes = self.object?.ordinals ?? 0..<0
    next = (nodes.lowerBound + 1, 0)
    end = nodes.upperBound
    unasked = self.object?.count ?? 0
  }

  /// True if there are members that were not asked for, provided that each key was asked for once.
  public var hasUnasked: Bool { unasked > 0 }

  /// Returns the value of a key, which may be of another document.
  /// - Complexity: O(key) on average.
  public mutating func value(_ key: JSONNode) -> JSONNode? {
    member(key)?.member.value
  }

  /// Returns the member with a key, which may be of another document, and its index in the object.
  /// - Complexity: O(key) on average.
  public mutating func member(_ key: JSONNode) -> (place: Int, member: JSONMember)? {
    guard let object, let found = find(key, in: object) else { return nil }
    next = (object.document.nodes.next(after: found.index + 1), found.place + 1)
    unasked -= 1
    return (found.place, JSONMember(keyAt: found.index, in: object.document))
  }

  private mutating func find(
    _ key: JSONNode, in object: JSONNode
  ) -> (index: Int, place: Int)? {
    let document = object.document
    var candidate = next
    for _ in 0..<2 where candidate.index < end {
      if document.hasSameString(at: candidate.index, as: key.document, at: key.index) {
        return candidate
      }
      candidate = (document.nodes.next(after: candidate.index + 1), candidate.place + 1)
    }
    if table == nil { table = JSONMemberTable(object) }
    return table?.key(sameAs: key)
  }
}
