import ForkedMerge

/// Positions that change per insertion, beyond the inserted one.
extension Row {
  /// 1,000,000 operations of each kind, beside the plain uniform draw.
  func runPositions() {
    let operations = 1_000_000
    for scenario in InsertionScenario.allCases {
      let drawn = scenario.movesPerInsertion(operations) { index, list, random in
        Self.insert(at: index, into: &list, using: &random)
      }
      show(
        "positions, \(scenario.rawValue)", "\(rounded(drawn)) moved per insertion",
        goal: scenario == .oneSpot ? "at most 20" : "0")
    }
    let uniform = InsertionScenario.append.movesPerInsertion(20_000) { index, list, random in
      Self.insertUniformly(at: index, into: &list, using: &random)
    }
    show("positions, append, uniform draw (20,000)", "\(rounded(uniform)) moved", goal: "none")
  }

  private static func insert(
    at index: Int, into list: inout PositionedList, using random: inout SeededGenerator
  ) -> Int {
    let range = PositionRange.all
    func draw() -> Int? {
      let (left, right) = list.neighbours(of: index)
      return range.position(between: left, and: right, using: &random)
    }
    if let position = draw() {
      list.insert(position, at: index)
      return 0
    }
    let moved = range.makeRoom(at: index, in: &list)?.count ?? 0
    if let position = draw() { list.insert(position, at: index) }
    return moved
  }

  /// Anywhere between the neighbours; where there is no room, all positions are drawn anew.
  private static func insertUniformly(
    at index: Int, into list: inout PositionedList, using random: inout SeededGenerator
  ) -> Int {
    let (left, right) = list.neighbours(of: index)
    let (low, high) = (left ?? .min, right ?? .max)
    if low < high - 1 {
      list.insert(Int.random(in: low + 1..<high, using: &random), at: index)
      return 0
    }
    let count = list.count
    let positions = (0..<count).map { _ in Int.random(in: .min ... .max, using: &random) }
    for (place, position) in positions.sorted().enumerated() { list[place] = position }
    return count + insertUniformly(at: index, into: &list, using: &random)
  }
}

/// Where elements are inserted.
enum InsertionScenario: String, CaseIterable {
  case append, prepend
  case runs = "typing runs at random places"
  case uniform = "uniformly random"
  case oneSpot = "always at one spot"

  func movesPerInsertion(
    _ operations: Int, insert: (Int, inout PositionedList, inout SeededGenerator) -> Int
  ) -> Double {
    var random = SeededGenerator(seed: 7)
    var list = PositionedList()
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

/// Positions in chunks, so that an insertion moves few numbers in memory.
struct PositionedList: PositionList {
  private static let limit = 2000
  private var chunks: [[Int]] = [[]]
  private(set) var count = 0

  subscript(index: Int) -> Int {
    get {
      let (chunk, offset) = place(of: index)
      return chunks[chunk][offset]
    }
    set {
      let (chunk, offset) = place(of: index)
      chunks[chunk][offset] = newValue
    }
  }

  func neighbours(of index: Int) -> (Int?, Int?) {
    (index > 0 ? self[index - 1] : nil, index < count ? self[index] : nil)
  }

  mutating func insert(_ position: Int, at index: Int) {
    let (chunk, offset) = place(of: index)
    chunks[chunk].insert(position, at: offset)
    count += 1
    if chunks[chunk].count > Self.limit {
      let half = Array(chunks[chunk][(Self.limit / 2)...])
      chunks[chunk].removeLast(half.count)
      chunks.insert(half, at: chunk + 1)
    }
  }

  private func place(of index: Int) -> (chunk: Int, offset: Int) {
    var offset = index
    for chunk in chunks.indices.dropLast() {
      if offset < chunks[chunk].count { return (chunk, offset) }
      offset -= chunks[chunk].count
    }
    return (chunks.count - 1, offset)
  }
}
