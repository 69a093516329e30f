import Forked

/// The merged order of a list with positions.
///
/// What neither side moved stands as in base; what was moved or inserted stands in its gap by position, unless the other
/// side made room there: then each side's run stays as that side has it.
struct OrderedWeaver<Element: OrderedElement> {
  private let table: IdentifiedElements<Element>
  private let merged: [Int: Element]
  private let ours: SideOrder
  private let theirs: SideOrder
  private let base: [Int]

  init(_ table: IdentifiedElements<Element>, _ merged: [Int: Element]) {
    self.table = table
    self.merged = merged
    base = table.tokens[0]
    var places = [Int](repeating: -1, count: table.tokenCount)
    for (place, token) in base.enumerated() { places[token] = place }
    ours = SideOrder(table.tokens[1], basePlaces: places)
    theirs = SideOrder(table.tokens[2], basePlaces: places)
  }

  /// The tokens of what stands in the result.
  var order: [Int] {
    var order: [Int] = []
    var mine = ours.placed[...]
    var other = theirs.placed[...]
    for gap in 0...base.count {
      let lead = run(of: &mine, at: gap)
      let follow = run(of: &other, at: gap).filter { ours.gaps[$0] < 0 }
      let both = lead + follow
      order += isRoomMade(at: gap) ? both : both.sorted(by: precedes)
      if gap < base.count, merged[base[gap]] != nil, isUnmoved(base[gap]) {
        order.append(base[gap])
      }
    }
    return order
  }

  private func run(of placed: inout ArraySlice<SideOrder.Placed>, at gap: Int) -> [Int] {
    var run: [Int] = []
    while let next = placed.first, next.gap == gap {
      placed.removeFirst()
      if merged[next.token] != nil { run.append(next.token) }
    }
    return run
  }

  private func isUnmoved(_ token: Int) -> Bool { ours.gaps[token] < 0 && theirs.gaps[token] < 0 }

  /// Whether an element beside the gap changed its position without being moved.
  private func isRoomMade(at gap: Int) -> Bool {
    [gap - 1, gap].contains { place in
      guard base.indices.contains(place), isUnmoved(base[place]) else { return false }
      let versions = table.versions(of: base[place])
      let places = [versions.ours, versions.theirs].compactMap { $0?.position }
      return places.contains { $0 != versions.base?.position }
    }
  }

  private func precedes(_ one: Int, _ other: Int) -> Bool {
    guard let one = merged[one], let other = merged[other] else { return false }
    return OrderedMerger<Element>.precedes(one, other)
  }
}
