import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// A repeated merge, compared with the version that the original merge made.
final class MergeExplanation {
  private let store: DocumentStore
  private let commit: CommitObject
  private let merged: MergeResult<MergedTree>
  /// The same merge with ours chosen in every conflict, which shows the values beside the conflicts.
  private let decided: MergeResult<MergedTree>
  private let bases: [ObjectID]
  private let history: MergeHistory
  private let documents: DocumentCache
  private let ours: ObjectID
  private let theirs: ObjectID
  private let decisions: [ConflictPlace: MergeDecision]
  private let conflicts: [ConflictPlace: MergeConflict]
  private let evidence: MergeEvidence
  private var recencies: [TreePath: (Followed) throws -> Recency?] = [:]

  /// Repeats a merge as far as it has conflicts, and finds the histories of both sides.
  ///
  /// - Parameters:
  ///   - commit: the version, which has two parents.
  ///   - merged: the result of merging them again.
  init(of commit: CommitObject, as merged: MergeResult<MergedTree>, in store: DocumentStore) throws
  {
    self.store = store
    self.commit = commit
    self.merged = merged
    decided =
      merged.conflicts.isEmpty
      ? merged : try store.mergedAgain(commit, deciding: merged.conflicts)
    let (ours, theirs) = (commit.parents[0], commit.parents[1])
    bases = try store.repository.mergeBases(of: ours, and: theirs)
    history = MergeHistory(store.repository, ours: ours, theirs: theirs, bases: bases)
    documents = DocumentCache(
      store.repository, checkpoint: store.environment.checkInterruption)
    self.ours = try store.repository.tree(ofCommit: ours)
    self.theirs = try store.repository.tree(ofCommit: theirs)
    evidence = MergeEvidence(merged)
    decisions = Dictionary(
      merged.decisions.map { (ConflictPlace(document: $0.document, pointer: $0.pointer), $0) }
    ) { first, _ in first }
    conflicts = Dictionary(
      merged.conflicts.map { (ConflictPlace(document: $0.document, pointer: $0.pointer), $0) }
    ) { first, _ in first }
  }

  /// Returns every property that both sides changed, the other decisions of the merge, and what was matched without an
  /// id.
  func properties(
    where includes: (TreePath, JSONPointer) throws -> Bool
  ) throws -> [ExplainedProperty] {
    var explained: [ExplainedProperty] = []
    var known: Set<ConflictPlace> = []
    for property in merged.changedByBoth {
      let path = TreePath(property.document)
      known.insert(ConflictPlace(document: property.document, pointer: property.pointer))
      if try includes(path, property.pointer) { explained.append(try explain(property, in: path)) }
    }
    for (key, decision) in decisions where !known.contains(key) {
      let path = TreePath(key.document)
      let places = [key.pointer] + (decision.move.map { [$0.formerPointer] } ?? [])
      if try places.contains(where: { try includes(path, $0) }) {
        explained.append(try explain(decision, in: path))
      }
    }
    for (key, conflict) in conflicts where !known.contains(key) {
      let path = TreePath(key.document)
      if try includes(path, key.pointer) { explained.append(try explain(conflict, in: path)) }
    }
    for pairing in merged.pairings where !pairing.isReported {
      let path = TreePath(pairing.document)
      if try includes(path, pairing.pointer) { explained.append(try explain(pairing, in: path)) }
    }
    return explained.sorted { ($0.document, $0.pointer) < ($1.document, $1.pointer) }
  }
}

extension MergeExplanation {
  /// Returns the conflicts of the merge with the values that the user gave them.
  func resolvedConflicts() throws -> [ResolvedConflict] {
    try merged.conflicts.map { conflict in
      ResolvedConflict(
        conflict: store.shown(conflict),
        explained: try explain(conflict, in: TreePath(conflict.document)))
    }
  }
}

// MARK: - One property

extension MergeExplanation {
  private func explain(
    _ property: PropertyChangedByBoth, in path: TreePath
  ) throws -> ExplainedProperty {
    let key = ConflictPlace(document: path.description, pointer: property.pointer)
    let made = property.path.value(in: try root(at: path, in: commit.tree))
    let expected = property.path.value(in: try root(of: expectedEntry(at: path), at: path))
    let recency = try recency(of: path)(.property(property.history))
    let decider = try decider(of: key, property.strategy, property.origin)
    let isOwn = made == expected && conflicts[key] == nil
    return ExplainedProperty(
      document: store.shown(path), pointer: property.pointer,
      strategy: decider.name, origin: decider.origin,
      matchedBy: evidence.evidence(of: property.path, in: path.description), base: property.base,
      ours: .init(value: property.ours, version: try version(recency?.ours)),
      theirs: .init(value: property.theirs, version: try version(recency?.theirs)), result: made,
      resultOrigin: made == property.ours
        ? .ours
        : made == property.theirs
          ? .theirs : isOwn && decisions[key]?.decider != .user ? .combined : .other,
      reason: reason(key, property.strategy, isOwn: isOwn))
  }

  /// Returns the name of the strategy, option or user that decided a property, and the place that says so.
  private func decider(
    of key: ConflictPlace, _ strategy: MergeStrategy, _ origin: StrategyOrigin
  ) throws -> (name: String, origin: String) {
    let takesOne = strategy == .mostRecent || strategy == .manual
    let declared = origin == .inferred && takesOne ? "default" : origin.description
    if conflicts[key] != nil {
      let isDeclared = strategy == .manual && origin != .inferred
      return ("manual", isDeclared ? declared : try originOfConflicts(in: key.document))
    }
    guard let decision = decisions[key], decision.decider != .strategy else {
      return (strategy.rawValue, declared)
    }
    return (decision.deciderName, self.origin(of: decision, in: key) ?? declared)
  }

  /// Returns the place that says who decided; nil if it is that of the strategy.
  private func origin(of decision: MergeDecision, in key: ConflictPlace) -> String? {
    switch decision.decider {
    case .user: return "\(CommitObject.resolvedTrailer) \(key.document)#\(key.pointer)"
    case .preference: return commit.policyLine ?? "git config fork.conflicts"
    case .together:
      guard case .together(let name)? = decision.reason else { return nil }
      return "with \(name)"
    case .strategy, .lines, .entity, .move: return nil
    }
  }

  /// The place that leaves conflicts of a document to the user, if no strategy does.
  private func originOfConflicts(in document: String) throws -> String {
    let schemas = try store.schemas(of: store.snapshot(of: commit.id))
    return schemas.plan(forDocument: document).defaultMerge == .manual
      ? "\(DocumentStore.schemaPath)#/x-default-merge" : "default"
  }

  private func words(for conflict: MergeConflict, in document: String) -> String {
    let isLeftOut = commit.values(of: CommitObject.leftOutTrailer).contains(document)
    return (isLeftOut ? "left out until the user decides" : "a conflict that the user resolved")
      + ": \(conflict.words)"
  }

  private func reason(_ key: ConflictPlace, _ strategy: MergeStrategy, isOwn: Bool) -> String {
    if let conflict = conflicts[key] {
      return words(for: conflict, in: key.document)
    }
    guard isOwn else { return Self.otherMade }
    guard let decision = decisions[key] else { return strategy.definition.words }
    return decision.words ?? strategy.definition.words
  }

  private static let otherMade =
    "merging the parents now gives another value: git, a user or another schema made this one"

  private func version(_ id: String?) throws -> LoggedVersion? {
    guard let id = id.flatMap(ObjectID.init(hex:)) else { return nil }
    return LoggedVersion(commit: try store.repository.commit(id))
  }

  private func recency(of path: TreePath) -> (Followed) throws -> Recency? {
    let known = recencies[path] ?? history.file(at: path).recency
    recencies[path] = known
    return known
  }
}

extension MergeExplanation {
  private func explain(_ pairing: MergePairing, in path: TreePath) throws -> ExplainedProperty {
    var explained = try explain(pairing.property, in: path)
    let values = [pairing.base, pairing.ours, pairing.theirs]
    if explained.resultOrigin != .other {
      explained.reason = Self.changer { values[$0] == values[$1] }
    }
    return explained
  }
}

// MARK: - Decisions on whole files and on other properties

extension MergeExplanation {
  private func explain(_ decision: MergeDecision, in path: TreePath) throws -> ExplainedProperty {
    let sides = [decision.kept, decision.dropped].compactMap { $0 }
    var explained = try whole(
      path, decision.pointer, ours: sides.first { $0.side == .ours }?.value,
      theirs: sides.first { $0.side == .theirs }?.value)
    (explained.strategy, explained.origin) = try decider(
      of: ConflictPlace(document: path.description, pointer: decision.pointer), decision.strategy,
      decision.origin)
    explained.matchedBy = evidence.evidence(of: decision.path, in: path.description)
    let isOwn = try entry(at: path, in: commit.tree) == expectedEntry(at: path)
    explained.reason = isOwn ? decision.words ?? "the later change stands" : Self.otherMade
    // A file that each side renamed has its former path in none of the three versions.
    let holders = try [ours, theirs, commit.tree].filter { try entry(at: path, in: $0) != nil }
    if isOwn, holders.isEmpty, let kept = decision.kept {
      explained.resultOrigin = kept.side == .ours ? .ours : .theirs
    }
    return explained
  }

  private func explain(
    _ conflict: MergeConflict, in path: TreePath
  ) throws -> ExplainedProperty {
    var explained = try whole(path, conflict.pointer, ours: conflict.ours, theirs: conflict.theirs)
    (explained.strategy, explained.origin) = try decider(
      of: ConflictPlace(document: path.description, pointer: conflict.pointer), .mostRecent,
      .inferred)
    explained.matchedBy = evidence.evidence(of: conflict.path, in: path.description)
    explained.base = conflict.base
    if !conflict.path.steps.isEmpty {
      let recency = try recency(of: path)(.property(conflict.history))
      explained.ours.version = try version(recency?.ours)
      explained.theirs.version = try version(recency?.theirs)
      let made = conflict.path.value(in: try root(at: path, in: commit.tree))
      explained.result = made
      explained.resultOrigin =
        made == conflict.ours ? .ours : made == conflict.theirs ? .theirs : .other
    }
    explained.reason = words(for: conflict, in: path.description)
    return explained
  }

  private func whole(
    _ path: TreePath, _ pointer: JSONPointer, ours our: JSONNode?, theirs their: JSONNode?
  ) throws -> ExplainedProperty {
    let recency = pointer.tokens.isEmpty ? try recency(of: path)(.file) : nil
    let made = try entry(at: path, in: commit.tree)
    let resultOrigin: ExplainedProperty.ResultOrigin =
      try made == entry(at: path, in: ours)
      ? .ours
      : made == entry(at: path, in: theirs)
        ? .theirs : made == expectedEntry(at: path) ? .combined : .other
    return ExplainedProperty(
      document: store.shown(path), pointer: pointer, strategy: "", origin: "default",
      ours: .init(value: our, version: try version(recency?.ours)),
      theirs: .init(value: their, version: try version(recency?.theirs)),
      resultOrigin: resultOrigin,
      reason: "")
  }
}

// MARK: - Properties that at most one side changed

extension MergeExplanation {
  /// Returns which side changed a document or property that needed no decision.
  func note(on path: TreePath, _ pointer: JSONPointer) throws -> String {
    let base = try VirtualAncestors(of: store).tree(of: bases, for: [ours, theirs])
    let trees = [base, ours, theirs, commit.tree]
    let entries = try trees.map { tree in try tree.flatMap { try entry(at: path, in: $0) } }
    let values = try entries.map { try root(of: $0, at: path)?.value(at: pointer) }
    let isWhole = pointer.tokens.isEmpty
    guard isWhole ? entries.contains(where: { $0 != nil }) : values.contains(where: { $0 != nil })
    else {
      throw StoreError(
        .notFound, "none of the merged versions holds it",
        at: .init(document: store.shown(path), pointer: isWhole ? nil : pointer))
    }
    func isSame(_ one: Int, _ other: Int) -> Bool {
      entries[one] == entries[other] || (!isWhole && values[one] == values[other])
    }
    return Self.changer(isSame)
  }

  /// Tells which side changed a value, by which of base, ours and theirs are equal.
  private static func changer(_ isSame: (Int, Int) -> Bool) -> String {
    if isSame(1, 2) { return isSame(0, 1) ? "neither side changed it" : "both changed it alike" }
    if isSame(0, 1) { return "only theirs changed it" }
    return isSame(0, 2) ? "only ours changed it" : "both changed different parts of it"
  }

  private func root(at path: TreePath, in tree: ObjectID) throws -> JSONNode? {
    try root(of: entry(at: path, in: tree), at: path)
  }

  private func root(of entry: TreeEntry?, at path: TreePath) throws -> JSONNode? {
    try documents.document(entry, at: path)?.root
  }

  private func entry(at path: TreePath, in tree: ObjectID) throws -> TreeEntry? {
    try store.repository.entry(at: path, in: tree)
  }

  /// Returns the entry that the merge gives a path.
  private func expectedEntry(at path: TreePath) throws -> TreeEntry? {
    if let change = decided.edit.changes[path] { return change }
    return try entry(at: path, in: ours)
  }
}

extension MergeConflict {
  /// The reason for the conflict, in words.
  fileprivate var words: String {
    note ?? reason.description
  }
}

extension MergeDecision {
  /// The reason for the decision, in words, if the strategy alone does not give it.
  fileprivate var words: String? {
    if decider == .user { return "decided by hand when it was merged" }
    if decider == .preference { return "--prefer decided when it was merged" }
    let isPlacedByOrder = deciderName == MergeStrategy.orderedMerge.rawValue && kept != nil
    return note ?? (isPlacedByOrder ? "the order of the list decides" : nil)
  }
}
