import Forked
import ForkedJSON

extension PropertyAudit {
  /// Checks the order of an object's members: that of the side which alone changed it, else that of ours. If both changed
  /// it, that is in the report.
  mutating func checkOrder(_ versions: FourVersions, _ reported: ReportedDecisions?) {
    guard !versions.haveOneOrder else { return }
    let keys = versions.all.map { $0?.members.compactMap(\.key.string) ?? [] }
    let sets = keys.map { Set($0) }
    guard zip(keys, sets).allSatisfy({ $0.count == $1.count }) else { return }
    let isCommon = { (key: JSONString) in sets[..<3].allSatisfy { $0.contains(key) } }
    let common = keys[..<3].map { $0.filter(isCommon) }
    let leading = common[0] == common[1] && common[0] != common[2] ? 2 : 1
    expect(
      keys[3].filter(sets[leading].contains) == keys[leading].filter(sets[3].contains),
      "members that one side alone moved, or neither, are in another order")
    guard common[1] != common[2], common[0] != common[1], common[0] != common[2] else { return }
    expect(
      reported?.namesMovesOfBoth ?? false, "both sides moved members, and that is not reported")
  }
}

extension FourVersions {
  /// True if both sides and the result have the same keys in the same order, by their bytes.
  fileprivate var haveOneOrder: Bool {
    guard let ours, let theirs, let merged, ours.count == theirs.count, ours.count == merged.count
    else { return false }
    return zip(ours.members, zip(theirs.members, merged.members)).allSatisfy { our, others in
      our.key.hasSameBytes(as: others.0.key) && our.key.hasSameBytes(as: others.1.key)
    }
  }
}

extension ReportedDecisions {
  /// True if the report names members or elements that both sides moved.
  fileprivate var namesMovesOfBoth: Bool {
    outcomes.contains { if case .movedByBoth = $0 { true } else { false } }
  }
}
