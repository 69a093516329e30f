extension PositionRange {
  /// Positions for elements that stand in a wanted order: ascending, with the fewest changes.
  ///
  /// Elements that kept their relative order keep their positions; only the others get new ones, and where these
  /// need more room than there is, the fewest neighbours that make room.
  ///
  /// - Parameters:
  ///   - positions: for each element, in the wanted order, the position that it has; nil where it has none. One outside
  ///     the range counts as none.
  ///   - generator: where randomness comes from.
  /// - Complexity: O(n log n), and amortized O(log n) more for each element that needs room made.
  public func arranged(
    _ positions: [Int?], using generator: inout some RandomNumberGenerator
  ) -> [Int] {
    let known = positions.indices.filter { positions[$0].map(limits.contains) ?? false }
    let values = known.map { positions[$0] ?? 0 }
    let kept = Self.ascending(values)
    var arrangement = Arrangement(kept: kept.map { values[$0] }, count: positions.count)
    for index in kept.map({ known[$0] }) + [positions.count] {
      place(index - arrangement.done.count, in: &arrangement, using: &generator)
      arrangement.pass()
    }
    return arrangement.done
  }

  /// The indices of a longest strictly ascending subsequence: of equal values only one can stay.
  private static func ascending(_ values: [Int]) -> [Int] {
    let order = values.indices.sorted { (values[$0], $1) < (values[$1], $0) }
    var ranks = [Int](repeating: 0, count: values.count)
    for (rank, index) in order.enumerated() { ranks[index] = rank }
    return LongestIncreasing.indices(of: ranks)
  }

  /// Places a run of new elements in front of the next one that stays.
  private func place(
    _ count: Int, in arrangement: inout Arrangement,
    using generator: inout some RandomNumberGenerator
  ) {
    for remaining in (0..<count).reversed() {
      if position(of: remaining + 1, in: arrangement, using: &generator) == nil {
        _ = makeRoom(at: arrangement.done.count, in: &arrangement)
      }
      let position = position(of: remaining + 1, in: arrangement, using: &generator)
      arrangement.done.append(position ?? arrangement.done.last ?? limits.lowerBound)
    }
  }

  /// A position for the first of a run, which leaves as much room for each of the others; nil without room.
  private func position(
    of run: Int, in arrangement: Arrangement, using generator: inout some RandomNumberGenerator
  ) -> Int? {
    let (left, right) = (arrangement.done.last, arrangement.rest.first)
    guard run > 1, let right else {
      return position(between: left, and: right, using: &generator)
    }
    let reach = min(
      distance(limits.lowerBound, right), UInt(run).multipliedWithinLimits(by: window))
    let lower = left ?? below(right, by: reach)
    let step = distance(lower, right) / UInt(run + 1)
    guard step > 1 else { return position(between: left, and: right, using: &generator) }
    return above(lower, by: UInt.random(in: step - step / 2...step, using: &generator))
  }
}

extension UInt {
  fileprivate func multipliedWithinLimits(by factor: UInt) -> UInt {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}

/// Positions that are settled, and those to the right that are kept.
private struct Arrangement: PositionList {
  var done: [Int] = []
  var rest: ArraySlice<Int>

  init(kept: [Int], count: Int) {
    rest = kept[...]
    done.reserveCapacity(count)
  }

  var count: Int { done.count + rest.count }

  subscript(index: Int) -> Int {
    get { index < done.count ? done[index] : rest[rest.startIndex + index - done.count] }
    set {
      if index < done.count {
        done[index] = newValue
      } else {
        rest[rest.startIndex + index - done.count] = newValue
      }
    }
  }

  /// Goes past the next one that stays.
  mutating func pass() {
    if let next = rest.popFirst() { done.append(next) }
  }
}
