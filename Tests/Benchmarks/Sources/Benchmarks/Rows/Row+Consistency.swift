import ForkedConsistency

/// A ``ConsistencyManager`` that many listen to.
extension Row {
  /// An update of a model that ten of the listeners hold, beside looking for it in all of them.
  func runConsistency() {
    for count in [1_000, 100_000] {
      let manager = ConsistencyManager()
      let listeners = (0..<count).map { number in
        let isHolder = number % (count / 10) == 0
        return Listener(
          Node(
            id: "list \(number)",
            children: [
              Node(id: "own \(number)"), Node(id: isHolder ? "shared" : "other \(number)"),
            ]))
      }
      for listener in listeners { manager.addListener(listener) }
      var value = 0
      let update = median(of: 21) {
        value += 1
        manager.updateModel(Node(id: "shared", value: value))
      }
      let scan = median(of: 5) { keep(listeners.count { $0.model.holds("shared") }) }
      show(
        "an update among \(count) models, that 10 hold",
        "\(time(update)), a scan of all \(time(scan)), \(rounded(scan / update)) x",
        goal: "as among 1,000")
    }
  }
}

/// A model with some others in it.
private struct Node: ConsistencyManagerModel {
  var id: String
  var value = 0
  var children: [Node] = []

  var modelIdentifier: String? { id }

  func map(
    transform: (any ConsistencyManagerModel) -> (any ConsistencyManagerModel)?
  ) -> (any ConsistencyManagerModel)? {
    Node(id: id, value: value, children: children.compactMap { transform($0) as? Node })
  }

  func forEach(visit: (any ConsistencyManagerModel) -> Void) { children.forEach(visit) }

  func isEqualToModel(_ other: any ConsistencyManagerModel) -> Bool {
    guard let other = other as? Node else { return false }
    return other.id == id && other.value == value && other.children.count == children.count
      && zip(children, other.children).allSatisfy { $0.isEqualToModel($1) }
  }

  func holds(_ id: String) -> Bool { self.id == id || children.contains { $0.holds(id) } }
}

/// Holds a model, and takes what it is told.
private final class Listener: ConsistencyManagerListener {
  private(set) var model: Node

  init(_ model: Node) { self.model = model }

  func currentModel() -> (any ConsistencyManagerModel)? { model }

  func modelUpdated(
    _ model: (any ConsistencyManagerModel)?, updates: ModelUpdates, context: Any?
  ) {
    if let model = model as? Node { self.model = model }
  }
}
