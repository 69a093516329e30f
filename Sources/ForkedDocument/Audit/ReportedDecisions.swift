import Forked
import ForkedJSON

/// What a merge reported about a property and about its parts, found by going down in step with the values.
final class ReportedDecisions {
  private(set) var outcomes: [MergeDecision.Outcome] = []
  /// What is left to a person here.
  private(set) var conflict: MergeConflict?
  /// True if the audit has come to the conflict.
  private var isConflictSeen = false
  /// How the report names the place that a person decided.
  private(set) var chosenPointer: JSONPointer?
  private var parts: [PropertyPath.Step: ReportedDecisions] = [:]

  private init() {}

  /// All that a merge reported, at the root of the document. O(reports and their paths).
  init(_ decisions: [MergeDecision], _ conflicts: [MergeConflict]) {
    for resolution in decisions where resolution.path.aspect == .value {
      let place = place(resolution.path)
      place.outcomes.append(resolution.outcome)
      if case .chosen = resolution.outcome { place.chosenPointer = resolution.pointer }
    }
    for conflict in conflicts where conflict.path.aspect == .value {
      place(conflict.path).conflict = conflict
    }
  }

  /// What is reported one step down; nil where nothing is, there or below.
  func below(_ step: @autoclosure () -> PropertyPath.Step) -> ReportedDecisions? {
    parts.isEmpty ? nil : parts[step()]
  }

  /// The conflict that is reported here, which counts as seen from now on.
  func seenConflict() -> MergeConflict? {
    isConflictSeen = true
    return conflict
  }

  /// The conflicts, here and below, of which nothing was found in the documents.
  var unseenConflicts: [MergeConflict] {
    let below = parts.values.flatMap(\.unseenConflicts)
    guard let conflict, !isConflictSeen else { return below }
    return below + [conflict]
  }

  private func place(_ path: PropertyPath) -> ReportedDecisions {
    path.steps.reduce(self) { place, step in
      if let known = place.parts[step] { return known }
      let new = ReportedDecisions()
      place.parts[step] = new
      return new
    }
  }
}

/// An element of an array that both sides changed, or one changed and the other deleted, and that the report says was
/// found again without an id.
struct PairedElement {
  var index: Int
  /// nil where both sides added it.
  var base: JSONNode?
  /// Our version; nil where ours deleted it.
  var ours: JSONNode?
  /// Their version; nil where theirs deleted it.
  var theirs: JSONNode?
}

extension ReportedDecisions {
  /// The elements that were found again, by their places in the merged array.
  var pairs: [PairedElement] {
    parts.compactMap { step, part in
      guard case .index(let index) = step else { return nil }
      for case .paired(let base, let ours, let theirs) in part.outcomes {
        return PairedElement(index: index, base: base, ours: ours, theirs: theirs)
      }
      return nil
    }
  }

  /// The member whose values are said to be places and no ids.
  var distrustedKey: JSONString? {
    for case .distrustedIdentity(let key) in outcomes { return key }
    return nil
  }

  /// True if a person decided, or the side that they prefer stands whole.
  var isChosen: Bool { chosenPointer != nil || preferred != nil }

  /// The side that stands whole because it is preferred.
  var preferred: MergeSide? {
    for case .preferred(let kept, _) in outcomes { return kept.side }
    return nil
  }

  /// True if it is left to a person.
  var isConflict: Bool { conflict != nil }

  /// True if the line merge of the whole text decided.
  var isLineMerge: Bool {
    outcomes.contains { if case .lineMerge = $0 { true } else { false } }
  }

  /// True if a run of a sequence may have given way to the other side's.
  var letsRunsGiveWay: Bool {
    isConflict || outcomes.contains { if case .gaveWay = $0 { true } else { false } }
  }

  /// True if both readings of one place are said to stand.
  var isCombined: Bool {
    outcomes.contains { if case .combined = $0 { true } else { false } }
  }

  /// The sides' values where one of them stands and the other gave way.
  var decided: (kept: SideValue, dropped: SideValue)? {
    for case .gaveWay(let kept, let dropped) in outcomes { return (kept, dropped) }
    for case .changeBeatDeletion(let kept, let dropped) in outcomes { return (kept, dropped) }
    for case .preferred(let kept, let dropped) in outcomes { return (kept, dropped) }
    return nil
  }
}
