import ForkedJSON

/// The members of an object by key, with their positions.
struct MemberTable {
  private var entries: [JSONString: (position: Int, value: JSONNode)] = [:]

  /// O(members).
  init(_ object: JSONNode) {
    entries.reserveCapacity(object.count)
    for (position, member) in object.members.enumerated() {
      entries[member.key.string ?? ""] = (position, member.value)
    }
  }

  subscript(key: JSONString) -> (position: Int, value: JSONNode)? { entries[key] }

  /// True if so few keys are asked of so many members that looking them up costs less than a walk.
  static func pays(for keys: Int, of members: Int) -> Bool { members >= 64 && keys <= members / 8 }
}
