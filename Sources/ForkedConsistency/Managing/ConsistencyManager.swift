/// Keeps a thing the same wherever its models stand.
///
/// Listeners hold trees of models. An update of one model reaches every listener whose tree holds
/// that model, and no other: the cost follows those, not how many models there are.
///
/// ```swift
/// let manager = ConsistencyManager()
/// manager.addListener(messageScreen)
/// manager.addListener(contactsScreen)
/// manager.updateModel(Person(id: "42", username: "plivesey", online: true))
/// ```
///
/// A manager works where it is made: listeners are told before ``updateModel(_:context:)`` returns,
/// and the compiler sees to it that one task at a time uses it. Keep it in an actor to use it from
/// several. What a listener changes while it is told is done after all have been told.
public final class ConsistencyManager {
  private var index = ListenerIndex()
  private var pending: [(change: ModelChange, context: Any?)] = []
  private var isTelling = false

  /// A manager without listeners.
  public init() {}
}

// MARK: - Changing

extension ConsistencyManager {
  /// Brings a model, and everything in it, to every place that holds one of them.
  ///
  /// - Parameters:
  ///   - model: The new model. Those without an identifier count for what they hold. Of two models
  ///     in it with one identifier, the one that differs from what is held is the change.
  ///   - context: Passed along to the listeners.
  public func updateModel(_ model: any ConsistencyManagerModel, context: Any? = nil) {
    perform(ModelChange(updating: model), context)
  }

  /// Takes a model out of every place that holds it, and out with it whatever cannot be without it.
  ///
  /// - Parameters:
  ///   - model: The model. One without an identifier is nowhere else, and nothing happens.
  ///   - context: Passed along to the listeners.
  public func deleteModel(_ model: any ConsistencyManagerModel, context: Any? = nil) {
    guard let id = model.modelIdentifier else { return }
    perform(ModelChange(deleting: id), context)
  }

  private func perform(_ change: ModelChange, _ context: Any?) {
    pending.append((change, context))
    guard !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    var done = 0
    while done < pending.count {
      tell(pending[done].change, pending[done].context)
      done += 1
    }
    pending = []
  }

  private func tell(_ change: ModelChange, _ context: Any?) {
    var change = change
    change.settle(against: index.stored)
    for subscription in index.subscriptions(holdingAnyOf: change.identifiers) {
      guard let model = subscription.model else { continue }
      var update = TreeUpdate(change)
      let (new, isChanged) = update.apply(to: model)
      guard isChanged else { continue }
      index.note(update, to: new, in: subscription)
      deliver(new, update.updates, context, to: subscription)
    }
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
  /// Begins to tell a listener of changes to the model that it holds now, or learns that it holds
  /// another one. The listener is not kept alive.
  ///
  /// - Complexity: O(models that it holds).
  public func addListener(_ listener: any ConsistencyManagerListener) {
    guard let model = listener.currentModel() else {
      _ = index.subscription(of: listener)
      return
    }
    addListener(listener, to: model)
  }

  /// Begins to tell a listener of changes to a model that it is about to hold.
  ///
  /// - Complexity: O(models in it).
  public func addListener(
    _ listener: any ConsistencyManagerListener, to model: any ConsistencyManagerModel
  ) {
    let subscription = index.subscription(of: listener)
    if subscription.missed != nil { subscription.missed = MissedUpdate(model: model) }
    index.add(model, to: subscription)
  }

  /// Tells a listener of nothing more.
  public func removeListener(_ listener: any ConsistencyManagerListener) {
    index.remove(listener)
  }

  /// Tells a listener of nothing until it is resumed.
  public func pauseListener(_ listener: any ConsistencyManagerListener) {
    let subscription = index.subscription(of: listener)
    guard subscription.missed == nil else { return }
    subscription.missed = MissedUpdate(model: listener.currentModel())
  }

  /// Tells a listener what it missed since it was paused: in one update, and only where its model
  /// is another one now.
  public func resumeListener(_ listener: any ConsistencyManagerListener) {
    guard let subscription = index.known(listener), let missed = subscription.missed else { return }
    subscription.missed = nil
    guard !areEqual(missed.model, listener.currentModel()) else { return }
    listener.modelUpdated(missed.model, updates: missed.updates, context: missed.context)
  }

  /// True if a listener is paused.
  public func isPaused(_ listener: any ConsistencyManagerListener) -> Bool {
    index.known(listener)?.missed != nil
  }
}
