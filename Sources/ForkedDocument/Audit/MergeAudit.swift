import Forked
import ForkedJSON
import ForkedSchema

/// Compares a merged document with the three that it was made of: each change of either side is in it or in the
/// report, nothing comes from nowhere, and what nobody changed is spelled as ours (invariant 8).
///
/// It knows nothing of how the merge works. What must hold is a table of predicates; where a merge may choose between
/// several good results, only what all of them have is asked.
struct MergeAudit {
  /// The common ancestor; nil where there is none.
  var base: JSONDocument?
  var ours: JSONDocument
  var theirs: JSONDocument
  /// The result, with our value standing at each conflict.
  var merged: JSONDocument
  var plan: FieldPlan
  var decisions: [MergeDecision]
  var conflicts: [MergeConflict]
  /// True if an increment that both versions hold is one.
  var countsAlikeOnce = false
  /// What persons said before the merge.
  var person = PersonsWord()
  /// True if base was merged from several ancestors.
  var isCrossed: () -> Bool = { false }
  /// Facts about the inputs, which the merge may have asked for too.
  var identities = UsualIdentityCache()

  /// What is neither in the result nor in the report; empty where all is well.
  /// Complexity: O(bytes); containers of equal bytes are not opened.
  func defects() -> [AuditDefect] {
    let versions = FourVersions(
      base: base?.root, ours: ours.root, theirs: theirs.root, merged: merged.root)
    let rows = AuditRows(identities)
    let reported = ReportedDecisions(decisions, conflicts)
    var properties = PropertyAudit(
      rows: rows, countsAlikeOnce: countsAlikeOnce, person: person, isCrossed: isCrossed)
    properties.check(versions, plan, reported)
    let defects =
      properties.defects + reported.unseenConflicts.map(\.unfounded)
      + DuplicateKeyAudit(self).defects
    guard !followsLines else { return defects }
    var spelling = SpellingAudit(rows: rows)
    spelling.check(versions, plan)
    return defects + spelling.defects + marginDefects
  }

  /// True if the line merge of the whole text stands: then their spelling may stand in any line.
  private var followsLines: Bool {
    decisions.contains { if case .lineMerge = $0.outcome { true } else { false } }
  }

  /// What is before and behind the root: byte order mark, white space, final newline.
  private var marginDefects: [AuditDefect] {
    let (before, behind) = (ours.root.range.lowerBound, ours.root.range.upperBound)
    let (mergedBefore, mergedBehind) = (merged.root.range.lowerBound, merged.root.range.upperBound)
    let areKept =
      ours.bytes[..<before] == merged.bytes[..<mergedBefore]
      && ours.bytes[behind...] == merged.bytes[mergedBehind...]
    return areKept
      ? [] : [AuditDefect(pointer: JSONPointer(), message: "bytes around the document changed")]
  }
}

extension MergeConflict {
  fileprivate var unfounded: AuditDefect {
    AuditDefect(pointer: pointer, message: "a conflict is reported where nothing is in dispute")
  }
}

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

/// One property in base, ours, theirs and the merged document; nil where it has none.
struct FourVersions {
  var base: JSONNode?
  var ours: JSONNode?
  var theirs: JSONNode?
  var merged: JSONNode?

  /// True if equal bytes alone show that all is well here, down to the smallest part. A counter may have to
  /// differ where both sides changed it alike.
  func isSettledByBytes(mayCount: Bool, by bytes: JSONByteComparison) -> Bool {
    if bytes.haveSameBytes(theirs, base) { return bytes.haveSameBytes(merged, ours) }
    if bytes.haveSameBytes(ours, base) { return bytes.haveSameBytes(merged, theirs) }
    return !mayCount && bytes.haveSameBytes(ours, theirs) && bytes.haveSameBytes(merged, ours)
  }

  /// The value that must stand because at most one side changed it, or both alike: `.some(nil)` is no value,
  /// nil says that both changed it, differently.
  var undisputed: JSONNode?? {
    if theirs.isSame(as: base) || ours.isSame(as: theirs) { return .some(ours) }
    if ours.isSame(as: base) { return .some(theirs) }
    return nil
  }
}
