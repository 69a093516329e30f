import Forked
import ForkedJSON
import ForkedMerge

/// Three versions of an array as tokens: equal integers for equal values.
struct Sequences {
  let base: [JSONNode]
  let ours: [JSONNode]
  let theirs: [JSONNode]
  private(set) var baseTokens: [Int] = []
  private(set) var oursTokens: [Int] = []
  private(set) var theirsTokens: [Int] = []
  /// Whether a value that no version has twice may stand twice in the result, because both inserted it.
  let mayRepeat: Bool
  /// The order in which the list stands; nil where it doesn't count, since how it merges was declared.
  let order: ListOrder?
  private var firstPairToken = Int.max

  init(_ versions: Versions, mayRepeat: Bool) {
    self.mayRepeat = mayRepeat
    base = versions.base.withoutNull.map { Array($0.elements) } ?? []
    order = mayRepeat ? nil : ListOrder(base)
    ours = versions.ours.map { Array($0.elements) } ?? []
    theirs = versions.theirs.map { Array($0.elements) } ?? []
    var tokens: [JSONNode: Int] = [:]
    let intern = { (nodes: [JSONNode]) in
      nodes.map { node in
        if let token = tokens[node] { return token }
        tokens[node] = tokens.count
        return tokens.count - 1
      }
    }
    baseTokens = intern(base)
    oursTokens = intern(ours)
    theirsTokens = intern(theirs)
  }

  /// Gives one token to what are versions of one element, in these stretches.
  mutating func pairElements(in regions: [SequenceRegion]) {
    var next = baseTokens.count + oursTokens.count + theirsTokens.count
    firstPairToken = next
    for pair in regions.flatMap({ ElementPairing.pairs(in: $0, of: self) }) {
      baseTokens[pair.base] = next
      oursTokens[pair.ours] = next
      theirsTokens[pair.theirs] = next
      next += 1
    }
  }

  /// Whether an element of base was found again in both sides though they changed it.
  func isPaired(_ place: Int) -> Bool { baseTokens[place] >= firstPairToken }

  /// All of the three.
  var whole: SequenceRegion {
    SequenceRegion(base: base.indices, ours: ours.indices, theirs: theirs.indices)
  }

  /// Whose run stands first where both inserted; nil: as everywhere.
  func first(
    of runs: MeetingRuns, in region: SequenceRegion, _ precedence: Precedence
  ) -> MergeSide? {
    let ours = runs.ours.map { self.ours[region.ours.lowerBound + $0] }
    let theirs = runs.theirs.map { self.theirs[region.theirs.lowerBound + $0] }
    if let first = order?.first(ours: ours, theirs: theirs) { return first }
    let isAtEnd = runs.isAtEnd && region.base.upperBound == base.count
    let areRecords = (ours + theirs).allSatisfy { $0.kind == .object }
    return isAtEnd && areRecords ? precedence.atEnd : nil
  }

  var disputes: [SequenceRegion] {
    SequenceMerge.disputes(base: baseTokens, ours: oursTokens, theirs: theirsTokens)
  }
}
