/// The lists that hold each part, in one block of memory.
struct PartHolders {
  /// The indices of the lists, by part.
  private var places: [Int] = []
  /// For each part, the end of its indices in ``places``.
  private var ends: [Int] = []

  /// Creates an empty table.
  init() {}

  /// - Parameter count: greater than each part.
  /// - Complexity: O(parts and `count`).
  init(_ lists: PartLists, count: Int) {
    ends = Array(repeating: 0, count: count)
    for part in lists.all { ends[part] += 1 }
    var end = 0
    for part in ends.indices {
      end += ends[part]
      ends[part] = end - ends[part]
    }
    places = Array(repeating: 0, count: end)
    for place in lists.indices {
      for part in lists[place] {
        places[ends[part]] = place
        ends[part] += 1
      }
    }
  }

  /// The indices of the lists that hold the part, ascending.
  subscript(part: Int) -> ArraySlice<Int> {
    guard part < ends.count else { return [] }
    return places[(part > 0 ? ends[part - 1] : 0)..<ends[part]]
  }
}

extension [Int] {
  /// The runs of equal numbers.
  var chunked: some Sequence<ArraySlice<Int>> {
    sequence(state: startIndex) { start in
      guard start < endIndex else { return nil }
      let run = self[start...].prefix { $0 == self[start] }
      start = run.endIndex
      return run
    }
  }

  /// The number of occurrences of the most frequent number.
  /// - Complexity: O(n log n).
  var greatestMultiplicity: Int {
    count > 1 ? sorted().chunked.reduce(0) { Swift.max($0, $1.count) } : count
  }
}
