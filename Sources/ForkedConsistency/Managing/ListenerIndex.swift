/// An index of the listeners that hold each model.
struct ListenerIndex {
  private var subscriptions: [ObjectIdentifier: Subscription] = [:]
  private var holders: [String: [ObjectIdentifier: Subscription]] = [:]
  private var lastNumber = 0
  private var sizeAfterCleaning = 16

  /// The subscription of a listener, if it has one.
  func known(_ listener: any ConsistencyManagerListener) -> Subscription? {
    let found = subscriptions[ObjectIdentifier(listener)]
    return found?.listener === listener ? found : nil
  }

  /// The subscription of a listener. If it has none, it is created.
  ///
  /// - Complexity: O(1) amortized.
  mutating func subscription(of listener: any ConsistencyManagerListener) -> Subscription {
    if let known = known(listener) { return known }
    cleanIfGrown()
    // A listener that is gone may have had the same address.
    forget(at: ObjectIdentifier(listener))
    lastNumber += 1
    let subscription = Subscription(listener, number: lastNumber)
    subscriptions[ObjectIdentifier(listener)] = subscription
    return subscription
  }

  mutating func remove(_ listener: any ConsistencyManagerListener) {
    if known(listener) != nil { forget(at: ObjectIdentifier(listener)) }
  }

  /// The subscriptions that hold one of these identifiers, each once, in the order in which they
  /// were added.
  func subscriptions(holdingAnyOf ids: [String]) -> [Subscription] {
    var found: [ObjectIdentifier: Subscription] = [:]
    for id in ids { found.merge(holders[id] ?? [:]) { first, _ in first } }
    return found.values.sorted { $0.number < $1.number }
  }

  /// The model that a listener holds under an identifier and form; nil if no listener does.
  func stored(_ id: String, _ form: String) -> (any ConsistencyManagerModel)? {
    for holder in (holders[id] ?? [:]).values {
      var found: (any ConsistencyManagerModel)?
      holder.model?.forEachNode { node in
        if node.modelIdentifier == id, node.projectionIdentifier == form { found = node }
      }
      if let found { return found }
    }
    return nil
  }
}

// MARK: - Contents

extension ListenerIndex {
  /// Records that a listener holds a model and everything in it, and nothing else.
  mutating func set(_ model: any ConsistencyManagerModel, for subscription: Subscription) {
    clear(subscription)
    addNodes(of: model, to: subscription)
  }

  /// Records that a listener holds a model and everything in it, too.
  mutating func add(_ model: any ConsistencyManagerModel, to subscription: Subscription) {
    let before = subscription.identifiers.count
    addNodes(of: model, to: subscription)
    subscription.staleness += subscription.identifiers.count - before
    guard subscription.staleness > subscription.identifiers.count / 2 else { return }
    collect(subscription)
    addNodes(of: model, to: subscription)
  }

  /// Removes listeners that are gone, and the identifiers of models that no listener holds any more.
  mutating func clean() {
    for (address, subscription) in subscriptions {
      if subscription.listener == nil { forget(at: address) } else { collect(subscription) }
    }
    sizeAfterCleaning = max(16, subscriptions.count)
  }

  /// Removes all listeners.
  mutating func removeAll() {
    for subscription in subscriptions.values { subscription.isEnded = true }
    self = ListenerIndex()
  }

  /// Collects the identifiers of a listener's model anew.
  private mutating func collect(_ subscription: Subscription) {
    clear(subscription)
    if let model = subscription.model { addNodes(of: model, to: subscription) }
  }

  /// Records the models that a listener got by an update.
  ///
  /// Models that are gone are removed from the index later, when there may be as many of them as of
  /// those still held. So the cost is proportional to the changes. Until then, an update may look
  /// into a model in vain.
  mutating func note(
    _ update: TreeUpdate, to model: (any ConsistencyManagerModel)?, in subscription: Subscription
  ) {
    guard let model else { return clear(subscription) }
    for arrived in update.arrived { addNodes(of: arrived, to: subscription) }
    subscription.staleness += update.departedCount
    if subscription.staleness > subscription.identifiers.count { set(model, for: subscription) }
  }

  private mutating func addNodes(
    of model: any ConsistencyManagerModel, to subscription: Subscription
  ) {
    model.forEachNode { node in
      guard let id = node.modelIdentifier, subscription.identifiers.insert(id).inserted else {
        return
      }
      holders[id, default: [:]][ObjectIdentifier(subscription)] = subscription
    }
  }

  private mutating func clear(_ subscription: Subscription) {
    for id in subscription.identifiers {
      holders[id]?[ObjectIdentifier(subscription)] = nil
      if holders[id]?.isEmpty == true { holders[id] = nil }
    }
    subscription.identifiers = []
    subscription.staleness = 0
  }

  private mutating func forget(at address: ObjectIdentifier) {
    guard let subscription = subscriptions.removeValue(forKey: address) else { return }
    subscription.isEnded = true
    clear(subscription)
  }

  /// Removes listeners that are gone, each time the number of listeners may have doubled.
  private mutating func cleanIfGrown() {
    guard subscriptions.count >= 2 * sizeAfterCleaning else { return }
    for (address, subscription) in subscriptions where subscription.listener == nil {
      clear(subscription)
      subscriptions[address] = nil
    }
    sizeAfterCleaning = max(16, subscriptions.count)
  }
}
