/// The order of the records in a right result.
struct RecordOrder {
  /// True if records stand in an order that neither side gave them.
  private(set) var isMisplaced = false
  /// True if an inserted record stands beside neither of the records that it was inserted between.
  private(set) var isDrifted = false

  private let judge: RecordJudge

  init(_ judge: RecordJudge) { self.judge = judge }

  mutating func compare(
    _ base: RecordNode?, _ ours: RecordNode?, _ theirs: RecordNode?, merged: LawTree?
  ) {
    switch (base, ours, theirs, merged) {
    case (.object(let members), .object, .object, .object):
      for key in members.map(\.key) {
        compare(base?[key], ours?[key], theirs?[key], merged: merged?[key])
      }
    case (.list(let base), .list(let ours), .list(let theirs), .array(let elements)):
      guard Set(elements).count == elements.count else { return }
      let lists = RecordLists(base: base, ours: ours, theirs: theirs)
      let identities =
        lists.holdScalars
        ? Self.identities(of: elements, in: lists)
        : judge.match(lists, elements, at: []).identities
      compare(lists, identities.compactMap { $0 })
      let versions = lists.all.map(\.byIdentity)
      for (identity, element) in zip(identities, elements) {
        guard let identity else { continue }
        compare(
          versions[0][identity], versions[1][identity], versions[2][identity], merged: element)
      }
    default: return
    }
  }

  private static func identities(of elements: [LawTree], in lists: RecordLists) -> [Int?] {
    let items = lists.ours.items + lists.theirs.items
    let table = Dictionary(grouping: items) { $0.value.tree() }
    return elements.map { element in
      let found = Set(table[element, default: []].map(\.identity))
      return found.count == 1 ? found.first : nil
    }
  }

  private mutating func compare(_ lists: RecordLists, _ merged: [Int]) {
    let present = Set(merged)
    let sides = [lists.ours.order, lists.theirs.order]
    let moved = [lists.ours, lists.theirs].map { $0.moved(since: lists.base) }
    let all = Set(lists.base.order).intersection(sides[0]).intersection(sides[1])
      .intersection(present)
    let stay = all.subtracting(moved[0]).subtracting(moved[1])
    // If one side alone moved anything, the order is that side's.
    let known = moved.contains(where: \.isEmpty) ? all : stay
    let expected = moved[0].isEmpty ? sides[1] : sides[0]
    if merged.filter(known.contains) != expected.filter(known.contains) { isMisplaced = true }
    let old = Set(lists.base.order)
    for side in sides {
      for new in side where !old.contains(new) && present.contains(new) {
        let there = Self.neighbours(of: new, in: side, among: stay)
        let here = Self.neighbours(of: new, in: merged, among: stay)
        if there.0 != here.0, there.1 != here.1 { isDrifted = true }
      }
    }
  }

  /// The nearest of these elements before and behind.
  private static func neighbours(
    of identity: Int, in order: [Int], among others: Set<Int>
  ) -> (Int?, Int?) {
    guard let place = order.firstIndex(of: identity) else { return (nil, nil) }
    return (
      order[..<place].last(where: others.contains),
      order[(place + 1)...].first(where: others.contains)
    )
  }
}
