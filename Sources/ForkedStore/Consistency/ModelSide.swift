import ForkedDocument
import ForkedGit

/// How the models of one side of a merge differ from those of the common ancestor.
struct ModelSide {
  /// A place where a model says something else than before.
  struct Change {
    var path: DocumentPath
    var place: ModelPlace
  }

  /// The tree of this side.
  let tree: ObjectID
  /// The models that changed; those that are new as well.
  private(set) var changes: [ModelIdentifier: [Change]] = [:]
  /// The models in which others changed.
  private(set) var touched: Set<ModelIdentifier> = []
  /// What the models in the documents that changed were before.
  private(set) var base: [ModelIdentifier: ModelState] = [:]

  /// - Complexity: follows the documents that this side changed.
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

  /// Learns what a model was.
  private mutating func learn(_ place: ModelPlace) {
    base[place.identifier, default: ModelState()].learn(place)
  }

  /// Learns what models were that have come to documents where they did not stand before.
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

  /// True if a model changed, or one in it.
  func concerns(_ identifier: ModelIdentifier) -> Bool {
    changes[identifier] != nil || touched.contains(identifier)
  }

  private func differs(_ place: ModelPlace) -> Bool {
    var changes = ModelChanges()
    return changes.add(place, since: base[place.identifier] ?? ModelState())
  }
}
