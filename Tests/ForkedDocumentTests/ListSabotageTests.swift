import Forked
import ForkedJSON
import ForkedTestSupport
import Foundation
import Testing

@testable import ForkedDocument

/// Conflicts in lists of values, repeated ones too: the audit stops nearly every merger that hides one.
///
/// Several shortest alignments may exist if values repeat or moved. A result that is a clean merge by some of them
/// holds the changes of both sides (``Reading``).
///
/// `FORK_LAW_CASES` sets how many lists there are, 2,000 at least, as a share of fewer says little, and `FORK_LAW_SEED` the
/// first seed.
struct ListSabotageTests {
  private static let count = max(LawSeeds.count(usually: 2000), 2000)
  private static let firstSeed = LawSeeds.first

  /// The greatest number of unseen conflicts to a hundred hidden ones that are caught. They are in lists in which
  /// values that repeat were deleted or values moved, so that no run is certain. Each value stands as often in the
  /// result as a merge may have it: only the place of a value can be lost.
  private static let mostUnseen = 6

  /// - Parameter kinds: the number of values that base is made of; of few it repeats some.
  @Test(
    .enabled(if: LawSeeds.isOptimized, "the package Laws has it: fewer lists say little"),
    arguments: [3, 30])
  func hiddenConflictsAreStopped(kinds: Int) throws {
    var (conflicts, caught, right) = (0, 0, 0)
    var unseen: [String] = []
    var refused = 0
    for index in 0..<UInt64(Self.count) {
      let seed = Self.firstSeed + index
      let lists = RandomLists(seed: seed, kinds: kinds)
      let merge = try lists.merge()
      let word = try MergersWord(of: merge)
      let defects = merge.audit(
        word.merged, decisions: word.decisions, conflicts: word.conflicts)
      if !defects.isEmpty { refused += 1 }
      guard !word.conflicts.isEmpty else { continue }
      conflicts += 1
      for merged in [word.merged, merge.ours, merge.theirs] {
        if !merge.audit(merged, decisions: word.decisions, conflicts: []).isEmpty {
          caught += 1
        } else if lists.mayBecome(merged) {
          right += 1
        } else {
          unseen.append("seed \(seed): \(lists), merged \(merged.root)")
        }
      }
    }
    print(
      "lists of \(kinds) values: \(conflicts) conflicts, hidden and caught \(caught), "
        + "right after all \(right), unseen \(unseen.count)")
    #expect(refused * 50 <= Self.count, "\(refused) refused as they are")
    #expect(conflicts * 20 > Self.count, "too few conflicts to show anything")
    let holds = unseen.count * 100 <= caught * Self.mostUnseen
    #expect(holds, "\(unseen.prefix(20).joined(separator: "\n"))")
  }
}

/// A list of values and two edited copies.
private struct RandomLists: CustomStringConvertible {
  private let kinds: Int
  private var random: SeededGenerator
  private var base: [Int] = []
  private var ours: [Int] = []
  private var theirs: [Int] = []

  init(seed: UInt64, kinds: Int) {
    self.kinds = kinds
    random = SeededGenerator(drawnFrom: seed)
    base = (0..<random.below(7)).map { _ in random.below(kinds) }
    ours = edited()
    theirs = edited()
  }

  var description: String { "base \(base), ours \(ours), theirs \(theirs)" }

  /// True if the document is a clean merge by some shortest alignments of base with either side.
  func mayBecome(_ merged: JSONDocument) -> Bool {
    let list = merged.root.elements.compactMap { element in
      element.string?.exactString.flatMap { Int($0.dropFirst()) }
    }
    let theirReadings = Reading.all(of: base, theirs)
    return Reading.all(of: base, ours).contains { our in
      theirReadings.contains { our.mayMerge(with: $0, to: list) }
    }
  }

  func merge() throws -> DocumentMerge {
    let documents = try [base, ours, theirs].map { list in
      try parse("[\(list.map { "\"v\($0)\"" }.joined(separator: ","))]")
    }
    return DocumentMerge(base: documents[0], ours: documents[1], theirs: documents[2])
  }

  private mutating func edited() -> [Int] {
    var list = base
    for _ in 0...random.below(3) {
      let place = random.below(list.count + 1)
      let value = random.below(kinds + 2)
      guard place < list.count else {
        list.append(value)
        continue
      }
      switch random.below(5) {
      case 0: list.insert(value, at: place)
      case 1, 2: list.remove(at: place)
      case 3: list[place] = value
      default: list.insert(list.remove(at: place), at: random.below(list.count))
      }
    }
    return list
  }
}

/// One way to tell what a side did to base: a shortest alignment.
private struct Reading {
  private let base: [Int]
  /// True for each element of base that the side kept.
  private var isKept: [Bool] = []
  /// The elements that the side inserted before each element of base, and at the end.
  private var inserted: [[Int]] = [[]]

  private init(base: [Int]) { self.base = base }

  private var keptCount: Int { isKept.count { $0 } }

  static func all(of base: [Int], _ side: [Int]) -> [Reading] {
    var found: [Reading] = []
    func go(_ reading: Reading, _ side: ArraySlice<Int>) {
      guard reading.isKept.count < base.count else {
        var reading = reading
        reading.inserted[base.count] += side
        return found.append(reading)
      }
      let element = base[reading.isKept.count]
      var deleting = reading
      deleting.isKept.append(false)
      deleting.inserted.append([])
      go(deleting, side)
      for place in side.indices where side[place] == element {
        var keeping = reading
        keeping.inserted[reading.isKept.count] += side[..<place]
        keeping.isKept.append(true)
        keeping.inserted.append([])
        go(keeping, side[(place + 1)...])
      }
    }
    go(Reading(base: base), side[...])
    let most = found.map(\.keptCount).max()
    return found.filter { $0.keptCount == most }
  }

  /// The stretches of base that are deleted, each with the values that the side inserted around and in it.
  private var replacements: [(base: Range<Int>, new: [Int])] {
    var result: [(base: Range<Int>, new: [Int])] = []
    for element in isKept.indices where !isKept[element] {
      if let last = result.last, last.base.upperBound == element {
        result[result.count - 1].base = last.base.lowerBound..<element + 1
        result[result.count - 1].new += inserted[element + 1]
      } else {
        result.append((element..<element + 1, inserted[element] + inserted[element + 1]))
      }
    }
    return result
  }

  /// True if both can be what the sides did, neither replaced what the other replaced differently or deleted, and that
  /// makes this list.
  func mayMerge(with other: Reading, to merged: [Int]) -> Bool {
    for mine in replacements {
      for its in other.replacements where mine.base.overlaps(its.base) {
        let isOne = mine.base == its.base && mine.new == its.new
        if !isOne, !mine.new.isEmpty || !its.new.isEmpty { return false }
      }
    }
    var ends: Set<Int> = [0]
    for gap in inserted.indices {
      let runs = Self.combined(inserted[gap], other.inserted[gap])
      ends = Set(
        ends.flatMap { end in
          runs.filter { merged[end...].starts(with: $0) }.map { end + $0.count }
        })
      if gap < base.count, isKept[gap], other.isKept[gap] {
        ends = Set(ends.filter { merged[$0...].first == base[gap] }.map { $0 + 1 })
      }
    }
    return ends.contains(merged.count)
  }

  /// The possible results of two insertions: one behind the other, with equal ends once or twice.
  private static func combined(_ one: [Int], _ other: [Int]) -> [[Int]] {
    let prefix = zip(one, other).prefix { $0 == $1 }.count
    let (rest, otherRest) = (one[prefix...], other[prefix...])
    let suffix = zip(rest.reversed(), otherRest.reversed()).prefix { $0 == $1 }.count
    let (middle, otherMiddle) = (rest.dropLast(suffix), otherRest.dropLast(suffix))
    let (start, end) = (Array(one[..<prefix]), Array(rest.suffix(suffix)))
    return [
      one + other, other + one, start + middle + otherMiddle + end,
      start + otherMiddle + middle + end,
    ]
  }
}
