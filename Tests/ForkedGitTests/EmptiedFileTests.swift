import Forked
import ForkedGitTestSupport
import Foundation
import Testing

@testable import ForkedGit

@Suite("files that a power cut emptied")
struct EmptiedFileTests {
  private let sandbox: GitSandbox
  private let first: ObjectID
  private let second: ObjectID

  init() throws {
    sandbox = try GitSandbox()
    first = try sandbox.commit(["a.json": "0\n", "b.json": "1\n", "empty": ""])
    second = try sandbox.commit(["b.json": "2\n"])
    // Files that were written within two ticks of the clock do not count.
    let time = "touch -d 2001-01-02"
    _ = try sandbox.run(
      ["sh", "-c", "\(time) * && git update-index -q --refresh && \(time) .git/index"])
  }

  /// Empties a file as a power cut does: the rest of its status stays.
  private func empty(_ path: String) throws {
    let script = "touch -r \"$1\" ../time && : > \"$1\" && touch -r ../time \"$1\""
    _ = try sandbox.run(["sh", "-c", script, "sh", path])
  }

  @Test("status shows them, and they are told from files that a user emptied")
  func status() throws {
    try empty("a.json")
    try sandbox.write("", to: "b.json")
    _ = try sandbox.run(["touch", "-d", "2001-01-01", "b.json"])
    let repository = try sandbox.open()
    #expect(try repository.status().map(\.path) == ["a.json", "b.json"])
    #expect(try repository.emptiedFiles() == ["a.json"])
  }

  @Test("one whose index entry has no size is shown too")
  func withoutSize() throws {
    // The update finds the entry no older than the index that it replaces.
    let repository = try sandbox.open()
    try sandbox.update(in: repository, from: second, to: first)
    try empty("a.json")
    #expect(try repository.status().map(\.path) == ["a.json"])
  }

  @Test("one that was written this moment was emptied by a program")
  func emptiedByProgram() throws {
    // A time to come stands for this moment, which would be over.
    _ = try sandbox.run(["sh", "-c", "touch -d tomorrow a.json; git update-index -q --refresh"])
    try empty("a.json")
    let repository = try sandbox.open()
    #expect(try repository.emptiedFiles() == [])
    #expect(try repository.status().map(\.path) == ["a.json"])
    try sandbox.update(in: repository, from: second, to: first)
    #expect(try sandbox.read("a.json") == "")
  }

  @Test(
    "the next update restores them, wherever it writes itself", arguments: ["a.json", "b.json"])
  func restored(path: String) throws {
    try empty(path)
    let repository = try sandbox.open()
    var restored: [TreePath] = []
    repository.reportsRestoredFile = { restored.append($0) }
    try sandbox.update(in: repository, from: second, to: first)
    #expect(restored == [TreePath(path)])
    #expect(try sandbox.read("a.json") == "0\n" && sandbox.read("b.json") == "1\n")
    try sandbox.expectClean()
  }

  @Test("one that cannot be restored is no obstacle for an update, and no edit")
  func unrestored() throws {
    try empty("a.json")
    let repository = try sandbox.open()
    let blob = try sandbox.git("rev-parse", "HEAD:a.json")
    let object = ".git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))"
    try FileManager.default.removeItem(at: sandbox.work.appending(path: object))
    try sandbox.update(in: repository, from: second, to: first)
    #expect(try sandbox.read("b.json") == "1\n")
    #expect(try repository.emptiedFiles() == ["a.json"])
  }
}
