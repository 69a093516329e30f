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
    let (repository, parents) = (store.repository, commit.parents)
    bases = try repository.mergeBases(of: parents[0], and: parents[1])
    history = MergeHistory(repository, ours: parents[0], theirs: parents[1], bases: bases)
    documents = DocumentCache(repository, checkpoint: store.environment.checkInterruption)
    ours = try repository.tree(ofCommit: parents[0])
    theirs = try repository.tree(ofCommit: parents[1])
    evidence = MergeEvidence(merged)
    decisions = Dictionary(merged.decisions.map { (Row($0).place, $0) }) { first, _ in first }
    conflicts = Dictionary(merged.conflicts.map { (ConflictPlace($0), $0) }) { first, _ in first }
  }

  /// Returns every property that both sides changed, the other decisions of the merge, and what was matched without an
  /// id.
  func properties(
    where includes: (TreePath, JSONPointer) throws -> Bool
  ) throws -> [ExplainedProperty] {
    var explained: [ExplainedProperty] = []
    func add(
      _ document: String, _ pointers: [JSONPointer], _ explain: () throws -> ExplainedProperty
    ) throws {
      let path = TreePath(document)
      guard try pointers.contains(where: { try includes(path, $0) }) else { return }
      explained.append(try explain())
    }
    let known = Set(merged.changedByBoth.map { Row($0).place })
    for property in merged.changedByBoth {
      try add(property.document, [property.pointer]) { try explain(Row(property)) }
    }
    for (place, decision) in decisions where !known.contains(place) {
      let pointers = [place.pointer] + (decision.move.map { [$0.formerPointer] } ?? [])
      try add(place.document, pointers) { try explain(decision) }
    }
    for (place, conflict) in conflicts where !known.contains(place) {
      try add(place.document, [place.pointer]) { try explain(Row(conflict)) }
    }
    for pairing in merged.pairings where !pairing.isReported {
      try add(pairing.document, [pairing.pointer]) { try explain(pairing) }
    }
    return explained.sorted { ($0.document, $0.pointer) < ($1.document, $1.pointer) }
  }

  /// Returns the conflicts of the merge with the values that the user gave them.
  func resolvedConflicts() throws -> [ResolvedConflict] {
    try merged.conflicts.map { conflict in
      ResolvedConflict(
        conflict: store.shown(conflict),
        explained: try explain(Row(conflict)))
    }
  }
}

/// A row of the repeated merge that is explained.
private struct Row {
  let place: ConflictPlace
  let path: PropertyPath
  /// The property to look for in history; nil: the file, if it is changed as a whole.
  var history: PropertyPath?
  let strategy: MergeStrategy
  let origin: StrategyOrigin
  var base: JSONNode?
  let ours: JSONNode?
  let theirs: JSONNode?
  /// True if its own value is compared with the merged version; otherwise the whole file is.
  var hasValue = true
  /// The reason, unless the decision gives one.
  var words = ""
}

extension Row {
  init(_ property: PropertyChangedByBoth) {
    self.init(
      place: ConflictPlace(document: property.document, pointer: property.pointer),
      path: property.path, history: property.history, strategy: property.strategy,
      origin: property.origin, base: property.base, ours: property.ours, theirs: property.theirs,
      words: property.strategy.words)
  }

  init(_ conflict: MergeConflict) {
    let hasValue = !conflict.path.steps.isEmpty
    self.init(
      place: ConflictPlace(conflict), path: conflict.path,
      history: hasValue ? conflict.history : nil, strategy: .mostRecent, origin: .inferred,
      base: conflict.base, ours: conflict.ours, theirs: conflict.theirs, hasValue: hasValue)
  }

  /// Creates the row of a whole file, or of a property that not both sides changed.
  init(_ decision: MergeDecision) {
    let sides = [decision.kept, decision.dropped].compactMap { $0 }
    self.init(
      place: ConflictPlace(document: decision.document, pointer: decision.pointer),
      path: decision.path, strategy: decision.strategy, origin: decision.origin,
      ours: sides.first { $0.side == .ours }?.value,
      theirs: sides.first { $0.side == .theirs }?.value, hasValue: false,
      words: "the later change stands")
  }
}

// MARK: - One property

extension MergeExplanation {
  private func explain(_ row: Row) throws -> ExplainedProperty {
    let path = TreePath(row.place.document)
    let decision = decisions[row.place]
    let followed: Followed? =
      row.history.map(Followed.property) ?? (row.place.pointer.tokens.isEmpty ? .file : nil)
    let changes = try followed.flatMap(recency(of: path))
    let decider = try decider(of: row)
    var explained = ExplainedProperty(
      document: store.shown(path), pointer: row.place.pointer, strategy: decider.name,
      origin: decider.origin, matchedBy: evidence.evidence(of: row.path, in: row.place.document),
      base: row.base, ours: .init(value: row.ours, version: try version(changes?.ours)),
      theirs: .init(value: row.theirs, version: try version(changes?.theirs)),
      resultOrigin: .other, reason: "")
    let entries = try (entry(at: path, in: commit.tree), expectedEntry(at: path))
    var isOwn = entries.0 == entries.1
    if row.hasValue {
      explained.result = row.path.value(in: try root(of: entries.0, at: path))
      let expected = row.path.value(in: try root(of: entries.1, at: path))
      isOwn = explained.result == expected && conflicts[row.place] == nil
      explained.resultOrigin = ExplainedProperty.ResultOrigin(
        of: explained.result, ours: row.ours, theirs: row.theirs,
        else: isOwn && decision?.decider != .user ? .combined : .other)
    } else {
      explained.resultOrigin = try ExplainedProperty.ResultOrigin(
        of: entries.0, ours: entry(at: path, in: ours), theirs: entry(at: path, in: theirs),
        else: isOwn ? .combined : .other)
    }
    explained.reason =
      conflicts[row.place].map(words) ?? (isOwn ? decision?.words ?? row.words : Self.otherMade)
    return explained
  }

  private func explain(_ pairing: MergePairing) throws -> ExplainedProperty {
    var explained = try explain(Row(pairing.property))
    let values = [pairing.base, pairing.ours, pairing.theirs]
    if explained.resultOrigin != .other {
      explained.reason = Self.changer { values[$0] == values[$1] }
    }
    return explained
  }

  private func explain(_ decision: MergeDecision) throws -> ExplainedProperty {
    let path = TreePath(decision.document)
    var explained = try explain(Row(decision))
    // A file that each side renamed has its former path in none of the three versions.
    let holders = try [ours, theirs, commit.tree].filter { try entry(at: path, in: $0) != nil }
    if holders.isEmpty, let kept = decision.kept, explained.reason != Self.otherMade {
      explained.resultOrigin = kept.side == .ours ? .ours : .theirs
    }
    return explained
  }

  /// Returns the name of the strategy, option or user that decided a property, and the place that says so.
  private func decider(of row: Row) throws -> (name: String, origin: String) {
    let declared =
      row.origin == .inferred && row.strategy.takesOneSide ? "default" : row.origin.description
    if conflicts[row.place] != nil {
      let isDeclared = row.strategy.leavesToUser && row.origin != .inferred
      return ("manual", isDeclared ? declared : try originOfConflicts(in: row.place.document))
    }
    guard let decision = decisions[row.place], decision.decider != .strategy else {
      return (row.strategy.name, declared)
    }
    return (decision.deciderName, origin(of: decision) ?? declared)
  }

  /// Returns the place that says who decided; nil if it is that of the strategy.
  private func origin(of decision: MergeDecision) -> String? {
    switch decision.decider {
    case .user:
      return "\(CommitObject.resolvedTrailer) \(decision.document)#\(decision.pointer)"
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

  private func words(for conflict: MergeConflict) -> String {
    let isLeftOut = commit.values(of: CommitObject.leftOutTrailer).contains(conflict.document)
    return (isLeftOut ? "left out until the user decides" : "a conflict that the user resolved")
      + ": \(conflict.note ?? conflict.reason.description)"
  }

  private static let otherMade =
    "merging the parents now gives another value: git, a user or another schema made this one"

  private func version(_ id: String?) throws -> LoggedVersion? {
    try id.flatMap(ObjectID.init(hex:)).map {
      LoggedVersion(commit: try store.repository.commit($0))
    }
  }

  private func recency(of path: TreePath) -> (Followed) throws -> Recency? {
    let known = recencies[path] ?? history.file(at: path).recency
    recencies[path] = known
    return known
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

extension MergeDecision {
  /// The reason for the decision, in words, if the strategy alone does not give it.
  fileprivate var words: String? {
    if decider == .user { return "decided by hand when it was merged" }
    if decider == .preference { return "--prefer decided when it was merged" }
    let isPlacedByOrder = decider == .strategy && strategy.goesByPosition && kept != nil
    return note ?? (isPlacedByOrder ? "the order of the list decides" : nil)
  }
}
