import ForkedJSON

extension [JSONNode?] {
  /// The greatest number of objects that are compared.
  private static var most: Int { 8 }

  /// Returns the one that is like these objects more than all others; nil if there is none.
  func likest(_ models: [JSONNode], _ least: Int) -> JSONNode? {
    var (seen, best, mostLike, isUnique) = ([Int](), JSONNode?.none, 0, true)
    for case let node? in self where !seen.contains(node.ordinal) && seen.count < Self.most {
      seen.append(node.ordinal)
      let likeness = models.reduce(0) { $0 + $1.likeness(to: node) }
      if likeness == mostLike { isUnique = false }
      if likeness > mostLike { (best, mostLike, isUnique) = (node, likeness, true) }
    }
    return isUnique && mostLike >= least ? best : nil
  }
}

extension JSONNode {
  /// Returns true if they differ in more than numbers, true, false and null.
  func differsInText(from other: JSONNode, _ bytes: JSONByteComparison) -> Bool {
    if bytes.haveSameBytes(self, other) { return false }
    guard kind == other.kind, count == other.count else { return true }
    switch kind {
    case .object:
      return zip(members, other.members).contains { one, other in
        one.key != other.key || one.value.differsInText(from: other.value, bytes)
      }
    case .array:
      let (elements, others) = (JSONElementList(self), JSONElementList(other))
      return elements.indices.contains { place in
        !elements.hasSameBytes(at: place, as: others, at: place, by: bytes)
          && elements[place].differsInText(from: others[place], bytes)
      }
    case .string: return self != other
    case .number, .true, .false, .null: return false
    }
  }

  /// The weight of what both values hold: a text counts more than what may be equal by chance.
  /// - Complexity: O(bytes) in expectation.
  func likeness(to other: JSONNode) -> Int {
    guard kind == other.kind else { return 0 }
    switch kind {
    case .object:
      var others = JSONMemberCursor(other)
      return members.reduce(0) { sum, member in
        sum + (others.value(member.key).map { member.value.likeness(to: $0) } ?? 0)
      }
    case .array:
      let others = Set(other.elements)
      return elements.reduce(0) { $0 + (others.contains($1) ? $1.likeness(to: $1) : 0) }
    case .string: return self != other ? 0 : range.count >= ConservationAudit.leastLength ? 2 : 1
    case .number: return self == other ? 1 : 0
    case .true, .false, .null: return 0
    }
  }
}
