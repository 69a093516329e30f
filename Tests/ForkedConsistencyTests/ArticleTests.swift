import ForkedConsistency
import ForkedTestSupport
import Testing

// The samples of the article "Keeping a model consistent", in their order.

enum Article {
  struct Message: ConsistencyManagerModel, Equatable {
    let id: String
    let text: String
    let author: Person
    let image: Image?

    var modelIdentifier: String? { "Message-\(id)" }

    func map(
      transform: (any ConsistencyManagerModel) -> (any ConsistencyManagerModel)?
    ) -> (any ConsistencyManagerModel)? {
      guard let author = transform(author) as? Person else { return nil }
      return Message(id: id, text: text, author: author, image: image.flatMap(transform) as? Image)
    }

    func forEach(visit: (any ConsistencyManagerModel) -> Void) {
      visit(author)
      if let image { visit(image) }
    }
  }

  final class MessageScreen: ConsistencyManagerListener {
    var message: Message?

    func currentModel() -> (any ConsistencyManagerModel)? { message }

    func modelUpdated(
      _ model: (any ConsistencyManagerModel)?, updates: ModelUpdates, context: Any?
    ) {
      message = model as? Message
    }
  }
}

@Suite("The samples of the article")
struct ArticleTests {
  @Test("both screens have the new person")
  func screens() {
    let person = Person(id: "42", username: "plivesey", online: false)
    let another = Person(id: "53", username: "ndonti", online: true)
    let message = Message(id: "12", text: "Hey", author: person, image: nil)
    let contacts = Contacts(id: "44", contacts: [person, another])
    let (messageScreen, contactsScreen) = (Article.MessageScreen(), Screen(contacts))
    messageScreen.message = message

    let manager = ConsistencyManager()
    manager.addListener(messageScreen)
    manager.addListener(contactsScreen)
    manager.updateModel(Person(id: "42", username: "plivesey", online: true))

    #expect(messageScreen.message?.author.online == true)
    #expect(contactsScreen.contacts?.contacts.first?.online == true)
  }

  @Test("every sample of the article is in this file")
  func everySampleIsHere() throws {
    let samples = try ArticleSamples(
      of: "ForkedConsistency/ForkedConsistency.docc/Keeping-a-model-consistent.md",
      compiledIn: #filePath)
    #expect(!samples.isEmpty && samples.missing == [])
  }
}
