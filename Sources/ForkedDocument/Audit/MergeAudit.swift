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

  /// Returns the changes that are neither in the result nor in the report, and everything else that no version
  /// explains. - Complexity: O(bytes); containers of equal bytes are not read.
  func defects() -> [AuditDefect] {
    let reported = ReportedDecisions(decisions, conflicts)
    let properties = checked(reported)
    let defects =
      properties.defects + reported.unseenConflicts.map(\.unfounded)
      + conservationDefects(versions)
    return followsLines ? defects : defects + marginDefects
  }

  private var versions: FourVersions {
    FourVersions(base: base?.root, ours: ours.root, theirs: theirs.root, merged: merged.root)
  }

  private func checked(_ reported: ReportedDecisions?) -> PropertyAudit {
    var properties = PropertyAudit()
    properties.countsAlikeOnce = countsAlikeOnce
    properties.userDecisions = userDecisions
    properties.isCrossed = isCrossed
    properties.followsLines = followsLines || reported == nil
    properties.checksSpelling = !properties.followsLines
    properties.check(versions, plan, reported)
    return properties
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
    let isChangedByBoth = [versions.ours, versions.theirs].allSatisfy {
      !$0.hasSameBytes(as: versions.base)
    }
    guard !isDecided, isChangedByBoth, ConservationAudit.isNeeded(for: versions) else { return [] }
    var conservation = ConservationAudit(
      versions, plan, decisions, conflicts, followsLines: followsLines)
    return conservation.defects()
  }

  /// True if the merged document mixes what the schema takes from one side together.
  var mixesUnits: Bool { checked(nil).mixesUnits }

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
    plan.mayHoldUnits
      && MergeAudit(
        base: base, ours: ours, theirs: theirs, merged: merged, plan: plan, decisions: [],
        conflicts: []
      ).mixesUnits
  }

  /// Audits a merged document and its report.
  func audit(
    _ merged: JSONDocument, decisions: [MergeDecision], conflicts: [MergeConflict]
  ) -> [AuditDefect] {
    MergeAudit(
      base: base, ours: ours, theirs: theirs, merged: merged, plan: plan, decisions: decisions,
      conflicts: conflicts, countsAlikeOnce: countsAlikeOnce, userDecisions: userDecisions,
      isCrossed: { isCrossed }, unmoved: unmoved
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

/// One property in base, ours, theirs and the merged document; nil in a version that doesn't have it.
struct FourVersions {
  var base: JSONNode?
  var ours: JSONNode?
  var theirs: JSONNode?
  var merged: JSONNode?

  init(
    base: JSONNode? = nil, ours: JSONNode? = nil, theirs: JSONNode? = nil, merged: JSONNode? = nil
  ) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.merged = merged
  }

  /// Base, ours, theirs and the result.
  var all: [JSONNode?] { [base, ours, theirs, merged] }

  /// Creates a row of base, ours, theirs and the result.
  init(_ values: [JSONNode?]) {
    self.init(base: values[0], ours: values[1], theirs: values[2], merged: values[3])
  }

  /// Each key that one of the objects has, with its values.
  /// - Complexity: O(members) in expectation.
  var allMembers: [(key: JSONNode, values: FourVersions)] { members { _ in true } }

  /// The keys whose values not all four objects have with the same bytes, with these.
  func differingMembers(
    by bytes: JSONByteComparison
  ) -> [(key: JSONNode, values: FourVersions)] {
    members { !$0.areSame(by: bytes) }
  }

  private func members(
    where isMeant: (FourVersions) -> Bool
  ) -> [(key: JSONNode, values: FourVersions)] {
    var members: [(key: JSONNode, values: FourVersions)] = []
    var ours = JSONMemberCursor(ours)
    var theirs = JSONMemberCursor(theirs)
    var merged = JSONMemberCursor(merged)
    if let base {
      for member in base.members {
        let values = FourVersions(
          base: member.value, ours: ours.value(member.key), theirs: theirs.value(member.key),
          merged: merged.value(member.key))
        if isMeant(values) { members.append((member.key, values)) }
      }
    }
    guard ours.hasUnasked || theirs.hasUnasked || merged.hasUnasked else { return members }
    return members + addedMembers.filter { isMeant($0.values) }
  }

  /// Each key that base does not have, with its values.
  private var addedMembers: [(key: JSONNode, values: FourVersions)] {
    var members: [(key: JSONNode, values: FourVersions)] = []
    var cursors = all.map(JSONMemberCursor.init)
    for (version, object) in all.enumerated() where version > 0 {
      guard let object else { continue }
      var earlier = all[..<version].map(JSONMemberCursor.init)
      for member in object.members {
        if earlier.indices.contains(where: { earlier[$0].value(member.key) != nil }) { continue }
        let values = cursors.indices.map { cursors[$0].value(member.key) }
        members.append((member.key, FourVersions(values)))
      }
    }
    return members
  }

  /// True if all four have the same bytes, or none exists.
  func areSame(by bytes: JSONByteComparison) -> Bool {
    bytes.haveSameBytes(base, ours) && bytes.haveSameBytes(base, theirs)
      && bytes.haveSameBytes(base, merged)
  }

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
