/// Integers for pairs of integers, equal for equal pairs, from 0 on in the order of their first occurrence.
struct PairNumbers {
  private(set) var pairs: [(Int32, Int32)] = []
  private var slots: [Int32] = Array(repeating: -1, count: 64)
  /// A seed of the process, so that no document can be made whose pairs collide; no result depends on it.
  private static let seed = UInt64.random(in: .min ... .max) | 1

  var count: Int { pairs.count }

  /// Returns the number of a pair, which is a new one if the pair is new.
  /// - Complexity: O(1) in expectation.
  mutating func number(of one: Int, _ other: Int) -> Int {
    let pair = (Int32(truncatingIfNeeded: one), Int32(truncatingIfNeeded: other))
    let slot = slot(of: pair)
    if slots[slot] >= 0 { return Int(slots[slot]) }
    slots[slot] = Int32(truncatingIfNeeded: pairs.count)
    pairs.append(pair)
    if pairs.count * 2 > slots.count { grow() }
    return pairs.count - 1
  }

  private func slot(of pair: (Int32, Int32)) -> Int {
    let key = UInt64(UInt32(bitPattern: pair.0)) << 32 | UInt64(UInt32(bitPattern: pair.1))
    let product = (key ^ Self.seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: product.high ^ product.low) & mask
    while slots[slot] >= 0, pairs[Int(slots[slot])] != pair { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (number, pair) in pairs.enumerated() {
      slots[slot(of: pair)] = Int32(truncatingIfNeeded: number)
    }
  }
}

/// Lists of integers in one block of memory.
struct IntegerLists {
  private(set) var joined: [Int32] = []
  private var ends: [Int] = [0]

  var count: Int { ends.count - 1 }

  subscript(list: Int) -> ArraySlice<Int32> { joined[ends[list]..<ends[list + 1]] }

  /// Appends a list, sorted and without repetitions.
  mutating func append(sorting list: [Int32]) {
    let list = list.sorted()
    for (index, value) in list.enumerated() where index == 0 || list[index - 1] != value {
      joined.append(value)
    }
    ends.append(joined.count)
  }

  mutating func append(_ list: ArraySlice<Int32>) {
    joined += list
    ends.append(joined.count)
  }

  /// Returns for each value below a bound the lists that hold it, ascending.
  func holders(of bound: Int) -> IntegerLists {
    var result = IntegerLists()
    var starts = [Int](repeating: 0, count: bound + 1)
    for value in joined { starts[Int(value) + 1] += 1 }
    for value in 0..<bound { starts[value + 1] += starts[value] }
    result.ends = starts
    result.joined = Array(repeating: 0, count: joined.count)
    for list in 0..<count {
      for value in self[list] {
        result.joined[starts[Int(value)]] = Int32(truncatingIfNeeded: list)
        starts[Int(value)] += 1
      }
    }
    return result
  }
}
