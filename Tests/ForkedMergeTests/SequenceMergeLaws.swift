import Forked
import Testing

@testable import ForkedMerge

@Suite struct SequenceMergeLaws {
  @Test(arguments: [MergeSide.ours, .theirs])
  func oneSideUnchangedOrBothAlike(first: MergeSide) {
    forAll(Versions.sequences) { versions, trail in
      let (base, version) = (versions.base, versions.ours)
      #expect(merged(base, version, base, first) == version, trail)
      #expect(merged(base, base, version, first) == version, trail)
      #expect(merged(base, version, version, first) == version, trail)
    }
  }

  @Test func swappingSidesAndFirstSwapsNames() {
    forAll(Versions.sequences) { v, trail in
      let one = v.merge.merged(first: .ours)
        .items
      let other = SequenceMerge(base: v.base, ours: v.theirs, theirs: v.ours).merged(first: .theirs)
        .items
      #expect(one == other.map(\.swapped), trail)
    }
  }

  /// An element that one side has as often as base was at most moved there: the other side gives its number.
  @Test(arguments: [MergeSide.ours, .theirs])
  func nothingIsLostAndNothingFromNowhere(first: MergeSide) {
    forAll(Versions.sequences) { v, trail in
      let counts = [v.base, v.ours, v.theirs, merged(v.base, v.ours, v.theirs, first)].map(counted)
      for token in Set(counts.flatMap(\.keys)) {
        let count = counts.map { $0[token] ?? 0 }
        let (base, ours, theirs, merged) = (count[0], count[1], count[2], count[3])
        let trail: Comment = trail
        if ours == base {
          #expect(merged == theirs, trail)
        } else if theirs == base {
          #expect(merged == ours, trail)
        } else {
          #expect(merged >= max(ours, theirs) - base && merged <= ours + theirs, trail)
        }
      }
    }
  }

  /// Whatever stands between two neighbours of base that both sides kept stays there.
  @Test func nothingDriftsPastKeptElements() {
    forAll(Versions.sequences) { v, trail in
      let items = v.merge.merged(first: .ours)
        .items
      let (our, their) = (kept(v.base, v.ours), kept(v.base, v.theirs))
      var ends = (ours: -1, theirs: -1)
      for item in items {
        if case .kept(let base, let ours, let theirs) = item, our[base] == ours,
          their[base] == theirs
        {
          ends = (ours, theirs)
        } else if let place = item.ours {
          #expect(place > ends.ours || item.theirs != nil, trail)
        } else if let place = item.theirs {
          #expect(place > ends.theirs, trail)
        }
      }
    }
  }

  @Test func runsStayTogetherExceptForInsertionsOfBoth() {
    forAll(Versions.sequences) { v, trail in
      let items = v.merge.merged(first: .ours)
        .items
      let alignment = v.merge.alignment
      for hunk in alignment.divided.ours {
        let places = items.indices.filter { items[$0].ours.map(hunk.new.contains) ?? false }
        guard places.allSatisfy({ items[$0].theirs == nil }), let start = places.first
        else { continue }
        #expect(places == Array(start..<start + places.count), trail)
      }
    }
  }

  private func merged(_ base: [Int], _ ours: [Int], _ theirs: [Int], _ first: MergeSide) -> [Int] {
    SequenceMerge(base: base, ours: ours, theirs: theirs).merged(first: first).items
      .tokens(ours: ours, theirs: theirs)
  }

  private func counted(_ tokens: [Int]) -> [Int: Int] {
    tokens.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  private func kept(_ base: [Int], _ side: [Int]) -> [Int: Int] {
    var kept: [Int: Int] = [:]
    let hunks = EditAlignment(old: base, new: side).hunks
    for (element, place) in ThreeWayAlignment.places(of: base.count, after: hunks).enumerated()
    where place >= 0 {
      kept[element] = Int(place)
    }
    return kept
  }
}

extension ThreeWayAlignment {
  fileprivate var divided: (ours: [Hunk], theirs: [Hunk]) {
    dividedAtInsertions(ourHunks: ourHunks, theirHunks: theirHunks)
  }
}

extension [SequenceItem] {
  /// The merged tokens.
  func tokens(ours: [Int], theirs: [Int]) -> [Int] {
    flatMap { item -> [Int] in
      switch item {
      case .kept(_, let our, _), .insertedByOurs(let our), .insertedByBoth(let our, _),
        .movedByOurs(let our):
        [ours[our]]
      case .insertedByTheirs(let their), .movedByTheirs(let their): [theirs[their]]
      case .conflict(_, let places, _): places.map { ours[$0] }
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
    case .insertedByTheirs, .conflict, .movedByOurs, .movedByTheirs: nil
    }
  }

  fileprivate var theirs: Int? { swapped.ours }

  fileprivate var swapped: SequenceItem {
    switch self {
    case .kept(let base, let ours, let theirs): .kept(base: base, ours: theirs, theirs: ours)
    case .insertedByOurs(let index): .insertedByTheirs(index)
    case .insertedByTheirs(let index): .insertedByOurs(index)
    case .insertedByBoth(let ours, let theirs): .insertedByBoth(ours: theirs, theirs: ours)
    case .movedByOurs(let index): .movedByTheirs(index)
    case .movedByTheirs(let index): .movedByOurs(index)
    case .conflict: self
    }
  }
}
