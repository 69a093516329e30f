/// A model of an entity: a node of a tree, and equal wherever the same entity is modeled.
///
/// Models are values, or objects of any class that never change. Two models with one identifier (and one
/// ``projectionIdentifier``) must be equal wherever they are held, children included. If they
/// differ, that is a change, and a ``ConsistencyManager`` updates all of them.
public protocol ConsistencyManagerModel {
  /// The identifier of the entity, unique among all entities; nil if it has none.
  var modelIdentifier: String? { get }

  /// Returns this model with each direct child replaced by the result of `transform`.
  ///
  /// - Parameter transform: Returns the new child; nil if the child was deleted.
  /// - Returns: nil if this model cannot be without a deleted child. Then it is deleted, too.
  func map(
    transform: (any ConsistencyManagerModel) -> (any ConsistencyManagerModel)?
  ) -> (any ConsistencyManagerModel)?

  /// Calls `visit` with each direct child, in the order in which ``map(transform:)`` does.
  func forEach(visit: (any ConsistencyManagerModel) -> Void)

  /// True if another model is equal to this one, children included.
  ///
  /// If the type is `Equatable`, this is `==`.
  func isEqualToModel(_ other: any ConsistencyManagerModel) -> Bool

  /// Returns this model with the newer values of another projection of the same entity.
  ///
  /// The result must have the fields of this model, and none that only the other one declares. The
  /// method is called if the two have different ``projectionIdentifier``s. The default returns the
  /// other model, which is right if there are no projections.
  func mergeModel(_ model: any ConsistencyManagerModel) -> any ConsistencyManagerModel

  /// The form of the model; two models with one identifier and one form must be equal.
  ///
  /// The default is the same form for all models.
  var projectionIdentifier: String { get }
}

extension ConsistencyManagerModel {
  /// Returns the other model.
  public func mergeModel(_ model: any ConsistencyManagerModel) -> any ConsistencyManagerModel {
    model
  }

  /// The same form for all models.
  public var projectionIdentifier: String { "" }
}

extension ConsistencyManagerModel where Self: Equatable {
  /// True if the other model has this type and is equal. An object of a subclass has another type.
  public func isEqualToModel(_ other: any ConsistencyManagerModel) -> Bool {
    guard let other = other as? Self, type(of: other) == type(of: self) else { return false }
    return self == other
  }
}

extension ConsistencyManagerModel {
  /// Calls `visit` with this model and everything below it, beginning with this model.
  ///
  /// It does not recurse, so any depth of models is allowed.
  func forEachNode(_ visit: (any ConsistencyManagerModel) -> Void) {
    var rest: [any ConsistencyManagerModel] = [self]
    while let node = rest.popLast() {
      visit(node)
      let end = rest.count
      node.forEach { rest.append($0) }
      rest[end...].reverse()
    }
  }
}

/// Several models that are updated, or listened to, as one model.
///
/// Each model keeps its position. A deleted model leaves nil at its position.
public struct BatchUpdateModel: ConsistencyManagerModel {
  /// The models, each at its position.
  public let models: [(any ConsistencyManagerModel)?]
  /// The identifier of the batch; nil if it has none.
  public let modelIdentifier: String?

  /// Creates a batch of models.
  public init(models: [(any ConsistencyManagerModel)?], modelIdentifier: String? = nil) {
    self.models = models
    self.modelIdentifier = modelIdentifier
  }

  /// Returns the batch with each model replaced. The batch itself is never deleted.
  public func map(
    transform: (any ConsistencyManagerModel) -> (any ConsistencyManagerModel)?
  ) -> (any ConsistencyManagerModel)? {
    BatchUpdateModel(models: models.map { $0.flatMap(transform) }, modelIdentifier: modelIdentifier)
  }

  /// Calls `visit` with each model that is not nil.
  public func forEach(visit: (any ConsistencyManagerModel) -> Void) {
    for case let model? in models { visit(model) }
  }

  /// True if the other model is a batch with equal models at equal positions.
  public func isEqualToModel(_ other: any ConsistencyManagerModel) -> Bool {
    guard let other = other as? BatchUpdateModel, other.modelIdentifier == modelIdentifier,
      other.models.count == models.count
    else { return false }
    return zip(models, other.models).allSatisfy(areEqual)
  }
}

/// True if two models are equal, or both are nil.
func areEqual(
  _ left: (any ConsistencyManagerModel)?, _ right: (any ConsistencyManagerModel)?
) -> Bool {
  guard let left, let right else { return left == nil && right == nil }
  return left.isEqualToModel(right)
}
