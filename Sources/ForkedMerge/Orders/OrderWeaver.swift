import Forked

/// Combines the runs that both sides placed with the elements of base that neither moved.
struct OrderWeaver {
  private let input: OrderInput
  private let side: MergeSide
  private let first: SideOrder
  private let other: SideOrder
  private var order: [Int] = []
  private var isMovedByBoth: [Bool]
  private var dependsOnFirst = false
  /// The index of each token in the run of `first` in the current gap, or -1.
  private var runPlaces: [Int]

  init(_ input: OrderInput, first side: MergeSide) {
    self.input = input
    self.side = side
    let ours = SideOrder(input.ours, basePlaces: input.basePlaces)
    let theirs = SideOrder(input.theirs, basePlaces: input.basePlaces)
    (first, other) = side == .ours ? (ours, theirs) : (theirs, ours)
    isMovedByBoth = [Bool](repeating: false, count: input.names.count)
    runPlaces = [Int](repeating: -1, count: input.names.count)
  }

  consuming func woven(firstOf: (MeetingRuns) -> MergeSide?) -> OrderMerge.Result {
    let leading = first.placed.filter { input.survives[$0.token] }
    let following = withoutMovedByBoth(other.placed.filter { input.survives[$0.token] })
    var (led, followed) = (0, 0)
    for gap in 0...input.base.count {
      let lead = Self.run(of: leading, from: &led, at: gap)
      let follow = Self.run(of: following, from: &followed, at: gap)
      if isTurned(lead, follow, at: gap, firstOf) {
        dependsOnFirst = true
        order += follow + lead
      } else {
        weave(lead, follow)
      }
      if gap < input.base.count, staysInPlace(input.base[gap]) { order.append(input.base[gap]) }
    }
    return OrderMerge.Result(
      order: order.map { input.names[$0] },
      movedByBoth: input.base.filter { isMovedByBoth[$0] }.map { input.names[$0] },
      dependsOnFirst: dependsOnFirst)
  }

  /// Returns true if the other side's insertions come before those of `first`.
  ///
  /// This is possible only if no element was moved to the gap and no element is in both runs.
  private func isTurned(
    _ lead: [Int], _ follow: [Int], at gap: Int, _ firstOf: (MeetingRuns) -> MergeSide?
  ) -> Bool {
    guard !lead.isEmpty, !follow.isEmpty,
      lead.allSatisfy({ input.basePlaces[$0] < 0 }),
      follow.allSatisfy({ input.basePlaces[$0] < 0 && first.gaps[$0] < 0 })
    else { return false }
    let names = [lead, follow].map { run in run.map { input.names[$0] } }
    let runs = MeetingRuns(
      ours: names[side == .ours ? 0 : 1], theirs: names[side == .ours ? 1 : 0],
      isAtEnd: gap == input.base.count)
    return firstOf(runs).map { $0 != side } ?? false
  }

  /// Leaves out the elements that `first` put into another gap, and records them.
  private mutating func withoutMovedByBoth(_ placed: [SideOrder.Placed]) -> [SideOrder.Placed] {
    var kept: [SideOrder.Placed] = []
    kept.reserveCapacity(placed.count)
    for element in placed {
      let gap = first.gaps[element.token]
      if gap < 0 || gap == element.gap {
        kept.append(element)
      } else {
        isMovedByBoth[element.token] = true
        dependsOnFirst = true
      }
    }
    return kept
  }

  private func staysInPlace(_ token: Int) -> Bool {
    input.survives[token] && first.gaps[token] < 0 && other.gaps[token] < 0
  }

  private static func run(
    of placed: [SideOrder.Placed], from next: inout Int, at gap: Int
  ) -> [Int] {
    var run: [Int] = []
    while next < placed.count, placed[next].gap == gap {
      run.append(placed[next].token)
      next += 1
    }
    return run
  }

  /// Appends both runs of one gap: `lead` before `follow`, but around the elements that they share.
  private mutating func weave(_ lead: [Int], _ follow: [Int]) {
    guard !follow.isEmpty else { return order.append(contentsOf: lead) }
    if !lead.isEmpty, lead != follow { dependsOnFirst = true }
    for (place, token) in lead.enumerated() { runPlaces[token] = place }
    defer { for token in lead { runPlaces[token] = -1 } }
    let shared = follow.filter { runPlaces[$0] >= 0 }
    let anchors = LongestIncreasing.indices(of: shared.map { runPlaces[$0] }).map { shared[$0] }
    var leadRest = lead[...]
    var followRest = follow[...]
    noteOrder(of: shared, anchors: anchors)
    for anchor in anchors {
      order.append(contentsOf: Self.take(&leadRest, before: anchor))
      order.append(contentsOf: Self.take(&followRest, before: anchor).filter { runPlaces[$0] < 0 })
      order.append(anchor)
    }
    order.append(contentsOf: leadRest)
    order.append(contentsOf: followRest.filter { runPlaces[$0] < 0 })
  }

  /// Records the elements that both sides put into one gap in different orders: `first`'s order is taken.
  private mutating func noteOrder(of shared: [Int], anchors: [Int]) {
    var next = 0
    for token in shared {
      if next < anchors.count, anchors[next] == token {
        next += 1
      } else {
        isMovedByBoth[token] = true
      }
    }
  }

  private static func take(_ run: inout ArraySlice<Int>, before token: Int) -> ArraySlice<Int> {
    let end = run.firstIndex(of: token) ?? run.endIndex
    defer { run = run[min(end + 1, run.endIndex)...] }
    return run[run.startIndex..<end]
  }
}
