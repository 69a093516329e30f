import ForkedConsistency
import Testing

/// A person in full.
private struct Profile: Leaf, Equatable {
  var id = "1"
  var name: String
  var motto: String

  var modelIdentifier: String? { "Person-\(id)" }
  var projectionIdentifier: String { "Profile" }

  func mergeModel(_ model: any ConsistencyManagerModel) -> any ConsistencyManagerModel {
    guard let badge = model as? Badge else { return self }
    var merged = self
    merged.name = badge.name
    return merged
  }
}

/// A person in short.
private struct Badge: Leaf, Equatable {
  var id = "1"
  var name: String

  var modelIdentifier: String? { "Person-\(id)" }
  var projectionIdentifier: String { "Badge" }

  func mergeModel(_ model: any ConsistencyManagerModel) -> any ConsistencyManagerModel {
    guard let profile = model as? Profile else { return self }
    return Badge(id: id, name: profile.name)
  }
}

@Suite("Projections: two forms of one model")
struct ProjectionTests {
  let manager = ConsistencyManager()

  @Test("forms share the fields that both have, and gain none")
  func shared() {
    let screens = manager.screens(
      Profile(name: "Ada", motto: "Onward"), Badge(name: "Ada"), Badge(id: "2", name: "Bea"))
    manager.updateModel(Badge(name: "Ada Lovelace"))
    #expect(screens[0].model as? Profile == Profile(name: "Ada Lovelace", motto: "Onward"))
    #expect(screens[1].model as? Badge == Badge(name: "Ada Lovelace"))
    manager.updateModel(Profile(name: "Ada L.", motto: "Upward"))
    #expect(screens[0].model as? Profile == Profile(name: "Ada L.", motto: "Upward"))
    #expect(screens[1].model as? Badge == Badge(name: "Ada L."))
    #expect(screens[2].told.isEmpty)
  }

  @Test("a field of one form only does not reach the other")
  func own() {
    let screens = manager.screens(Profile(name: "Ada", motto: "Onward"), Badge(name: "Ada"))
    manager.updateModel(Profile(name: "Ada", motto: "Upward"))
    #expect(screens[0].told.count == 1 && screens[1].told.isEmpty)
  }

  @Test("an update that holds both forms gives each its own")
  func both() {
    let screens = manager.screens(Profile(name: "Ada", motto: "Onward"), Badge(name: "Ada"))
    manager.updateModel(
      BatchUpdateModel(models: [Badge(name: "Eve"), Profile(name: "Eve", motto: "Down")]))
    #expect(screens[0].model as? Profile == Profile(name: "Eve", motto: "Down"))
    #expect(screens[1].model as? Badge == Badge(name: "Eve"))
  }

  @Test("deleting one form deletes the other")
  func deletion() {
    let screens = manager.screens(Profile(name: "Ada", motto: "Onward"), Badge(name: "Ada"))
    manager.deleteModel(Badge(name: "Whoever"))
    #expect(screens.allSatisfy { $0.model == nil })
  }
}
