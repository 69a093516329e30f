/// Applies a change to a tree of models.
struct TreeUpdate {
  private let change: ModelChange
  /// The models that changed or were deleted.
  private(set) var updates = ModelUpdates()
  /// The models that replaced others. The tree may contain new models below them.
  private(set) var arrived: [any ConsistencyManagerModel] = []
  /// The number of identified models that the tree may not contain any more.
  private(set) var departedCount = 0

  init(_ change: ModelChange) { self.change = change }

  /// Returns the tree after the change.
  ///
  /// - Returns: The tree, nil if its root was deleted, and true if the tree changed.
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

  /// Replaces a model. The children of the new model come from the update, except if it took over
  /// only some fields of another form: then its children may be older, and are updated, too.
  private mutating func replace(
    _ model: any ConsistencyManagerModel, by replacement: any ConsistencyManagerModel
  ) -> (any ConsistencyManagerModel)? {
    noteChanges(from: model, to: replacement)
    arrived.append(replacement)
    return applyToChildren(of: replacement).model
  }

  /// Applies the change to the children of a model.
  ///
  /// - Returns: The same model if no child changed.
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

  /// Records a replaced model, and the models below it that changed.
  private mutating func noteChanges(
    from old: any ConsistencyManagerModel, to new: any ConsistencyManagerModel
  ) {
    var known: [String: any ConsistencyManagerModel] = [:]
    old.forEachNode { node in
      if let id = node.modelIdentifier { known[id] = node }
    }
    departedCount += known.count
    new.forEachNode { node in
      guard let id = node.modelIdentifier else { return }
      guard let before = known[id] else {
        updates.insertedModelIds.insert(id)
        return
      }
      if !node.isEqualToModel(before) { updates.changedModelIds.insert(id) }
    }
  }

  /// Removes models from the inserted ones that the tree held elsewhere before.
  ///
  /// - Parameters:
  ///   - model: The tree before.
  ///   - identifiers: The identifiers in it, and perhaps others.
  mutating func forgetInsertions(
    into model: any ConsistencyManagerModel, holding identifiers: Set<String>
  ) {
    guard !updates.insertedModelIds.isDisjoint(with: identifiers) else { return }
    model.forEachNode { node in
      if let id = node.modelIdentifier { updates.insertedModelIds.remove(id) }
    }
  }
}
