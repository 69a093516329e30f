import Forked
import Testing

@testable import ForkedMerge

@Suite struct SequenceMergeLaws {
  @Test(arguments: [MergeSide.ours, .theirs])
  func oneSideUnchangedOrBothAlike(first: MergeSide) {
    for seed in LawCases.seeds {
      let versions = Versions.sequences(seed: seed)
      let (base, version) = (versions.base, versions.ours)
      #expect(merged(base, version, base, first) == version, "seed \(seed): \(versions)")
      #expect(merged(base, base, version, first) == version, "seed \(seed): \(versions)")
      #expect(merged(base, version, version, first) == version, "seed \(seed): \(versions)")
    }
  }

  @Test func swappingSidesAndFirstSwapsNames() {
    for seed in LawCases.seeds {
      let v = Versions.sequences(seed: seed)
      let one = SequenceMerge.items(base: v.base, ours: v.ours, theirs: v.theirs, first: .ours)
      let other = SequenceMerge.items(base: v.base, ours: v.theirs, theirs: v.ours, first: .theirs)
      #expect(one == other.map(\.swapped), "seed \(seed): \(v)")
      let chunks = SequenceMerge.chunks(base: v.base, ours: v.ours, theirs: v.theirs)
      let swapped = SequenceMerge.chunks(base: v.base, ours: v.theirs, theirs: v.ours)
      #expect(chunks == swapped.map(\.swapped), "seed \(seed): \(v)")
    }
  }

  @Test(arguments: [MergeSide.ours, .theirs])
  func nothingIsLostAndNothingFromNowhere(first: MergeSide) {
    for seed in LawCases.seeds {
      let v = Versions.sequences(seed: seed)
      let items = SequenceMerge.items(base: v.base, ours: v.ours, theirs: v.theirs, first: first)
      let our = kept(v.base, v.ours)
      let their = kept(v.base, v.theirs)
      let both = v.base.indices.filter { our[$0] != nil && their[$0] != nil }
      #expect(items.compactMap(\.base) == both, "seed \(seed): \(v): \(items)")
      let ourStay = Set(both.compactMap { our[$0] })
      let ourGone = Set(our.values).subtracting(ourStay)
      #expect(
        items.compactMap(\.ours) == v.ours.indices.filter { !ourGone.contains($0) },
        "seed \(seed): \(v): \(items)")
      let theirStay = Set(both.compactMap { their[$0] })
      let theirGone = Set(their.values).subtracting(theirStay)
      #expect(
        items.compactMap(\.theirs) == v.theirs.indices.filter { !theirGone.contains($0) },
        "seed \(seed): \(v): \(items)")
    }
  }

  @Test func runsStayTogetherButForWhatBothInserted() {
    for seed in LawCases.seeds {
      let v = Versions.sequences(seed: seed)
      let items = SequenceMerge.items(base: v.base, ours: v.ours, theirs: v.theirs, first: .ours)
      for hunk in SequenceDiff.hunks(old: v.base, new: v.ours) {
        let places = items.indices.filter { items[$0].ours.map(hunk.new.contains) ?? false }
        guard places.allSatisfy({ items[$0].theirs == nil }), let start = places.first
        else { continue }
        #expect(places == Array(start..<start + places.count), "seed \(seed): \(v): \(items)")
      }
    }
  }

  @Test func chunksCoverEverythingAndSayWhatIsTrue() {
    for seed in LawCases.seeds {
      let v = Versions.sequences(seed: seed)
      let trail: Comment = "seed \(seed): \(v)"
      let chunks = SequenceMerge.chunks(base: v.base, ours: v.ours, theirs: v.theirs)
      var ends = (0, 0, 0)
      for chunk in chunks {
        let (b, o, t) = chunk.ranges
        #expect((b.lowerBound, o.lowerBound, t.lowerBound) == ends, trail)
        ends = (b.upperBound, o.upperBound, t.upperBound)
        let (base, ours, theirs) = (v.base[b], v.ours[o], v.theirs[t])
        switch chunk {
        case .unchanged: #expect(base == ours && base == theirs, trail)
        case .changedByOurs: #expect(base == theirs, trail)
        case .changedByTheirs: #expect(base == ours, trail)
        case .changedAlike: #expect(ours == theirs, trail)
        case .contested:
          #expect(ours != theirs, trail)
          #expect(!ours.isEmpty && !theirs.isEmpty, trail)
        }
      }
      #expect(ends == (v.base.count, v.ours.count, v.theirs.count), trail)
    }
  }

  @Test func chunksWithoutContestReadLikeItems() {
    for seed in LawCases.seeds {
      let v = Versions.sequences(seed: seed)
      var expected: [Int] = []
      var isContested = false
      for chunk in SequenceMerge.chunks(base: v.base, ours: v.ours, theirs: v.theirs) {
        switch chunk {
        case .unchanged(_, let ours, _), .changedByOurs(_, let ours, _),
          .changedAlike(_, let ours, _):
          expected += v.ours[ours]
        case .changedByTheirs(_, _, let theirs): expected += v.theirs[theirs]
        case .contested: isContested = true
        }
      }
      guard !isContested else { continue }
      #expect(merged(v.base, v.ours, v.theirs, .ours) == expected, "seed \(seed): \(v)")
    }
  }

  private func merged(_ base: [Int], _ ours: [Int], _ theirs: [Int], _ first: MergeSide) -> [Int] {
    SequenceMerge.items(base: base, ours: ours, theirs: theirs, first: first)
      .tokens(ours: ours, theirs: theirs)
  }

  private func kept(_ base: [Int], _ side: [Int]) -> [Int: Int] {
    var kept: [Int: Int] = [:]
    for run in SequenceDiff.commonRuns(old: base, new: side) {
      for offset in 0..<run.count { kept[run.old + offset] = run.new + offset }
    }
    return kept
  }
}

extension [SequenceItem] {
  /// The merged tokens.
  func tokens(ours: [Int], theirs: [Int]) -> [Int] {
    map { item in
      switch item {
      case .kept(_, let our, _), .insertedByOurs(let our), .insertedByBoth(let our, _): ours[our]
      case .insertedByTheirs(let their): theirs[their]
      }
    }
  }
}

extension SequenceItem {
  fileprivate var base: Int? {
    if case .kept(let base, _, _) = self { base } else { nil }
  }

  fileprivate var ours: Int? {
    switch self {
    case .kept(_, let ours, _), .insertedByOurs(let ours), .insertedByBoth(let ours, _): ours
    case .insertedByTheirs: nil
    }
  }

  fileprivate var theirs: Int? { swapped.ours }

  fileprivate var swapped: SequenceItem {
    switch self {
    case .kept(let base, let ours, let theirs): .kept(base: base, ours: theirs, theirs: ours)
    case .insertedByOurs(let index): .insertedByTheirs(index)
    case .insertedByTheirs(let index): .insertedByOurs(index)
    case .insertedByBoth(let ours, let theirs): .insertedByBoth(ours: theirs, theirs: ours)
    }
  }
}

extension SequenceChunk {
  fileprivate var ranges: (base: Range<Int>, ours: Range<Int>, theirs: Range<Int>) {
    switch self {
    case .unchanged(let b, let o, let t), .changedByOurs(let b, let o, let t),
      .changedByTheirs(let b, let o, let t), .changedAlike(let b, let o, let t),
      .contested(let b, let o, let t):
      (b, o, t)
    }
  }

  fileprivate var swapped: SequenceChunk {
    let (b, o, t) = ranges
    return switch self {
    case .unchanged: .unchanged(base: b, ours: t, theirs: o)
    case .changedByOurs: .changedByTheirs(base: b, ours: t, theirs: o)
    case .changedByTheirs: .changedByOurs(base: b, ours: t, theirs: o)
    case .changedAlike: .changedAlike(base: b, ours: t, theirs: o)
    case .contested: .contested(base: b, ours: t, theirs: o)
    }
  }
}
