import ForkedDocument
import ForkedGit

/// The differences between the entities of one side of a merge and those of the merge base.
struct EntitySide {
  /// The tree of this side.
  let tree: ObjectID
  /// The changed occurrences of entities that changed or are new.
  private(set) var changes: [EntityIdentifier: [FoundEntity]] = [:]
  /// The entities that contain another entity that changed.
  private(set) var touched: Set<EntityIdentifier> = []
  /// The former states of the entities in the documents that changed.
  private(set) var base: [EntityIdentifier: EntityState] = [:]

  /// - Complexity: proportional to the documents that this side changed.
  init(_ tree: ObjectID, since ancestor: ObjectID?, _ reader: EntityReader, _ index: EntityIndex)
    throws
  {
    self.tree = tree
    var changed: [FoundEntity] = []
    for change in try reader.store.repository.changes(from: ancestor, to: tree) {
      try reader.store.environment.checkInterruption()
      guard let path = reader.path(change.path) else { continue }
      for occurrence in try reader.read(change.old, at: path)?.occurrences ?? [] {
        learn(occurrence)
      }
      let new = try reader.read(change.new, at: path)?.occurrences ?? []
      changed += new.map { FoundEntity(path: path, occurrence: $0) }
    }
    try learn(from: ancestor, changed, reader, index)
    for change in changed where differs(change.occurrence) {
      changes[change.occurrence.identifier, default: []].append(change)
      touched.formUnion(change.occurrence.enclosing)
    }
  }

  /// Records the former state of an entity.
  private mutating func learn(_ occurrence: EntityOccurrence) {
    base[occurrence.identifier, default: EntityState()].learn(occurrence)
  }

  /// Records the former states of entities in documents that did not hold them before.
  private mutating func learn(
    from ancestor: ObjectID?, _ changed: [FoundEntity], _ reader: EntityReader, _ index: EntityIndex
  ) throws {
    let open = changed.filter { !(base[$0.occurrence.identifier]?.covers($0.occurrence) ?? false) }
    guard !open.isEmpty else { return }
    let wanted = Set(open.map(\.occurrence.identifier))
    for (identifier, state) in try reader.states(of: wanted, in: ancestor, index) {
      base[identifier, default: EntityState()].learn(state)
    }
  }

  /// True if an entity changed, or an entity in it did.
  func concerns(_ identifier: EntityIdentifier) -> Bool {
    changes[identifier] != nil || touched.contains(identifier)
  }

  private func differs(_ occurrence: EntityOccurrence) -> Bool {
    var changes = EntityChanges()
    return changes.add(occurrence, since: base[occurrence.identifier] ?? EntityState())
  }
}
