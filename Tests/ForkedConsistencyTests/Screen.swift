import ForkedConsistency

/// A listener that holds a model and remembers what it was told.
final class Screen: ConsistencyManagerListener {
  var model: (any ConsistencyManagerModel)?
  var told: [(updates: ModelUpdates, context: String?)] = []
  var whenTold: () -> Void = {}

  init(_ model: (any ConsistencyManagerModel)?) { self.model = model }

  func currentModel() -> (any ConsistencyManagerModel)? { model }

  func modelUpdated(
    _ model: (any ConsistencyManagerModel)?, updates: ModelUpdates, context: Any?
  ) {
    self.model = model
    told.append((updates, context as? String))
    whenTold()
  }

  var message: Message? { model as? Message }
  var contacts: Contacts? { model as? Contacts }
}

extension ConsistencyManager {
  /// Screens that listen, one for each model.
  func screens(_ models: any ConsistencyManagerModel...) -> [Screen] {
    let screens = models.map(Screen.init)
    for screen in screens { addListener(screen) }
    return screens
  }
}
