import ForkedJSON
import ForkedSchema

extension DocumentDiff {
  mutating func compareArrays(_ pair: Pair) {
    let old = Array(pair.old.elements)
    let new = Array(pair.new.elements)
    let alignment = ArrayAlignment(from: pair.old, to: pair.new, by: mapping)
    switch places {
    case .ofVersions: report(alignment, old, new, pair)
    case .whenApplied: rearrange(alignment, old, new, pair)
    }
    for (index, origin) in alignment.origins.enumerated() {
      guard let origin else { continue }
      compare(
        Pair(
          old: old[origin], new: new[index], plan: pair.plan.element(at: index),
          oldPointer: pair.oldPointer.appending(index: origin),
          newPointer: pair.newPointer.appending(index: index)))
    }
  }

  private mutating func report(
    _ alignment: ArrayAlignment, _ old: [JSONNode], _ new: [JSONNode], _ pair: Pair
  ) {
    for index in alignment.removed {
      changes.append(
        PropertyChange(.remove, pair.oldPointer.appending(index: index), old: old[index]))
    }
    for (index, origin) in alignment.origins.enumerated() where !alignment.stays[index] {
      let place = pair.newPointer.appending(index: index)
      if let origin {
        let from = pair.oldPointer.appending(index: origin)
        changes.append(PropertyChange(.move, place, from: from, old: old[origin], new: new[index]))
      } else {
        changes.append(PropertyChange(.add, place, new: new[index]))
      }
    }
  }

  /// Reports the differences as operations that are applied one after another.
  ///
  /// First come removals, from the end, so that they don't shift each other. Then the newer array is built from its
  /// beginning: elements that kept their order stay, and each other one is inserted after its predecessor.
  private mutating func rearrange(
    _ alignment: ArrayAlignment, _ old: [JSONNode], _ new: [JSONNode], _ pair: Pair
  ) {
    func place(_ index: Int) -> JSONPointer { pair.newPointer.appending(index: index) }
    for index in alignment.removed.reversed() {
      changes.append(PropertyChange(.remove, place(index), old: old[index]))
    }
    var array = RearrangedArray(count: old.count, without: alignment.removed)
    for (index, origin) in alignment.origins.enumerated() {
      guard let origin else {
        changes.append(PropertyChange(.add, place(array.insert()), new: new[index]))
        continue
      }
      if alignment.stays[index] {
        array.pass(origin)
        continue
      }
      let (from, to) = (array.take(origin), array.insert())
      if from == to { continue }
      changes.append(
        PropertyChange(.move, place(to), from: place(from), old: old[origin], new: new[index]))
    }
  }
}

/// The indices of an array's elements while it becomes a newer one, whose elements are visited in order.
///
/// Every operation is O(log count).
private struct RearrangedArray {
  /// The elements that have not been moved, by their index in the older array.
  private var waiting: PrefixCounts
  /// The elements that have been inserted, by the number of the older array's indices before them.
  private var placed: PrefixCounts
  private var placedCount = 0
  /// The number of the older array's indices up to the last element that was passed.
  private var passed = 0

  init(count: Int, without removed: [Int]) {
    waiting = PrefixCounts(count: count, of: 1)
    placed = PrefixCounts(count: count + 1, of: 0)
    for index in removed { waiting.add(-1, at: index) }
  }

  /// Passes the next element, which stays.
  mutating func pass(_ origin: Int) { passed = origin + 1 }

  /// Removes an element and returns its index.
  mutating func take(_ origin: Int) -> Int {
    waiting.add(-1, at: origin)
    return waiting.count(before: origin) + placed.count(before: origin + 1)
  }

  /// Inserts an element after the last one and returns its index.
  mutating func insert() -> Int {
    placed.add(1, at: passed)
    placedCount += 1
    return waiting.count(before: passed) + placedCount - 1
  }
}

/// The prefix sums of a list of counts: a Fenwick tree, with every operation O(log count).
struct PrefixCounts {
  private var sums: [Int]

  /// - Parameter each: the initial value of all counts.
  init(count: Int, of each: Int) {
    sums = Array(repeating: 0, count: count + 1)
    for index in sums.indices.dropFirst() { sums[index] = (index & -index) * each }
  }

  func count(before index: Int) -> Int {
    var (position, sum) = (index, 0)
    while position > 0 {
      sum += sums[position]
      position &= position - 1
    }
    return sum
  }

  mutating func add(_ change: Int, at index: Int) {
    var position = index + 1
    while position < sums.count {
      sums[position] += change
      position += position & -position
    }
  }
}
