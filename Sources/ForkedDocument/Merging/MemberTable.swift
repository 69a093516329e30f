import ForkedJSON

/// The members of an object, found by key in constant time on average.
///
/// Versions of one object mostly have their members in the same order, so the next member is tried
/// first, and a table by key is made only when that guess fails in an object of more than a few members.
struct MemberTable {
  private let members: JSONMemberList?
  private var next = 0
  private var byKey: JSONMemberTable?

  init(_ object: JSONNode?) { members = object.map { JSONMemberList($0) } }

  /// The member's place in the object; nil where there is none with that key.
  mutating func index(of key: JSONNode) -> Int? {
    guard let members else { return nil }
    if next < members.count, members.hasKey(key, at: next) {
      next += 1
      return next - 1
    }
    guard let found = place(of: key, among: members) else { return nil }
    next = found + 1
    return found
  }

  /// The value of the member with that key.
  mutating func value(of key: JSONNode) -> JSONNode? {
    index(of: key).flatMap { members?[$0].value }
  }

  private mutating func place(of key: JSONNode, among members: JSONMemberList) -> Int? {
    let table = byKey ?? JSONMemberTable(members)
    byKey = table
    return table.place(sameKeyAs: key)
  }
}
