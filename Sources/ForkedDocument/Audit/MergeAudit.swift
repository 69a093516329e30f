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
  let merge: DocumentMerge
  /// The result, with our value at each conflict.
  let merged: JSONDocument
  var decisions: [MergeDecision] = []
  var conflicts: [MergeConflict] = []

  /// Returns the changes that are neither in the result nor in the report, and everything else that no version
  /// explains. - Complexity: O(bytes); containers of equal bytes are not read.
  func defects() -> [AuditDefect] {
    let reported = ReportedDecisions(decisions, conflicts)
    let defects =
      checked(reported, followsLines: followsLines).defects
      + reported.unseenConflicts.map(\.unfounded) + conservationDefects
    return followsLines ? defects : defects + marginDefects
  }

  /// True if the result is the line merge of the whole text: then any line may be spelled as in theirs.
  private var followsLines: Bool {
    decisions.contains { if case .lineMerge = $0.outcome { true } else { false } }
  }

  /// True if the merged document mixes what the schema takes from one side together.
  var mixesUnits: Bool { checked(nil, followsLines: true).mixesUnits }

  private func checked(_ reported: ReportedDecisions?, followsLines: Bool) -> PropertyAudit {
    var properties = PropertyAudit(merge, followsLines: followsLines)
    properties.check(
      FourVersions(
        base: merge.base?.root, ours: merge.ours.root, theirs: merge.theirs.root,
        merged: merged.root), merge.plan, reported)
    return properties
  }

  private var conservationDefects: [AuditDefect] {
    // A user who takes one version of an element that may be another one decides whether it stands twice.
    guard !decisions.contains(where: { [.user, .preference].contains($0.decider) }) else {
      return []
    }
    let unmoved = merge.unmoved
    let versions = FourVersions(
      base: unmoved.map(\.base) ?? merge.base?.root, ours: unmoved?.ours ?? merge.ours.root,
      theirs: unmoved?.theirs ?? merge.theirs.root, merged: merged.root)
    var conservation = ConservationAudit(
      versions, merge.plan, decisions + (unmoved?.moves ?? []), conflicts,
      followsLines: followsLines)
    return conservation.defects()
  }

  /// The defects before and after the root: byte order mark, white space, final newline.
  private var marginDefects: [AuditDefect] {
    let ours = merge.ours
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
    _ result: MergeResult<MergedValue>, bytes: [UInt8]
  ) -> [AuditDefect] {
    guard policy != .base else { return [] }  // A virtual ancestor: nobody ever sees it.
    do {
      return audit(
        try auditedDocument(result, bytes: bytes), decisions: result.decisions,
        conflicts: result.conflicts)
    } catch {
      return [AuditDefect(pointer: JSONPointer(), message: "the merged text is not JSON: \(error)")]
    }
  }

  /// True if a document mixes what the schema takes from one side together.
  func mixesUnits(_ merged: JSONDocument) -> Bool {
    plan.mayHoldUnits && MergeAudit(merge: self, merged: merged).mixesUnits
  }

  /// Audits a merged document and its report.
  func audit(
    _ merged: JSONDocument, decisions: [MergeDecision], conflicts: [MergeConflict]
  ) -> [AuditDefect] {
    MergeAudit(merge: self, merged: merged, decisions: decisions, conflicts: conflicts).defects()
  }

  /// True if there are several merge bases; false if the history cannot tell, and then the audit requires more.
  var isCrossed: Bool { do { return try ancestors().count > 1 } catch { return false } }

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
    func resolved(_ entries: [Entry]) -> [Entry] {
      entries.flatMap { entry -> [Entry] in
        switch entry {
        case .member(let key, let value):
          [.member(key: key, value.resolvingConflicts(alternative))]
        case .newMember(let key, let value):
          [.newMember(key: key, value.resolvingConflicts(alternative))]
        case .element(let value): [.element(value.resolvingConflicts(alternative))]
        case .beside(let former, let entry): resolved([entry]).map { .beside(former, $0) }
        case .conflict(let conflict): resolved(alternative(conflict))
        }
      }
    }
    return switch self {
    case .keep, .take, .literal: self
    case .object(let like, let entries): .object(like: like, resolved(entries))
    case .array(let like, let entries): .array(like: like, resolved(entries))
    }
  }
}
