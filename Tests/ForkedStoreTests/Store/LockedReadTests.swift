import Forked
import ForkedGit
import ForkedTestSupport
import Foundation
import Testing

@testable import ForkedStore

/// A command that waits for the lock of the work tree, while another program changes what the command has read.
@Suite("what a command reads is read under the lock")
struct LockedReadTests {
  private let test: TestStore
  private let other: DocumentStore
  private let waiting: DocumentStore

  /// `main` at 3, after 1 and 2; `side` at 1.
  init() throws {
    test = try TestStore()
    try test.update("a.json", "1")
    _ = try test.store.createFork("side")
    for text in ["2", "3"] { try test.update("a.json", text) }
    (other, waiting) = (try test.reopened(), try test.reopened())
  }

  private var file: String { test.directory + "/a.json" }

  /// Runs a command beside git, which holds the lock of the index until `body` has run.
  private func run(
    _ command: (DocumentStore) throws -> Void, beside body: @escaping () throws -> Void
  )
    throws
  {
    let lock = test.directory + "/.git/index.lock"
    try Data().write(to: URL(filePath: lock))
    var isFirst = true
    waiting.repository.keepsWaiting = { _, _ in
      guard isFirst else { return true }
      isFirst = false
      do {
        try FileManager.default.removeItem(atPath: lock)
        try body()
      } catch {
        Issue.record(error)
      }
      return true
    }
    try command(waiting)
    #expect(!isFirst)
  }

  private func update(_ text: String) throws {
    try other.write("a.json", text)
  }

  private func contents(of fork: String) throws -> String {
    try other.text(of: "a.json", on: fork)
  }

  @Test("switch leaves the version that the fork has then", arguments: [false, true])
  func switching(creates: Bool) throws {
    let name = creates ? "new" : "side"
    try run({ _ = try $0.switchFork(to: name, creating: creates) }) {
      try update("4")
    }
    #expect(try other.repository.head().fork == Fork(name: name))
    #expect(try other.repository.status().isEmpty)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == (creates ? "4" : "1"))
  }

  @Test("an edit is recorded on the fork that is the current one then")
  func edits() throws {
    try run({ _ = try $0.updateWorkTree() }) {
      _ = try other.switchFork(to: "side")
      try Data("5".utf8).write(to: URL(filePath: file))
    }
    #expect(try contents(of: "main") == "3" && contents(of: "side") == "5")
  }

  @Test("a revision that is relative to the fork is that of its version then")
  func reset() throws {
    try run({ _ = try $0.resetFork(to: "HEAD~1") }) { try update("4") }
    #expect(try contents(of: "main") == "3")
    #expect(try other.repository.status().isEmpty)
  }

  @Test("a fork that became the current one of another work tree meanwhile is not switched to")
  func twoWorkTrees() throws {
    let place = test.directory + "/linked"
    let status = ChildProgram.run(
      ["git", "worktree", "add", "-q", "--detach", place],
      environment: test.store.environment.variables,
      in: test.directory)
    try #require(status == 0)
    let linked = try LocalRepository.open(
      at: place, options: .init(environment: test.store.environment.variables))
    let second = DocumentStore(linked, environment: test.store.environment)
    let error = #expect(throws: StoreError.self) {
      try run({ _ = try $0.switchFork(to: "side") }) {
        _ = try second.switchFork(to: "side")
      }
    }
    #expect(error?.kind == .usage)
    #expect(try linked.head().fork == Fork(name: "side"))
    #expect(try other.repository.head().fork == .main)
  }
}
