import ForkedConsistency

/// The program of the tutorial about one thing in many places.
enum PlacesTutorial {
  struct Person: ConsistencyManagerModel, Equatable {
    let id: Int
    let name: String

    var modelIdentifier: String? { "Person-\(id)" }

    func map(
      transform: (any ConsistencyManagerModel) -> (any ConsistencyManagerModel)?
    ) -> (any ConsistencyManagerModel)? { self }

    func forEach(visit: (any ConsistencyManagerModel) -> Void) {}
  }

  struct Team: ConsistencyManagerModel, Equatable {
    let id: Int
    let lead: Person?
    let members: [Person]

    var modelIdentifier: String? { "Team-\(id)" }

    func map(
      transform: (any ConsistencyManagerModel) -> (any ConsistencyManagerModel)?
    ) -> (any ConsistencyManagerModel)? {
      Team(
        id: id, lead: lead.flatMap(transform) as? Person,
        members: members.compactMap { transform($0) as? Person })
    }

    func forEach(visit: (any ConsistencyManagerModel) -> Void) {
      if let lead { visit(lead) }
      members.forEach(visit)
    }
  }

  final class TeamScreen: ConsistencyManagerListener {
    var team: Team?

    init(_ team: Team) { self.team = team }

    func currentModel() -> (any ConsistencyManagerModel)? { team }

    func modelUpdated(
      _ model: (any ConsistencyManagerModel)?, updates: ModelUpdates, context: Any?
    ) {
      team = model as? Team
      print("changed:", updates.changedModelIds.sorted(), context ?? "without context")
    }
  }

  static func run() {
    let ada = Person(id: 1, name: "Ada")
    let bob = Person(id: 2, name: "Bob")
    let first = TeamScreen(Team(id: 7, lead: ada, members: [ada, bob]))
    let second = TeamScreen(Team(id: 8, lead: nil, members: [ada]))

    let manager = ConsistencyManager()
    manager.addListener(first)
    manager.addListener(second)

    manager.updateModel(Person(id: 1, name: "Ada Lovelace"), context: "editor")
    print(first.team?.lead?.name ?? "", second.team?.members.map(\.name) ?? [])

    manager.deleteModel(ada)
    print(first.team?.lead?.name ?? "no lead", second.team?.members.count ?? 0)
  }
}
