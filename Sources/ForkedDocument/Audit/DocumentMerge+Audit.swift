import Forked
import ForkedJSON

extension DocumentMerge {
  /// Checks the result against the three inputs, by code that knows nothing of how it was made.
  /// - Parameter bytes: the merged text.
  func audit(
    _ result: MergeResult<MergedValue>, bytes: [UInt8], _ identities: UsualIdentityCache
  ) -> [AuditDefect] {
    guard policy != .base else { return [] }  // A virtual ancestor: nobody ever sees it.
    do {
      return audit(
        try standing(result, bytes: bytes), decisions: result.decisions,
        conflicts: result.conflicts, identities)
    } catch {
      return [AuditDefect(pointer: JSONPointer(), message: "the merged text is no JSON: \(error)")]
    }
  }

  /// Checks a merged document and its report against the three inputs.
  func audit(
    _ merged: JSONDocument, decisions: [MergeDecision], conflicts: [MergeConflict],
    _ identities: UsualIdentityCache = UsualIdentityCache()
  ) -> [AuditDefect] {
    MergeAudit(
      base: base, ours: ours, theirs: theirs, merged: merged, plan: plan, decisions: decisions,
      conflicts: conflicts, countsAlikeOnce: countsAlikeOnce, person: person,
      isCrossed: { isCrossed }, identities: identities
    ).defects()
  }

  /// Not where history cannot say so: then the audit asks for more.
  private var isCrossed: Bool {
    do { return try ancestors().count > 1 } catch { return false }
  }

  private var person: PersonsWord {
    var preferred: MergeSide?
    if case .prefer(let side) = policy { preferred = side }
    return PersonsWord(choices: choices, preferred: preferred)
  }

  /// The merged document, with our value at each conflict.
  func standing(
    _ result: MergeResult<MergedValue>, bytes: [UInt8]
  ) throws(JSONSyntaxError) -> JSONDocument {
    switch result.value {
    case .value(.keep), .conflict, .absent: ours
    case .value where result.conflicts.isEmpty: try document(merged: bytes)
    case .value(let rewrite): try document(merged: ours.rewritten(rewrite.withOurConflicts))
    }
  }
}

extension JSONRewrite {
  /// With our entries at each conflict.
  fileprivate var withOurConflicts: JSONRewrite {
    switch self {
    case .keep, .take, .literal: self
    case .object(let like, let entries): .object(like: like, entries.flatMap(\.withOurConflicts))
    case .array(let like, let entries): .array(like: like, entries.flatMap(\.withOurConflicts))
    }
  }
}

extension JSONRewrite.Entry {
  fileprivate var withOurConflicts: [JSONRewrite.Entry] {
    switch self {
    case .member(let key, let value): [.member(key: key, value.withOurConflicts)]
    case .newMember(let key, let value): [.newMember(key: key, value.withOurConflicts)]
    case .element(let value): [.element(value.withOurConflicts)]
    case .conflict(let conflict): conflict.ours.flatMap(\.withOurConflicts)
    }
  }
}
