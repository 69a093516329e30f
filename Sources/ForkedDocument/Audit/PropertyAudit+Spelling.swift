import ForkedJSON

/// The bytes of what the merge didn't change against ours (invariant 5).
extension PropertyAudit {
  /// Returns true if the value and its spelling are taken whole from theirs.
  ///
  /// So it is if the strategy or a decision keeps one side's whole value, or if both sides added the value and ours was
  /// dropped.
  func isTakenFromTheirs(
    _ versions: FourVersions, _ row: AuditRow, _ reported: ReportedDecisions?
  ) -> Bool {
    guard let theirs = versions.theirs, let merged = versions.merged, theirs.kind.isContainer,
      versions.base == nil || row.isWhole || reported?.keepsTheirs ?? false
    else { return false }
    return merged.isSpelled(as: theirs) && theirs != versions.base
  }

  /// Checks a value without parts that are checked by themselves: it is spelled as the version that it is equal to.
  mutating func checkSpelling(_ versions: FourVersions) {
    guard checksSpelling, let merged = versions.merged else { return }
    let (ours, theirs) = (versions.ours, versions.theirs)
    if bytes.haveSameBytes(ours, merged) { return }
    if let ours, ours == merged {
      let isReordered = merged.isSpelled(as: ours, inAnyOrder: true) && !merged.isSpelled(as: ours)
      expect(isReordered, "no side changed the value, but it is spelled in another way")
    } else if merged.kind != .array, let theirs, ours.isSame(as: versions.base), theirs == merged {
      expect(merged.isSpelled(as: theirs), "the value is theirs, but spelled in another way")
    }
  }

  /// Checks that each scalar of a list that is equal to some of the sides' is spelled as one of these.
  mutating func checkScalars(_ versions: FourVersions) {
    guard checksSpelling, let lists = versions.lists,
      !bytes.haveSameBytes(versions.ours, versions.merged)
    else { return }
    let (old, new) = lists[1].ranges(differingFrom: lists[3], by: bytes)
    let theirs = lists[0].ranges(differingFrom: lists[2], by: bytes).other
    let scalars = old.flatMap { lists[1][$0].scalars } + theirs.flatMap { lists[2][$0].scalars }
    var numbers = JSONValueNumbers()
    for scalar in scalars { _ = numbers.number(of: scalar) }
    let others = new.flatMap { lists[3][$0].scalars }.filter { scalar in
      let number = numbers.number(of: scalar)
      return !numbers.values[number].hasSameBytes(as: scalar)
    }
    expect(
      others.isEmpty || Set(others.map(\.bytes)).isSubset(of: scalars.map(\.bytes)),
      "a value in the list is spelled in another way than by either side")
  }
}

extension FourVersions {
  /// True if ours and the result have the same bytes between members that are neighbours in both, and in their keys.
  var keepFrame: Bool {
    guard let ours, let merged, ours.kind == .object else { return true }
    func areSame(_ range: Range<Int>, _ mergedRange: Range<Int>) -> Bool {
      ours.document.bytes[range] == merged.document.bytes[mergedRange]
    }
    var members = JSONMemberCursor(ours)
    // The last member that both have, and where the next one may begin.
    var (last, end, mergedEnd) = (Optional(-1), ours.range.lowerBound, merged.range.lowerBound)
    for member in merged.members {
      let former = members.member(member.key)
      if let (place, our) = former {
        let areNeighbours = last == place - 1
        let start = areNeighbours ? end : our.key.range.lowerBound
        let mergedStart = areNeighbours ? mergedEnd : member.key.range.lowerBound
        guard
          areSame(
            start..<our.value.range.lowerBound, mergedStart..<member.value.range.lowerBound)
        else { return false }
        end = our.value.range.upperBound
      }
      last = former?.place
      mergedEnd = member.value.range.upperBound
    }
    guard last == ours.count - 1 else { return true }
    return areSame(end..<ours.range.upperBound, mergedEnd..<merged.range.upperBound)
  }
}

extension JSONNode {
  /// Returns true if both have the same bytes apart from white space between values.
  /// - Parameter inAnyOrder: true if members may stand in another order.
  func isSpelled(as other: JSONNode, inAnyOrder: Bool = false) -> Bool {
    guard kind == other.kind, count == other.count else { return false }
    switch kind {
    case .array:
      return zip(elements, other.elements).allSatisfy {
        $0.isSpelled(as: $1, inAnyOrder: inAnyOrder)
      }
    case .object:
      var others = JSONMemberCursor(other)
      return zip(members, other.members).allSatisfy { member, other in
        let other = inAnyOrder ? others.member(member.key)?.member : other
        return other.map {
          member.key.hasSameBytes(as: $0.key)
            && member.value.isSpelled(as: $0.value, inAnyOrder: inAnyOrder)
        } ?? false
      }
    default: return hasSameBytes(as: other)
    }
  }
}
