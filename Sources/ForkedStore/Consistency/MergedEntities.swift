import ForkedDocument
import ForkedGit
import ForkedJSON

/// The entities that either side of a merge changed.
///
/// Each entity is merged once. The result is written to every occurrence, so that the documents that hold the entity
/// agree on it before they are merged themselves.
struct MergedEntities {
  private(set) var changes = EntityChanges()
  var reports = EntityReports()

  let merge: VersionMerge
  let reader: EntityReader
  let index: EntityIndex
  let ours: EntitySide
  let theirs: EntitySide
  private let history: EntityHistory
  /// The states of the entities that both sides changed: in the merge base, in ours, and in theirs.
  private var versions: [EntityIdentifier: [EntityState]] = [:]
  private(set) var choices: [EntityIdentifier: [JSONPointer: ConflictChoice]] = [:]
  /// The documents that hold these entities, in ours and in theirs.
  private var holders: [[EntityIdentifier: [DocumentPath]]] = []

  /// Merges the entities of two commits.
  ///
  /// - Parameters:
  ///   - governing: the snapshot whose schemas apply.
  ///   - trees: the trees of the merge base, ours and theirs.
  /// - Returns: nil if the schemas declare no entities.
  init?(
    _ merge: VersionMerge, governedBy governing: Snapshot,
    trees: (base: ObjectID?, ours: ObjectID, theirs: ObjectID), bases: [ObjectID]
  ) throws {
    let store = merge.store
    guard let index = try store.entityIndex(governedBy: governing) else { return nil }
    self.merge = merge
    self.index = index
    reader = EntityReader(store, try store.schemas(of: governing))
    ours = try EntitySide(trees.ours, since: trees.base, reader, index)
    theirs = try EntitySide(trees.theirs, since: trees.base, reader, index)
    history = EntityHistory(reader, index, tips: [merge.ours, merge.theirs], bases: bases)
    try mergeAll(since: trees.base)
  }

  private mutating func mergeAll(since ancestor: ObjectID?) throws {
    let both = changedByBoth
    for side in [ours, theirs] {
      for (identifier, changed) in side.changes where !both.contains(identifier) {
        guard let state = side.base[identifier] else { continue }  // New: only that side has it.
        for change in changed { changes.add(change.occurrence, since: state) }
      }
      for change in side.changes.values.joined() { changes.learn(change.occurrence) }
    }
    guard !both.isEmpty else { return }
    let states = try [ancestor, ours.tree, theirs.tree].map {
      try reader.states(of: both, in: $0, index)
    }
    for identifier in both {
      versions[identifier] = states.map { $0[identifier] ?? EntityState() }
    }
    holders = try [ours.tree, theirs.tree].map { try index.documents(holding: both, in: $0) }
    choices = try entityChoices()
    var open = both
    for identifier in both.sorted() { try merge(identifier, &open) }
  }

  /// The entities that one side changed, and in which the other side changed something too.
  ///
  /// In crossed histories, the merge base may hold two different states of an entity. A side which only chose one of
  /// them shows no change, and counts as having kept the first one. The other side's change stands then.
  private var changedByBoth: Set<EntityIdentifier> {
    Set(ours.changes.keys.filter(theirs.concerns))
      .union(theirs.changes.keys.filter(ours.concerns))
  }

  /// Merges an entity after the entities that it contains.
  private mutating func merge(
    _ identifier: EntityIdentifier, _ open: inout Set<EntityIdentifier>
  ) throws {
    guard open.remove(identifier) != nil, let versions = versions[identifier] else { return }
    for inner in (versions[1].inner + versions[2].inner) where open.contains(inner) {
      try merge(inner, &open)
    }
    var merge = EntityMerge(
      identifier, base: versions[0], ours: versions[1], theirs: versions[2])
    merge.agreed = agreed(versions[1].inner, versions[2].inner)
    merge.policy = self.merge.policy.conflicts
    merge.choices = choices[identifier] ?? [:]
    merge.listing = self.merge.policy.listing
    merge.recency = history.recency(of: identifier, in: holders.map { $0[identifier] ?? [] })
    let merged = try merge.run(notingIn: &changes)
    if !merged.isClean { keepVersions(identifier, versions) }
    if self.merge.policy.conflicts != .base { report(merged, of: identifier) }
  }

  /// Keeps our version of an entity with conflicts (in a virtual ancestor, the version of the merge base), so that each
  /// conflict is reported once and not for each document.
  private mutating func keepVersions(_ identifier: EntityIdentifier, _ versions: [EntityState]) {
    let isBase = merge.policy.conflicts == .base && !versions[0].isEmpty
    for occurrence in versions[isBase ? 0 : 1].occurrences {
      for state in versions { changes.add(occurrence, since: state) }
    }
  }

  // MARK: - Resolutions

  /// The user's resolutions by entity, whichever document the user named.
  ///
  /// - Throws: kind `usage` if two resolutions of one property differ.
  private func entityChoices() throws -> [EntityIdentifier: [JSONPointer: ConflictChoice]] {
    var found: [EntityIdentifier: [JSONPointer: ConflictChoice]] = [:]
    for (document, choices) in merge.policy.choices {
      guard let path = reader.path(TreePath(document)) else { continue }
      let occurrences = try [ours.tree, theirs.tree].flatMap { tree in
        let entry = try reader.store.entry(at: path, in: Snapshot(commit: nil, tree: tree))
        return try reader.read(entry, at: path)?.occurrences ?? []
      }
      for (pointer, choice) in choices {
        guard let occurrence = occurrences.last(where: { $0.pointer.isPrefix(of: pointer) }) else {
          continue
        }
        let inner = JSONPointer(Array(pointer.tokens.dropFirst(occurrence.pointer.tokens.count)))
        let known = found[occurrence.identifier, default: [:]].updateValue(choice, forKey: inner)
        guard known.map({ $0.isSame(as: choice) }) ?? true else {
          throw StoreError(
            .usage, "two different resolutions are given for \(occurrence.identifier)",
            at: .init(document: document, pointer: pointer),
            hint: "resolve each property of it in one document: the others follow")
        }
      }
    }
    return found
  }
}

// MARK: - Writing

extension MergedEntities {
  /// Returns three versions of a document with the merged entities written to them.
  func withMergedEntities(
    base: [UInt8]?, ours: [UInt8], theirs: [UInt8], at path: TreePath
  ) throws -> FileContents {
    guard !changes.isEmpty, let path = reader.path(path),
      let our = reader.read(ours, at: path), let their = reader.read(theirs, at: path)
    else { return (base, ours, theirs) }
    let agreed = agreed(our.occurrences.map(\.identifier), their.occurrences.map(\.identifier))
    let old = base.flatMap { reader.read($0, at: path) }
    return (
      try old.flatMap { try reader.bytes(of: $0, after: changes.only(agreed)) } ?? base,
      try reader.bytes(of: our, after: changes) ?? ours,
      try reader.bytes(of: their, after: changes) ?? theirs
    )
  }

  /// The entities, among those in a document or in another entity, whose merged state is also written to the merge
  /// base.
  ///
  /// These are the entities that both sides still hold there, and those that one side removed there while the other did
  /// not change them, so that the removal stands. The remaining ones are changed on one side and removed on the other.
  private func agreed(
    _ ours: [EntityIdentifier], _ theirs: [EntityIdentifier]
  ) -> Set<EntityIdentifier> {
    let (mine, yours) = (Set(ours), Set(theirs))
    return mine.intersection(yours)
      .union(mine.subtracting(yours).filter { !self.ours.concerns($0) })
      .union(yours.subtracting(mine).filter { !self.theirs.concerns($0) })
  }

  /// Writes the merged entities to all other documents that hold them.
  ///
  /// - Parameter carried: the new paths of documents that only one side changed and the other side's renames took
  ///   along.
  func follow(into merged: inout MergeResult<MergedTree>, carried: [TreePath]) throws {
    guard !changes.isEmpty, merged.conflicts.isEmpty else { return }
    let identifiers = changes.identifiers
    var holders = Set(carried.compactMap(reader.path))
    for tree in [ours.tree, theirs.tree] {
      holders.formUnion(try index.documents(holding: identifiers, in: tree).values.joined())
    }
    for document in try documents(at: holders.sorted(), after: merged.edit) {
      try reader.store.environment.checkInterruption()
      try write(to: document, identifiers, into: &merged)
    }
  }

  /// Reads documents as the merge leaves them so far. The tree that they are read from is discarded again.
  func documents(
    at paths: [DocumentPath], after edit: TreeEdit
  ) throws -> [EntityDocument] {
    let repository = reader.store.repository
    let made = repository.pendingObjects
    let tree = try repository.apply(edit, to: ours.tree)
    defer { repository.discardObjects(after: made) }
    let merged = Snapshot(commit: nil, tree: tree)
    return try paths.compactMap { try reader.read(reader.store.entry(at: $0, in: merged), at: $0) }
  }

  private func write(
    to document: EntityDocument, _ identifiers: Set<EntityIdentifier>,
    into merged: inout MergeResult<MergedTree>
  ) throws {
    let path = document.path
    guard let entry = try reader.entry(of: document, after: changes)
    else { return }
    if let conflict = try conflict(of: entry, instead: document) {
      merged.conflicts.append(conflict)
      return
    }
    merged.value.edit.set(path.treePath, to: entry)
    var seen: Set<EntityIdentifier> = []
    for occurrence in document.occurrences
    where identifiers.contains(occurrence.identifier) && seen.insert(occurrence.identifier).inserted
    {
      merged.decisions.append(
        MergeDecision(
          document: path.string, pointer: occurrence.pointer, path: occurrence.path,
          decider: .entity,
          outcome: .nothingDropped, reason: .text("follows \(occurrence.identifier)")))
    }
  }

  /// The conflict of a document that followed and is invalid now, but was valid before (invariant 7).
  private func conflict(
    of entry: TreeEntry, instead document: EntityDocument
  ) throws -> MergeConflict? {
    let bytes = try reader.store.repository.blob(entry.id)
    guard let new = reader.read(bytes, at: document.path),
      let failure = try new.plan.failures(of: new.document.root).first,
      try document.plan.accepts(document.document.root)
    else { return nil }
    return MergeConflict(
      document: document.path.string, pointer: failure.pointer, reason: .invalid,
      failures: [failure])
  }
}

extension ConflictChoice {
  fileprivate func isSame(as other: ConflictChoice) -> Bool {
    switch (self, other) {
    case (.ours, .ours), (.theirs, .theirs), (.base, .base), (.delete, .delete): true
    case (.value(let one), .value(let other)): one == other
    default: false
    }
  }
}
