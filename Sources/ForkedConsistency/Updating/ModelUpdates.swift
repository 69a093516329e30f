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

  /// Whether nothing changed.
  public var isEmpty: Bool { changedModelIds.isEmpty && deletedModelIds.isEmpty }

  /// These, and then those of a later change: what is deleted in the end did not just change.
  mutating func add(_ later: ModelUpdates) {
    deletedModelIds.subtract(later.changedModelIds)
    deletedModelIds.formUnion(later.deletedModelIds)
    changedModelIds.formUnion(later.changedModelIds)
    changedModelIds.subtract(deletedModelIds)
  }
}
