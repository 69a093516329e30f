/// The content of an update: the new models, or the identifiers of those that are deleted.
struct ModelChange {
  private typealias Forms = [String: [any ConsistencyManagerModel]]

  /// The models by identifier and form; several if one update contradicts itself.
  private var models: [String: Forms] = [:]
  private var contradictions: [(id: String, form: String)] = []
  private var deleted: Set<String> = []

  /// Creates the change of all models in a tree.
  init(updating model: any ConsistencyManagerModel) {
    model.forEachNode { node in
      guard let id = node.modelIdentifier else { return }
      let form = node.projectionIdentifier
      let known = models[id]?[form] ?? []
      guard !known.contains(where: node.isEqualToModel) else { return }
      if known.count == 1 { contradictions.append((id, form)) }
      models[id, default: [:]][form] = known + [node]
    }
  }

  init(deleting id: String) { deleted = [id] }

  var identifiers: [String] { Array(models.keys) + deleted }

  /// Decides between two different models of one form in the update. The one that differs from the
  /// stored model is the change; of several such models, the last one.
  mutating func resolve(
    against stored: (_ id: String, _ form: String) -> (any ConsistencyManagerModel)?
  ) {
    for (id, form) in contradictions {
      let candidates = models[id]?[form] ?? []
      let known = stored(id, form)
      let chosen = candidates.last { !areEqual($0, known) } ?? candidates.last
      models[id]?[form] = chosen.map { [$0] }
    }
    contradictions = []
  }

  /// The model that replaces a model, children aside; nil if the update does not contain it.
  func replacement(for model: any ConsistencyManagerModel) -> (any ConsistencyManagerModel)? {
    guard let id = model.modelIdentifier, let forms = models[id] else { return nil }
    if let same = forms[model.projectionIdentifier]?.last { return same }
    return forms.sorted { $0.key < $1.key }.compactMap(\.value.last)
      .reduce(model) { $0.mergeModel($1) }
  }

  func deletes(_ model: any ConsistencyManagerModel) -> Bool {
    guard !deleted.isEmpty, let id = model.modelIdentifier else { return false }
    return deleted.contains(id)
  }
}

/// The models of a listener that changed.
public struct ModelUpdates: Hashable, Sendable {
  /// The identifiers of the models that changed, including those that contain a changed model.
  public var changedModelIds: Set<String>
  /// The identifiers of the models that were deleted, including those that cannot be without a
  /// deleted model.
  public var deletedModelIds: Set<String>
  /// The identifiers of the models that were inserted, as part of a changed model.
  public var insertedModelIds: Set<String>

  /// Creates updates.
  public init(
    changedModelIds: Set<String> = [], deletedModelIds: Set<String> = [],
    insertedModelIds: Set<String> = []
  ) {
    self.changedModelIds = changedModelIds
    self.deletedModelIds = deletedModelIds
    self.insertedModelIds = insertedModelIds
  }

  /// True if nothing changed.
  public var isEmpty: Bool {
    changedModelIds.isEmpty && deletedModelIds.isEmpty && insertedModelIds.isEmpty
  }

  /// Adds the updates of a later change. A model that is deleted in the end counts as neither
  /// changed nor inserted.
  mutating func add(_ later: ModelUpdates) {
    deletedModelIds.subtract(later.changedModelIds.union(later.insertedModelIds))
    deletedModelIds.formUnion(later.deletedModelIds)
    changedModelIds.formUnion(later.changedModelIds)
    changedModelIds.subtract(deletedModelIds)
    insertedModelIds.formUnion(later.insertedModelIds)
    insertedModelIds.subtract(deletedModelIds)
  }
}
