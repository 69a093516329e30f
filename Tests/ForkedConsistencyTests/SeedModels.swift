// The models of the description that this rebuilds, as written there.
//
// Slips of the text:
// - `Message.map` passes an optional image to a transform of models, and takes what comes back for
//   an image; here it is `self.image.flatMap(transform) as? Image`.
// - `Person` and `Image` are similar according to the text, and are written here.

import ForkedConsistency

struct Message: ConsistencyManagerModel, Equatable {
  let id: String
  let text: String
  let author: Person
  let image: Image?

  var modelIdentifier: String? {
    return "Message-\(id)"
  }

  func map(transform: (ConsistencyManagerModel) -> ConsistencyManagerModel?)
    -> ConsistencyManagerModel?
  {
    guard let author = transform(self.author) as? Person else {
      // required field, so we will cascade the delete if person is deleted
      return nil
    }
    let image = self.image.flatMap(transform) as? Image
    return Message(id: id, text: text, author: author, image: image)
  }

  func forEach(visit: (ConsistencyManagerModel) -> Void) {
    visit(author)
    if let image = image {
      visit(image)
    }
  }
}

func == (lhs: Message, rhs: Message) -> Bool {
  return lhs.id == rhs.id && lhs.text == rhs.text && lhs.author == rhs.author
    && lhs.image == rhs.image
}

struct Contacts: ConsistencyManagerModel, Equatable {
  let id: String
  let contacts: [Person]

  var modelIdentifier: String? {
    return "Contacts-\(id)"
  }

  func map(transform: (ConsistencyManagerModel) -> ConsistencyManagerModel?)
    -> ConsistencyManagerModel?
  {
    let contacts = self.contacts.flatMap { model in
      return transform(model) as? Person
    }
    return Contacts(id: id, contacts: contacts)
  }

  func forEach(visit: (ConsistencyManagerModel) -> Void) {
    contacts.forEach(visit)
  }
}

func == (lhs: Contacts, rhs: Contacts) -> Bool {
  return lhs.id == rhs.id && lhs.contacts == rhs.contacts
}

struct Person: ConsistencyManagerModel, Equatable, Codable {
  let id: String
  let username: String
  let online: Bool

  var modelIdentifier: String? {
    return "Person-\(id)"
  }

  func map(transform: (ConsistencyManagerModel) -> ConsistencyManagerModel?)
    -> ConsistencyManagerModel?
  {
    return self
  }

  func forEach(visit: (ConsistencyManagerModel) -> Void) {
  }
}

struct Image: ConsistencyManagerModel, Equatable, Codable {
  let path: String
  let width: Int

  var modelIdentifier: String? {
    return "Image-\(path)"
  }

  func map(transform: (ConsistencyManagerModel) -> ConsistencyManagerModel?)
    -> ConsistencyManagerModel?
  {
    return self
  }

  func forEach(visit: (ConsistencyManagerModel) -> Void) {
  }
}

extension Array {
  /// What the text calls `flatMap` has been `compactMap` since Swift 4.1.
  func flatMap<Result>(_ transform: (Element) -> Result?) -> [Result] { compactMap(transform) }
}

extension Message: Codable {}
extension Contacts: Codable {}
