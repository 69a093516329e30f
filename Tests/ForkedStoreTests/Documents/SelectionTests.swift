import ForkedGit
import Foundation
import Testing

@testable import ForkedStore

@Suite("documents as the user names them")
struct SelectionTests {
  private static let files = [
    "a.json", "items/a.json", "items/b.json", "items/deep/a.json", "items/[b].json",
  ]

  private static func withFiles() throws -> TestStore {
    let test = try TestStore()
    for file in files { try test.update(file, "1") }
    return test
  }

  @Test("a document, a directory or a pattern, relative to the working directory")
  func named() throws {
    let test = try Self.withFiles()
    for (directory, argument, paths) in [
      ("", "a.json", ["a.json"]), ("", "items", Array(Self.files[1...])),
      ("", "items/", Array(Self.files[1...])), ("", "./items/.", Array(Self.files[1...])),
      ("", "items/*.json", ["items/[b].json", "items/a.json", "items/b.json"]),
      ("", "items/**", Array(Self.files[1...])), ("", "*/deep/", ["items/deep/a.json"]),
      ("", "a*", ["a.json", "items/a.json", "items/deep/a.json"]), ("", "/a*", ["a.json"]),
      ("", "items/[b].json", ["items/[b].json"]), ("/items", ".", Array(Self.files[1...])),
      ("/items", "a*", ["items/a.json", "items/deep/a.json"]), ("/items", "./a*", ["items/a.json"]),
      ("/items", "../a*", ["a.json"]), ("/items/deep", "..", Array(Self.files[1...])),
    ] {
      let store = try test.reopened(in: directory)
      let found = try store.documents(
        named: [PropertyArgument(document: argument)], in: store.snapshot(of: store.currentFork()))
      #expect(Set(found.map(\.path.string)) == Set(paths), "\(directory) \(argument)")
    }
    for argument in ["x/*", "x/", "", "../*"] {
      #expect(throws: (any Error).self) {
        try test.store.documents(named: [PropertyArgument(document: argument)])
      }
    }
  }

  @Test("requests of programs name documents exactly")
  func exact() throws {
    let test = try Self.withFiles()
    #expect(throws: StoreError.self) {
      try test.store.removeDocuments([PropertyArgument(document: "items/*.json")])
    }
  }

  @Test("without a revision, restore discards uncommitted changes and leaves new documents")
  func discarded() throws {
    let test = try Self.withFiles()
    let url = URL(fileURLWithPath: test.directory)
    try test.update("a.json", #"{"x":1,"y":1}"#)
    func write(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: url.appendingPathComponent(name))
    }
    func discard(_ places: String...) throws -> [String] {
      try test.store.discardEdits(of: places.map { try PropertyArgument($0) }).documents
    }
    try write(#"{"x":2,"y":2}"#, "a.json")
    try FileManager.default.removeItem(at: url.appendingPathComponent("items/b.json"))
    try write("3", "items/new.json")
    #expect(try discard("a.json#/x") == ["a.json"])
    #expect(
      try String(contentsOf: url.appendingPathComponent("a.json"), encoding: .utf8)
        == #"{"x":1,"y":2}"#)
    #expect(try discard("a.json", "items/") == ["a.json", "items/b.json"])
    #expect(throws: StoreError.self) { try discard("items/new.json") }
    #expect(try test.store.repository.status().map(\.path.description) == ["items/new.json"])
    #expect(try discard("a.json").isEmpty)
  }
}
