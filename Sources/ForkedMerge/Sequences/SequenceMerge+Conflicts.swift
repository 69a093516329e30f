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
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
  }
}

extension SequenceMerge {
  /// The regions in which one side replaced elements that the other replaced differently or deleted.
  ///
  /// Unless a strategy declares that both versions may be kept, only the user can decide these.
  ///
  /// The regions are in the order of base and don't touch. They are the smallest for which every change of either side
  /// is within one of them or outside of all. An insertion at the edge of a region is outside.
  /// - Complexity: O(n).
  public var conflicts: [SequenceRegion] {
    let (ours, theirs) = (alignment.ours, alignment.theirs)
    var ourPlaces = RangeFinder(alignment.ourHunks)
    var theirPlaces = RangeFinder(alignment.theirHunks)
    return clusters.compactMap { cluster in
      let region = SequenceRegion(
        base: cluster, ours: ourPlaces.range(of: cluster), theirs: theirPlaces.range(of: cluster))
      let isAlike = ours[region.ours] == theirs[region.theirs]
      let isDeletion = region.ours.isEmpty && region.theirs.isEmpty
      return isAlike || isDeletion ? nil : region
    }
  }

  /// The ranges of base that overlapping changes of both sides cover, at least one of them a replacement.
  private var clusters: [Range<Int>] {
    var (ours, theirs) = (ourChanges[...], theirChanges[...])
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

/// Finds the ranges of a side that correspond to ranges of base, which are given in the order of base.
private struct RangeFinder {
  private var hunks: ArraySlice<Hunk>
  private var shift = 0

  init(_ hunks: [Hunk]) { self.hunks = hunks[...] }

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
    hunks(of: side).hunk(containing: element, \.old)?.isReplacement ?? false
  }

  /// Returns true if the element at an index of the side replaced elements of base.
  /// - Complexity: O(log hunks).
  public func isReplacement(_ place: Int, of side: MergeSide) -> Bool {
    hunks(of: side).hunk(containing: place, \.new)?.isReplacement ?? false
  }

  private func hunks(of side: MergeSide) -> [Hunk] {
    side == .ours ? alignment.ourHunks : alignment.theirHunks
  }
}

extension [Hunk] {
  /// Returns the hunk one of whose ranges contains an index.
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
