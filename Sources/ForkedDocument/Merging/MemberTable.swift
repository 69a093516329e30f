import ForkedJSON

/// The members of an object, found by key in constant time on average.
///
/// Versions of one object mostly have their members in the same order, so the next member is tried
/// first, and a table by key is made only when that guess fails in an object of more than a few members.
struct MemberTable {
  let members: [JSONMember]
  private var next = 0
  private var byKey: [JSONNode: Int]?

  init(_ object: JSONNode?) {
    members = object.map { Array($0.members) } ?? []
  }

  /// The member's place among `members`; nil where there is none with that key.
  mutating func index(of key: JSONNode) -> Int? {
    if next < members.count, members[next].key == key {
      next += 1
      return next - 1
    }
    guard let found = lookUp(key) else { return nil }
    next = found + 1
    return found
  }

  /// The value of the member with that key.
  mutating func value(of key: JSONNode) -> JSONNode? {
    index(of: key).map { members[$0].value }
  }

  private mutating func lookUp(_ key: JSONNode) -> Int? {
    if members.count <= 8 { return members.firstIndex { $0.key == key } }
    if let byKey { return byKey[key] }
    let table = Dictionary(
      uniqueKeysWithValues: members.enumerated().map { ($1.key, $0) })
    byKey = table
    return table[key]
  }
}
