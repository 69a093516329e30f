import ForkedJSON
import ForkedSchema

extension DocumentDiff {
  mutating func compareArrays(_ pair: Pair) {
    let old = Array(pair.old.elements)
    let new = Array(pair.new.elements)
    let alignment = ArrayAlignment(from: old, to: new, plan: pair.plan)
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

  /// The same as operations one after another: removals from the end, so that they don't shift each
  /// other, then the newer array from its beginning.
  private mutating func rearrange(
    _ alignment: ArrayAlignment, _ old: [JSONNode], _ new: [JSONNode], _ pair: Pair
  ) {
    func place(_ index: Int) -> JSONPointer { pair.newPointer.appending(index: index) }
    for index in alignment.removed.reversed() {
      changes.append(PropertyChange(.remove, place(index), old: old[index]))
    }
    var waiting = PrefixCounts(count: old.count, without: alignment.removed)
    for (index, origin) in alignment.origins.enumerated() {
      guard let origin else {
        changes.append(PropertyChange(.add, place(index), new: new[index]))
        continue
      }
      let now = index + waiting.count(before: origin)
      waiting.remove(origin)
      if now == index { continue }
      changes.append(
        PropertyChange(.move, place(index), from: place(now), old: old[origin], new: new[index]))
    }
  }
}

/// How many of the first elements are still there; a Fenwick tree, every operation O(log count).
struct PrefixCounts {
  private var sums: [Int]

  init(count: Int, without removed: [Int]) {
    sums = Array(repeating: 0, count: count + 1)
    for index in sums.indices.dropFirst() { sums[index] = index & -index }
    for index in removed { remove(index) }
  }

  func count(before index: Int) -> Int {
    var (position, sum) = (index, 0)
    while position > 0 {
      sum += sums[position]
      position &= position - 1
    }
    return sum
  }

  mutating func remove(_ index: Int) {
    var position = index + 1
    while position < sums.count {
      sums[position] -= 1
      position += position & -position
    }
  }
}
