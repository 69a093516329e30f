import Forked
import ForkedJSON

/// The report of a merge about a property and about its parts, as a tree that is visited together with the values.
final class ReportedDecisions {
  private(set) var outcomes: [MergeDecision.Outcome] = []
  /// The side for which the place is decided together with others.
  private(set) var togetherSide: MergeSide?
  /// True if the user decided here, or the side that the user prefers did: one version is kept whole.
  private(set) var isDecidedByUser = false
  /// The conflict that is left to the user here.
  private(set) var conflict: MergeConflict?
  /// True if the place is one of those to which both sides moved something, which is judged by itself.
  private(set) var isMovedByBoth = false
  /// True if the audit has visited the conflict.
  private var isConflictSeen = false
  /// The pointer in the report of the property that the user decided.
  private(set) var chosenPointer: JSONPointer?
  private var parts: [PropertyPath.Step: ReportedDecisions] = [:]

  private init() {}

  /// Creates the report at the root of the document.
  /// - Complexity: O(decisions and conflicts, and their paths).
  init(_ decisions: [MergeDecision], _ conflicts: [MergeConflict]) {
    for resolution in decisions where resolution.path.aspect == .value {
      let place = place(resolution.path)
      place.outcomes.append(resolution.outcome)
      if case .chosen = resolution.outcome { place.chosenPointer = resolution.pointer }
      if case .movedByBoth? = resolution.reason { place.isMovedByBoth = true }
      if [.user, .preference].contains(resolution.decider) { place.isDecidedByUser = true }
      if resolution.decider == .together { place.togetherSide = resolution.kept?.side }
    }
    for conflict in conflicts where conflict.path.aspect == .value {
      let place = place(conflict.path)
      place.conflict = conflict
      place.isMovedByBoth = conflict.reason == .movedByBoth
    }
  }

  /// Returns the report one step down; nil if it has nothing there or below.
  func below(_ step: @autoclosure () -> PropertyPath.Step) -> ReportedDecisions? {
    parts.isEmpty ? nil : parts[step()]
  }

  /// Returns the conflict that is reported here, and marks it as visited.
  func seenConflict() -> MergeConflict? {
    isConflictSeen = true
    return conflict
  }

  /// The conflicts, here and below, that the audit did not find in the documents.
  var unseenConflicts: [MergeConflict] {
    let below = parts.values.flatMap(\.unseenConflicts)
    guard let conflict, !isConflictSeen, !isMovedByBoth else { return below }
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

/// An array element without an id that the report names as matched: both sides changed it, or one changed it and the
/// other deleted it.
struct PairedElement {
  var index: Int
  /// The base's version; nil if both sides added the element.
  var base: JSONNode?
  /// Our version; nil if we deleted it.
  var ours: JSONNode?
  /// Their version; nil if they deleted it.
  var theirs: JSONNode?
}

extension ReportedDecisions {
  /// The matched elements, with their indices in the merged array.
  var pairs: [PairedElement] {
    parts.compactMap { step, part in
      guard case .index(let index) = step else { return nil }
      for case .paired(let base, let ours, let theirs, _) in part.outcomes {
        return PairedElement(index: index, base: base, ours: ours, theirs: theirs)
      }
      return nil
    }
  }

  /// The side that the user chose here; nil for another choice, or none.
  var chosenSide: MergeSide? {
    for case .chosen(let choice, _, _) in outcomes {
      switch choice {
      case .ours: return .ours
      case .theirs: return .theirs
      case .base, .delete, .value: return nil
      }
    }
    return nil
  }

  /// True if the user decided, or if the preferred side is kept whole.
  var isChosen: Bool { chosenPointer != nil || preferred != nil }

  /// The side that is kept whole because it is preferred.
  var preferred: MergeSide? {
    for case .preferred(let kept, _) in outcomes { return kept.side }
    return nil
  }

  /// True if the property is left to the user.
  var isConflict: Bool { conflict != nil }

  /// True if something here or below is left to the user: then the audited document has ours there, whatever else has
  /// been merged.
  var holdsConflict: Bool { isConflict || parts.values.contains(where: \.holdsConflict) }

  /// True if a run of a sequence may have been dropped for the other side's.
  var mayDropRuns: Bool {
    isConflict || outcomes.contains { if case .keptOneSide = $0 { true } else { false } }
  }

  /// True if elements are reported that one side moved, and the other moved elsewhere or deleted.
  var reportsMoves: Bool {
    outcomes.contains {
      switch $0 {
      case .movedByBoth, .movedAndDeleted: true
      default: false
      }
    }
  }

  /// True if the versions of both sides are reported as combined.
  var isCombined: Bool {
    outcomes.contains { if case .combined = $0 { true } else { false } }
  }

  /// The sides' values if one of them is kept and the other dropped.
  var decided: (kept: SideValue, dropped: SideValue)? {
    for case .keptOneSide(let kept, let dropped) in outcomes { return (kept, dropped) }
    for case .changeBeatDeletion(let kept, let dropped) in outcomes { return (kept, dropped) }
    for case .preferred(let kept, let dropped) in outcomes { return (kept, dropped) }
    return nil
  }
}
