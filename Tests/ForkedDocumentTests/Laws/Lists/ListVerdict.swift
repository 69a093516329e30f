import ForkedDocument

/// What a merge of a list is worth.
enum ListVerdict {
  /// Left to the user.
  case conflict
  /// Base with both scripts.
  case right
  /// Not what the sides did, but what they may have done: it is a merge by other scripts that are as short, or each
  /// value stands as often as it must where the changes touch.
  case unclear
  /// No merge by any shortest scripts.
  case wrong
}

extension ListCase {
  func verdict(of result: MergeResult<[UInt8]>) throws -> ListVerdict {
    verdict(of: result.conflicts.isEmpty ? try list(of: result.bytes) : nil)
  }

  /// - Parameter merged: the result; nil for a conflict.
  func verdict(of merged: [String]?) -> ListVerdict {
    guard let merged else { return .conflict }
    if merged == truth { return .right }
    if truth == nil, keepsCounts(merged, mayJoin: false) { return .unclear }
    let (ourScripts, theirScripts) = (
      ListReading.all(of: base, ours.list), ListReading.all(of: base, theirs.list)
    )
    let isReadable = ourScripts.contains { our in
      theirScripts.contains { our.mayMerge(with: $0, to: merged) }
    }
    if isReadable { return .unclear }
    // A value that stands once is one thing: its move takes nothing away from what stands beside it, and both may have
    // inserted it.
    let isSet = (versions + [merged]).allSatisfy { Set($0).count == $0.count }
    let mayMove = (ourScripts + theirScripts).contains { $0.moves(in: base) }
    // Equal objects have no identity but their place either, but may have moved.
    return (mayMove || isSet && truth == nil || kind.holdsContainers)
      && keepsCounts(merged, mayJoin: true)
      ? .unclear : .wrong
  }

  /// True if each value stands as often as in base, with what each side has more or less of it.
  /// - Parameter mayJoin: true if what both have more, or both have less, may be one.
  private func keepsCounts(_ merged: [String], mayJoin: Bool) -> Bool {
    let counts = (versions + [merged]).map { list in
      list.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    }
    return Set((versions + [merged]).joined()).allSatisfy { value in
      let count = counts.map { $0[value] ?? 0 }
      let (more, other) = (count[1] - count[0], count[2] - count[0])
      let joined = mayJoin && more * other > 0 ? (abs(more) < abs(other) ? more : other) : 0
      let sum = count[0] + more + other
      return min(sum, sum - joined) <= count[3] && count[3] <= max(sum, sum - joined)
    }
  }
}

/// One way to tell what a side did: a shortest script, in which a replacement takes less than a deletion and an
/// insertion, but not less than two deletions or insertions that keep an element.
private struct ListReading {
  /// For each element of base what stands in its place: nil if it is kept, none if it is deleted.
  private(set) var changes: [[String]?] = []
  private(set) var inserted: [[String]] = [[]]

  static func all(of base: [String], _ side: [String]) -> [ListReading] {
    let costs = costs(base, side)
    var found: [ListReading] = []
    func go(_ reading: ListReading, _ old: Int, _ new: Int) {
      let cost = costs[old][new]
      if old == base.count, new == side.count { return found.append(reading) }
      if new < side.count, costs[old][new + 1] + 2 == cost {
        var next = reading
        next.inserted[old].append(side[new])
        go(next, old, new + 1)
      }
      guard old < base.count else { return }
      func step(_ change: [String]?, _ place: Int) {
        var next = reading
        next.changes.append(change)
        next.inserted.append([])
        go(next, old + 1, place)
      }
      if costs[old + 1][new] + 2 == cost { step([], new) }
      guard new < side.count else { return }
      if base[old] == side[new], costs[old + 1][new + 1] == cost { step(nil, new + 1) }
      if base[old] != side[new], costs[old + 1][new + 1] + 3 == cost { step([side[new]], new + 1) }
    }
    go(ListReading(), 0, 0)
    return found
  }

  /// True if a value that stands once in base is gone in one place and new in another.
  func moves(in base: [String]) -> Bool {
    let replaced: [[String]] = changes.compactMap { $0 }
    let new: [String] = Array((inserted + replaced).joined())
    return zip(base, changes).contains { value, change in
      change != nil && new.count { $0 == value } == 1 && base.count { $0 == value } == 1
    }
  }

  /// The cost of the rest, for each index of base and of the side.
  private static func costs(_ base: [String], _ side: [String]) -> [[Int]] {
    var costs = Array(repeating: Array(repeating: 0, count: side.count + 1), count: base.count + 1)
    for old in (0...base.count).reversed() {
      for new in (0...side.count).reversed() where old < base.count || new < side.count {
        var ways: [Int] = []
        if old < base.count { ways.append(costs[old + 1][new] + 2) }
        if new < side.count { ways.append(costs[old][new + 1] + 2) }
        if old < base.count, new < side.count {
          ways.append(costs[old + 1][new + 1] + (base[old] == side[new] ? 0 : 3))
        }
        costs[old][new] = ways.min() ?? 0
      }
    }
    return costs
  }

  /// True if this can be what one side did, and the other what the other did, without a dispute about an element, and
  /// both together make this list.
  func mayMerge(with other: ListReading, to merged: [String]) -> Bool {
    var ends: Set<Int> = [0]
    func advance(by runs: [[String]]) {
      ends = Set(
        ends.flatMap { end in
          runs.filter { merged[end...].starts(with: $0) }.map { end + $0.count }
        })
    }
    for gap in inserted.indices {
      let (one, its) = (inserted[gap], other.inserted[gap])
      advance(by: one == its ? [one] : [one + its, its + one])
      guard gap < changes.count else { continue }
      switch (changes[gap], other.changes[gap]) {
      case (nil, nil): ends = Set(ends.filter { $0 < merged.count }.map { $0 + 1 })
      case (let change?, nil), (nil, let change?): advance(by: [change])
      case (let change?, let its?):
        if change != its { return false }
        advance(by: [change])
      }
    }
    return ends.contains(merged.count)
  }
}
