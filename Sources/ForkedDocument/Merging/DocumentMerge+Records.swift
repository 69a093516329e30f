public import Forked
public import ForkedJSON
public import ForkedSchema

/// The question whether base is a former version of a side, or another document that only resembles it.
extension DocumentMerge {
  /// The ids at the root of base and of a side, if these differ; nil if they are equal, or there are none.
  ///
  /// An id is declared (`x-identity`), or the first usual one that all versions have. A document with a built-in schema
  /// is no record, so its members are no ids.
  public func differingIDs(of side: MergeSide) -> (base: String, side: String)? {
    guard let base = base?.root else { return nil }
    let other = side == .ours ? ours.root : theirs.root
    if plan.entityIdentity != nil {
      guard let old = plan.identifier(of: base), let new = plan.identifier(of: other), old != new
      else { return nil }
      return ("\(old)", "\(new)")
    }
    guard !plan.isBuiltIn, let key = usualID, let old = base[key], let new = other[key], old != new
    else { return nil }
    return (
      String(decoding: old.compactBytes, as: UTF8.self),
      String(decoding: new.compactBytes, as: UTF8.self)
    )
  }

  /// Returns true if two documents have different ids, as ``differingIDs(of:)`` finds them; false also if one cannot be
  /// read.
  public static func areOtherRecords(_ old: [UInt8], _ new: [UInt8], plan: FieldPlan) -> Bool {
    let merge = try? DocumentMerge(parsing: old, ours: new, theirs: new, plan: plan)
    return merge?.differingIDs(of: .ours) != nil
  }

  /// Returns true if two documents that both sides added under one name are two: they have different ids, or no schema
  /// describes them and they have less than half of the members of either in common; false also if one cannot be read.
  public static func areTwo(_ ours: [UInt8], _ theirs: [UInt8], plan: FieldPlan) -> Bool {
    guard let merge = try? DocumentMerge(parsing: ours, ours: ours, theirs: theirs, plan: plan)
    else { return false }
    if merge.differingIDs(of: .theirs) != nil { return true }
    let (one, other) = (merge.ours.root, merge.theirs.root)
    guard plan.isSilent, one.kind == .object, other.kind == .object else { return false }
    let common = one.commonMembers(with: other)
    return (common.equal + common.different) * 2 < min(one.count, other.count)
  }

  /// The first usual id that is a scalar in all versions.
  private var usualID: JSONString? {
    let roots = [base?.root, ours.root, theirs.root].compactMap { $0 }
    return UsualIdentity.keys.first { key in
      roots.allSatisfy { root in
        root.kind == .object && root[key].map { !$0.kind.isContainer } ?? false
      }
    }
  }

  /// Returns true if a side may have another record than base in one file: another id with another change, or another name
  /// where most members are changed.
  public func mayBeOtherRecord(of side: MergeSide) -> Bool {
    guard differingIDs(of: side) != nil, let base else { return false }
    let count = countOfChangedMembers(of: side)
    let isNamed = plan.entityIdentity == nil && usualID == "name"
    return isNamed ? count * 2 > base.root.count : count > 1
  }

  /// The number of members of base that a side has changed or deleted.
  public func countOfChangedMembers(of side: MergeSide) -> Int {
    guard let base = base?.root, base.kind == .object else { return 0 }
    return base.count - base.commonMembers(with: side == .ours ? ours.root : theirs.root).equal
  }

  /// Returns a conflict about the whole document: all of ours and all of theirs between markers.
  public func wholeConflict(
    _ reason: MergeConflict.Reason, note: MergeNote, markers: ConflictMarkers, showBase: Bool
  ) -> MergeResult<[UInt8]> {
    MergeResult(
      wholeConflict(markers, showBase: showBase),
      conflicts: [
        MergeConflict(
          reason: reason, base: base?.root, ours: ours.root, theirs: theirs.root, detail: note)
      ])
  }
}
