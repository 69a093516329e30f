/// Which listeners hold which models.
struct ListenerIndex {
  private var subscriptions: [ObjectIdentifier: Subscription] = [:]
  private var holders: [String: [ObjectIdentifier: Subscription]] = [:]
  private var lastNumber = 0
  private var sizeAfterCleaning = 16

  /// The subscription of a listener that has one.
  func known(_ listener: any ConsistencyManagerListener) -> Subscription? {
    let found = subscriptions[ObjectIdentifier(listener)]
    return found?.listener === listener ? found : nil
  }

  /// The subscription of a listener, made where it has none.
  ///
  /// - Complexity: O(1) amortized.
  mutating func subscription(of listener: any ConsistencyManagerListener) -> Subscription {
    if let known = known(listener) { return known }
    cleanIfGrown()
    // A listener that is gone may have stood at the same address.
    forget(at: ObjectIdentifier(listener))
    lastNumber += 1
    let subscription = Subscription(listener, number: lastNumber)
    subscriptions[ObjectIdentifier(listener)] = subscription
    return subscription
  }

  mutating func remove(_ listener: any ConsistencyManagerListener) {
    if known(listener) != nil { forget(at: ObjectIdentifier(listener)) }
  }

  /// Everyone who holds one of these, each once, in the order in which they came.
  func subscriptions(holdingAnyOf ids: [String]) -> [Subscription] {
    var found: [ObjectIdentifier: Subscription] = [:]
    for id in ids { found.merge(holders[id] ?? [:]) { first, _ in first } }
    return found.values.sorted { $0.number < $1.number }
  }

  /// What somebody holds under an identifier, in one form; nil where nobody does.
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
  /// Notes that a listener holds a model and all that is in it.
  mutating func add(_ model: any ConsistencyManagerModel, to subscription: Subscription) {
    clear(subscription)
    addNodes(of: model, to: subscription)
  }

  /// Notes what came to a listener by an update.
  ///
  /// What went away is noted later, when there may be as much of it as of what is still there: so
  /// the cost follows what changed. Until then an update looks into a model too many.
  mutating func note(
    _ update: TreeUpdate, to model: (any ConsistencyManagerModel)?, in subscription: Subscription
  ) {
    guard let model else { return clear(subscription) }
    for arrived in update.arrived { addNodes(of: arrived, to: subscription) }
    subscription.staleness += update.departedCount
    if subscription.staleness > subscription.identifiers.count { add(model, to: subscription) }
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
    clear(subscription)
  }

  /// Forgets listeners that are gone, each time their number may have doubled.
  private mutating func cleanIfGrown() {
    guard subscriptions.count >= 2 * sizeAfterCleaning else { return }
    for (address, subscription) in subscriptions where subscription.listener == nil {
      clear(subscription)
      subscriptions[address] = nil
    }
    sizeAfterCleaning = max(16, subscriptions.count)
  }
}
