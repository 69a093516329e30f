import Forked
import ForkedGit
import Testing

@testable import ForkedStore

@Suite("messages of versions")
struct BatchMessageTests {
  private static func lines(_ messages: [String?]) -> [[UInt8]] {
    messages.enumerated().map { index, message in
      let given = message.map { #","message":"\#($0)""# } ?? ""
      return Array(#"{"op":"update","document":"\#(index).json","value":1\#(given)}"#.utf8)
    }
  }

  @Test(
    "an atomic batch keeps the messages of its lines below its subject",
    arguments: [
      (["one", nil, "two", "one"], nil, "batch of 4 changes\n\none\n\ntwo"),
      (["one", "two"], "import", "import\n\none\n\ntwo"), ([nil, nil], "import", "import"),
      (["one"], nil, "one"), (["one"], "import", "import\n\none"), ([nil], nil, "add 0.json"),
    ] as [([String?], String?, String)])
  func atomic(messages: [String?], subject: String?, text: String) throws {
    let test = try TestStore(bare: true)
    var rest = Self.lines(messages)[...]
    _ = try test.store.runAtomically(subject: subject) { rest.popFirst() }
    #expect(try test.store.repository.commit(test.store.tip(of: .main)).text == text)
  }

  @Test("an empty message is refused, and changes nothing", arguments: ["", " \n\n"])
  func empty(message: String) throws {
    let test = try TestStore(bare: true)
    let tip = try test.store.repository.tip(of: .main)
    func isRefused(_ body: () throws -> Void) throws {
      let error = #expect(throws: StoreError.self) { try body() }
      #expect(error?.kind == .usage)
    }
    try isRefused {
      _ = try test.store.updateDocument(
        UpdateDocumentRequest(
          document: "a.json", content: .bytes([0x31], from: ""), message: message))
    }
    try isRefused { _ = try test.store.merge(MergeRequest(from: ["main"], message: message)) }
    try isRefused { _ = try test.store.runAtomically(subject: message) { nil } }
    #expect(try test.store.repository.tip(of: .main) == tip)
  }
}
