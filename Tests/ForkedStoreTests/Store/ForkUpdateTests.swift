import Forked
import ForkedGit
import Testing

@testable import ForkedStore

@Suite("updating a fork")
struct ForkUpdateTests {
  @Test("the time of a version is greater than its parent's, even if the clock stops or goes back")
  func hybridTime() throws {
    let test = try TestStore()
    var times: [HybridTime] = []
    for difference: Int64 in [0, 0, -5_000_000_000, 0, 7_000_000_000] {
      test.clock.move(by: difference)
      let report = try test.update("a.json", "\(times.count)")
      let commit = try #require(report.commit)
      times.append(try test.store.repository.commit(commit).hybridTime)
    }
    let start: Int64 = 1_700_000_000_000_000_123
    #expect(
      times.map(\.nanoseconds)
        == [start + 1, start + 2, start + 3, start + 4, start + 2_000_000_000])
  }

  @Test("a clock after 2262 gives the last representable time, and each command works")
  func lateClock() throws {
    let test = try TestStore()
    try test.update("a.json", "1")
    test.clock.move(by: .max - test.clock.now)
    for number in 2...4 { try test.update("a.json", "\(number)") }
    #expect(try test.store.verify().isSound)
    #expect(try test.store.undo(UndoRequest()).operation.time.hasPrefix("2262-04-11T23:47:16"))
  }

  @Test("an update that loses a race starts again from the new tip")
  func lostRace() throws {
    let test = try TestStore(bare: true)
    let other = try test.reopened()
    var tips: [ObjectID?] = []
    let forkUpdate = try test.store.record(on: .main, command: "test") { snapshot in
      if tips.isEmpty { try other.write("theirs.json", "1") }
      tips.append(snapshot.commit)
      return try Self.draft("ours.json", in: test.store)
    }.forkUpdate
    #expect(forkUpdate.isChange && tips.count == 2 && tips.first != tips.last)
    let documents = try test.store.listedDocuments(DocumentQuery())
    #expect(documents.map(\.document) == [".fork/schema.json", "ours.json", "theirs.json"])
  }

  @Test("an expectation that fails after a lost race stops it")
  func expectationAfterLostRace() throws {
    let test = try TestStore(bare: true)
    let other = try test.reopened()
    let path = try DocumentPath("a.json")
    var isFirst = true
    let error = #expect(throws: StoreError.self) {
      try test.store.record(on: .main, command: "test", expecting: .absent, of: [path]) { _ in
        if isFirst { try other.write("a.json", "1") }
        isFirst = false
        return try Self.draft("a.json", in: test.store)
      }
    }
    #expect(error?.kind == .tryAgain)
  }

  @Test("a work tree is locked from the reading of the tip to the end", arguments: [true, false])
  func oneWriterAtATime(interrupted: Bool) throws {
    let test = try TestStore(interrupted: interrupted)
    let tip = try test.store.tip(of: .main)
    let result = Result { try test.update("a.json", "1") }
    let moved = try test.store.tip(of: .main) != tip
    switch result {
    case .success: #expect(moved && !interrupted)
    case .failure(let error):
      #expect(StoreError(translating: error).kind == .interrupted && interrupted && !moved)
    }
    #expect(try test.store.repository.status().isEmpty)
  }

  @Test("an update from a commit that is no longer the tip is refused")
  func fixedUpdate() throws {
    let test = try TestStore()
    let first = try test.store.tip(of: .main)
    try test.update("a.json", "1")
    let second = try test.store.tip(of: .main)
    let error = #expect(throws: StoreError.self) {
      try test.store.update(.main, from: first, to: first)
    }
    #expect(error?.kind == .tryAgain)
    try test.store.update(.main, from: second, to: first)
    #expect(try test.store.tip(of: .main) == first)
    #expect(try test.store.repository.status().isEmpty)
  }

  private static func draft(_ document: String, in store: DocumentStore) throws -> VersionDraft {
    let blob = try store.repository.writeBlob([0x32])
    return VersionDraft(changes: [try DocumentPath(document): .file(blob)], message: "test")
  }
}
