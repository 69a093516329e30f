// swift-format-ignore-file

import ForkedConsistency
import Foundation

// The samples of the document "Model Requirements". One line of `Message.map` differs: in the text it is
// `let image = transform(self.image)`, which passes an optional for a model and takes the result for an image.
// `Person` and `Image` are similar according to the text.

  struct Message: ConsistencyManagerModel, Equatable {
    let id: String
    let text: String
    let author: Person
    let image: Image?

    var modelIdentifier: String? {
      return "Message-\(id)"
    }

    func map(transform: (ConsistencyManagerModel) -> ConsistencyManagerModel?) -> ConsistencyManagerModel? {
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

  func ==(lhs: Message, rhs: Message) -> Bool {
    return lhs.id == rhs.id &&
      lhs.text == rhs.text &&
      lhs.author == rhs.author &&
      lhs.image == rhs.image
  }

  struct Contacts: ConsistencyManagerModel, Equatable {
    let id: String
    let contacts: [Person]

    var modelIdentifier: String? {
      return "Contacts-\(id)"
    }

    func map(transform: (ConsistencyManagerModel) -> ConsistencyManagerModel?) -> ConsistencyManagerModel? {
      let contacts = self.contacts.flatMap { model in
        return transform(model) as? Person
      }
      return Contacts(id: id, contacts: contacts)
    }

    func forEach(visit: (ConsistencyManagerModel) -> Void) {
      contacts.forEach(visit)
    }
  }

  func ==(lhs: Contacts, rhs: Contacts) -> Bool {
    return lhs.id == rhs.id &&
      lhs.contacts == rhs.contacts
  }

/// A model without children.
protocol Leaf: ConsistencyManagerModel {}

extension Leaf {
  func map(transform: (ConsistencyManagerModel) -> ConsistencyManagerModel?) -> ConsistencyManagerModel? {
    return self
  }

  func forEach(visit: (ConsistencyManagerModel) -> Void) {}
}

struct Person: Leaf, Equatable, Codable {
  let id: String
  let username: String
  let online: Bool

  var modelIdentifier: String? { "Person-\(id)" }
}

struct Image: Leaf, Equatable, Codable {
  let path: String
  let width: Int

  var modelIdentifier: String? { "Image-\(path)" }
}

extension Message: Codable {}
extension Contacts: Codable {}

extension Array {
  /// The sample's `flatMap`, which Swift calls `compactMap` since 4.1.
  func flatMap<Result>(_ transform: (Element) -> Result?) -> [Result] { compactMap(transform) }
}

let json = """
  // Message model
  {
    "id": "12",
    "text": "Hey, how are you doing?",
    "author": {
      "id": "42",
      "username": "plivesey",
      "online": false
    },
    "image": {
      "path": "/static/images/img3.png",
      "width": 200
    }
  }

  // Contacts model
  {
    "id": "44",
    "contacts": [
      {
        "id": "42",
        "username": "plivesey",
        "online": false
      },
      {
        "id": "53",
        "username": "ndonti",
        "online": true
      }
    ]
  }
  """

/// A part of a program that shows a model.
final class Screen<Model: ConsistencyManagerModel>: ConsistencyManagerListener {
  var model: Model?

  init(_ model: Model) { self.model = model }

  func currentModel() -> ConsistencyManagerModel? { model }

  func modelUpdated(_ model: ConsistencyManagerModel?, updates: ModelUpdates, context: Any?) {
    self.model = model as? Model
  }
}

func printConsistentModels() throws {
  let texts = json.components(separatedBy: "// Contacts model\n")
  let message = try JSONDecoder().decode(
    Message.self, from: Data(texts[0].replacing("// Message model\n", with: "").utf8))
  let contacts = try JSONDecoder().decode(Contacts.self, from: Data(texts[1].utf8))
  let (messageScreen, contactsScreen) = (Screen(message), Screen(contacts))
  let manager = ConsistencyManager()
  manager.addListener(messageScreen)
  manager.addListener(contactsScreen)

  manager.updateModel(Person(id: "42", username: "plivesey", online: true))
  print("Message:", messageScreen.model?.author.online == true ? "online" : "offline")
  print("Contacts:", contactsScreen.model?.contacts.map { $0.online ? "online" : "offline" } ?? [])

  manager.deleteModel(Image(path: "/static/images/img3.png", width: 200))
  print("Without image:", messageScreen.model.map { $0.image == nil ? "a message" : "an image" } ?? "nothing")
  manager.deleteModel(message.author)
  print("Without author:", messageScreen.model == nil ? "no message," : "a message,", contactsScreen.model?.contacts.count ?? 0, "contact")
}
