import ForkedConsistency
import Testing

private let offline = Person(id: "42", username: "plivesey", online: false)
private let online = Person(id: "42", username: "plivesey", online: true)
private let other = Person(id: "53", username: "ndonti", online: true)
private let image = Image(path: "/static/images/img3.png", width: 200)
private let message = Message(
  id: "12", text: "Hey, how are you doing?", author: offline, image: image)
private let contacts = Contacts(id: "44", contacts: [offline, other])

@Suite("A consistency manager, with the messages and contacts of the description")
struct ConsistencyManagerTests {
  let manager = ConsistencyManager()

  @Test("an update of a person reaches the message and the contacts with this person")
  func update() {
    let screens = manager.screens(message, contacts, other)
    manager.updateModel(online, context: "from the server")
    #expect(
      screens[0].message == Message(id: "12", text: message.text, author: online, image: image))
    #expect(screens[1].contacts == Contacts(id: "44", contacts: [online, other]))
    #expect(screens[0].told.map(\.updates.changedModelIds) == [["Person-42", "Message-12"]])
    #expect(screens[1].told.map(\.updates.changedModelIds) == [["Person-42", "Contacts-44"]])
    #expect(screens[0].told.map(\.context) == ["from the server"])
    #expect(screens[2].told.isEmpty)
  }

  @Test("an update of a model updates the models in it everywhere")
  func nested() {
    let screens = manager.screens(contacts)
    manager.updateModel(Message(id: "99", text: "New", author: online, image: nil))
    #expect(screens[0].contacts?.contacts.first == online)
  }

  @Test("an update that changes nothing notifies no listener")
  func noChange() {
    let screens = manager.screens(message, contacts)
    manager.updateModel(offline)
    manager.updateModel(message)
    #expect(screens.allSatisfy { $0.told.isEmpty })
  }

  @Test("a child that comes with an update is listened to, one that left no longer")
  func comingAndLeaving() {
    let screens = manager.screens(message)
    manager.updateModel(Message(id: "12", text: "Hi", author: other, image: nil))
    let calm = Person(id: "53", username: "ndonti", online: false)
    manager.updateModel(calm)
    #expect(screens[0].message?.author == calm)
    manager.updateModel(online)
    #expect(screens[0].told.count == 2)
  }

  @Test("models with one identifier must be equal, children included")
  func childless() {
    let screens = manager.screens(message)
    manager.updateModel(Message(id: "12", text: message.text, author: offline, image: nil))
    #expect(screens[0].message?.image == nil)
    #expect(screens[0].told.map(\.updates.changedModelIds) == [["Message-12"]])
  }

  @Test("a deletion takes an optional child and an element, and cascades through a required one")
  func deletion() {
    let screens = manager.screens(message, contacts)
    manager.deleteModel(image, context: "gone")
    #expect(screens[0].message?.image == nil)
    #expect(screens[0].told.last?.updates.deletedModelIds == ["Image-/static/images/img3.png"])
    #expect(screens[0].told.last?.updates.changedModelIds == ["Message-12"])
    #expect(screens[0].told.last?.context == "gone")

    manager.deleteModel(offline)
    #expect(screens[0].model == nil)
    #expect(screens[0].told.last?.updates.deletedModelIds == ["Person-42", "Message-12"])
    #expect(screens[1].contacts == Contacts(id: "44", contacts: [other]))
    #expect(screens[1].told.last?.updates.changedModelIds == ["Contacts-44"])

    manager.updateModel(message)
    #expect(screens[0].model == nil)
  }

  @Test("several models are updated as one: each listener is notified once")
  func batchUpdate() {
    let both = BatchUpdateModel(models: [
      online, nil, Person(id: "53", username: "ndonti", online: false),
    ])
    let screens = manager.screens(contacts, message)
    manager.updateModel(both)
    #expect(screens.map(\.told.count) == [1, 1])
    #expect(screens[0].contacts?.contacts.map(\.online) == [true, false])
  }

  @Test(
    "of two models with one identifier in an update, the one that differs from the held one is the change",
    arguments: [[offline, online], [online, offline]])
  func disagreement(people: [Person]) {
    let screens = manager.screens(message, contacts)
    manager.updateModel(Contacts(id: "new", contacts: people))
    #expect(screens[0].message?.author == online)
    #expect(screens[1].contacts?.contacts.first == online)
  }

  @Test("to listen to a part is to listen to it as well, and to the former model still")
  func listeningToAPart() {
    let screens = manager.screens(contacts)
    let arrived = Person(id: "77", username: "new", online: false)
    screens[0].model = Contacts(id: "44", contacts: [offline, other, arrived])
    manager.addListener(screens[0], to: arrived)
    manager.updateModel(online)
    #expect(screens[0].contacts?.contacts.first == online)
    manager.updateModel(Person(id: "77", username: "new", online: true))
    #expect(screens[0].contacts?.contacts.last?.online == true)
  }

  @Test("a paused listener is notified of everything at once when it is resumed")
  func pausing() {
    let screens = manager.screens(message, contacts)
    manager.pauseListener(screens[0])
    #expect(manager.isListenerPaused(screens[0]) && !manager.isListenerPaused(screens[1]))
    manager.updateModel(online, context: "first")
    manager.deleteModel(image, context: "second")
    #expect(screens[0].told.isEmpty && screens[0].message == message)
    #expect(screens[1].told.count == 1)
    manager.resumeListener(screens[0])
    #expect(
      screens[0].message == Message(id: "12", text: message.text, author: online, image: nil))
    #expect(screens[0].told.count == 1 && !manager.isListenerPaused(screens[0]))
    #expect(screens[0].told[0].context == "second")
    #expect(screens[0].told[0].updates.changedModelIds == ["Person-42", "Message-12"])
    #expect(screens[0].told[0].updates.deletedModelIds == [image.modelIdentifier ?? ""])
  }

  @Test("a listener that is resumed with the state of its pause is not notified")
  func pausedInVain() {
    let screens = manager.screens(message)
    manager.pauseListener(screens[0])
    manager.updateModel(online)
    manager.updateModel(offline)
    manager.resumeListener(screens[0])
    #expect(screens[0].told.isEmpty)
  }

  @Test("a part that comes while a listener is paused replaces that part of what it missed")
  func pausedPart() {
    let screens = manager.screens(contacts)
    manager.pauseListener(screens[0])
    manager.updateModel(Person(id: "53", username: "ndonti", online: false))
    manager.addListener(screens[0], to: online)
    manager.resumeListener(screens[0])
    #expect(screens[0].contacts?.contacts.map(\.online) == [true, false])
  }

  @Test("a listener to all updates is told once, of what was inserted, changed and deleted")
  func updatesListener() {
    let screens = manager.screens(message, contacts)
    let ledger = Ledger()
    manager.addModelUpdatesListener(ledger)
    manager.updateModel(online, context: "one")
    #expect(ledger.updates.map(\.changedModelIds) == [["Person-42", "Message-12", "Contacts-44"]])
    #expect(ledger.contexts == ["one"] && ledger.manager === manager)

    let new = Person(id: "77", username: "new", online: true)
    manager.updateModel(Contacts(id: "44", contacts: [online, other, new]), context: "two")
    #expect(ledger.updates.last?.insertedModelIds == ["Person-77"])
    #expect(screens[1].told.last?.updates.insertedModelIds == ["Person-77"])
    manager.updateModel(Message(id: "12", text: "Hi", author: new, image: nil))
    #expect(screens[0].told.last?.updates.insertedModelIds == ["Person-77"])
    #expect(ledger.updates.last?.insertedModelIds == [])

    manager.deleteModel(new)
    #expect(ledger.updates.last?.deletedModelIds == ["Person-77", "Message-12"])
    let count = ledger.updates.count
    manager.deleteModel(new)
    manager.removeModelUpdatesListener(ledger)
    manager.updateModel(offline)
    #expect(ledger.updates.count == count)
  }

  @Test("a model that moves within a tree is not inserted")
  func moved() {
    let screens = manager.screens(
      BatchUpdateModel(models: [contacts, message], modelIdentifier: "all"))
    manager.updateModel(Message(id: "12", text: "Hi", author: other, image: nil))
    #expect(screens[0].told.last?.updates.insertedModelIds == [])
  }

  @Test("after all listeners are cleared, none is told, and no change follows")
  func clearing() {
    let screens = manager.screens(message, contacts)
    let ledger = Ledger()
    manager.addModelUpdatesListener(ledger)
    screens[0].whenTold = { [unowned manager] in
      manager.deleteModel(other)
      manager.clearListenersAndStop()
    }
    manager.updateModel(online)
    #expect(screens.map(\.told.count) == [1, 0] && ledger.updates.isEmpty)
    manager.addListener(screens[1])
    manager.updateModel(online)
    #expect(screens[1].contacts?.contacts == [online, other])
  }

  @Test("cleaning keeps what is listened to")
  func cleaning() {
    let screens = manager.screens(message, contacts)
    screens[0].model = other
    manager.addListener(screens[0], to: other)
    manager.cleanMemory()
    manager.updateModel(online)
    #expect(screens.map(\.told.count) == [0, 1])
    manager.updateModel(Person(id: "53", username: "ndonti", online: false))
    #expect(screens.map(\.told.count) == [1, 2])
  }

  @Test("models may be objects of classes that have subclasses")
  func classes() {
    let (plain, special) = (Node("1", "a"), SpecialNode("1", "a"))
    #expect(!plain.isEqualToModel(special) && !special.isEqualToModel(plain))
    let screens = manager.screens(Node("0", "root", [plain]))
    manager.updateModel(SpecialNode("1", "b"))
    #expect((screens[0].model as? Node)?.children.first is SpecialNode)
    #expect((screens[0].model as? Node)?.children.first?.name == "b")
  }

  @Test("listeners are not kept alive, and removed ones are not notified")
  func weakness() {
    weak var gone: Screen?
    do {
      let screen = Screen(message)
      manager.addListener(screen)
      gone = screen
    }
    #expect(gone == nil)
    let screens = manager.screens(message, contacts)
    manager.removeListener(screens[0])
    manager.updateModel(online)
    #expect(screens.map(\.told.count) == [0, 1])
  }

  @Test("a batch of listeners is notified together, once")
  func batchListener() {
    let screens = [Screen(message), Screen(contacts), Screen(other), Screen(nil)]
    let delegate = Delegate()
    let batch = BatchListener(listeners: screens, consistencyManager: manager)
    batch.delegate = delegate
    manager.updateModel(online, context: "batch")
    #expect(delegate.told.count == 1)
    #expect(
      delegate.told.first?.listeners.map(ObjectIdentifier.init)
        == screens[..<2].map(ObjectIdentifier.init))
    #expect(delegate.told.first?.context == "batch")
    #expect(screens[0].message?.author == online && screens[1].contacts?.contacts.first == online)
    #expect(screens.map(\.told.count) == [1, 1, 0, 0])

    screens[3].model = offline
    batch.listenerHasUpdatedModel(screens[3])
    batch.removeListener(screens[0])
    manager.deleteModel(offline)
    #expect(delegate.told.count == 2 && screens[3].model == nil)
    #expect(screens[0].model != nil)
  }

  @Test("changes that a listener makes while it is notified follow after")
  func reentrance() {
    let screens = manager.screens(message, contacts)
    screens[0].whenTold = { [unowned screen = screens[0], manager] in
      guard screen.told.count == 1 else { return }
      manager.deleteModel(other)
    }
    manager.updateModel(online)
    #expect(screens[1].told.map(\.updates.deletedModelIds) == [[], ["Person-53"]])
    #expect(screens[1].contacts == Contacts(id: "44", contacts: [online]))
  }

  @Test("an actor keeps a manager for several tasks")
  func actors() async {
    let hall = Hall(Screen(contacts))
    await withTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          await hall.update(Person(id: "42", username: "name \(number)", online: true))
        }
      }
    }
    #expect(await hall.count == 50)
  }
}

private actor Hall {
  private let manager = ConsistencyManager()
  private let screen: Screen

  init(_ screen: sending Screen) {
    self.screen = screen
    manager.addListener(screen)
  }

  var count: Int { screen.told.count }

  func update(_ person: Person) { manager.updateModel(person) }
}

private final class Ledger: ConsistencyManagerUpdatesListener {
  var updates: [ModelUpdates] = []
  var contexts: [String?] = []
  weak var manager: ConsistencyManager?

  func consistencyManager(
    _ manager: ConsistencyManager, updatedModels updates: ModelUpdates, context: Any?
  ) {
    self.manager = manager
    self.updates.append(updates)
    contexts.append(context as? String)
  }
}

private class Node: ConsistencyManagerModel, Equatable {
  let id: String
  let name: String
  let children: [Node]

  required init(_ id: String, _ name: String, _ children: [Node] = []) {
    (self.id, self.name, self.children) = (id, name, children)
  }

  var modelIdentifier: String? { id }

  func map(
    transform: (ConsistencyManagerModel) -> ConsistencyManagerModel?
  ) -> ConsistencyManagerModel? {
    Self(id, name, children.compactMap { transform($0) as? Node })
  }

  func forEach(visit: (ConsistencyManagerModel) -> Void) { children.forEach(visit) }

  static func == (left: Node, right: Node) -> Bool {
    left.id == right.id && left.name == right.name && left.children == right.children
  }
}

private final class SpecialNode: Node {}

private final class Delegate: BatchListenerDelegate {
  var told: [(listeners: [any ConsistencyManagerListener], context: String?)] = []

  func batchListener(
    _ batchListener: BatchListener,
    hasUpdatedListeners listeners: [any ConsistencyManagerListener], updates: ModelUpdates,
    context: Any?
  ) {
    told.append((listeners, context as? String))
  }
}
