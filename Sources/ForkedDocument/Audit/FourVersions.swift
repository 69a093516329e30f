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

  /// Visits each key that one of the objects has, with its values.
  /// - Complexity: O(members) in expectation.
  func forEachMember(_ visit: (_ key: JSONNode, _ values: FourVersions) -> Void) {
    var cursors = (JSONMemberCursor(ours), JSONMemberCursor(theirs), JSONMemberCursor(merged))
    if let base {
      for member in base.members {
        let values = FourVersions(
          base: member.value, ours: cursors.0.value(member.key),
          theirs: cursors.1.value(member.key), merged: cursors.2.value(member.key))
        visit(member.key, values)
      }
    }
    guard cursors.0.hasUnasked || cursors.1.hasUnasked || cursors.2.hasUnasked else { return }
    forEachAddedMember(visit)
  }

  private func forEachAddedMember(_ visit: (_ key: JSONNode, _ values: FourVersions) -> Void) {
    var cursors = all.map(JSONMemberCursor.init)
    for (version, object) in all.enumerated() where version > 0 {
      guard let object else { continue }
      var earlier = all[..<version].map(JSONMemberCursor.init)
      for member in object.members {
        if earlier.indices.contains(where: { earlier[$0].value(member.key) != nil }) { continue }
        visit(member.key, FourVersions(cursors.indices.map { cursors[$0].value(member.key) }))
      }
    }
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

  /// True if both sides changed it, to the same value.
  var areChangedAlike: Bool { ours.isSame(as: theirs) && !base.isSame(as: ours) }

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

extension [JSONElementList] {
  /// True if all four lists have as many elements.
  var haveOneLength: Bool { allSatisfy { $0.count == self[0].count } }

  /// The places at which not all four lists, which have as many elements, have the same bytes.
  func differingPlaces(by bytes: JSONByteComparison) -> [Int] {
    let (base, ours, theirs, merged) = (self[0], self[1], self[2], self[3])
    return base.indices.filter { place in
      !base.hasSameBytes(at: place, as: ours, at: place, by: bytes)
        || !base.hasSameBytes(at: place, as: theirs, at: place, by: bytes)
        || !base.hasSameBytes(at: place, as: merged, at: place, by: bytes)
    }
  }

  /// The places of each list between the elements that all four lists have at the beginning and at the end, with the same
  /// bytes.
  func differingRanges(by bytes: JSONByteComparison) -> [[Int]] {
    let ranges = dropFirst().map { self[0].ranges(differingFrom: $0, by: bytes).own }
    let start = ranges.map(\.lowerBound).min() ?? 0
    let end = ranges.map { self[0].count - $0.upperBound }.min() ?? 0
    return map { list in (start..<Swift.max(start, list.count - end)).map { $0 } }
  }
}

extension JSONNode {
  /// Returns true if they differ in more than numbers, true, false and null.
  func differsInText(from other: JSONNode, by bytes: JSONByteComparison) -> Bool {
    if bytes.haveSameBytes(self, other) { return false }
    guard kind == other.kind, count == other.count else { return true }
    switch kind {
    case .object:
      return zip(members, other.members).contains { one, other in
        one.key != other.key || one.value.differsInText(from: other.value, by: bytes)
      }
    case .array:
      let (elements, others) = (JSONElementList(self), JSONElementList(other))
      return elements.indices.contains { place in
        !elements.hasSameBytes(at: place, as: others, at: place, by: bytes)
          && elements[place].differsInText(from: others[place], by: bytes)
      }
    case .string: return self != other
    case .number, .true, .false, .null: return false
    }
  }

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
