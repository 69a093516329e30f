/// Who holds a model, and learns of changes to it and to anything in it.
public protocol ConsistencyManagerListener: AnyObject {
  /// The model that it holds now; nil where it holds none.
  func currentModel() -> (any ConsistencyManagerModel)?

  /// The model that it shall hold from now on.
  ///
  /// - Parameters:
  ///   - model: The new model; nil where it was deleted.
  ///   - updates: What in it changed.
  ///   - context: What whoever changed it passed along; of several changes at once, the last's.
  func modelUpdated(
    _ model: (any ConsistencyManagerModel)?, updates: ModelUpdates, context: Any?)
}
