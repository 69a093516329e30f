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
  mutating func checkSpelling(_ versions: FourVersions, isSet: Bool = false) {
    guard checksSpelling, let merged = versions.merged else { return }
    let (ours, theirs) = (versions.ours, versions.theirs)
    if bytes.haveSameBytes(ours, merged) { return }
    if let ours, ours == merged {
      let isReordered = merged.isSpelled(as: ours, inAnyOrder: true) && !merged.isSpelled(as: ours)
      expect(isReordered, "no side changed the value, but it is spelled in another way")
    } else if ours?.kind == .array, merged.kind == .array {
      checkCommonEnds(versions, isSet: isSet)
    } else if let theirs, ours.isSame(as: versions.base), theirs == merged {
      expect(merged.isSpelled(as: theirs), "the value is theirs, but spelled in another way")
    }
  }

  /// Checks elements that all four versions have at the same index from either end.
  ///
  /// Of equal neighbours, or of equal elements of a set, it is not certain which was inserted or deleted. An element from
  /// theirs is indented as in ours.
  private mutating func checkCommonEnds(_ versions: FourVersions, isSet: Bool) {
    let lists = versions.all.compactMap { $0.map { JSONElementList($0) } }
    guard lists.count == 4 else { return }
    for isFromEnd in [false, true] {
      for offset in 0..<(lists.map(\.count).min() ?? 0) {
        let places = lists.map { isFromEnd ? $0.count - 1 - offset : offset }
        let four = zip(lists, places).map { $0[$1] }
        guard four.allSatisfy({ $0 == four[0] }) else { break }
        let isSpelled =
          four[3].hasSameBytes(as: four[1]) || four[3].isSpelled(as: four[1], inAnyOrder: true)
          || four[3].isSpelled(as: four[2])
        if isSpelled { continue }
        let isOneOfMany = zip(lists, places).contains { list, place in
          let others = isSet ? Array(list.indices) : [place - 1, place + 1]
          return others.contains {
            $0 != place && list.indices.contains($0) && list[$0] == list[place]
          }
        }
        below(.element(places[3])) {
          $0.expect(isOneOfMany, "no side changed the value, but it is spelled in another way")
        }
      }
    }
  }
}

/// Compares the bytes between the members of two objects, for members that are neighbours in both, and their keys.
struct FrameComparison {
  private let ours: JSONNode
  private let merged: JSONNode
  private var areSame = true
  /// The index in ours of the last member; nil for a member that ours doesn't have.
  private var lastPlace: Int? = -1
  private var oursEnd: Int
  private var mergedEnd: Int

  /// Nil if ours is no object.
  init?(_ ours: JSONNode?, _ merged: JSONNode) {
    guard let ours, ours.kind == .object else { return nil }
    self.ours = ours
    self.merged = merged
    oursEnd = ours.range.lowerBound
    mergedEnd = merged.range.lowerBound
  }

  /// Passes the next member of the merged object, with ours of the same key.
  mutating func pass(_ member: JSONMember, _ former: (place: Int, member: JSONMember)?) {
    let (start, end) = (mergedEnd, member.value.range.lowerBound)
    mergedEnd = member.value.range.upperBound
    guard let (place, our) = former else { return lastPlace = nil }
    if lastPlace == place - 1 {
      compare(oursEnd..<our.value.range.lowerBound, start..<end)
    } else {
      compare(
        our.key.range.lowerBound..<our.value.range.lowerBound, member.key.range.lowerBound..<end)
    }
    (lastPlace, oursEnd) = (place, our.value.range.upperBound)
  }

  /// True if all those bytes are equal, also after the last member.
  var isKept: Bool {
    var rest = self
    if lastPlace == ours.count - 1 {
      rest.compare(oursEnd..<ours.range.upperBound, mergedEnd..<merged.range.upperBound)
    }
    return rest.areSame
  }

  private mutating func compare(_ range: Range<Int>, _ mergedRange: Range<Int>) {
    areSame =
      areSame && ours.document.bytes[range] == merged.document.bytes[mergedRange]
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
