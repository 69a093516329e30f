public import Forked
public import ForkedJSON
import ForkedMerge
public import ForkedSchema

/// Which of two changes of one property is the later one, and which commits made them.
public struct Recency: Sendable {
  /// The side whose last change to the property is later.
  public var later: MergeSide
  /// The commit that made our last change; nil where it is not known.
  public var ours: String?
  /// The commit that made their last change; nil where it is not known.
  public var theirs: String?

  /// - Parameters:
  ///   - later: the side whose last change is later.
  ///   - ours: the id of the commit of our last change.
  ///   - theirs: the id of the commit of their last change.
  public init(later: MergeSide, ours: String? = nil, theirs: String? = nil) {
    self.later = later
    self.ours = ours
    self.theirs = theirs
  }
}

/// The rule for a true conflict that no declared strategy decides.
public enum ConflictPolicy: Sendable, Hashable {
  /// The later change wins.
  case mostRecent
  /// It stays a conflict for a person.
  case manual
  /// That side wins.
  case prefer(MergeSide)
  /// The ancestor's value stays: for virtual ancestors of criss-cross histories.
  case base
}

/// The user's resolution of one conflict.
public enum ConflictChoice: Sendable {
  /// Our value, their value, or the ancestor's; where that is absent, none.
  case ours, theirs, base
  /// No value.
  case delete
  /// This value.
  case value(JSONNode)

  /// The same choice, with ours and theirs exchanged.
  public var swapped: ConflictChoice {
    switch self {
    case .ours: .theirs
    case .theirs: .ours
    case .base, .delete, .value: self
    }
  }
}

/// Three versions of one document, and how they become one.
public struct DocumentMerge {
  /// The common ancestor; nil where there is none (both sides added the document).
  public var base: JSONDocument?
  /// The version whose formatting the result follows.
  public var ours: JSONDocument
  /// The other version.
  public var theirs: JSONDocument
  /// The strategies, by property.
  public var plan: FieldPlan
  /// The rule for conflicts that the plan doesn't decide; nil: the plan's `defaultMerge`, else `.manual`.
  public var policy: ConflictPolicy?
  /// Choices of a person, by the pointers of the conflicts they decide.
  public var choices: [JSONPointer: ConflictChoice]
  /// True if the result lists every property that both sides changed, for ``MergeResult/contested``.
  public var listsContested = false
  /// True if an increment that both versions hold is one: for versions that are readings of one text, rather than
  /// made apart from each other.
  public var countsAlikeOnce = false
  /// Asks the history; nil where none is known. Called only for properties that really conflict.
  public var recency: (PropertyPath) throws -> Recency?
  /// The documents that `base` was merged from, where histories crossed; else none. Called only where both sides have the
  /// elements of an ordered list in different orders.
  public var ancestors: () throws -> [JSONDocument] = { [] }

  /// - Parameters:
  ///   - base: the common ancestor, if there is one.
  ///   - ours: our version.
  ///   - theirs: their version.
  ///   - plan: the strategies, by property.
  ///   - policy: what decides what the plan doesn't; nil: as the plan's schema says.
  ///   - choices: what a person decided, by pointer.
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
  /// Changes what a merger says before it is audited: a test breaks the merger here, to see what becomes of its defects.
  @TaskLocal static var sabotage: @Sendable (MergeResult<MergedValue>) -> MergeResult<MergedValue> =
    {
      $0
    }

  /// Merges the three versions; where the result would not be valid under its schema though both sides are, that is
  /// a conflict (invariant 7).
  /// - Parameter markers: size and labels of conflict markers, and whether to show the base (`diff3`).
  /// - Throws: what the history throws, and `ValidationExcess`.
  public func run(
    markers: ConflictMarkers = .init(), showBase: Bool = false
  ) throws -> MergeResult<[UInt8]> {
    let identities = UsualIdentityCache()
    return try run {
      let merged = try merged(keepingApart: $0, showBase: showBase, identities)
      return audited(Self.sabotage(merged), markers, showBase: showBase, identities)
    }
  }

  /// Merges the three versions, but at these places, where both sides are kept.
  func merged(
    keepingApart refused: Set<JSONPointer> = [], showBase: Bool = false,
    _ identities: UsualIdentityCache = UsualIdentityCache()
  ) throws -> MergeResult<MergedValue> {
    let merger = ValueMerger(self, showBase: showBase, refused: refused, identities)
    let versions = Versions(base: base?.root, ours: ours.root, theirs: theirs.root)
    let value = try merger.merge(versions, plan: plan)
    return merger.findings.with(value)
  }

  /// The result of a merger as bytes, checked against the three versions: nothing else becomes a document.
  func audited(
    _ merged: MergeResult<MergedValue>, _ markers: ConflictMarkers = .init(),
    showBase: Bool = false, _ identities: UsualIdentityCache = UsualIdentityCache()
  ) -> MergeResult<[UInt8]> {
    var result = merged.with(bytes(of: merged.value, markers: markers, showBase: showBase))
    result.defects = audit(merged, bytes: result.value, identities)
    return result
  }

  /// True if `changed` holds a change of value that must survive the other side's deletion of the document.
  public static func isChanged(_ changed: JSONDocument, since base: JSONDocument) -> Bool {
    changed.root != base.root
  }
}

extension DocumentMerge {
  /// Merges the three versions; where only strategies that nobody declared leave a conflict (inferred ones, and those
  /// of a built-in schema) and git's line merge of the same three has none, is valid JSON and passes the audit, the line
  /// merge's result stands.
  ///
  /// So nobody gets a conflict here that git would not have had.
  /// - Parameters:
  ///   - markers: size and labels of conflict markers.
  ///   - showBase: whether a conflict shows the base (`diff3`).
  ///   - lines: git's line merge of base, ours and theirs; nil where it has conflicts. Called only where
  ///     it can matter.
  /// - Throws: what the history or `lines` throws.
  public func run(
    markers: ConflictMarkers = .init(), showBase: Bool = false,
    orByLines lines: () throws -> [UInt8]?
  ) throws -> MergeResult<[UInt8]> {
    let merged = try run(markers: markers, showBase: showBase)
    guard !merged.conflicts.isEmpty,
      plan.isBuiltIn || merged.conflicts.allSatisfy(\.reason.isInferred),
      let text = try lines(), var byLines = try acceptedByAudit(text)
    else { return merged }
    byLines.contested = merged.contested
    return byLines
  }

  /// The line merge's result, if it is a document in which nothing is missing.
  private func acceptedByAudit(_ text: [UInt8]) throws -> MergeResult<[UInt8]>? {
    guard let document = try? document(merged: text) else { return nil }
    guard try failures(of: document).isEmpty else { return nil }
    let report = MergeDecision(strategy: .object, outcome: .lineMerge)
    var merge = self
    if plan.isBuiltIn { merge.plan = .none }
    guard merge.audit(document, decisions: [report], conflicts: []).isEmpty else { return nil }
    return MergeResult(text, decisions: [report])
  }
}

extension MergeConflict.Reason {
  /// True if nobody declared anything that led to the conflict.
  fileprivate var isInferred: Bool {
    switch self {
    case .bothChanged, .deletedAndChanged, .bothReplaced: true
    case .manual, .recencyUnknown, .invalid, .identityUncertain: false
    }
  }
}

extension DocumentMerge {
  /// The merged document's bytes, in the formatting of ours.
  func bytes(of merged: MergedValue, markers: ConflictMarkers, showBase: Bool) -> [UInt8] {
    switch merged {
    case .value(.keep): ours.bytes
    case .value(let rewrite): ours.rewritten(rewrite, markers: markers)
    case .absent: []
    case .conflict: wholeConflict(markers, showBase: showBase)
    }
  }

  /// A conflict of the document as a whole: all of ours and all of theirs.
  private func wholeConflict(_ markers: ConflictMarkers, showBase: Bool) -> [UInt8] {
    var parts = [marker("<", markers.ours, markers), line(ours.bytes)]
    if showBase {
      parts += [marker("|", markers.base, markers), line(base?.bytes ?? [])]
    }
    parts += [marker("=", nil, markers), line(theirs.bytes), marker(">", markers.theirs, markers)]
    return Array(parts.joined())
  }

  private func marker(_ sign: Character, _ label: String?, _ markers: ConflictMarkers) -> [UInt8] {
    let text = String(repeating: sign, count: markers.size) + (label.map { " " + $0 } ?? "")
    return Array(text.utf8) + ours.lineEnding
  }

  private func line(_ bytes: [UInt8]) -> [UInt8] {
    bytes.isEmpty || bytes.last == UInt8(ascii: "\n") ? bytes : bytes + ours.lineEnding
  }
}
