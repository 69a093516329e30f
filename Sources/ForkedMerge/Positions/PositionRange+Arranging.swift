/// What is known of the position of an element that stands somewhere in an ordered list.
public struct KnownPosition: Sendable {
  /// The position that it has; nil where it has none.
  public var present: Int?
  /// The position that it had before, and had better have again; nil where it is new.
  public var former: Int?

  /// - Parameters:
  ///   - present: the position that it has; nil where it has none.
  ///   - former: the position that it had before.
  public init(_ present: Int?, former: Int? = nil) {
    self.present = present
    self.former = former
  }
}

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
    arranged(positions.map { KnownPosition($0) }, ties: { _, _ in false }, using: &generator)
  }

  /// The same for elements that may have had other positions before: of several ways to change the fewest, the one that
  /// leaves the most as they were, and an element that cannot keep its position gets its former one where that fits.
  ///
  /// - Parameters:
  ///   - elements: in the wanted order.
  ///   - ties: whether the first of two elements, by their indices, precedes the other at one position; where neither
  ///     does, only one of them may keep it.
  ///   - generator: where randomness comes from.
  /// - Complexity: O(n log n), and amortized O(log n) more for each element that needs room made.
  public func arranged(
    _ elements: [KnownPosition], ties: (Int, Int) -> Bool,
    using generator: inout some RandomNumberGenerator
  ) -> [Int] {
    var positions = elements.map { element in element.present.flatMap(within) }
    var kept = ascending(positions, elements, ties)
    guard kept.count < elements.count else { return kept.map { positions[$0] ?? 0 } }
    if returnFormer(elements, to: &positions, apartFrom: kept) {
      kept = ascending(positions, elements, ties)
    }
    var arrangement = Arrangement(kept: kept.map { positions[$0] ?? 0 }, count: positions.count)
    for index in kept + [positions.count] {
      place(index - arrangement.done.count, in: &arrangement, using: &generator)
      arrangement.pass()
    }
    return arrangement.done
  }

  private func within(_ position: Int) -> Int? { limits.contains(position) ? position : nil }

  /// The indices of a longest ascending subsequence, ties ordered; of several, one with the most former positions.
  private func ascending(
    _ positions: [Int?], _ elements: [KnownPosition], _ ties: (Int, Int) -> Bool
  ) -> [Int] {
    let known = positions.indices.filter { positions[$0] != nil }
    let values = known.map { positions[$0] ?? 0 }
    func precedes(_ one: Int, _ other: Int) -> Bool {
      if values[one] != values[other] { return values[one] < values[other] }
      let (one, other) = (known[one], known[other])
      return ties(one, other) || (one > other && !ties(other, one))
    }
    if values.indices.dropFirst().allSatisfy({ precedes($0 - 1, $0) }) { return known }
    let order = values.indices.sorted(by: precedes)
    var ranks = [Int](repeating: 0, count: values.count)
    for (rank, index) in order.enumerated() { ranks[index] = rank }
    let isFormer = known.map { elements[$0].former != nil && positions[$0] == elements[$0].former }
    return LongestIncreasing.indices(of: ranks, preferring: isFormer).map { known[$0] }
  }

  /// Gives the elements that keep no position their former ones, as far as these lie between those that are kept.
  private func returnFormer(
    _ elements: [KnownPosition], to positions: inout [Int?], apartFrom kept: [Int]
  ) -> Bool {
    var isChanged = false
    var rest = kept[...]
    var left: Int?
    for index in elements.indices {
      if rest.first == index {
        left = positions[index]
        rest.removeFirst()
        continue
      }
      let right = rest.first.flatMap { positions[$0] }
      positions[index] = elements[index].former.flatMap(within).flatMap { former in
        let fits = left.map { $0 < former } ?? true && right.map { former < $0 } ?? true
        return fits ? former : nil
      }
      isChanged = isChanged || positions[index] != nil
    }
    return isChanged
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
    let previous = arrangement.done.dropLast().last
    let total = arrangement.count + run
    guard run > 1, let right else {
      return position(
        between: left, and: right, after: previous, among: total, using: &generator)
    }
    let room = distance(limits.lowerBound, right)
    let lower = left ?? below(right, by: min(room, window(in: room, among: total) * UInt(run)))
    let step = distance(lower, right) / UInt(run + 1)
    guard step > 1 else {
      return position(
        between: left, and: right, after: previous, among: total, using: &generator)
    }
    return above(lower, by: offset(in: step - step / 2...step, using: &generator))
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
