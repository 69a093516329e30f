/// Keeps an entity equal in all models of it.
///
/// Listeners hold trees of models. An update of one model reaches every listener whose tree holds
/// that model, and no other listener. The cost is proportional to these listeners, not to the
/// number of all models.
///
/// ```swift
/// let manager = ConsistencyManager()
/// manager.addListener(messageScreen)
/// manager.addListener(contactsScreen)
/// manager.updateModel(Person(id: "42", username: "plivesey", online: true))
/// ```
///
/// A manager tells its listeners before ``updateModel(_:context:)`` returns, and the compiler
/// ensures that one task at a time uses it. Keep it in an actor to use it from several tasks. If a
/// listener makes a change while it is told of another one, that change is made after all listeners
/// have been told.
public final class ConsistencyManager {
  private var index = ListenerIndex()
  private var updatesListeners: [WeakUpdatesListener] = []
  private var pending: [(change: ModelChange, context: Any?)] = []
  private var isNotifying = false

  /// Creates a manager without listeners.
  public init() {}
}

// MARK: - Changing

extension ConsistencyManager {
  /// Updates a model, and everything in it, wherever listeners hold them.
  ///
  /// - Parameters:
  ///   - model: The new model. If it has no identifier, only the models in it count. If it contains
  ///     two different models with one identifier, the one that differs from the held one is the
  ///     change.
  ///   - context: The context that listeners get with the change.
  public func updateModel(_ model: any ConsistencyManagerModel, context: Any? = nil) {
    perform(ModelChange(updating: model), context)
  }

  /// Deletes a model wherever listeners hold it, together with the models that cannot be without
  /// it.
  ///
  /// - Parameters:
  ///   - model: The model. If it has no identifier, nothing happens.
  ///   - context: The context that listeners get with the change.
  public func deleteModel(_ model: any ConsistencyManagerModel, context: Any? = nil) {
    guard let id = model.modelIdentifier else { return }
    perform(ModelChange(deleting: id), context)
  }

  private func perform(_ change: ModelChange, _ context: Any?) {
    pending.append((change, context))
    guard !isNotifying else { return }
    isNotifying = true
    defer { isNotifying = false }
    var done = 0
    while done < pending.count {
      notify(pending[done].change, pending[done].context)
      done += 1
    }
    pending = []
  }

  private func notify(_ change: ModelChange, _ context: Any?) {
    var change = change
    change.resolve(against: index.stored)
    let subscriptions = index.subscriptions(holdingAnyOf: change.identifiers)
    let held = updatesListeners.isEmpty ? [] : identifiers(heldBy: subscriptions)
    var all = ModelUpdates()
    for subscription in subscriptions where !subscription.isEnded {
      guard let model = subscription.model else { continue }
      var update = TreeUpdate(change)
      let (new, isChanged) = update.apply(to: model)
      guard isChanged else { continue }
      update.forgetInsertions(into: model, holding: subscription.identifiers)
      index.note(update, to: new, in: subscription)
      all.add(update.updates)
      deliver(new, update.updates, context, to: subscription)
    }
    all.insertedModelIds.subtract(held)
    guard !all.isEmpty else { return }
    for listener in updatesListeners {
      listener.listener?.consistencyManager(self, updatedModels: all, context: context)
    }
  }

  private func identifiers(heldBy subscriptions: [Subscription]) -> Set<String> {
    var identifiers: Set<String> = []
    for subscription in subscriptions {
      subscription.model?.forEachNode { node in
        if let id = node.modelIdentifier { identifiers.insert(id) }
      }
    }
    return identifiers
  }

  private func deliver(
    _ model: (any ConsistencyManagerModel)?, _ updates: ModelUpdates, _ context: Any?,
    to subscription: Subscription
  ) {
    guard subscription.missed != nil else {
      subscription.listener?.modelUpdated(model, updates: updates, context: context)
      return
    }
    subscription.missed?.model = model
    subscription.missed?.updates.add(updates)
    subscription.missed?.context = context
  }
}

// MARK: - Listening

extension ConsistencyManager {
  /// Begins to tell a listener of changes to the model that it holds now. If it listens already,
  /// this records that it holds another model. The listener is not retained.
  ///
  /// - Complexity: O(models that it holds).
  public func addListener(_ listener: any ConsistencyManagerListener) {
    guard let model = listener.currentModel() else {
      _ = index.subscription(of: listener)
      return
    }
    let subscription = index.subscription(of: listener)
    if subscription.missed != nil { subscription.missed = MissedUpdate(model: model) }
    index.set(model, for: subscription)
  }

  /// Begins to tell a listener of changes to a model that it holds, or is about to hold, as well: the
  /// new part of a model that the listener changed by itself.
  ///
  /// It is still told of changes to the models that it held before, as long as it holds them.
  ///
  /// - Complexity: O(models in it), amortized.
  public func addListener(
    _ listener: any ConsistencyManagerListener, to model: any ConsistencyManagerModel
  ) {
    let subscription = index.subscription(of: listener)
    if let missed = subscription.missed {
      subscription.missed?.model = missed.model.flatMap { replacing(model, in: $0) } ?? model
    }
    index.add(model, to: subscription)
  }

  /// Returns a tree with a model in it replaced; nil if the tree does not hold the model.
  private func replacing(
    _ model: any ConsistencyManagerModel, in tree: any ConsistencyManagerModel
  ) -> (any ConsistencyManagerModel)? {
    var holds = false
    tree.forEachNode { node in
      if let id = node.modelIdentifier, id == model.modelIdentifier { holds = true }
    }
    var update = TreeUpdate(ModelChange(updating: model))
    return holds ? update.apply(to: tree).model : nil
  }

  /// Stops telling a listener of changes.
  public func removeListener(_ listener: any ConsistencyManagerListener) {
    index.remove(listener)
  }

  /// Stops telling a listener of changes until it is resumed.
  public func pauseListener(_ listener: any ConsistencyManagerListener) {
    let subscription = index.subscription(of: listener)
    guard subscription.missed == nil else { return }
    subscription.missed = MissedUpdate(model: listener.currentModel())
  }

  /// Tells a listener of the changes that it missed since it was paused, in one update, and only if
  /// its model is different now.
  public func resumeListener(_ listener: any ConsistencyManagerListener) {
    guard let subscription = index.known(listener), let missed = subscription.missed else { return }
    subscription.missed = nil
    guard !areEqual(missed.model, listener.currentModel()) else { return }
    listener.modelUpdated(missed.model, updates: missed.updates, context: missed.context)
  }

  /// True if a listener is paused.
  public func isListenerPaused(_ listener: any ConsistencyManagerListener) -> Bool {
    index.known(listener)?.missed != nil
  }

  /// Removes all listeners. Changes that listeners made while they were told of another one, and
  /// that were not made yet, are dropped.
  public func clearListenersAndStop() {
    index.removeAll()
    updatesListeners = []
    pending = []
  }

  /// Forgets listeners that are gone, and models that no listener holds any more.
  ///
  /// The manager does this by itself as listeners and models come and go. It is of use when memory
  /// is short.
  ///
  /// - Complexity: O(models that all listeners hold).
  public func cleanMemory() {
    index.clean()
    updatesListeners.removeAll { $0.listener == nil }
  }
}

// MARK: - Listening to all updates

extension ConsistencyManager {
  /// Begins to tell a listener of the updates of all models. The listener is not retained.
  public func addModelUpdatesListener(_ listener: any ConsistencyManagerUpdatesListener) {
    updatesListeners.removeAll { $0.listener == nil || $0.listener === listener }
    updatesListeners.append(WeakUpdatesListener(listener: listener))
  }

  /// Stops telling a listener of the updates of all models.
  public func removeModelUpdatesListener(_ listener: any ConsistencyManagerUpdatesListener) {
    updatesListeners.removeAll { $0.listener == nil || $0.listener === listener }
  }
}

/// An object that is told of the updates of all models that listeners of a manager hold.
public protocol ConsistencyManagerUpdatesListener: AnyObject {
  /// Called once after each change that changed a model of any listener, paused ones included.
  ///
  /// - Parameters:
  ///   - manager: The manager.
  ///   - updates: The models that changed in any listener's model. A model that another listener
  ///     held before does not count as inserted.
  ///   - context: The context that was given with the change.
  func consistencyManager(
    _ manager: ConsistencyManager, updatedModels updates: ModelUpdates, context: Any?)
}

private struct WeakUpdatesListener {
  weak var listener: (any ConsistencyManagerUpdatesListener)?
}
