/// Brings a change to a tree of models.
struct TreeUpdate {
  private let change: ModelChange
  /// What became different.
  private(set) var updates = ModelUpdates()
  /// The models that came in, below which the tree may hold what it did not hold before.
  private(set) var arrived: [any ConsistencyManagerModel] = []
  /// How many identified models the tree may not hold any more.
  private(set) var departedCount = 0

  init(_ change: ModelChange) { self.change = change }

  /// The tree after the change.
  ///
  /// - Returns: What it is then, nil where its root is gone, and whether it is another one.
  /// - Complexity: O(models of the tree).
  mutating func apply(
    to model: any ConsistencyManagerModel
  ) -> (model: (any ConsistencyManagerModel)?, isChanged: Bool) {
    if change.deletes(model) { return (delete(model), true) }
    if let replacement = change.replacement(for: model), !replacement.isEqualToModel(model) {
      return (replace(model, by: replacement), true)
    }
    let (updated, isChanged) = applyToChildren(of: model)
    guard isChanged else { return (model, false) }
    guard let updated else { return (delete(model), true) }
    noteChange(of: model)
    return (updated, true)
  }

  private mutating func delete(
    _ model: any ConsistencyManagerModel
  ) -> (any ConsistencyManagerModel)? {
    if let id = model.modelIdentifier { updates.deletedModelIds.insert(id) }
    model.forEachNode { if $0.modelIdentifier != nil { departedCount += 1 } }
    return nil
  }

  /// What came in holds its children as the update has them, but for a model that took over some
  /// fields of another form: its children may be older.
  private mutating func replace(
    _ model: any ConsistencyManagerModel, by replacement: any ConsistencyManagerModel
  ) -> (any ConsistencyManagerModel)? {
    noteChanges(from: model, to: replacement)
    arrived.append(replacement)
    return applyToChildren(of: replacement).model
  }

  /// - Returns: The same model where no child of it is another one now.
  private mutating func applyToChildren(
    of model: any ConsistencyManagerModel
  ) -> (model: (any ConsistencyManagerModel)?, isChanged: Bool) {
    var isChanged = false
    let mapped = model.map { child in
      let (new, isNew) = apply(to: child)
      if isNew { isChanged = true }
      return new
    }
    return isChanged ? (mapped, true) : (model, false)
  }

  private mutating func noteChange(of model: any ConsistencyManagerModel) {
    if let id = model.modelIdentifier { updates.changedModelIds.insert(id) }
  }

  /// Notes a model that was replaced, and what stands below it and is not what it was.
  private mutating func noteChanges(
    from old: any ConsistencyManagerModel, to new: any ConsistencyManagerModel
  ) {
    var known: [String: any ConsistencyManagerModel] = [:]
    old.forEachNode { node in
      if let id = node.modelIdentifier { known[id] = node }
    }
    departedCount += known.count
    new.forEachNode { node in
      guard let id = node.modelIdentifier, let before = known[id] else { return }
      if !node.isEqualToModel(before) { updates.changedModelIds.insert(id) }
    }
  }
}
