import ForkedMerge

/// Positions that change per insertion, beyond the inserted one.
extension Row {
  /// 1,000,000 operations of each kind, all from seed 7, beside the plain uniform draw.
  func runPositions() {
    for (name, range) in [("Swift", PositionRange.all), ("documents", .documents)] {
      for scenario in InsertionScenario.allCases {
        let drawn = scenario.movesPerInsertion(Self.operations) { index, list, random in
          range.insert(at: index, into: &list, using: &random)
        }
        let uniform = scenario.movesPerInsertion(Self.uniformOperations) { index, list, random in
          range.insertUniformly(at: index, into: &list, using: &random)
        }
        show(
          "ordered, \(name), \(scenario.rawValue)",
          "\(rounded(drawn)) moved per insertion, uniform draw (\(Self.uniformOperations)) \(rounded(uniform))",
          goal: scenario == .oneSpot ? "at most 20" : "0")
      }
    }
  }

  private static let operations = 1_000_000
  /// The uniform draw moves the whole list about every 45 appends: a million would take hours.
  private static let uniformOperations = 20_000
}

extension PositionRange {
  fileprivate func insert(
    at index: Int, into list: inout PositionedChunks, using random: inout SeededGenerator
  ) -> Int {
    func draw(_ list: PositionedChunks) -> Int? {
      let (left, right) = list.neighbours(of: index)
      let previous: Int? = index > 1 ? list[index - 2] : nil
      return position(
        between: left, and: right, after: previous, among: list.count, using: &random)
    }
    if let position = draw(list) {
      list.insert(position, at: index)
      return 0
    }
    let moved = renumber(at: index, in: &list)?.count ?? 0
    if let position = draw(list) { list.insert(position, at: index) }
    return moved
  }

  /// A position between the neighbours; if none is free, all positions are renumbered.
  fileprivate func insertUniformly(
    at index: Int, into list: inout PositionedChunks, using random: inout SeededGenerator
  ) -> Int {
    let (left, right) = list.neighbours(of: index)
    let (low, high) = (left ?? limits.lowerBound, right ?? limits.upperBound)
    if low < high - 1 {
      list.insert(Int.random(in: low + 1..<high, using: &random), at: index)
      return 0
    }
    let count = list.count
    let positions = (0..<count).map { _ in Int.random(in: limits, using: &random) }
    for (place, position) in positions.sorted().enumerated() { list[place] = position }
    return count + insertUniformly(at: index, into: &list, using: &random)
  }
}

/// The positions of insertions.
enum InsertionScenario: String, CaseIterable {
  case append, prepend
  case runs = "typing runs at random places"
  case uniform = "uniformly random"
  case oneSpot = "always at one spot"

  func movesPerInsertion(
    _ operations: Int, insert: (Int, inout PositionedChunks, inout SeededGenerator) -> Int
  ) -> Double {
    var random = SeededGenerator(seed: 7)
    var list = PositionedChunks()
    var (moved, last, left) = (0, 0, 0)
    for _ in 0..<operations {
      let index: Int
      switch self {
      case .append: index = list.count
      case .prepend: index = 0
      case .uniform: index = random.below(list.count + 1)
      case .oneSpot: index = (list.count + 1) / 2
      case .runs:
        index = left == 0 ? random.below(list.count + 1) : last + 1
        left = left == 0 ? random.below(50) : left - 1
      }
      moved += insert(index, &list, &random)
      last = index
    }
    return Double(moved) / Double(operations)
  }
}

/// Positions in chunks, so that an insertion moves few numbers in memory; the chunk that was asked for last is found at
/// once.
final class PositionedChunks: PositionList {
  private static let limit = 2000
  private var chunks: [[Int]] = [[]]
  private var current = (chunk: 0, start: 0)
  private(set) var count = 0

  subscript(index: Int) -> Int {
    get {
      seek(index)
      return chunks[current.chunk][index - current.start]
    }
    set {
      seek(index)
      chunks[current.chunk][index - current.start] = newValue
    }
  }

  func neighbours(of index: Int) -> (Int?, Int?) {
    (index > 0 ? self[index - 1] : nil, index < count ? self[index] : nil)
  }

  func insert(_ position: Int, at index: Int) {
    seek(index)
    chunks[current.chunk].insert(position, at: index - current.start)
    count += 1
    guard chunks[current.chunk].count > Self.limit else { return }
    let half = Array(chunks[current.chunk][(Self.limit / 2)...])
    chunks[current.chunk].removeLast(half.count)
    chunks.insert(half, at: current.chunk + 1)
  }

  private func seek(_ index: Int) {
    while index < current.start {
      current.chunk -= 1
      current.start -= chunks[current.chunk].count
    }
    while current.chunk < chunks.count - 1, index >= current.start + chunks[current.chunk].count {
      current.start += chunks[current.chunk].count
      current.chunk += 1
    }
  }
}
