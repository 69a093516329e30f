/// What an update says: the new models, or the identifiers of those that are deleted.
struct ModelChange {
  private typealias Forms = [String: [any ConsistencyManagerModel]]

  /// By identifier and form; several where one update disagrees with itself.
  private var models: [String: Forms] = [:]
  private var disputed: [(id: String, form: String)] = []
  private var deleted: Set<String> = []

  /// Everything that a tree of models says.
  init(updating model: any ConsistencyManagerModel) {
    model.forEachNode { node in
      guard let id = node.modelIdentifier else { return }
      let form = node.projectionIdentifier
      let known = models[id]?[form] ?? []
      guard !known.contains(where: node.isEqualToModel) else { return }
      if known.count == 1 { disputed.append((id, form)) }
      models[id, default: [:]][form] = known + [node]
    }
  }

  init(deleting id: String) { deleted = [id] }

  var identifiers: [String] { Array(models.keys) + deleted }

  /// Decides where the update holds two models of one form that differ: what differs from what is
  /// stored is the change, and of several such the last.
  mutating func settle(
    against stored: (_ id: String, _ form: String) -> (any ConsistencyManagerModel)?
  ) {
    for (id, form) in disputed {
      let candidates = models[id]?[form] ?? []
      let known = stored(id, form)
      let chosen = candidates.last { !areEqual($0, known) } ?? candidates.last
      models[id]?[form] = chosen.map { [$0] }
    }
    disputed = []
  }

  /// What a model becomes by itself, children aside; nil where the update does not speak of it.
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

/// Which of the models that a listener holds are not what they were.
public struct ModelUpdates: Hashable, Sendable {
  /// The identifiers of the models that changed, those that hold a changed one among them.
  public var changedModelIds: Set<String>
  /// The identifiers of the models that were deleted, those that cannot be without them among them.
  public var deletedModelIds: Set<String>

  /// - Parameters:
  ///   - changedModelIds: The identifiers of the models that changed.
  ///   - deletedModelIds: The identifiers of the models that were deleted.
  public init(changedModelIds: Set<String> = [], deletedModelIds: Set<String> = []) {
    self.changedModelIds = changedModelIds
    self.deletedModelIds = deletedModelIds
  }

  /// True if nothing changed.
  public var isEmpty: Bool { changedModelIds.isEmpty && deletedModelIds.isEmpty }

  /// These, and then those of a later change: what is deleted in the end did not just change.
  mutating func add(_ later: ModelUpdates) {
    deletedModelIds.subtract(later.changedModelIds)
    deletedModelIds.formUnion(later.deletedModelIds)
    changedModelIds.formUnion(later.changedModelIds)
    changedModelIds.subtract(deletedModelIds)
  }
}
