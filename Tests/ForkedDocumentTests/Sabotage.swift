import Forked
import ForkedJSON

@testable import ForkedDocument

/// The output of a merger that lies, or does half of its work: a document and a report.
struct MergersWord {
  var merged: JSONDocument
  var decisions: [MergeDecision]
  var conflicts: [MergeConflict]
}

/// A defect that a merger might have.
enum Sabotage: CaseIterable {
  case takesOursWhole, takesTheirsWhole, takesTheBaseWhole
  case hidesDroppedValue, exchangesKeptAndDropped, misquotesDroppedValue
  case hidesAConflict, misquotesAConflict, conflictsWhereOneSideChanged, conflictsWhereNobodyChanged
  case claimsUserChoice

  /// The least number of a hundred that is caught. If a list holds a value twice, it is not certain which of them were
  /// replaced, and by what.
  var leastCaught: Int {
    switch self {
    case .takesOursWhole, .takesTheirsWhole, .takesTheBaseWhole: 97
    case .hidesAConflict: 93
    default: 100
    }
  }

  /// The output of the broken merger; nil if there is nothing to get wrong.
  func spoiling(_ word: MergersWord, of merge: DocumentMerge) throws -> MergersWord? {
    var word = word
    switch self {
    case .takesOursWhole: return word.replacing(with: merge.ours)
    case .takesTheirsWhole: return word.replacing(with: merge.theirs)
    case .takesTheBaseWhole: return merge.base.flatMap { word.replacing(with: $0) }
    case .hidesDroppedValue:
      return word.changingDecision { _, _ in nil }
    case .exchangesKeptAndDropped:
      return word.changingDecision { .keptOneSide(kept: $1, dropped: $0) }
    case .misquotesDroppedValue:
      return word.changingDecision { kept, dropped in
        .keptOneSide(kept: kept, dropped: SideValue(side: dropped.side, value: merge.ours.root))
      }
    case .hidesAConflict: return word.conflicts.popLast() == nil ? nil : word
    case .misquotesAConflict:
      guard !word.conflicts.isEmpty else { return nil }
      word.conflicts[0].theirs = merge.ours.root
      return word
    case .conflictsWhereOneSideChanged:
      return try word.droppingTheirs(in: merge) { word, conflict in word.conflicts.append(conflict)
      }
    case .conflictsWhereNobodyChanged:
      let isLeft = { (key: JSONString) in
        merge.base?.root[key] == merge.ours.root[key]
          && merge.ours.root[key] == merge.theirs.root[key]
      }
      guard let member = merge.ours.root.members.first(where: { isLeft($0.key.string ?? "") })
      else { return nil }
      word.conflicts.append(.init(at: member.key.string ?? "", in: merge))
      return word
    case .claimsUserChoice:
      return try word.droppingTheirs(in: merge) { word, conflict in
        let sides = (
          SideValue(side: .ours, value: conflict.ours),
          SideValue(side: .theirs, value: conflict.theirs)
        )
        word.decisions.append(
          MergeDecision(
            pointer: conflict.pointer, path: conflict.path, strategy: .mostRecent,
            origin: .inferred,
            outcome: .chosen(.ours, ours: sides.0, theirs: sides.1)))
      }
    }
  }
}

extension MergersWord {
  /// The output of the real merger.
  init(of merge: DocumentMerge) throws {
    let outcome = try merge.merged()
    let bytes = try merge.audited(outcome).bytes
    self.init(
      merged: try merge.auditedDocument(outcome, bytes: bytes), decisions: outcome.decisions,
      conflicts: outcome.conflicts)
  }

  /// Another document in its place, unless that holds the same.
  fileprivate func replacing(with document: JSONDocument) -> MergersWord? {
    guard document.root != merged.root else { return nil }
    var word = self
    word.merged = document
    return word
  }

  /// Another report of the first decision between two values; none where `change` says nil.
  fileprivate func changingDecision(
    _ change: (_ kept: SideValue, _ dropped: SideValue) -> MergeDecision.Outcome?
  ) -> MergersWord? {
    var word = self
    for (index, decision) in decisions.enumerated() {
      guard case .keptOneSide(let kept, let dropped) = decision.outcome, kept.value?.kind != .array
      else { continue }
      if let outcome = change(kept, dropped) {
        word.decisions[index].outcome = outcome
      } else {
        word.decisions.remove(at: index)
      }
      return word
    }
    return nil
  }

  /// Our value where only they changed a member of the root, under a pretext.
  fileprivate func droppingTheirs(
    in merge: DocumentMerge, _ pretend: (inout MergersWord, MergeConflict) -> Void
  ) throws -> MergersWord? {
    let (base, ours, theirs) = (merge.base?.root, merge.ours.root, merge.theirs.root)
    let changed = merged.root.members.first { member in
      let key = member.key.string ?? ""
      return ours[key] != nil && ours[key] == base?[key] && theirs[key] != base?[key]
    }
    guard let changed, let mine = ours[changed.key.string ?? ""] else { return nil }
    let entries = merged.root.members.map { member in
      JSONRewrite.Entry.member(
        key: member.key, member.key == changed.key ? .take(mine) : .keep(member.value))
    }
    var word = self
    word.merged = try JSONDocument(
      parsing: merged.rewritten(.object(like: merged.root, entries)))
    pretend(&word, MergeConflict(at: changed.key.string ?? "", in: merge))
    return word
  }
}

extension MergeConflict {
  fileprivate init(at key: JSONString, in merge: DocumentMerge) {
    self.init(
      pointer: JSONPointer([key]), path: PropertyPath([.key(key)]), reason: .bothChanged,
      base: merge.base?.root[key], ours: merge.ours.root[key], theirs: merge.theirs.root[key])
  }
}
