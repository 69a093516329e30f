import Forked
import ForkedGit
import Testing

@testable import ForkedStore

@Suite("versions of a clock that is ahead")
struct WrongClockTests {
  private static let second: Int64 = 1_000_000_000
  private static let fiveYears = 5 * 365 * 86_400 * second

  /// A repository whose main fork begins with a version that is dated this far ahead.
  private static func poisoned(by difference: Int64) throws -> TestStore {
    let test = try TestStore(bare: true)
    test.clock.move(by: difference)
    try test.update("a.json", #"{"n":0}"#)
    test.clock.move(by: -difference)
    return test
  }

  private static func set(_ value: Int, on fork: String, in test: TestStore) throws -> CommitObject
  {
    test.clock.move(by: 60 * second)
    let report = try test.store.write("a.json", #"{"n":\#(value)}"#, on: fork)
    return try test.store.repository.commit(#require(report.commit))
  }

  @Test(
    "up to ten minutes ahead raises the next version, more raises nothing", arguments: [590, 660])
  func bound(seconds: Int64) throws {
    let test = try Self.poisoned(by: seconds * Self.second)
    let poison = try test.store.repository.commit(test.store.tip(of: .main))
    test.clock.move(by: -60 * Self.second)
    let next = try Self.set(1, on: "main", in: test)
    let raised = poison.hybridTime.nanoseconds + 1
    #expect(next.hybridTime.nanoseconds == (seconds < 600 ? raised : test.clock.now))
  }

  @Test(
    "of two edits on top of it, the later one counts",
    arguments: [["main", "ui"], ["ui", "main"]])
  func order(forks: [String]) throws {
    let test = try Self.poisoned(by: Self.fiveYears)
    _ = try test.store.createFork("ui")
    for (index, fork) in forks.enumerated() { _ = try Self.set(index + 1, on: fork, in: test) }
    let report = try test.store.merge(MergeRequest(from: ["ui"], policy: .mostRecent))
    #expect(report.conflicts.isEmpty)
    #expect(try test.store.text(of: "a.json") == #"{"n":2}"#)
  }

  @Test("an author date that is far ahead raises no version on top of it")
  func authorDateOfParent() throws {
    let test = try TestStore(bare: true)
    let tip = try test.store.tip(of: .main)
    let seconds = test.clock.now / Self.second
    func by(_ seconds: Int64) -> Signature {
      Signature(name: "Ada", email: "ada@example.org", seconds: seconds)
    }
    let ahead = try test.store.repository.writeCommit(
      CommitDraft(
        tree: test.store.repository.tree(ofCommit: tip), parents: [tip],
        author: by(seconds + 86_400), committer: by(seconds), message: "x", hybridTime: nil))
    try test.store.update(.main, from: tip, to: ahead)
    #expect(try Self.set(1, on: "main", in: test).hybridTime.nanoseconds == test.clock.now)
  }

  @Test("an author date counts as at most ten minutes after the committer's")
  func authorDate() throws {
    let store = try TestStore(bare: true).store
    func commit(author: Int64, committer: Int64) throws -> CommitObject {
      func by(_ seconds: Int64) -> Signature {
        Signature(name: "Ada", email: "ada@example.org", seconds: seconds)
      }
      return try store.repository.commit(
        store.repository.writeCommit(
          CommitDraft(
            tree: store.repository.emptyTree(), parents: [], author: by(author),
            committer: by(committer), message: "x", hybridTime: nil)))
    }
    for (author, committer, counted) in [
      (5_000, 1_000, 1_600), (1_600, 1_000, 1_600), (1_500, 1_000, 1_500), (500, 1_000, 500),
    ] as [(Int64, Int64, Int64)] {
      let made = try commit(author: author, committer: committer)
      #expect(made.countedTime == HybridTime(seconds: counted), "\(author)")
      #expect(made.hybridTime == HybridTime(seconds: author))
    }
  }

  @Test("two clones that merge such a version make the same commit, whatever their clocks say")
  func canonical() throws {
    let test = try Self.poisoned(by: Self.fiveYears)
    _ = try test.store.createFork("ui")
    let (ours, theirs) = (
      try Self.set(1, on: "main", in: test), try Self.set(2, on: "ui", in: test)
    )
    let merges = try [0, Self.fiveYears, 2 * Self.fiveYears].map { difference in
      test.clock.move(by: difference)
      let store = try test.reopened()
      return try store.canonicalMerge(ours.id, theirs.id, MergePolicy(conflicts: .mostRecent))
        .commit
    }
    #expect(merges[0] != nil && Set(merges).count == 1)
  }
}
