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
