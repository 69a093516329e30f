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
  /// Whether an increment that both versions hold is one.
  var countsAlikeOnce = false
  /// What persons said before the merge.
  var person = PersonsWord()
  /// Whether base was merged from several ancestors.
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

  /// Whether the line merge of the whole text stands: then their spelling may stand in any line.
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
