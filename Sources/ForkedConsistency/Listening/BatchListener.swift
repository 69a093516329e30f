/// Several listeners that are told of a change together.
///
/// Each listener whose model changed gets its new model, with the updates of the whole batch. Then the delegate is told
/// once, with these listeners.
public final class BatchListener {
  /// The delegate that is told once a change has reached all listeners. It is not retained.
  public weak var delegate: (any BatchListenerDelegate)?

  private let manager: ConsistencyManager
  private var members: [Member]

  private struct Member {
    weak var listener: (any ConsistencyManagerListener)?
  }

  /// Creates a batch of listeners, which are not retained, and begins to listen.
  public init(
    listeners: [any ConsistencyManagerListener], consistencyManager: ConsistencyManager
  ) {
    manager = consistencyManager
    members = listeners.map(Member.init)
    manager.addListener(self)
  }

  /// The listeners that still exist.
  public var listeners: [any ConsistencyManagerListener] { members.compactMap(\.listener) }

  /// Adds a listener to the batch.
  public func addListener(_ listener: any ConsistencyManagerListener) {
    guard !members.contains(where: { $0.listener === listener }) else { return }
    members.append(Member(listener: listener))
    manager.addListener(self)
  }

  /// Removes a listener from the batch.
  public func removeListener(_ listener: any ConsistencyManagerListener) {
    members.removeAll { $0.listener === listener || $0.listener == nil }
    manager.addListener(self)
  }

  /// Tells the batch that a listener holds another model than the one that the manager gave it.
  public func listenerHasUpdatedModel(_ listener: any ConsistencyManagerListener) {
    manager.addListener(self)
  }
}

extension BatchListener: ConsistencyManagerListener {
  /// The models of all listeners, as one model.
  public func currentModel() -> (any ConsistencyManagerModel)? {
    BatchUpdateModel(models: members.map { $0.listener?.currentModel() })
  }

  /// Gives each listener its own model.
  public func modelUpdated(
    _ model: (any ConsistencyManagerModel)?, updates: ModelUpdates, context: Any?
  ) {
    guard let batch = model as? BatchUpdateModel else { return }
    var updated: [any ConsistencyManagerListener] = []
    for (member, new) in zip(members, batch.models) {
      guard let listener = member.listener, !areEqual(listener.currentModel(), new) else {
        continue
      }
      listener.modelUpdated(new, updates: updates, context: context)
      updated.append(listener)
    }
    guard !updated.isEmpty else { return }
    delegate?.batchListener(
      self, hasUpdatedListeners: updated, updates: updates, context: context)
  }
}

/// A delegate that is told when a change has reached all listeners of a batch.
public protocol BatchListenerDelegate: AnyObject {
  /// Called when a change has reached all listeners of a batch.
  ///
  /// - Parameters:
  ///   - batchListener: The batch.
  ///   - listeners: The listeners whose models changed; they hold the new models already.
  ///   - updates: The changes in their models.
  ///   - context: The context that was given with the change.
  func batchListener(
    _ batchListener: BatchListener,
    hasUpdatedListeners listeners: [any ConsistencyManagerListener], updates: ModelUpdates,
    context: Any?)
}

/// An object that holds a model, and is told of changes to the model and to anything in it.
public protocol ConsistencyManagerListener: AnyObject {
  /// The model that it holds now; nil if it holds none.
  func currentModel() -> (any ConsistencyManagerModel)?

  /// Gives the listener the model that it must hold from now on.
  ///
  /// - Parameters:
  ///   - model: The new model; nil if it was deleted.
  ///   - updates: The changes in it.
  ///   - context: The context that was given with the change; of several changes at once, that of the last one.
  func modelUpdated(
    _ model: (any ConsistencyManagerModel)?, updates: ModelUpdates, context: Any?)
}

/// The state of a listener in a manager. The listener is not retained.
final class Subscription {
  weak var listener: (any ConsistencyManagerListener)?
  /// The position in the order in which listeners were added.
  let number: Int
  /// The identifiers in the listener's model, and perhaps some that it held before.
  var identifiers: Set<String> = []
  /// The number of identifiers that may be gone since they were last collected.
  var staleness = 0
  /// The update that the listener missed; nil if it is not paused.
  var missed: MissedUpdate?
  /// True if the listener was removed.
  var isEnded = false

  init(_ listener: any ConsistencyManagerListener, number: Int) {
    self.listener = listener
    self.number = number
  }

  /// The model that the listener holds, or will hold after it is resumed.
  var model: (any ConsistencyManagerModel)? {
    guard let missed else { return listener?.currentModel() }
    return missed.model
  }
}

/// The changes while a listener was paused, as one update.
struct MissedUpdate {
  var model: (any ConsistencyManagerModel)?
  var updates = ModelUpdates()
  var context: Any?
}
