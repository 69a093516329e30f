import ForkedJSON

/// One property in base, ours, theirs and the merged document; nil in a version that doesn't have it.
struct FourVersions {
  var base: JSONNode?
  var ours: JSONNode?
  var theirs: JSONNode?
  var merged: JSONNode?
}

extension FourVersions {
  /// Creates a row of base, ours, theirs and the result.
  init(_ values: [JSONNode?]) {
    self.init(base: values[0], ours: values[1], theirs: values[2], merged: values[3])
  }

  /// Base, ours, theirs and the result.
  var all: [JSONNode?] { [base, ours, theirs, merged] }

  /// The four values if they are arrays; nil if one is not.
  var lists: [JSONElementList]? {
    let lists = all.compactMap { $0?.kind == .array ? $0.map { JSONElementList($0) } : nil }
    return lists.count == 4 ? lists : nil
  }

  /// Each key that one of the objects has, with its values.
  /// - Complexity: O(members) in expectation.
  var allMembers: [(key: JSONNode, values: FourVersions)] { members { _ in true } }

  /// The keys whose values not all four objects have with the same bytes, with these.
  func differingMembers(
    by bytes: JSONByteComparison
  ) -> [(key: JSONNode, values: FourVersions)] {
    members { !$0.areSame(by: bytes) }
  }

  private func members(
    where isMeant: (FourVersions) -> Bool
  ) -> [(key: JSONNode, values: FourVersions)] {
    var members: [(key: JSONNode, values: FourVersions)] = []
    var cursors = all.map(JSONMemberCursor.init)
    for (version, object) in all.enumerated() {
      guard let object, cursors[version].hasUnasked else { continue }
      var earlier = all[..<version].map(JSONMemberCursor.init)
      for member in object.members {
        let key = member.key
        if earlier.indices.contains(where: { earlier[$0].value(key) != nil }) { continue }
        let values = FourVersions(
          base: cursors[0].value(key), ours: cursors[1].value(key), theirs: cursors[2].value(key),
          merged: cursors[3].value(key))
        if isMeant(values) { members.append((key, values)) }
      }
    }
    return members
  }

  /// True if all four have the same bytes, or none exists.
  func areSame(by bytes: JSONByteComparison) -> Bool {
    bytes.haveSameBytes(base, ours) && bytes.haveSameBytes(base, theirs)
      && bytes.haveSameBytes(base, merged)
  }

  /// Returns true if equal bytes alone show that all predicates hold here, down to the smallest part.
  /// - Parameter mayCount: true if the value may hold counters, which may have to differ if both sides changed them
  ///   equally.
  func holdsByBytes(mayCount: Bool, by bytes: JSONByteComparison) -> Bool {
    if bytes.haveSameBytes(theirs, base) { return bytes.haveSameBytes(merged, ours) }
    if bytes.haveSameBytes(ours, base) { return bytes.haveSameBytes(merged, theirs) }
    return !mayCount && bytes.haveSameBytes(ours, theirs) && bytes.haveSameBytes(merged, ours)
  }

  /// The required value if at most one side changed it, or both equally: `.some(nil)` for no value; nil if both sides
  /// changed it differently.
  var expected: JSONNode?? { expected(apartFrom: nil) }

  /// The same if a member does not count.
  func expected(apartFrom key: JSONString?) -> JSONNode?? {
    if theirs.isSame(as: base, apartFrom: key) || ours.isSame(as: theirs, apartFrom: key) {
      return .some(ours)
    }
    return ours.isSame(as: base, apartFrom: key) ? .some(theirs) : nil
  }
}

extension JSONNode {
  /// The scalars in the value, at any depth.
  var scalars: [JSONNode] {
    var (scalars, open) = ([JSONNode](), [self])
    while let node = open.popLast() {
      if node.kind.isContainer { open += node.childValues } else { scalars.append(node) }
    }
    return scalars
  }

  /// True if both are objects with the same values of half of their members.
  func isVersion(of other: JSONNode) -> Bool {
    kind == .object && other.kind == .object
      && 2 * membersShared(with: other) >= max(count, other.count)
  }

  /// Returns the number of members that both objects have with the same value.
  func membersShared(with other: JSONNode) -> Int {
    var others = JSONMemberCursor(other)
    return members.count { others.value($0.key) == $0.value }
  }
}
