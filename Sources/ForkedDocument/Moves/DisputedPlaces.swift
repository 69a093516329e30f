import Forked
import ForkedJSON

/// The places of subtrees that both sides moved, each to another one, or one side to where the other deleted or changed what
/// is there, and those at which key and content contradict each other, with the containers around them.
struct DisputedPlaces {
  private var holders: [MergeSide: Set<Int>] = [:]
  private var notes: [MergeSide: [Int: MergeNote?]] = [:]

  /// Nil if there are none.
  /// - Parameter contradictions: their places in the sides' versions.
  /// - Complexity: O(places, and parts of their containers), in expectation.
  init?(
    _ contradictions: [MoveSearch.Contradiction], ours: JSONNode, theirs: JSONNode,
    _ lookup: ElementLookup
  ) {
    guard !contradictions.isEmpty else { return nil }
    for one in contradictions {
      add(one.path, one.side, one.side == .ours ? ours : theirs, one.note, lookup)
    }
  }

  private mutating func add(
    _ path: PropertyPath, _ side: MergeSide, _ root: JSONNode, _ note: MergeNote?,
    _ lookup: ElementLookup
  ) {
    var place = root
    holders[side, default: []].insert(place.ordinal)
    for step in path.steps {
      guard let next = step.value(in: place, by: lookup) else { return }
      place = next
      holders[side, default: []].insert(place.ordinal)
    }
    notes[side, default: [:]][place.ordinal] = note
  }

  /// Returns true if one of the places is here or below.
  func areIn(_ versions: Versions) -> Bool {
    MergeSide.both.contains { side in
      versions[side].map { holders[side]?.contains($0.ordinal) ?? false } ?? false
    }
  }

  /// Returns the explanation of the conflict at this very place: `.some(nil)` where key and content contradict each
  /// other; nil if there is none.
  func note(at versions: Versions) -> MergeNote?? {
    for side in MergeSide.both {
      if let value = versions[side], let note = notes[side]?[value.ordinal] { return note }
    }
    return nil
  }
}

extension SubtreeMove {
  /// The places at which the user decides about it. A side that did not move it has it where base has it.
  var disputes: [MoveSearch.Contradiction] {
    MergeSide.both.map {
      MoveSearch.Contradiction(
        side: $0, path: path(in: $0), version: $0.other == side ? .base : Mapping.Version($0),
        note: disputeNote)
    }
  }

  /// The places to which both sides moved it, or a side where that is not possible, in words.
  var disputeNote: MergeNote {
    guard let side else {
      return .movedByBoth(from: formerPointer, ours: ourPointer, theirs: theirPointer)
    }
    let pointer = side == .ours ? ourPointer : theirPointer
    return .moveBlocked(by: side, from: formerPointer, to: pointer)
  }
}

extension MergeConflict.Reason {
  /// Creates the reason of a conflict about a place, with its explanation.
  init(disputed note: MergeNote?) {
    switch note {
    case nil: self = .identityUncertain
    case .moveBlocked: self = .moveBlocked
    case .moved: self = .placeUncertain
    default: self = .movedByBoth
    }
  }
}
