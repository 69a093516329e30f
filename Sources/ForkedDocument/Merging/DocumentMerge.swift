public import Forked
public import ForkedJSON
public import ForkedSchema

/// The later of two changes of one property, and the commits that made them.
public struct Recency: Sendable {
  /// The side with the later change of the property.
  public var later: MergeSide
  /// The id of the commit with our last change; nil if it is not known.
  public var ours: String?
  /// The id of the commit with their last change; nil if it is not known.
  public var theirs: String?

  /// Creates a recency.
  public init(later: MergeSide, ours: String? = nil, theirs: String? = nil) {
    self.later = later
    self.ours = ours
    self.theirs = theirs
  }
}

/// The rule for a conflict that no declared strategy decides.
public enum ConflictPolicy: Sendable, Hashable {
  /// The later change is kept.
  case mostRecent
  /// The conflict is left to the user.
  case manual
  /// The greater of two versions of software is kept, with what conflicts beside it in its object; other conflicts are
  /// left to the user.
  case versions
  /// That side's change is kept.
  case prefer(MergeSide)
  /// The base's value is kept: for virtual merge bases of criss-cross histories.
  case base
}

/// The user's resolution of one conflict.
public enum ConflictChoice: Sendable {
  /// Our value, their value, or the base's; none if it is absent.
  case ours, theirs, base
  /// No value.
  case delete
  /// This value.
  case value(JSONNode)

  /// The same choice with ours and theirs exchanged.
  public var swapped: ConflictChoice {
    switch self {
    case .ours: .theirs
    case .theirs: .ours
    case .base, .delete, .value: self
    }
  }
}

/// The merge of three versions of one document.
public struct DocumentMerge {
  /// The merge base; nil if there is none, because both sides added the document.
  public var base: JSONDocument?
  /// The version whose formatting the result follows.
  public var ours: JSONDocument
  /// The other version.
  public var theirs: JSONDocument
  /// The strategies, by property.
  public var plan: FieldPlan
  /// The rule for conflicts that the plan doesn't decide; nil: the plan's `defaultMerge`, else `.manual`.
  public var policy: ConflictPolicy?
  /// The user's choices, by the pointers of the conflicts that they decide.
  public var choices: [JSONPointer: ConflictChoice]
  /// The strategies and schemas under which the sides were written, if these are others than `plan`'s.
  public var formerPlans: FormerPlans?
  /// The rest that the result lists beside decisions and conflicts.
  public var listing = MergeListing.nothingElse
  /// True if an increment that both versions hold counts once.
  ///
  /// This is for versions that are two readings of one text, and were not made independently.
  public var countsAlikeOnce = false
  /// True if the changes of one side follow what the other one moved.
  public var followsMoves = true
  /// The error for a duplicate key in a version; nil if there is none.
  var refusal: UnreadableVersion?
  /// The subtrees that both sides moved to different places, and that are left to the user.
  var disputes: DisputedPlaces?
  /// The versions before what moved was put to its new place; nil if nothing was.
  var unmoved: UnmovedVersions?
  /// The mapping of the three versions, if one was made.
  var mapping: Mapping?
  /// True if theirs holds values alone, so that its comments, of which it has none, are not merged.
  var takesValuesAlone = false
  /// Asks the history which change is later; nil if none is known. Called only for properties in conflict.
  public var recency: (PropertyPath) throws -> Recency?
  /// Returns the merge bases that `base` was merged from in a criss-cross history; else none.
  ///
  /// Called only if both sides have the elements of an ordered list in different orders.
  public var ancestors: () throws -> [JSONDocument] = { [] }

  /// Creates a merge.
  ///
  /// - Parameters:
  ///   - base: the merge base, if there is one.
  ///   - ours: our version.
  ///   - theirs: their version.
  ///   - plan: the strategies, by property.
  ///   - policy: the rule for conflicts that the plan doesn't decide; nil: as the plan's schema declares.
  ///   - choices: the user's choices, by pointer.
  ///   - recency: asks the history which change of a property is later.
  public init(
    base: JSONDocument?, ours: JSONDocument, theirs: JSONDocument, plan: FieldPlan = .none,
    policy: ConflictPolicy? = nil, choices: [JSONPointer: ConflictChoice] = [:],
    recency: @escaping (PropertyPath) throws -> Recency? = { _ in nil }
  ) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.plan = plan
    self.policy = policy
    self.choices = choices
    self.recency = recency
  }
}

extension DocumentMerge {
  /// The rule for conflicts that no strategy decides: the given one, else the schema's.
  var effectivePolicy: ConflictPolicy {
    policy ?? (plan.defaultMerge == .mostRecent ? .mostRecent : .manual)
  }

  #if DEBUG
    /// Changes the merger's result before the audit, so that a test can check that the audit finds the defect.
    @TaskLocal static var sabotage:
      @Sendable (MergeResult<MergedValue>) -> MergeResult<MergedValue> = { $0 }
  #else
    static func sabotage(
      _ merged: MergeResult<MergedValue>
    ) -> MergeResult<MergedValue> { merged }
  #endif

  /// Merges the three versions. What one side changed in a subtree that the other one moved is changed at its new
  /// place.
  ///
  /// If both sides are valid and the result would not be valid under its schema, that is a conflict (invariant 7).
  /// - Parameters:
  ///   - markers: the size and labels of conflict markers.
  ///   - showBase: true if a conflict shall show the base (`diff3`).
  /// - Throws: the errors of the history, `ValidationExcess`, `CommentConflict`, and `UnreadableVersion` if something
  ///   must be decided about a value that a later one of the same key overrides.
  public func run(
    markers: ConflictMarkers = .init(), showBase: Bool = false
  ) throws -> MergeResult<[UInt8]> {
    let merged = try followingMoves { try $0.mergeInPlace(markers, showBase: showBase) }
    try requireNothingOverridden(in: merged)
    return merged
  }

  /// Merges the three versions, with conflicts at the given pointers.
  func merged(
    keepingApart refused: Set<JSONPointer> = [], showBase: Bool = false
  ) throws -> MergeResult<MergedValue> {
    let merger = ValueMerger(self, showBase: showBase, refused: refused)
    let versions = Versions(base: base?.root, ours: ours.root, theirs: theirs.root)
    let value = try merger.mergeProperty(versions, plan: plan)
    return merger.findings.with(value)
  }

  /// Returns a merger's result as bytes, with the audit's defects: no document is made without an audit.
  func audited(
    _ merged: MergeResult<MergedValue>, _ markers: ConflictMarkers = .init(),
    showBase: Bool = false
  ) throws -> MergeResult<[UInt8]> {
    var result = merged.with(bytes(of: merged.value, markers: markers, showBase: showBase))
    result.defects = audit(merged, bytes: result.value)
    if hasNotation { try restoreNotation(of: merged, in: &result, markers, showBase: showBase) }
    return result
  }
}

extension DocumentMerge {
  /// Merges the three versions by property, or by lines if that avoids conflicts of undeclared strategies.
  ///
  /// If no declared strategy leaves a conflict, or one of a built-in schema alone, git's line merge of the same versions
  /// is tried. If it has no conflict, is valid JSON and passes the audit, its result is kept. So there is no conflict
  /// that git would not have had.
  /// - Parameters:
  ///   - markers: the size and labels of conflict markers.
  ///   - showBase: true if a conflict shall show the base (`diff3`).
  ///   - lines: returns git's line merge of base, ours and theirs; nil if it has conflicts. Called only if needed.
  /// - Throws: the errors of the history and of `lines`, `ValidationExcess`, and `CommentConflict`.
  public func run(
    markers: ConflictMarkers = .init(), showBase: Bool = false,
    orByLines lines: () throws -> [UInt8]?
  ) throws -> MergeResult<[UInt8]> {
    let merged = try run(markers: markers, showBase: showBase)
    guard !merged.conflicts.isEmpty,
      !merged.conflicts.contains(where: { $0.reason == .movedByBoth }),
      plan.isBuiltIn || plan.isSilent || merged.conflicts.allSatisfy(\.reason.isInferred),
      !isRefusedByLines(merged), let text = try lines(),
      var byLines = try acceptedByAudit(text)
    else { return merged }
    byLines.changedByBoth = merged.changedByBoth
    return byLines
  }

  /// Returns true if the audit would refuse any line merge without conflicts: it would have one of two changes of a
  /// value at most, and no report of the other.
  ///
  /// The line merge of a large document takes longer than its merge by property.
  private func isRefusedByLines(_ merged: MergeResult<[UInt8]>) -> Bool {
    !plan.isBuiltIn && duplicateKeys == .refused && !merged.hasMoves
      && merged.conflicts.contains(where: \.isAboutScalar)
  }

  /// Returns true if a line merge's result is a document that passes the audit, so that it may stand for the merge.
  public func accepts(lines text: [UInt8]) throws -> Bool { try acceptedByAudit(text) != nil }

  /// Returns the line merge's result if it is a document that passes the audit.
  private func acceptedByAudit(_ text: [UInt8]) throws -> MergeResult<[UInt8]>? {
    guard let document = try? document(mergedFile: text) else { return nil }
    guard try failures(of: document).isEmpty else { return nil }
    let report = MergeDecision(strategy: .object, outcome: .lineMerge)
    guard
      try explains(document, report)
        || hasNotation && followedMoves()?.merge.explains(document, report) ?? false,
      !mixesUnits(document)
    else { return nil }
    return MergeResult(text, decisions: [report])
  }

  /// Returns true if a line merge's result passes the audit.
  private func explains(_ document: JSONDocument, _ report: MergeDecision) -> Bool {
    var merge = self
    if plan.isBuiltIn { merge.plan = .none }
    return merge.audit(document, decisions: [report], conflicts: []).isEmpty
  }
}

extension MergeResult {
  fileprivate var hasMoves: Bool {
    decisions.contains { if case .moved = $0.outcome { true } else { false } }
  }
}

extension MergeConflict {
  /// True if both sides changed one scalar, below the root, in objects and in elements with ids.
  var isAboutScalar: Bool {
    let isScalar = [base, ours, theirs].allSatisfy { $0.map { !$0.kind.isContainer } ?? true }
    return reason == .bothChanged && isScalar && isNamed && !path.steps.isEmpty
  }

  /// True if the path leads to one property in all versions: an index may lead to another element in each.
  private var isNamed: Bool {
    path.steps.allSatisfy { if case .index = $0 { false } else { true } }
  }
}

extension MergeConflict.Reason {
  /// True if no declaration led to the conflict.
  fileprivate var isInferred: Bool {
    switch self {
    case .bothChanged, .deletedAndChanged, .bothReplaced, .moveBlocked, .placeUncertain: true
    case .manual, .recencyUnknown, .invalid, .identityUncertain, .versionsNotComparable: false
    case .movedByBoth, .versionLowered, .otherDocument: false
    }
  }
}

extension DocumentMerge {
  /// Returns the merged document's bytes, in the format of ours.
  func bytes(of merged: MergedValue, markers: ConflictMarkers, showBase: Bool) -> [UInt8] {
    switch merged {
    case .value(.keep): ours.bytes
    case .value(let rewrite): ours.rewritten(rewrite, markers: markers)
    case .absent, .removed: []
    case .conflict: wholeConflict(markers, showBase: showBase)
    }
  }

  /// Returns a conflict about the whole document: all of ours and all of theirs.
  func wholeConflict(_ markers: ConflictMarkers, showBase: Bool) -> [UInt8] {
    markers.enclosing(
      ours: ours.file, base: showBase ? base?.file ?? [] : nil, theirs: theirs.file,
      lineEnding: ours.lineEnding)
  }
}
