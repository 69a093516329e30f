import Forked
import ForkedJSON

/// The report of a merge about a property and about its parts, as a tree that is visited together with the values.
final class ReportedDecisions {
  private var decisions: [MergeDecision] = []
  /// The conflict that is left to the user here.
  private(set) var conflict: MergeConflict?
  private var isConflictSeen = false
  /// One part for each step, but for elements that a decision left out: they have the index of the next one.
  private var parts: [PropertyPath.Step: [ReportedDecisions]] = [:]

  private init() {}

  /// Creates the report at the root of the document.
  /// - Complexity: O(decisions and conflicts, and their paths).
  init(_ decisions: [MergeDecision], _ conflicts: [MergeConflict]) {
    for decision in decisions where decision.path.aspect == .value {
      place(decision.path, isNext: decision.pair != nil).decisions.append(decision)
    }
    for conflict in conflicts where conflict.path.aspect == .value {
      place(conflict.path).conflict = conflict
    }
  }

  /// - Parameter isNext: true for a place of its own, if the last one has matched versions.
  private func place(_ path: PropertyPath, isNext: Bool = false) -> ReportedDecisions {
    path.steps.enumerated().reduce(self) { place, step in
      let isEnd = step.offset == path.steps.count - 1
      if let part = place.parts[step.element]?.last, !isNext || !isEnd || part.pair == nil {
        return part
      }
      let part = ReportedDecisions()
      place.parts[step.element, default: []].append(part)
      return part
    }
  }

  /// Returns the report one step down; nil if it has nothing there or below.
  func below(_ step: @autoclosure () -> PropertyPath.Step) -> ReportedDecisions? {
    parts.isEmpty ? nil : parts[step()]?.last
  }

  /// Returns the conflict that is reported here, and marks it as visited.
  func seenConflict() -> MergeConflict? {
    isConflictSeen = true
    return conflict
  }

  /// The conflicts, here and below, that the audit did not find in the documents.
  var unseenConflicts: [MergeConflict] {
    let below = parts.values.joined().flatMap(\.unseenConflicts)
    guard let conflict, !isConflictSeen, !isMovedByBoth, !isRefused else { return below }
    return below + [conflict]
  }

  private var pair: FourVersions? { decisions.lazy.compactMap(\.pair).first }

  /// The elements without an id that are reported as matched, in their order.
  var pairs: [ReportedPair] {
    parts.keys.compactMap { if case .index(let index) = $0 { index } else { nil } }.sorted()
      .flatMap { index in
        (parts[.index(index)] ?? []).compactMap { part in
          part.pair.map { ReportedPair(index: index, versions: $0, reported: part) }
        }
      }
  }
}

/// An element without an id that is reported as matched.
struct ReportedPair {
  /// The index in the merged array.
  var index: Int
  var versions: FourVersions
  /// The report about it; nil if it is matched by its place.
  var reported: ReportedDecisions?
}

extension MergeDecision {
  fileprivate var pair: FourVersions? {
    guard case .paired(let base, let ours, let theirs, _) = outcome else { return nil }
    return FourVersions(base: base, ours: ours, theirs: theirs)
  }
}

extension ReportedDecisions {
  /// True if the report is about the property itself.
  var isNamed: Bool { isConflict || !decisions.isEmpty }

  /// True if the property is left to the user.
  var isConflict: Bool { conflict != nil }

  /// True if something here or below is left to the user: then the audited document has ours there, whatever else has
  /// been merged.
  var holdsConflict: Bool { isConflict || parts.values.joined().contains(where: \.holdsConflict) }

  /// True if the user decides, or decided, here or below, whether something moved.
  var holdsDispute: Bool {
    isConflict || isMovedByBoth || parts.values.joined().contains(where: \.holdsDispute)
  }

  /// True if the place is one of those to which both sides moved something, which is judged by itself.
  var isMovedByBoth: Bool {
    conflict?.reason.isAboutPlaces ?? false
      || decisions.contains { decision in
        switch decision.reason {
        case .movedByBoth, .moveBlocked, .moved: true
        default: false
        }
      }
  }

  /// True if the merged schema refuses the value that was valid under a former one, so that it is a conflict even if one
  /// side alone changed it.
  var isRefused: Bool {
    (decisions.map(\.reason) + [conflict?.detail]).contains {
      if case .notValid? = $0 { true } else { false }
    }
  }

  /// The side for which the place is decided together with others.
  var togetherSide: MergeSide? { decisions.last { $0.decider == .together }?.kept?.side }

  /// True if the user decided here, or the side that the user prefers did: one version is kept whole.
  var isDecidedByUser: Bool {
    decisions.contains { [.user, .preference].contains($0.decider) }
  }

  /// The user's choice, with its pointer in the report.
  private var chosen: MergeDecision? {
    decisions.last { if case .chosen = $0.outcome { true } else { false } }
  }

  /// The pointer in the report of the property that the user decided.
  var chosenPointer: JSONPointer? { chosen?.pointer }

  /// The side that the user chose here; nil for another choice, or none.
  var chosenSide: MergeSide? { chosen?.kept?.side }

  /// True if the user decided, or if the preferred side is kept whole.
  var isChosen: Bool { chosen != nil || preferred != nil }

  /// The side that is kept whole because it is preferred.
  var preferred: MergeSide? {
    decisions.first { if case .preferred = $0.outcome { true } else { false } }?.kept?.side
  }

  /// The sides' values if one of them is kept and the other dropped.
  var decided: (kept: SideValue, dropped: SideValue)? {
    for decision in decisions {
      if case .chosen = decision.outcome { continue }
      if let kept = decision.kept, let dropped = decision.dropped { return (kept, dropped) }
    }
    return nil
  }

  /// True if the value is taken whole from theirs.
  var keepsTheirs: Bool { decided?.kept.side == .theirs || chosenSide == .theirs }

  /// True if a run of a sequence may have been dropped for the other side's.
  var mayDropRuns: Bool { isConflict || has { if case .keptOneSide = $0 { true } else { false } } }

  /// True if members or elements are reported that both sides moved.
  var namesMovesOfBoth: Bool { has { if case .movedByBoth = $0 { true } else { false } } }

  /// True if elements are reported that one side moved, and the other moved elsewhere or deleted.
  var reportsMoves: Bool {
    namesMovesOfBoth || has { if case .movedAndDeleted = $0 { true } else { false } }
  }

  /// True if the versions of both sides are reported as combined.
  var isCombined: Bool { has { if case .combined = $0 { true } else { false } } }

  /// True if the ids of the list's elements are reported as those of others.
  var distrustsIDs: Bool { distrustedKey != nil }

  /// The member that holds ids which are reported as those of other elements.
  var distrustedKey: JSONString? {
    decisions.lazy.compactMap {
      if case .distrustedIdentity(let key) = $0.outcome { key } else { nil }
    }.first
  }

  private func has(_ isMeant: (MergeDecision.Outcome) -> Bool) -> Bool {
    decisions.contains { isMeant($0.outcome) }
  }
}
