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
      of: LeafProperties(of: document.root), at: DocumentPath("a.json").treePath, from: tip)
    #expect(changes.count == properties)
    #expect(Set(changes.compactMap { $0?.commit }).count == versions)
    #expect(asked <= 2 * versions)
  }
}
