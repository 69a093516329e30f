/// What must hold for the order of elements that each have an identity, whichever elements a merge takes for
/// the moved ones: two shortest lists of moves may name different elements.
struct OrderPredicates {
  let base: [Int]
  let ours: [Int]
  let theirs: [Int]
  let merged: [Int]
  /// All tokens are below it.
  private let bound: Int

  /// Tokens are small numbers from 0 on.
  init(base: [Int], ours: [Int], theirs: [Int], merged: [Int]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.merged = merged
    bound = 1 + ([base, ours, theirs, merged].compactMap { $0.max() }.max() ?? -1)
  }

  /// Where one side moved nothing, the other's order stands; elements that no shortest list of moves of either
  /// side names stand in base's order. O(elements).
  var hold: Bool {
    if merged == ours, theirs == base || theirs == ours { return true }
    if merged == theirs, ours == base { return true }
    let (inBase, inOurs, inTheirs) = (marks(of: base), marks(of: ours), marks(of: theirs))
    let isNewInBoth = { (token: Int) in inOurs[token] && inTheirs[token] && !inBase[token] }
    let (fixedByOurs, movedByOurs) = fixed(from: base, to: ours)
    let (fixedByTheirs, movedByTheirs) = fixed(from: base, to: theirs)
    return (movedByTheirs || isKept(ours.filter { !isNewInBoth($0) }))
      && (movedByOurs || isKept(theirs.filter { !isNewInBoth($0) }))
      && isKept(base.filter { fixedByOurs[$0] && fixedByTheirs[$0] })
  }

  /// Where base was merged from several ancestors, its own order is one of many: what both sides have in one order stands
  /// so. O(elements).
  var holdWhereHistoriesCrossed: Bool {
    let (fixed, _) = fixed(from: ours, to: theirs)
    return isKept(ours.filter { fixed[$0] })
  }

  /// True if those of these elements that stand, stand in this order.
  private func isKept(_ order: [Int]) -> Bool {
    let (isWanted, stands) = (marks(of: order), marks(of: merged))
    return merged.filter { isWanted[$0] } == order.filter { stands[$0] }
  }

  /// The tokens of both that have the same tokens before them in both, and whether there are others.
  private func fixed(from base: [Int], to side: [Int]) -> (isFixed: [Bool], someMoved: Bool) {
    let (inBase, inSide) = (marks(of: base), marks(of: side))
    let common = base.filter { inSide[$0] }
    var places = [Int](repeating: -1, count: bound)
    for (place, token) in side.filter({ inBase[$0] }).enumerated() where places[token] < 0 {
      places[token] = place
    }
    var furthest = -1
    var isFixed = [Bool](repeating: false, count: bound)
    for (place, token) in common.enumerated() {
      if places[token] == place, furthest == place - 1 { isFixed[token] = true }
      furthest = max(furthest, places[token])
    }
    return (isFixed, common.contains { !isFixed[$0] })
  }

  private func marks(of tokens: [Int]) -> [Bool] {
    var marks = [Bool](repeating: false, count: bound)
    for token in tokens { marks[token] = true }
    return marks
  }
}
