import Forked
import ForkedGit
import Foundation
import Testing

@testable import ForkedStore

@Suite("messages of versions")
struct VersionMessageTests {
  private static func subject(_ test: TestStore) throws -> String {
    let text = try test.store.repository.commit(test.store.tip(of: .main)).text
    return String(text.prefix { $0 != "\n" })
  }

  @Test("an update names the properties that it changes")
  func properties() throws {
    let test = try TestStore()
    for (text, subject) in [
      (#"{"title": "a", "tags": [], "notes": [{"id": 1, "text": "x"}]}"#, "add note.json"),
      (#"{"title": 1, "tags": [2], "notes": [{"id": 1, "text": "x"}]}"#, "note.json: title, tags"),
      (
        #"{"title": "b", "tags": [2], "notes": [{"id": 1, "text": "y"}]}"#,
        "note.json: title, notes/0/text"
      ),
      (#"{"title": "b", "tags": [2], "notes": [{"id": 1, "text": "y"}] }"#, "reformat note.json"),
      (
        #"{"a": 1, "b": 2, "c": 3, "d": {"e": 4, "f": 5}}"#,
        "note.json: title, tags, notes and 4 more"
      ),
      ("[1]", "update note.json"), (#"{"a\nb": 1}"#, "update note.json"),
      (#"{"a\nb": 2}"#, "note.json: a b"),
    ] {
      try test.update("note.json", text)
      #expect(try Self.subject(test) == subject)
    }
  }

  @Test("an update of the work tree names the property of one document, and up to three documents")
  func workTree() throws {
    let test = try TestStore()
    for (names, text, subject) in [
      (["a"], "{}", "add a.json"), (["a"], #"{"t": 1}"#, "a.json: t"),
      (["a", "b"], "1", "update a.json, b.json"),
      (["a", "b", "c", "d"], "2", "update 4 documents"),
    ] {
      for name in names {
        try Data(text.utf8).write(to: URL(filePath: "\(test.directory)/\(name).json"))
      }
      _ = try test.store.updateWorkTree()
      #expect(try Self.subject(test) == subject)
    }
  }

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
      _ = try test.store.updateDocument("a.json", with: .bytes([0x31], from: ""), message: message)
    }
    try isRefused { _ = try test.store.merge(MergeRequest(from: ["main"], message: message)) }
    try isRefused { _ = try test.store.runAtomically(subject: message) { nil } }
    #expect(try test.store.repository.tip(of: .main) == tip)
  }
}
