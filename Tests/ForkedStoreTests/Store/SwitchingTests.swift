import Forked
import ForkedGit
import Foundation
import Synchronization
import Testing

@testable import ForkedStore

@Suite("switching a work tree beside updates")
struct SwitchingTests {
  private static let side = Fork(name: "side")

  private static func withSide() throws -> TestStore {
    let test = try TestStore()
    try test.update("a.json", "1")
    _ = try test.store.createFork("side")
    try test.store.write("a.json", "2", on: "side")
    return test
  }

  private static func expectShown(_ text: String, in test: TestStore) throws {
    #expect(try test.store.repository.head().fork == side)
    #expect(try String(contentsOfFile: test.directory + "/a.json", encoding: .utf8) == text)
    #expect(try test.store.repository.status().isEmpty)
  }

  @Test("a fork that becomes the current one before its update is updated with its files")
  func switchedMeanwhile() throws {
    let test = try Self.withSide()
    let other = try test.reopened()
    var isFirst = true
    _ = try test.store.record(on: Self.side, command: "test") { _ in
      if isFirst { _ = try other.switchFork(to: "side") }
      isFirst = false
      return VersionDraft(
        changes: [try DocumentPath("a.json"): .file(try test.store.repository.writeBlob([0x33]))],
        message: "test")
    }
    try Self.expectShown("3", in: test)
  }

  @Test("a fork that is updated before it becomes the current one is checked out at its new tip")
  func updatedMeanwhile() throws {
    let test = try Self.withSide()
    let count = Mutex(0)
    // Both run one after the other, in this thread.
    nonisolated(unsafe) let other = try test.reopened()
    let switching = try test.reopened {
      let number = count.withLock {
        $0 += 1
        return $0
      }
      guard number <= 2 else { return }
      do { try other.write("a.json", "2\(number)", on: "side") } catch { Issue.record(error) }
    }
    _ = try switching.switchFork(to: "side")
    try Self.expectShown("22", in: test)
  }

  @Test("a fork that becomes the current one is not deleted")
  func deletedMeanwhile() throws {
    let test = try Self.withSide()
    let other = try test.reopened()
    var isFirst = true
    let error = #expect(throws: StoreError.self) {
      try test.store.transaction("test") { transaction in
        if !isFirst { throw StoreError(.refused, "tried again") }
        isFirst = false
        try transaction.references.delete(Self.side, at: test.store.tip(of: Self.side))
        _ = try other.switchFork(to: "side")
      }
    }
    #expect(error?.kind == .refused)
    try Self.expectShown("2", in: test)
  }
}
