import ForkedDocument
import ForkedGit

/// A new version together with the changes that follow from it. An entity that changes in one document changes in all
/// documents that hold it, in the same version.
private struct EntityUpdate {
  /// The changes, including those of the documents that followed.
  var draft: VersionDraft
  let snapshot: Snapshot
  let store: DocumentStore
  let index: EntityIndex
  let reader: EntityReader

  mutating func run() throws {
    let written = try draft.changes.sorted { $0.key < $1.key }.compactMap {
      try reader.read($0.value, at: $0.key)
    }
    guard written.contains(where: { !$0.occurrences.isEmpty }) else { return }
    var changes = try changes(in: written)
    guard !changes.isEmpty else { return }
    for occurrence in written.lazy.flatMap(\.occurrences) { changes.learn(occurrence) }
    for document in written {
      if let entry = try reader.entry(of: document, after: changes) {
        draft.changes[document.path] = .some(entry)
      }
    }
    for path in try followers(of: changes.identifiers) {
      try store.environment.checkInterruption()
      guard let document = try reader.read(store.entry(at: path, in: snapshot), at: path),
        let entry = try reader.entry(of: document, after: changes)
      else { continue }
      draft.changes[path] = .some(entry)
      draft.followed.append(path)
    }
  }

  private func followers(of identifiers: Set<EntityIdentifier>) throws -> [DocumentPath] {
    let holders = try store.documents(holding: identifiers, in: snapshot, index)
    return Set(holders.values.joined()).filter { draft.changes[$0] == nil }.sorted()
  }

  // MARK: - Changes

  private func changes(in written: [EntityDocument]) throws -> EntityChanges {
    var occurrences: [EntityIdentifier: [FoundEntity]] = [:]
    for document in written {
      for occurrence in document.occurrences {
        occurrences[occurrence.identifier, default: []].append(
          FoundEntity(path: document.path, occurrence: occurrence))
      }
    }
    let stored = try states(for: occurrences)
    var changes = EntityChanges()
    for (identifier, found) in occurrences.sorted(by: { $0.key < $1.key }) {
      let state = stored[identifier] ?? EntityState()
      var changed: [FoundEntity] = []
      for found in found where changes.add(found.occurrence, since: state) {
        if let other = changed.first(where: { !$0.occurrence.agrees(with: found.occurrence) }) {
          throw contradiction(other, found)
        }
        changed.append(found)
      }
    }
    return changes
  }

  /// The former states of entities: as the written documents held them, and for other entities as other documents hold
  /// them.
  private func states(
    for occurrences: [EntityIdentifier: [FoundEntity]]
  ) throws -> [EntityIdentifier: EntityState] {
    var states: [EntityIdentifier: EntityState] = [:]
    for path in draft.changes.keys.sorted() {
      let old = try reader.read(store.entry(at: path, in: snapshot), at: path)
      for occurrence in old?.occurrences ?? [] where occurrences[occurrence.identifier] != nil {
        states[occurrence.identifier, default: EntityState()].learn(occurrence)
      }
    }
    let open = occurrences.filter { identifier, found in
      let state = states[identifier] ?? EntityState()
      return !found.allSatisfy { state.covers($0.occurrence) }
    }
    guard !open.isEmpty else { return states }
    let holders = try store.documents(holding: Set(open.keys), in: snapshot, index)
    for (identifier, paths) in holders {
      for path in paths where draft.changes[path] == nil {
        for occurrence in try reader.occurrences(of: identifier, at: path, in: snapshot) {
          states[identifier, default: EntityState()].learn(occurrence)
        }
        let state = states[identifier] ?? EntityState()
        if open[identifier]?.allSatisfy({ state.covers($0.occurrence) }) ?? true { break }
      }
    }
    return states
  }

  private func contradiction(_ one: FoundEntity, _ other: FoundEntity) -> StoreError {
    let first = one.occurrence.location(in: store.shown(one.path))
    return StoreError(
      .invalidData,
      "\(one.occurrence.identifier) gets one value at \(first) and another one here; nothing was changed",
      at: other.occurrence.location(in: store.shown(other.path)),
      hint: "change it in one document: the others follow")
  }
}

extension DocumentStore {
  /// Adds to a draft the changes of all other documents that hold the same entities.
  ///
  /// - Throws: kind `invalidData` if one entity is changed in two ways; the error names both locations.
  /// - Complexity: proportional to the documents that are written and those that hold the changed entities, not to the
  ///   number of all documents. Constant if the schemas declare no entities.
  func following(_ draft: VersionDraft, in snapshot: Snapshot) throws -> VersionDraft {
    let governing = try self.snapshot(snapshot, governing: draft)
    guard let index = try entityIndex(governedBy: governing) else { return draft }
    var update = EntityUpdate(
      draft: draft, snapshot: snapshot, store: self, index: index,
      reader: EntityReader(self, try schemas(of: governing)))
    try update.run()
    return update.draft
  }

  /// The documents of a snapshot under the schemas that a draft brings.
  private func snapshot(_ snapshot: Snapshot, governing draft: VersionDraft) throws -> Snapshot {
    let schemas = draft.changes.filter { $0.key.treePath.isWithin(Self.schemaDirectory) }
    guard !schemas.isEmpty else { return snapshot }
    let edit = schemas.reduce(into: TreeEdit()) { edit, change in
      edit.set(change.key.treePath, to: change.value)
    }
    return Snapshot(commit: nil, tree: try repository.apply(edit, to: snapshot.tree))
  }

  /// The documents that hold entities, including the changes of an atomic batch that are not stored yet.
  func documents(
    holding identifiers: Set<EntityIdentifier>, in snapshot: Snapshot, _ index: EntityIndex
  ) throws -> [EntityIdentifier: [DocumentPath]] {
    let stored = try index.documents(holding: identifiers, in: snapshot.tree)
    guard let draft = snapshot.draft else { return stored }
    return try draft.documents(holding: identifiers, besides: stored, index)
  }
}
