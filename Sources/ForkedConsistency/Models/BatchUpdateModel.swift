/// Several models that are updated, or listened to, as one.
///
/// Each keeps its place, also where it is deleted: nil stands there then.
public struct BatchUpdateModel: ConsistencyManagerModel {
  /// The models, each at its place.
  public let models: [(any ConsistencyManagerModel)?]
  /// What identifies the batch; nil where nothing does.
  public let modelIdentifier: String?

  /// A batch of these models.
  public init(models: [(any ConsistencyManagerModel)?], modelIdentifier: String? = nil) {
    self.models = models
    self.modelIdentifier = modelIdentifier
  }

  /// The batch with each model replaced; it is never deleted itself.
  public func map(
    transform: (any ConsistencyManagerModel) -> (any ConsistencyManagerModel)?
  ) -> (any ConsistencyManagerModel)? {
    BatchUpdateModel(models: models.map { $0.flatMap(transform) }, modelIdentifier: modelIdentifier)
  }

  /// Calls `visit` with each model that is there.
  public func forEach(visit: (any ConsistencyManagerModel) -> Void) {
    for case let model? in models { visit(model) }
  }

  /// Whether the other is a batch of equal models at equal places.
  public func isEqualToModel(_ other: any ConsistencyManagerModel) -> Bool {
    guard let other = other as? BatchUpdateModel, other.modelIdentifier == modelIdentifier,
      other.models.count == models.count
    else { return false }
    return zip(models, other.models).allSatisfy(areEqual)
  }
}

/// Whether two models are the same, or both are not there.
func areEqual(
  _ left: (any ConsistencyManagerModel)?, _ right: (any ConsistencyManagerModel)?
) -> Bool {
  guard let left, let right else { return left == nil && right == nil }
  return left.isEqualToModel(right)
}
