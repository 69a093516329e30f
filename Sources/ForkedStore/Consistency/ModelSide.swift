import ForkedDocument
import ForkedGit

/// The differences between the entities of one side of a merge and those of the merge base.
struct ModelSide {
  /// An occurrence of an entity that differs from its former state.
  struct Change {
    var path: DocumentPath
    var place: ModelPlace
  }

  /// The tree of this side.
  let tree: ObjectID
  /// The changed occurrences of entities that changed or are new.
  private(set) var changes: [ModelIdentifier: [Change]] = [:]
  /// The entities that contain another entity that changed.
  private(set) var touched: Set<ModelIdentifier> = []
  /// The former states of the entities in the documents that changed.
  private(set) var base: [ModelIdentifier: ModelState] = [:]

  /// - Complexity: proportional to the documents that this side changed.
  init(_ tree: ObjectID, since ancestor: ObjectID?, _ reader: ModelReader, _ index: ModelIndex)
    throws
  {
    self.tree = tree
    var changed: [Change] = []
    for change in try reader.store.repository.changes(from: ancestor, to: tree) {
      try reader.store.environment.checkInterruption()
      guard let path = reader.path(change.path) else { continue }
      for place in try reader.read(change.old, at: path)?.places ?? [] { learn(place) }
      let new = try reader.read(change.new, at: path)?.places ?? []
      changed += new.map { Change(path: path, place: $0) }
    }
    try learn(from: ancestor, changed, reader, index)
    for change in changed where differs(change.place) {
      changes[change.place.identifier, default: []].append(change)
      touched.formUnion(change.place.enclosing)
    }
  }

  /// Records the former state of an entity.
  private mutating func learn(_ place: ModelPlace) {
    base[place.identifier, default: ModelState()].learn(place)
  }

  /// Records the former states of entities in documents that did not hold them before.
  private mutating func learn(
    from ancestor: ObjectID?, _ changed: [Change], _ reader: ModelReader, _ index: ModelIndex
  ) throws {
    let open = changed.filter { !(base[$0.place.identifier]?.covers($0.place) ?? false) }
    guard !open.isEmpty else { return }
    let wanted = Set(open.map(\.place.identifier))
    for (identifier, state) in try reader.states(of: wanted, in: ancestor, index) {
      base[identifier, default: ModelState()].learn(state)
    }
  }

  /// True if an entity changed, or an entity in it did.
  func concerns(_ identifier: ModelIdentifier) -> Bool {
    changes[identifier] != nil || touched.contains(identifier)
  }

  private func differs(_ place: ModelPlace) -> Bool {
    var changes = ModelChanges()
    return changes.add(place, since: base[place.identifier] ?? ModelState())
  }
}
