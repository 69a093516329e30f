import Forked
import ForkedJSON
import ForkedSchema

/// Compares a merged document with its three versions (invariant 8).
///
/// Each change of either side must be in the document or in the report, nothing else may be in the document, and
/// unchanged values must be spelled as in ours.
///
/// The audit knows nothing of how the merge works: its rules are a table of predicates. If a merge may choose between
/// several good results, the audit requires only what these have in common.
struct MergeAudit {
  /// The merge base; nil if there is none.
  var base: JSONDocument?
  var ours: JSONDocument
  var theirs: JSONDocument
  /// The result, with our value at each conflict.
  var merged: JSONDocument
  var plan: FieldPlan
  var decisions: [MergeDecision]
  var conflicts: [MergeConflict]
  /// True if an increment that both versions hold counts once.
  var countsAlikeOnce = false
  /// The choices that the user made before the merge.
  var userDecisions = UserDecisions()
  /// Returns true if base was merged from several merge bases.
  var isCrossed: () -> Bool = { false }
  /// The versions before what moved was put to its new place; nil if nothing was.
  var unmoved: UnmovedVersions?
  /// The cache of ids, which the merge may have filled.
  var identities = UsualIdentityCache()

  /// Returns the changes that are neither in the result nor in the report, and everything else that no version
  /// explains. - Complexity: O(bytes); containers of equal bytes are not read.
  func defects() -> [AuditDefect] {
    let versions = FourVersions(
      base: base?.root, ours: ours.root, theirs: theirs.root, merged: merged.root)
    let rows = AuditRows(identities)
    let reported = ReportedDecisions(decisions, conflicts)
    var properties = PropertyAudit(
      rows: rows, countsAlikeOnce: countsAlikeOnce, userDecisions: userDecisions,
      isCrossed: isCrossed, followsLines: followsLines)
    properties.check(versions, plan, reported)
    let defects =
      properties.defects + reported.unseenConflicts.map(\.unfounded)
      + conservationDefects(versions)
    guard !followsLines else { return defects }
    let taken = Set(decisions.filter { $0.kept?.side == .theirs }.map(\.pointer))
    var spelling = SpellingAudit(rows: rows, taken: taken)
    spelling.check(versions, plan)
    return defects + spelling.defects + marginDefects
  }

  private func conservationDefects(_ versions: FourVersions) -> [AuditDefect] {
    // A user who takes one version of an element that may be another one decides whether it stands twice.
    let isDecided = decisions.contains { [.user, .preference].contains($0.decider) }
    var (versions, decisions) = (versions, decisions)
    if let unmoved {
      versions = FourVersions(
        base: unmoved.base, ours: unmoved.ours, theirs: unmoved.theirs, merged: versions.merged)
      decisions += unmoved.moves
    }
    guard !isDecided, ConservationAudit.isNeeded(for: versions) else { return [] }
    var conservation = ConservationAudit(versions, plan, decisions, conflicts)
    return conservation.defects()
  }

  /// True if the merged document mixes what the schema takes from one side together.
  func mixesUnits() -> Bool {
    let versions = FourVersions(
      base: base?.root, ours: ours.root, theirs: theirs.root, merged: merged.root)
    var properties = PropertyAudit(rows: AuditRows(identities), followsLines: true)
    properties.check(versions, plan, nil)
    return properties.mixesUnits
  }

  /// True if the result is the line merge of the whole text: then any line may be spelled as in theirs.
  private var followsLines: Bool {
    decisions.contains { if case .lineMerge = $0.outcome { true } else { false } }
  }

  /// The defects before and after the root: byte order mark, white space, final newline.
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
    AuditDefect(pointer: pointer, message: "a conflict is reported where there is none")
  }
}

extension DocumentMerge {
  /// Audits a result of the merger.
  /// - Parameter bytes: the merged text.
  func audit(
    _ result: MergeResult<MergedValue>, bytes: [UInt8], _ identities: UsualIdentityCache
  ) -> [AuditDefect] {
    guard policy != .base else { return [] }  // A virtual ancestor: nobody ever sees it.
    do {
      return audit(
        try auditedDocument(result, bytes: bytes), decisions: result.decisions,
        conflicts: result.conflicts, identities)
    } catch {
      return [AuditDefect(pointer: JSONPointer(), message: "the merged text is not JSON: \(error)")]
    }
  }

  /// True if a document mixes what the schema takes from one side together.
  func mixesUnits(_ merged: JSONDocument) -> Bool {
    plan.mayHoldUnits
      && MergeAudit(
        base: base, ours: ours, theirs: theirs, merged: merged, plan: plan, decisions: [],
        conflicts: []
      ).mixesUnits()
  }

  /// Audits a merged document and its report.
  func audit(
    _ merged: JSONDocument, decisions: [MergeDecision], conflicts: [MergeConflict],
    _ identities: UsualIdentityCache = UsualIdentityCache()
  ) -> [AuditDefect] {
    MergeAudit(
      base: base, ours: ours, theirs: theirs, merged: merged, plan: plan, decisions: decisions,
      conflicts: conflicts, countsAlikeOnce: countsAlikeOnce, userDecisions: userDecisions,
      isCrossed: { isCrossed }, unmoved: unmoved, identities: identities
    ).defects()
  }

  /// True if there are several merge bases; false if the history cannot tell, and then the audit requires more.
  private var isCrossed: Bool {
    do { return try ancestors().count > 1 } catch { return false }
  }

  private var userDecisions: UserDecisions {
    var preferred: MergeSide?
    if case .prefer(let side) = policy { preferred = side }
    return UserDecisions(
      choices: choices, preferred: preferred, prefersVersions: policy == .versions)
  }

  /// Returns the merged document, with our value at each conflict.
  func auditedDocument(
    _ result: MergeResult<MergedValue>, bytes: [UInt8]
  ) throws(JSONSyntaxError) -> JSONDocument {
    switch result.value {
    case .value(.keep), .conflict, .absent, .removed: ours
    case .value where result.conflicts.isEmpty: try document(merged: bytes)
    case .value(let rewrite):
      try document(merged: ours.rewritten(rewrite.resolvingConflicts(\.ours)))
    }
  }
}

extension JSONRewrite {
  /// Returns the same rewriting, with one alternative at each conflict.
  func resolvingConflicts(_ alternative: (Conflict) -> [Entry]) -> JSONRewrite {
    switch self {
    case .keep, .take, .literal: self
    case .object(let like, let entries):
      .object(like: like, entries.resolvingConflicts(alternative))
    case .array(let like, let entries): .array(like: like, entries.resolvingConflicts(alternative))
    }
  }
}

extension [JSONRewrite.Entry] {
  fileprivate func resolvingConflicts(
    _ alternative: (JSONRewrite.Conflict) -> [JSONRewrite.Entry]
  ) -> [JSONRewrite.Entry] {
    var resolved: [JSONRewrite.Entry] = []
    resolved.reserveCapacity(count)
    for entry in self {
      switch entry {
      case .member(let key, let value):
        resolved.append(.member(key: key, value.resolvingConflicts(alternative)))
      case .newMember(let key, let value):
        resolved.append(.newMember(key: key, value.resolvingConflicts(alternative)))
      case .element(let value): resolved.append(.element(value.resolvingConflicts(alternative)))
      case .conflict(let conflict):
        resolved += alternative(conflict).resolvingConflicts(alternative)
      }
    }
    return resolved
  }
}

/// One property in base, ours, theirs and the merged document; nil in a version that doesn't have it.
struct FourVersions {
  var base: JSONNode?
  var ours: JSONNode?
  var theirs: JSONNode?
  var merged: JSONNode?

  /// Base, ours, theirs and the result.
  var all: [JSONNode?] { [base, ours, theirs, merged] }

  /// Returns true if equal bytes alone show that all predicates hold here, down to the smallest part.
  /// - Parameter mayCount: true if the value may hold counters, which may have to differ if both sides changed them
  ///   equally.
  func holdsByBytes(mayCount: Bool, by bytes: JSONByteComparison) -> Bool {
    if bytes.haveSameBytes(theirs, base) { return bytes.haveSameBytes(merged, ours) }
    if bytes.haveSameBytes(ours, base) { return bytes.haveSameBytes(merged, theirs) }
    return !mayCount && bytes.haveSameBytes(ours, theirs) && bytes.haveSameBytes(merged, ours)
  }

  /// The required value if at most one side changed it, or both equally: `.some(nil)` for no value; nil if both sides
  /// changed it differently.
  var expected: JSONNode?? {
    if theirs.isSame(as: base) || ours.isSame(as: theirs) { return .some(ours) }
    if ours.isSame(as: base) { return .some(theirs) }
    return nil
  }
}
