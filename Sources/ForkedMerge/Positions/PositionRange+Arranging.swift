/// The known positions of an element in an ordered list.
public struct KnownPosition: Sendable {
  /// The current position; nil if there is none.
  public var present: Int?
  /// The former position, which the element gets back if possible; nil if the element is new.
  public var former: Int?

  /// Creates the known positions of an element.
  public init(_ present: Int?, former: Int? = nil) {
    self.present = present
    self.former = former
  }
}

extension PositionRange {
  /// Returns ascending positions for elements in the wanted order, with the fewest changes.
  ///
  /// Elements that kept their relative order keep their positions, and the others get new ones. If there are not enough
  /// free positions, the fewest neighbours are renumbered.
  ///
  /// - Parameters:
  ///   - positions: the current position of each element, in the wanted order; nil if there is none. A position outside
  ///     the range counts as none.
  ///   - generator: the source of randomness.
  /// - Complexity: O(n log n), and amortized O(log n) more for each element that needs a renumbering.
  public func arranged(
    _ positions: [Int?], using generator: inout some RandomNumberGenerator
  ) -> [Int] {
    arranged(positions.map { KnownPosition($0) }, ties: { _, _ in false }, using: &generator)
  }

  /// Returns the same for elements with former positions.
  ///
  /// Of several ways with the fewest changes, it takes the one that keeps the most former positions. An element that
  /// cannot keep its position gets its former one if that fits.
  ///
  /// - Parameters:
  ///   - elements: the elements in the wanted order.
  ///   - ties: returns true if the first of two elements, by their indices, precedes the other at one position. If
  ///     neither precedes the other, only one of them may keep the position.
  ///   - generator: the source of randomness.
  /// - Complexity: O(n log n), and amortized O(log n) more for each element that needs a renumbering.
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

  /// Returns the indices of a longest ascending subsequence, with ties ordered; of several, one with the most former
  /// positions.
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

  /// Gives back former positions to elements that keep none, if these lie between the kept ones.
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

  /// Places a run of new elements before the next one that keeps its position.
  private func place(
    _ count: Int, in arrangement: inout Arrangement,
    using generator: inout some RandomNumberGenerator
  ) {
    for remaining in (0..<count).reversed() {
      if position(of: remaining + 1, in: arrangement, using: &generator) == nil {
        _ = renumber(at: arrangement.done.count, in: &arrangement)
      }
      let position = position(of: remaining + 1, in: arrangement, using: &generator)
      arrangement.done.append(position ?? arrangement.done.last ?? limits.lowerBound)
    }
  }

  /// Returns a position for the first element of a run, leaving an equal share for each of the others; nil if none is
  /// free.
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
    let width = distance(limits.lowerBound, right)
    let lower = left ?? below(right, by: min(width, window(in: width, among: total) * UInt(run)))
    let step = distance(lower, right) / UInt(run + 1)
    guard step > 1 else {
      return position(
        between: left, and: right, after: previous, among: total, using: &generator)
    }
    return above(lower, by: offset(in: step - step / 2...step, using: &generator))
  }
}

/// The positions that are decided, and those to their right that are kept.
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

  /// Passes the next position that is kept.
  mutating func pass() {
    if let next = rest.popFirst() { done.append(next) }
  }
}
