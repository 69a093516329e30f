import ForkedConsistency

// The models of the description that this rebuilds. (Tests/Samples has them as they are written there.)

typealias Message = Article.Message

struct Contacts: ConsistencyManagerModel, Equatable {
  let id: String
  let contacts: [Person]

  var modelIdentifier: String? { "Contacts-\(id)" }

  func map(
    transform: (ConsistencyManagerModel) -> ConsistencyManagerModel?
  ) -> ConsistencyManagerModel? {
    Contacts(id: id, contacts: contacts.compactMap { transform($0) as? Person })
  }

  func forEach(visit: (ConsistencyManagerModel) -> Void) { contacts.forEach(visit) }
}

/// A model without children.
protocol Leaf: ConsistencyManagerModel {}

extension Leaf {
  func map(
    transform: (ConsistencyManagerModel) -> ConsistencyManagerModel?
  ) -> ConsistencyManagerModel? { self }

  func forEach(visit: (ConsistencyManagerModel) -> Void) {}
}

struct Person: Leaf, Equatable {
  let id: String
  let username: String
  let online: Bool

  var modelIdentifier: String? { "Person-\(id)" }
}

struct Image: Leaf, Equatable {
  let path: String
  let width: Int

  var modelIdentifier: String? { "Image-\(path)" }
}
