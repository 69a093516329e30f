import Forked
import ForkedGit
import ForkedStore
import Foundation
import Testing

@Suite("the operation log")
struct OperationLogTests {
  private static let day: Int64 = 86_400 * 1_000_000_000

  private static func days(_ test: TestStore, _ count: Int, _ step: Int64 = 1) throws {
    for number in 0..<count {
      test.clock.move(by: step * day)
      try test.update("b.json", "\(test.clock.now).\(number)")
    }
  }

  /// A repository in which a fork with a version of its own was deleted.
  private static func withDeletedFork() throws -> (test: TestStore, tip: ObjectID) {
    let test = try TestStore(bare: true)
    _ = try test.store.createFork("old")
    try test.store.write("a.json", "1", on: "old")
    let tip = try test.store.tip(of: Fork(name: "old"))
    _ = try test.store.deleteFork("old", force: true)
    return (test, tip)
  }

  private static func isNamed(_ id: ObjectID, in test: TestStore) throws -> Bool {
    try test.store.operations().contains {
      $0.forkUpdates.contains { $0.from == id || $0.to == id }
    }
  }

  @Test("operations older than 90 days are forgotten, and the others can be undone")
  func forgetting() throws {
    let (test, tip) = try Self.withDeletedFork()
    try Self.days(test, 22, 4)
    #expect(try Self.isNamed(tip, in: test))
    try Self.days(test, 5, 4)
    #expect(try !Self.isNamed(tip, in: test))
    let operations = try test.store.operations()
    #expect((22...25).contains(operations.count))
    for _ in operations { _ = try test.store.undo(UndoRequest()) }
    #expect(throws: StoreError.self) { try test.store.undo(UndoRequest()) }
    for _ in operations { _ = try test.store.undo(UndoRequest(redoes: true)) }
  }

  @Test(
    "a clock that is wrong for a while makes the log forget nothing",
    arguments: [116, -116, 40_000, 8] as [Int64], [1, 12])
  func wrongClock(days: Int64, commands: Int) throws {
    let (test, tip) = try Self.withDeletedFork()
    let count = try test.store.operations().count
    for _ in 0..<3 {
      test.clock.move(by: days * Self.day)
      try Self.days(test, commands, 0)
      test.clock.move(by: -days * Self.day)
      try Self.days(test, 2, 1)
    }
    #expect(try Self.isNamed(tip, in: test))
    #expect(try test.store.operations().count == count + 3 * (commands + 2))
  }

  @Test("a version is in the log before its fork no longer names it")
  func notedFirst() throws {
    let (test, _) = try Self.withDeletedFork()
    try test.update("a.json", "1")
    let tip = try test.store.tip(of: .main)
    let store = test.store
    _ = try store.createFork("x", from: "main~1")
    // A directory stands where the log would be.
    let log = URL(fileURLWithPath: test.directory + "/refs/fork/operations")
    try FileManager.default.removeItem(at: log)
    try FileManager.default.createDirectory(at: log, withIntermediateDirectories: true)
    try Data("\(tip.hex)\n".utf8).write(to: log.appending(path: "x"))
    for body: () throws -> Void in [
      { _ = try store.deleteFork("x") },
      { _ = try store.renameFork("x", to: "y") },
      { _ = try store.resetFork(to: "main~1") },
    ] {
      #expect(throws: (any Error).self) { try body() }
    }
    #expect(try store.tip(of: .main) == tip)
    #expect(try store.repository.branches().map(\.fork.name) == ["main", "x"])
  }
}
