import Forked
import ForkedJSON

/// One property in the three versions; an absent value is nil.
struct Versions {
  var base: JSONNode?
  var ours: JSONNode?
  var theirs: JSONNode?

  /// The values that exist.
  var present: [JSONNode] {
    var values: [JSONNode] = []
    values.reserveCapacity(3)
    if let base { values.append(base) }
    if let ours { values.append(ours) }
    if let theirs { values.append(theirs) }
    return values
  }

  /// The same, apart from nulls.
  var withoutNulls: Versions {
    Versions(base: base.withoutNull, ours: ours.withoutNull, theirs: theirs.withoutNull)
  }

  /// True if all three have a value other than null.
  var areAllThere: Bool {
    base.withoutNull != nil && ours.withoutNull != nil && theirs.withoutNull != nil
  }

  /// True if both sides changed the property, to different values.
  var isChangedByBoth: Bool {
    !ours.isSame(as: theirs) && !base.isSame(as: ours) && !base.isSame(as: theirs)
  }

  /// True if both sides changed the property, to the same value.
  var isChangedAlike: Bool { ours.isSame(as: theirs) && !base.isSame(as: ours) }

  /// True if it makes no difference whether the values that exist are versions of one thing.
  var areAlike: Bool {
    guard let base else { return ours == nil || theirs == nil }
    return [ours, theirs].allSatisfy { $0 == nil || $0.isSame(as: base) }
  }

  /// Returns true if an element may be in the result: not if both sides deleted it, nor if one did and the other left
  /// it unchanged or only moved it.
  /// - Parameter position: the member with an element's position, which is not compared.
  func mayBeKept(apartFrom position: JSONString? = nil) -> Bool {
    guard let base else { return true }
    switch (ours, theirs) {
    case (nil, nil): return false
    case (let changed?, nil), (nil, let changed?):
      return !changed.isSame(as: base, apartFrom: position)
    default: return true
    }
  }

  /// Returns the side that alone has a value; nil if both or neither has one.
  /// - Parameter countingNull: false if null counts as no value, as it does for strategies that combine values.
  func onlySide(countingNull: Bool) -> MergeSide? {
    let sides = countingNull ? (ours, theirs) : (ours.withoutNull, theirs.withoutNull)
    return (sides.0 == nil) == (sides.1 == nil) ? nil : sides.0 == nil ? .theirs : .ours
  }

  /// True if neither side has a value: then no strategy can combine anything, and null against absence is a decision
  /// like any other.
  var isNothingLeft: Bool { ours.withoutNull == nil && theirs.withoutNull == nil }

  subscript(_ side: MergeSide) -> JSONNode? { side == .ours ? ours : theirs }
}

extension JSONNode {
  /// The number of members of this object that another one has, by whether their values are equal.
  func commonMembers(
    with other: JSONNode, apartFrom key: JSONString? = nil
  ) -> (equal: Int, different: Int) {
    var others = JSONMemberCursor(other)
    var common = (equal: 0, different: 0)
    for member in members where key.map({ !member.key.stringEquals($0) }) ?? true {
      guard let value = others.value(member.key) else { continue }
      if value == member.value { common.equal += 1 } else { common.different += 1 }
    }
    return common
  }

  /// Returns true if both hold the same value; in objects, the member with that key is not compared.
  func isSame(as other: JSONNode, apartFrom key: JSONString?) -> Bool {
    if hasSameBytes(as: other) || self == other { return true }
    guard let key, kind == .object, other.kind == .object else { return false }
    let members = [self, other].map { $0.members.filter { !$0.key.stringEquals(key) } }
    var table = JSONMemberCursor(other)
    return members[0].count == members[1].count
      && members[0].allSatisfy { table.value($0.key) == $0.value }
  }
}

extension JSONNode? {
  /// Nil for null as well as for an absent value.
  var withoutNull: JSONNode? { self?.kind == .null ? nil : self }

  /// Returns true if both hold the same value; bytes are compared first.
  func isSame(as other: JSONNode?) -> Bool {
    guard let self, let other else { return (self == nil) == (other == nil) }
    return self.hasSameBytes(as: other) || self == other
  }

  /// Returns true if both hold the same value; in objects, the member with that key is not compared.
  func isSame(as other: JSONNode?, apartFrom key: JSONString?) -> Bool {
    guard let self, let other else { return (self == nil) == (other == nil) }
    return self.isSame(as: other, apartFrom: key)
  }

  /// Returns true if both exist with the same bytes, or both are absent: fast, and sufficient for equality.
  func hasSameBytes(as other: JSONNode?) -> Bool {
    guard let self, let other else { return (self == nil) == (other == nil) }
    return self.hasSameBytes(as: other)
  }
}
