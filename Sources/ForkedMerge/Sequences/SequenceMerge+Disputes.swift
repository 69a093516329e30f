public import Forked

/// The same stretch of three sequences.
public struct SequenceRegion: Sendable, Hashable {
  /// What base has there.
  public var base: Range<Int>
  /// What ours has there.
  public var ours: Range<Int>
  /// What theirs has there.
  public var theirs: Range<Int>

  /// The stretch of these ranges.
  public init(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
  }
}

extension SequenceMerge {
  /// The stretches in which one side replaced elements that the other replaced differently or deleted: where
  /// nobody declared that both readings may stand, only a person can tell what is meant.
  ///
  /// In the order of base, apart from each other, the smallest with the property that every change of either
  /// side lies within one or outside of all. Insertions at the edge of one lie outside.
  /// - Complexity: O(n).
  public var disputes: [SequenceRegion] {
    let (ours, theirs) = (alignment.ours, alignment.theirs)
    var ourPlaces = PlaceFinder(alignment.ourHunks)
    var theirPlaces = PlaceFinder(alignment.theirHunks)
    return clusters.compactMap { cluster in
      let region = SequenceRegion(
        base: cluster, ours: ourPlaces.range(of: cluster), theirs: theirPlaces.range(of: cluster))
      let isAlike = ours[region.ours] == theirs[region.theirs]
      let isDeletion = region.ours.isEmpty && region.theirs.isEmpty
      return isAlike || isDeletion ? nil : region
    }
  }

  /// Stretches of base that overlapping changes of both sides cover, at least one of them a replacement.
  private var clusters: [Range<Int>] {
    var ours = alignment.ourHunks.filter { !$0.isInsertion && !ourMoves.hold($0.old) }[...]
    var theirs = alignment.theirHunks.filter { !$0.isInsertion && !theirMoves.hold($0.old) }[...]
    var clusters: [Range<Int>] = []
    while let first = [ours.first, theirs.first].compactMap({ $0?.old.lowerBound }).min() {
      var cluster = Cluster(start: first)
      cluster.isGrowing = true
      while cluster.isGrowing {
        cluster.isGrowing = false
        cluster.take(&ours, \.hasOurs)
        cluster.take(&theirs, \.hasTheirs)
      }
      if cluster.hasOurs, cluster.hasTheirs, cluster.hasReplacement {
        clusters.append(first..<cluster.end)
      }
    }
    return clusters
  }
}

private struct Cluster {
  var end: Int
  var hasOurs = false
  var hasTheirs = false
  var hasReplacement = false
  var isGrowing = false

  init(start: Int) { end = start + 1 }

  mutating func take(_ hunks: inout ArraySlice<Hunk>, _ side: WritableKeyPath<Cluster, Bool>) {
    while let hunk = hunks.first, hunk.old.lowerBound < end {
      end = max(end, hunk.old.upperBound)
      hasReplacement = hasReplacement || hunk.isReplacement
      self[keyPath: side] = true
      isGrowing = true
      hunks.removeFirst()
    }
  }
}

/// Where a side has stretches of base, asked for in the order of base.
private struct PlaceFinder {
  private var hunks: ArraySlice<Hunk>
  private var shift = 0

  init(_ hunks: [Hunk]) { self.hunks = hunks[...] }

  /// No hunk may reach over an end of the stretch; insertions at its ends lie outside.
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
  /// True if the side put something in the place of an element of base that it doesn't have there any more.
  /// - Complexity: O(log hunks).
  public func isReplaced(_ element: Int, by side: MergeSide) -> Bool {
    hunks(of: side).hunk(containing: element, \.old)?.isReplacement ?? false
  }

  /// True if what stands at a place of the side came in place of elements of base.
  /// - Complexity: O(log hunks).
  public func isReplacement(_ place: Int, of side: MergeSide) -> Bool {
    hunks(of: side).hunk(containing: place, \.new)?.isReplacement ?? false
  }

  private func hunks(of side: MergeSide) -> [Hunk] {
    side == .ours ? alignment.ourHunks : alignment.theirHunks
  }
}

extension [Hunk] {
  /// The hunk one of whose ranges holds a place.
  fileprivate func hunk(containing place: Int, _ range: KeyPath<Hunk, Range<Int>>) -> Hunk? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle][keyPath: range].upperBound <= place {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < count && self[low][keyPath: range].contains(place) ? self[low] : nil
  }
}
