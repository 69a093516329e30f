import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON
import Testing

@testable import ForkedStore

@Suite("the last change of a property")
struct PropertyHistoryTests {
  @Test("all properties are followed in one walk, which compares each version with the one before")
  func oneWalk() throws {
    let test = try TestStore()
    let (versions, properties) = (20, 200)
    func text(changed: Int) -> String {
      "{" + (0..<properties).map { "\"k\($0)\":\($0 == changed ? 1 : 0)" }.joined(separator: ",")
        + "}"
    }
    for version in 0..<versions { try test.update("a.json", text(changed: version)) }
    let tip = try #require(try test.store.snapshot(at: nil, elseOf: nil).commit)
    let repository = test.store.repository
    var asked = 0
    let history = PropertyHistory(
      in: try CommitGraph(repository, tips: [tip], bases: []),
      documents: DocumentCache(repository) { asked += 1 })
    let document = try JSONDocument(parsing: Array(text(changed: versions - 1).utf8))
    let changes = try history.lastChanges(
      of: LeafProperty.all(in: document.root).map(\.value),
      at: DocumentPath("a.json").treePath, plan: .none, from: tip)
    #expect(changes.count == properties)
    #expect(Set(changes.compactMap { $0?.commit }).count == versions)
    #expect(asked <= 2 * versions)
  }

  @Test("a property is followed as a merge maps two versions, in its element and under another key")
  func mapped() throws {
    let test = try TestStore()
    func text(_ tasks: [String], _ boxes: String) -> String {
      #"{"tasks":[\#(tasks.joined(separator: ","))],"boxes":{\#(boxes)}}"#
    }
    func task(_ text: String, done: Bool) -> String { #"{"text":"\#(text)","done":\#(done)}"# }
    let box = #"{"maker":"Braun & Co","size":3}"#
    try test.update(
      "a.json",
      text([task("walk the dog", done: false), task("buy bread", done: false)], #""left":\#(box)"#))
    try test.update(
      "a.json",
      text([task("buy bread", done: false), task("walk the dog", done: true)], #""right":\#(box)"#))
    let properties = try test.store.blame("a.json").properties
    let tip = try #require(try test.store.snapshot(at: nil, elseOf: nil).commit)
    let changed = properties.filter { $0.version.commit.id == tip }
    #expect(changed.map(\.pointer.description) == ["/tasks/1/done"])
    #expect(properties.count == 6)
  }
}
