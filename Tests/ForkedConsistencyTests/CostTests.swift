import ForkedConsistency
import Synchronization
import Testing

/// A node that counts how often any of its kind is looked into.
private struct Counted: ConsistencyManagerModel {
  static let looks = Atomic<Int>(0)

  var id: String
  var value = 0
  var children: [Counted] = []

  var modelIdentifier: String? { id }

  func map(
    transform: (any ConsistencyManagerModel) -> (any ConsistencyManagerModel)?
  ) -> (any ConsistencyManagerModel)? {
    Self.looks.add(1, ordering: .relaxed)
    return Counted(
      id: id, value: value, children: children.compactMap { transform($0) as? Counted })
  }

  func forEach(visit: (any ConsistencyManagerModel) -> Void) {
    Self.looks.add(1, ordering: .relaxed)
    children.forEach(visit)
  }

  func isEqualToModel(_ other: any ConsistencyManagerModel) -> Bool {
    Self.looks.add(1, ordering: .relaxed)
    guard let other = other as? Counted else { return false }
    return other.id == id && other.value == value && other.children.count == children.count
      && zip(children, other.children).allSatisfy { $0.isEqualToModel($1) }
  }
}

@Suite("The cost of an update", .serialized)
struct CostTests {
  @Test(
    "an update reads what contains the model, and nothing else",
    arguments: [100, 1_000])
  func affectedOnly(listeners: Int) {
    let manager = ConsistencyManager()
    let screens = (0..<listeners).map { number in
      let shared = number % (listeners / 10) == 0
      return Screen(
        Counted(
          id: "list \(number)",
          children: [
            Counted(id: "own \(number)"), Counted(id: shared ? "shared" : "other \(number)"),
          ]))
    }
    for screen in screens { manager.addListener(screen) }
    Counted.looks.store(0, ordering: .relaxed)
    manager.updateModel(Counted(id: "shared", value: 1))
    let looks = Counted.looks.load(ordering: .relaxed)
    #expect(screens.count { !$0.told.isEmpty } == 10)
    #expect(looks <= 200)
  }

  @Test("many updates of one child of a long list cost no listing of it each")
  func longList() {
    let manager = ConsistencyManager()
    let count = 200
    let list = Counted(id: "list", children: (0..<count).map { Counted(id: "\($0)") })
    let screens = manager.screens(list)
    Counted.looks.store(0, ordering: .relaxed)
    for round in 1...count { manager.updateModel(Counted(id: "7", value: round)) }
    #expect(screens[0].told.count == count)
    // Rebuilding the list visits each child once; listing it anew would double that.
    #expect(Counted.looks.load(ordering: .relaxed) * 10 < 11 * count * count)
  }

  @Test("listeners that came and went leave nothing behind")
  func comingAndGoing() {
    let manager = ConsistencyManager()
    for number in 0..<1_000 {
      let screen = Screen(Counted(id: "shared", children: [Counted(id: "own \(number)")]))
      manager.addListener(screen)
    }
    Counted.looks.store(0, ordering: .relaxed)
    manager.updateModel(Counted(id: "shared", value: 1))
    #expect(Counted.looks.load(ordering: .relaxed) < 100)
  }
}
