/// All shortest edit scripts between two sequences at once.
///
/// For each cost and diagonal it finds the furthest index that a script of that cost reaches from the start, and from
/// the end. Costs don't fall along a diagonal, so all points between the two are on shortest scripts, and no others.
///
/// Source: E. Ukkonen, "Algorithms for approximate string matching", 1985, with weights.
struct ScriptSearch {
  /// The greatest cost that is searched.
  static let limit = 512
  private static let gap = 2
  private static let replacement = 3

  private let old: [Int]
  private let new: [Int]
  private let cost: Int
  private let forward: [Frontier]
  private let backward: [Frontier]

  /// The furthest old index that is reached, for each diagonal (old index - new index).
  private struct Frontier {
    let lowest: Int
    var reached: [Int32]

    var diagonals: Range<Int> { lowest..<lowest + reached.count }

    /// -1 if nothing is reached.
    subscript(_ diagonal: Int) -> Int {
      diagonals.contains(diagonal) ? Int(reached[diagonal - lowest]) : -1
    }
  }

  /// Searches; nil if the scripts cost more than the limit.
  /// - Complexity: O(n + cost²) in expectation, O(n · cost) at most.
  init?(_ old: [Int], _ new: [Int]) {
    guard abs(old.count - new.count) * Self.gap <= Self.limit,
      let forward = Self.frontiers(old, new, limit: Self.limit),
      let backward = Self.frontiers(
        Array(old.reversed()), Array(new.reversed()), limit: forward.count - 1)
    else { return nil }
    self.old = old
    self.new = new
    self.forward = forward
    self.backward = backward
    cost = forward.count - 1
  }

  /// Returns the frontiers of all costs up to that of the whole; nil if that is above the limit.
  private static func frontiers(_ old: [Int], _ new: [Int], limit: Int) -> [Frontier]? {
    var rows: [Frontier] = []
    while rows.count <= limit {
      let reach = rows.count / gap
      let lowest = max(-reach, -new.count)
      var row = Frontier(lowest: lowest, reached: [])
      for diagonal in lowest...min(reach, old.count) {
        row.reached.append(Int32(truncatingIfNeeded: furthest(on: diagonal, rows, old, new)))
      }
      rows.append(row)
      if row[old.count - new.count] == old.count { return rows }
    }
    return nil
  }

  /// Returns the furthest old index on a diagonal at the next cost; -1 if there is none.
  private static func furthest(
    on diagonal: Int, _ rows: [Frontier], _ old: [Int], _ new: [Int]
  ) -> Int {
    func reached(_ cost: Int, _ diagonal: Int, plus step: Int) -> Int {
      guard cost <= rows.count else { return -1 }
      let index = rows[rows.count - cost][diagonal]
      return index < 0 ? -1 : index + step
    }
    var index = max(
      rows.isEmpty ? 0 : reached(1, diagonal, plus: 0), reached(gap, diagonal - 1, plus: 1),
      reached(gap, diagonal + 1, plus: 0), reached(replacement, diagonal, plus: 1))
    guard index >= 0 else { return -1 }
    index = min(index, old.count, new.count + diagonal)
    while index < old.count, index - diagonal < new.count, old[index] == new[index - diagonal] {
      index += 1
    }
    return index
  }

  /// Returns the old indices on a diagonal that shortest scripts pass at this cost; an empty range if there are none.
  private func passed(_ cost: Int, _ diagonal: Int) -> Range<Int> {
    guard cost <= self.cost else { return 0..<0 }
    let high = forward[cost][diagonal]
    let behind = backward[self.cost - cost][old.count - new.count - diagonal]
    guard high >= 0, behind >= 0, old.count - behind <= high else { return 0..<0 }
    return old.count - behind..<high + 1
  }

  /// The effect on each old element of the script whose changes are as late as possible, and if all scripts agree on it.
  var steps: [EditTrace.Step] {
    var steps: [EditTrace.Step] = []
    steps.reserveCapacity(old.count)
    var (cost, diagonal) = (0, 0)
    while steps.count < old.count {
      let (index, place) = (steps.count, steps.count - diagonal)
      var step = EditTrace.Step(place: place)
      if isKept(index, cost, diagonal) {
        step.isKept = true
      } else if passed(cost + Self.replacement, diagonal).contains(index + 1) {
        step.isReplaced = true
        cost += Self.replacement
      } else if passed(cost + Self.gap, diagonal + 1).contains(index + 1) {
        cost += Self.gap
        diagonal += 1
      } else {
        cost += Self.gap
        diagonal -= 1
        continue
      }
      steps.append(step)
    }
    markOpen(&steps)
    return steps
  }

  private func isKept(_ index: Int, _ cost: Int, _ diagonal: Int) -> Bool {
    index - diagonal < new.count && old[index] == new[index - diagonal]
      && passed(cost, diagonal).contains(index + 1)
  }

  /// Notes the elements to which shortest scripts do different things.
  private func markOpen(_ steps: inout [EditTrace.Step]) {
    var ways = Array(repeating: UInt8(0), count: old.count)
    func count(_ index: Int) { ways[index] = min(2, ways[index] + 1) }
    for cost in 0...cost {
      for diagonal in forward[cost].diagonals {
        let here = passed(cost, diagonal)
        guard !here.isEmpty else { continue }
        for index in here.dropLast() where old[index] == new[index - diagonal] {
          count(index)
          steps[index].mayBeKept = true
        }
        for next in [
          passed(cost + Self.replacement, diagonal), passed(cost + Self.gap, diagonal + 1),
        ] where !next.isEmpty {
          let start = max(here.lowerBound, next.lowerBound - 1)
          let end = min(here.upperBound, next.upperBound - 1)
          if start < end { for index in start..<end { count(index) } }
        }
      }
    }
    for index in steps.indices { steps[index].isCertain = ways[index] == 1 }
  }
}
