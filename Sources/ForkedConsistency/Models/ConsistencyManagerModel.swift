/// A model that may stand in many places, and is the same thing in each: a node of a tree.
///
/// Models are values, or objects that never change. Two models with one identifier (and one
/// ``projectionIdentifier``) must be equal wherever they stand, children included: where they
/// differ, that is a change, and a ``ConsistencyManager`` brings it to every place.
public protocol ConsistencyManagerModel: Sendable {
  /// What identifies the thing that this models, among all things; nil where nothing does.
  var modelIdentifier: String? { get }

  /// This model with each of its direct children replaced by what `transform` makes of it.
  ///
  /// - Parameter transform: Returns the new child; nil where the child was deleted.
  /// - Returns: nil where this model cannot be without a child that was deleted: it is deleted too.
  func map(
    transform: (any ConsistencyManagerModel) -> (any ConsistencyManagerModel)?
  ) -> (any ConsistencyManagerModel)?

  /// Calls `visit` with each direct child, in the order in which ``map(transform:)`` does.
  func forEach(visit: (any ConsistencyManagerModel) -> Void)

  /// True if another model is the same, children included.
  ///
  /// Where the type is `Equatable`, this is `==`.
  func isEqualToModel(_ other: any ConsistencyManagerModel) -> Bool

  /// This model with what another projection of the same thing knows better.
  ///
  /// The result must have the fields that this model has, and none that only the other declares.
  /// It is called where the two have different ``projectionIdentifier``s. The default is the other
  /// model, as is right where there are no projections.
  func mergeModel(_ model: any ConsistencyManagerModel) -> any ConsistencyManagerModel

  /// What form of the thing this is; two models with one identifier and one form must be equal.
  ///
  /// The default is one form for all.
  var projectionIdentifier: String { get }
}

extension ConsistencyManagerModel {
  /// The other model.
  public func mergeModel(_ model: any ConsistencyManagerModel) -> any ConsistencyManagerModel {
    model
  }

  /// One form for all.
  public var projectionIdentifier: String { "" }
}

extension ConsistencyManagerModel where Self: Equatable {
  /// True if the other model is of this type, and equal.
  public func isEqualToModel(_ other: any ConsistencyManagerModel) -> Bool {
    guard let other = other as? Self else { return false }
    return self == other
  }
}

extension ConsistencyManagerModel {
  /// Visits this model and everything below it, this one first.
  ///
  /// On a stack of its own, so that no depth of models is too deep.
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

  /// True if the other is a batch of equal models at equal places.
  public func isEqualToModel(_ other: any ConsistencyManagerModel) -> Bool {
    guard let other = other as? BatchUpdateModel, other.modelIdentifier == modelIdentifier,
      other.models.count == models.count
    else { return false }
    return zip(models, other.models).allSatisfy(areEqual)
  }
}

/// True if two models are the same, or both are not there.
func areEqual(
  _ left: (any ConsistencyManagerModel)?, _ right: (any ConsistencyManagerModel)?
) -> Bool {
  guard let left, let right else { return left == nil && right == nil }
  return left.isEqualToModel(right)
}
