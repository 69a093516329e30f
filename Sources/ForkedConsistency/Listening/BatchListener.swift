/// Several listeners that learn of a change together.
///
/// Each is given its own model where that changed, with the updates of the whole batch, and then the
/// delegate is told once, with those that were given one.
public final class BatchListener {
  /// Who is told once a change has reached all of the listeners; not kept alive.
  public weak var delegate: (any BatchListenerDelegate)?

  private let manager: ConsistencyManager
  private var members: [Member]

  private struct Member {
    weak var listener: (any ConsistencyManagerListener)?
  }

  /// A batch of listeners, none of which is kept alive, that begins to listen.
  public init(
    listeners: [any ConsistencyManagerListener], consistencyManager: ConsistencyManager
  ) {
    manager = consistencyManager
    members = listeners.map(Member.init)
    manager.addListener(self)
  }

  /// The listeners that are still there.
  public var listeners: [any ConsistencyManagerListener] { members.compactMap(\.listener) }

  /// Takes one more listener in.
  public func addListener(_ listener: any ConsistencyManagerListener) {
    guard !members.contains(where: { $0.listener === listener }) else { return }
    members.append(Member(listener: listener))
    manager.addListener(self)
  }

  /// Lets a listener go.
  public func removeListener(_ listener: any ConsistencyManagerListener) {
    members.removeAll { $0.listener === listener || $0.listener == nil }
    manager.addListener(self)
  }

  /// Call this when a listener holds another model than the manager gave it.
  public func listenerHasUpdatedModel(_ listener: any ConsistencyManagerListener) {
    manager.addListener(self)
  }
}

extension BatchListener: ConsistencyManagerListener {
  /// The models of all listeners, as one.
  public func currentModel() -> (any ConsistencyManagerModel)? {
    BatchUpdateModel(models: members.map { $0.listener?.currentModel() })
  }

  /// Gives each listener the model that is its own.
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

/// Who is told when a change has reached all listeners of a batch.
public protocol BatchListenerDelegate: AnyObject {
  /// - Parameters:
  ///   - batchListener: The batch.
  ///   - listeners: Those of its listeners whose model changed; they hold the new one already.
  ///   - updates: What in their models changed.
  ///   - context: What whoever changed it passed along.
  func batchListener(
    _ batchListener: BatchListener,
    hasUpdatedListeners listeners: [any ConsistencyManagerListener], updates: ModelUpdates,
    context: Any?)
}

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

/// What a manager knows of a listener, which it does not keep alive.
final class Subscription {
  weak var listener: (any ConsistencyManagerListener)?
  /// The place in the order in which listeners came.
  let number: Int
  /// All that the listener's model holds, and maybe some that it held before.
  var identifiers: Set<String> = []
  /// How many identifiers may have gone since they were last counted.
  var staleness = 0
  /// What the listener missed; nil while it is not paused.
  var missed: MissedUpdate?

  init(_ listener: any ConsistencyManagerListener, number: Int) {
    self.listener = listener
    self.number = number
  }

  /// The model that the listener holds, or will hold when it has caught up.
  var model: (any ConsistencyManagerModel)? {
    guard let missed else { return listener?.currentModel() }
    return missed.model
  }
}

/// What changed while a listener was paused, as one update.
struct MissedUpdate {
  var model: (any ConsistencyManagerModel)?
  var updates = ModelUpdates()
  var context: Any?
}
