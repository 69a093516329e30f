public import Forked

/// A region of three aligned sequences.
public struct SequenceRegion: Sendable, Hashable {
  /// The range in base.
  public var base: Range<Int>
  /// The range in ours.
  public var ours: Range<Int>
  /// The range in theirs.
  public var theirs: Range<Int>

  /// Creates a region.
  public init(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }
}

extension SequenceMerge {
  /// Returns the regions in which only the user can tell what both changes make together, unless a strategy declares
  /// that both may be kept.
  ///
  /// These are
  /// - elements that one side replaced, and the other replaced differently or deleted;
  /// - open stretches, of which it is not certain which elements a side changed, and which the other changed, too;
  /// - elements that one side replaced by more or fewer, if the other inserted between them;
  /// - gaps in which both sides inserted runs that have something in common, and are not
  ///   equal, unless that may be joined at their ends; or of which one side moved a neighbour;
  /// - changes that insert one of the tokens of `once`, unless both sides made them.
  ///
  /// The regions are in the order of base and don't overlap. They are the smallest for which every change of either
  /// side is within one of them or outside of all. An insertion at the edge of a region is outside, or has a region of
  /// its own.
  /// - Complexity: O(n).
  public func conflicts(once: Set<Int> = []) -> [SequenceRegion] {
    var places = finders
    var disputed: [(base: Range<Int>, gap: Gap?)] = []
    var gaps = gaps[...]
    func addGaps(upTo element: Int) {
      while let gap = gaps.first, gap.place <= element {
        if isDisputed(gap, once) { disputed.append((gap.place..<gap.place, gap)) }
        gaps.removeFirst()
      }
    }
    for cluster in clusters {
      addGaps(upTo: cluster.base.lowerBound)
      let inside = gaps.prefix { $0.place < cluster.base.upperBound }
      guard isDisputed(cluster, inside, once, &places) else { continue }
      disputed.append((cluster.base, nil))
      gaps = gaps.dropFirst(inside.count)
    }
    addGaps(upTo: alignment.base.count)
    places = finders
    return disputed.map { base, gap in
      SequenceRegion(
        base: base, ours: places.ours.range(of: base, insertions: gap?.ours),
        theirs: places.theirs.range(of: base, insertions: gap?.theirs))
    }
  }

  private var finders: (ours: RangeFinder, theirs: RangeFinder) {
    (
      RangeFinder(alignment.ourHunks, ourChanges), RangeFinder(alignment.theirHunks, theirChanges)
    )
  }

  private func isDisputed(_ gap: Gap, _ once: Set<Int>) -> Bool {
    var ours = gap.ours.flatMap { alignment.ours[$0.new] }[...]
    var theirs = gap.theirs.flatMap { alignment.theirs[$0.new] }[...]
    let isBesideMove = [gap.place - 1, gap.place].contains {
      ourMoves.isMoved($0) != theirMoves.isMoved($0)
    }
    if ours == theirs, ours.isEmpty || !isBesideMove { return false }
    if !isStrict, !isBesideMove {
      let (prefix, suffix) = ours.commonEnds(with: theirs, by: ==)
      ours = ours.dropFirst(prefix).dropLast(suffix)
      theirs = theirs.dropFirst(prefix).dropLast(suffix)
    }
    return !Set(ours).isDisjoint(with: theirs)
      || (ours + theirs).contains(where: once.contains)
  }

  private func isDisputed(
    _ cluster: Cluster, _ gaps: ArraySlice<Gap>, _ once: Set<Int>,
    _ places: inout (ours: RangeFinder, theirs: RangeFinder)
  ) -> Bool {
    if !cluster.ours.isEmpty, !cluster.theirs.isEmpty {
      let (our, their) = (
        places.ours.range(of: cluster.base), places.theirs.range(of: cluster.base)
      )
      if alignment.ours[our] == alignment.theirs[their] { return false }
      if (cluster.ours + cluster.theirs).contains(where: \.isReplacing) { return true }
    }
    return gaps.contains { gap in
      !gap.ours.isEmpty && cluster.theirs.contains { $0.hides(gap.place) }
        || !gap.theirs.isEmpty && cluster.ours.contains { $0.hides(gap.place) }
    }
      || !once.isEmpty
        && (cluster.ours.flatMap { alignment.ours[$0.hunk.new] }.contains(where: once.contains)
          || cluster.theirs.flatMap { alignment.theirs[$0.hunk.new] }.contains(where: once.contains))
  }

  /// The changes of elements that overlap each other.
  private struct Cluster {
    var base: Range<Int>
    var ours: ArraySlice<SequenceChange> = []
    var theirs: ArraySlice<SequenceChange> = []
  }

  /// The changes of either side that are no insertions, in the order of base.
  private var clusters: [Cluster] {
    var ours = ourChanges.filter { !$0.hunk.isInsertion }[...]
    var theirs = theirChanges.filter { !$0.hunk.isInsertion }[...]
    var clusters: [Cluster] = []
    while let start = [ours.first, theirs.first].compactMap({ $0?.hunk.old.lowerBound }).min() {
      var end = start + 1
      let taken = Hunk.overlapping(ours.lazy.map(\.hunk), theirs.lazy.map(\.hunk), &end)
      clusters.append(
        Cluster(
          base: start..<end, ours: ours.prefix(taken.ours), theirs: theirs.prefix(taken.theirs)))
      ours.removeFirst(taken.ours)
      theirs.removeFirst(taken.theirs)
    }
    return clusters
  }

  /// The insertions of both sides in one gap.
  private struct Gap {
    let place: Int
    var ours: [Hunk] = []
    var theirs: [Hunk] = []
  }

  private var gaps: [Gap] {
    let inserted = [ourChanges, theirChanges].map { $0.map(\.hunk).filter(\.isInsertion) }
    var (ours, theirs) = (inserted[0][...], inserted[1][...])
    var gaps: [Gap] = []
    while let place = [ours.first, theirs.first].compactMap({ $0?.old.lowerBound }).min() {
      var gap = Gap(place: place)
      while ours.first?.old.lowerBound == place { gap.ours.append(ours.removeFirst()) }
      while theirs.first?.old.lowerBound == place { gap.theirs.append(theirs.removeFirst()) }
      gaps.append(gap)
    }
    return gaps
  }
}

extension SequenceChange {
  /// True if something stands in the place of elements.
  fileprivate var isReplacing: Bool { isOpen || hunk.isReplacement }

  /// Returns true if a gap is between two of the elements, and nothing tells where it is in what stands in their place.
  fileprivate func hides(_ gap: Int) -> Bool {
    let isUneven = hunk.isReplacement && hunk.old.count != hunk.new.count
    return (isOpen || isUneven) && hunk.old.lowerBound < gap && gap < hunk.old.upperBound
  }
}

/// Finds the ranges of a side that correspond to ranges of base, which are given in the order of base.
private struct RangeFinder {
  private var hunks: ArraySlice<Hunk>
  private var shift = 0

  /// - Parameter changes: the open stretches count.
  init(_ hunks: [Hunk], _ changes: [SequenceChange]) {
    self.hunks =
      SequenceChange.list(
        hunks.filter { !$0.isInsertion }, insertions: hunks.filter(\.isInsertion),
        open: changes.filter(\.isOpen).map(\.hunk)
      ).map(\.hunk)[...]
  }

  /// Returns the range of the side that corresponds to elements, or that these insertions in one gap cover.
  mutating func range(of base: Range<Int>, insertions: [Hunk]?) -> Range<Int> {
    guard let insertions else { return range(of: base) }
    let gap = base.lowerBound
    pass { $0.old.upperBound < gap || $0.old.upperBound == gap && !$0.isInsertion }
    // A gap among elements that the side deleted is behind what it has in their place.
    let here = hunks.first.flatMap { $0.old.lowerBound < gap ? $0.new.upperBound : nil }
    let start = insertions.first?.new.lowerBound ?? here ?? gap + shift
    return start..<(insertions.last?.new.upperBound ?? start)
  }

  /// Returns the range of the side. No hunk may cross an end of `stretch`; insertions at its ends are outside.
  mutating func range(of stretch: Range<Int>) -> Range<Int> {
    pass { $0.old.upperBound <= stretch.lowerBound }
    let start = stretch.lowerBound + shift
    pass { $0.old.upperBound <= stretch.upperBound && $0.old.lowerBound < stretch.upperBound }
    return start..<stretch.upperBound + shift
  }

  private mutating func pass(while condition: (Hunk) -> Bool) {
    while let hunk = hunks.first, condition(hunk) {
      shift += hunk.new.count - hunk.old.count
      hunks.removeFirst()
    }
  }
}

extension SequenceMerge {
  /// Returns true if the side replaced an element of base by others.
  /// - Complexity: O(log hunks).
  public func isReplaced(_ element: Int, by side: MergeSide) -> Bool {
    hunks(of: side).hunk(containing: element)?.isReplacement ?? false
  }

  private func hunks(of side: MergeSide) -> [Hunk] {
    side == .ours ? alignment.ourHunks : alignment.theirHunks
  }
}

extension [Hunk] {
  /// Returns the hunk that changes an element.
  fileprivate func hunk(containing element: Int) -> Hunk? {
    let low = partitionPoint { $0.old.upperBound <= element }
    return low < count && self[low].old.contains(element) ? self[low] : nil
  }
}
