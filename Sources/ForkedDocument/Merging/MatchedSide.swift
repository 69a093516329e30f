import ForkedMerge

/// The elements of base that a side has.
struct MatchedSide {
  /// The elements that the side left in their order, with their indices in it, ascending in both.
  private(set) var unmoved: [(old: Int, new: Int)] = []
  private var isMatched: [Bool]
  private var isUnmoved: [Bool]
  private let sideCount: Int

  /// - Parameter pairs: the matched elements of base, with their indices in the side, ascending in base.
  init(_ pairs: [(old: Int, new: Int)], base: [Int], side: [Int]) {
    sideCount = side.count
    isMatched = Array(repeating: false, count: base.count)
    isUnmoved = isMatched
    // Matched elements by the indices of base, and values by numbers behind those.
    let first = max(base.count, 1)
    var (olds, news) = (base.map { first + $0 }, side.map { first + $0 })
    for pair in pairs {
      isMatched[pair.old] = true
      (olds[pair.old], news[pair.new]) = (pair.old, pair.old)
    }
    for run in SequenceDiff.commonRuns(old: olds, new: news) {
      for offset in 0..<run.count {
        unmoved.append((run.old + offset, run.new + offset))
        isUnmoved[run.old + offset] = true
      }
    }
  }

  func isMoved(_ element: Int) -> Bool { isMatched[element] && !isUnmoved[element] }

  /// The ranges between elements that the side left in their order, in both versions.
  var gaps: [(old: Range<Int>, new: Range<Int>)] {
    var gaps: [(old: Range<Int>, new: Range<Int>)] = []
    var (element, place) = (0, 0)
    for end in unmoved + [(isMatched.count, sideCount)] {
      if element < end.old, place < end.new { gaps.append((element..<end.old, place..<end.new)) }
      (element, place) = (end.old + 1, end.new + 1)
    }
    return gaps
  }
}

extension [ElementRows.Row] {
  /// The elements of base that a side has, with their indices in it.
  func pairs(_ place: (Element) -> Int?) -> [(old: Int, new: Int)] {
    compactMap { row in
      guard let element = row.base, let place = place(row) else { return nil }
      return (element, place)
    }
  }
}
