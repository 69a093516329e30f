/// What must hold for the order of elements that each have an identity, whichever elements a merge takes for
/// the moved ones: two shortest lists of moves may name different elements.
struct OrderPredicates {
  var base: [Int]
  var ours: [Int]
  var theirs: [Int]
  var merged: [Int]

  /// Where one side moved nothing, the other's order stands; elements that no shortest list of moves of either
  /// side names stand in base's order. O(elements).
  var hold: Bool {
    if merged == ours, theirs == base || theirs == ours { return true }
    if merged == theirs, ours == base { return true }
    let newInBoth = Set(ours).intersection(theirs).subtracting(base)
    let (fixedByOurs, movedByOurs) = Self.fixed(from: base, to: ours)
    let (fixedByTheirs, movedByTheirs) = Self.fixed(from: base, to: theirs)
    return (movedByTheirs || isKept(ours, apartFrom: newInBoth))
      && (movedByOurs || isKept(theirs, apartFrom: newInBoth))
      && isKept(base.filter { fixedByOurs.contains($0) && fixedByTheirs.contains($0) })
  }

  /// Where base was merged from several ancestors, its own order is one of many: what both sides have in one order stands
  /// so. O(elements).
  var holdWhereHistoriesCrossed: Bool {
    let (fixed, _) = Self.fixed(from: ours, to: theirs)
    return isKept(ours.filter(fixed.contains))
  }

  private func isKept(_ order: [Int], apartFrom ignored: Set<Int> = []) -> Bool {
    let wanted = Set(order).subtracting(ignored)
    let standing = merged.filter(wanted.contains)
    let present = Set(standing)
    return standing == order.filter { present.contains($0) }
  }

  /// The tokens of both that have the same tokens before them in both, and whether there are others.
  private static func fixed(
    from base: [Int], to side: [Int]
  ) -> (fixed: Set<Int>, someMoved: Bool) {
    let (before, after) = (Set(base), Set(side))
    let common = base.filter(after.contains)
    let places = Dictionary(
      side.filter(before.contains).enumerated().map { ($1, $0) },
      uniquingKeysWith: { first, _ in first })
    var furthest = -1
    var fixed: Set<Int> = []
    for (place, token) in common.enumerated() {
      if places[token] == place, furthest == place - 1 { fixed.insert(token) }
      furthest = max(furthest, places[token] ?? -1)
    }
    return (fixed, fixed.count < common.count)
  }
}
