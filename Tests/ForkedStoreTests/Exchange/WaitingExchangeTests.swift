import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedTestSupport
import Foundation
import Testing

@testable import ForkedStore

@Suite("an exchange that waits for a decision")
struct WaitingExchangeTests {
  private static let schema = """
    {"x-documents":{"n/*.json":{"properties":{"title":{"x-merge":"manual"},
    "count":{"type":"integer","x-merge":"counterMerge"}}}}}
    """
  private static let start = #"{"title":"t","count":0}"#

  private let devices: Devices
  private let first: DocumentStore
  private let second: DocumentStore

  init() throws {
    devices = try Devices(
      Self.schema, ["n/x.json": Self.start, "n/y.json": Self.start, "n/z.json": Self.start])
    first = try devices.store("first")
    second = try devices.clone("second")
  }

  private func note(_ title: String, _ count: Int) -> String {
    #"{"title":"\#(title)","count":\#(count)}"#
  }

  /// Both change one title differently and one counter, and each another document.
  private func diverge() throws {
    try devices.set(first, "n/x.json", note("A", 0))
    try devices.set(first, "n/y.json", note("t", 1))
    try devices.set(second, "n/y.json", note("t", 2))
    try devices.set(second, "n/x.json", note("B", 0))
    try devices.set(second, "n/z.json", note("z", 0))
    _ = try second.exchange(ExchangeRequest())
  }

  @Test("the others are merged and pushed, and a decision ends it with each change counted once")
  func decision() throws {
    try diverge()
    let report = try first.exchange(ExchangeRequest())
    #expect(report.forks[0].conflicts.map(\.document) == ["n/x.json"])
    #expect(report.forks[0].waiting == ["n/x.json"] && report.forks[0].isPushed)
    _ = try second.exchange(ExchangeRequest())
    for store in [first, second] {
      #expect(try devices.text(store, "n/x.json") == note("B", 0))
      #expect(try devices.text(store, "n/y.json") == note("t", 3))
      #expect(try devices.text(store, "n/z.json") == note("z", 0))
    }
    let last = try first.exchange(
      ExchangeRequest(resolutions: [
        ConflictResolution(
          document: "n/x.json", pointer: try JSONPointer(parsing: "/title"), choice: .theirs)
      ]))
    #expect(last.hasConflicts == false)
    _ = try second.exchange(ExchangeRequest())
    for store in [first, second] {
      #expect(try devices.text(store, "n/x.json") == note("B", 0))
      #expect(try devices.text(store, "n/y.json") == note("t", 3))
      #expect(try devices.text(store, "n/z.json") == note("z", 0))
    }
  }

  /// The order of the commits' ids, which decides the order of a canonical merge, differs between these.
  @Test(
    "decisions are for the conflicts that are open now; the status lists them", arguments: 0..<4)
  func decisions(count: Int) throws {
    for number in 0..<count { try devices.set(first, "n/y.json", note("t", 10 + number)) }
    try diverge()
    let dry = try first.exchange(ExchangeRequest(dryRun: true))
    let merge = try #require(dry.merges.first)
    let decided = try first.decisions(merge.conflicts.map { ($0, .ours) }, in: merge.commits)
    try devices.set(second, "n/z.json", note("zz", 0))
    _ = try second.exchange(ExchangeRequest())
    let error = #expect(throws: StoreError.self) {
      try first.exchange(ExchangeRequest(decisions: [decided]))
    }
    #expect(error?.kind == .refused)

    let now = try #require(try first.exchange(ExchangeRequest()).merges.first)
    let waiting = try #require(try first.status().waiting)
    #expect(waiting.conflicts.map(\.pointer.description) == ["/title"])
    #expect(waiting.remote == "origin/main" && waiting.command == "fork exchange origin")
    let last = try first.exchange(
      ExchangeRequest(decisions: [
        try first.decisions(now.conflicts.map { ($0, .ours) }, in: now.commits)
      ]))
    #expect(last.hasConflicts == false)
    #expect(try first.status().waiting == nil)
    #expect(try devices.text(first, "n/x.json") == note("A", 0))
  }

  @Test("of two documents one is decided")
  func oneOfTwo() throws {
    try diverge()
    try devices.set(first, "n/z.json", note("C", 5))
    let report = try first.exchange(ExchangeRequest())
    #expect(report.forks[0].waiting == ["n/x.json", "n/z.json"])
    let next = try first.exchange(ExchangeRequest(resolutions: [try title("n/z.json", .ours)]))
    #expect(next.forks[0].waiting == ["n/x.json"] && next.forks[0].isPushed)
    #expect(try devices.text(first, "n/z.json") == note("C", 5))
    #expect(try devices.text(first, "n/x.json") == note("B", 0))
    #expect(try waiting(first) == ["n/x.json"])
    #expect(try first.exchange(ExchangeRequest(policy: .prefer(.ours))).hasConflicts == false)
    #expect(try devices.text(first, "n/x.json") == note("A", 0))
  }

  @Test("an undone exchange comes back with what waits, and edits in between count once")
  func undone() throws {
    try diverge()
    try set(first, "n/x.json", "/count", "1")
    _ = try first.exchange(ExchangeRequest())
    _ = try first.undo(UndoRequest())
    #expect(try devices.text(first, "n/x.json") == note("A", 1))
    #expect(try waiting(first) == [])
    let again = try first.exchange(ExchangeRequest())
    #expect(again.forks[0].action == .fastForward && again.forks[0].waiting == ["n/x.json"])
    _ = try first.undo(UndoRequest())
    try set(first, "n/x.json", "/count", "2")
    #expect(try first.exchange(ExchangeRequest()).forks[0].waiting == ["n/x.json"])
    #expect(try devices.text(first, "n/x.json") == note("B", 1))
    #expect(try first.exchange(ExchangeRequest(policy: .prefer(.ours))).hasConflicts == false)
    #expect(try devices.text(first, "n/x.json") == note("A", 2))
  }

  @Test("an undone decision waits again, until the exchange that brings it back")
  func undoneDecision() throws {
    try diverge()
    _ = try first.exchange(ExchangeRequest())
    _ = try first.exchange(ExchangeRequest(policy: .prefer(.ours)))
    _ = try first.undo(UndoRequest())
    #expect(try waiting(first) == ["n/x.json"])
    #expect(try first.exchange(ExchangeRequest()).hasConflicts == false)
    #expect(try devices.text(first, "n/x.json") == note("A", 0))
    #expect(try references(first).isEmpty)
  }

  @Test("the remote's document may change meanwhile, and a new clone has it")
  func movingRemote() throws {
    try diverge()
    _ = try first.exchange(ExchangeRequest())
    _ = try second.exchange(ExchangeRequest())
    try set(second, "n/x.json", "/title", "\"B2\"")
    _ = try second.exchange(ExchangeRequest())
    let clone = try devices.clone("third")
    #expect(try devices.text(clone, "n/x.json") == note("B2", 0))
    #expect(try references(clone).isEmpty && waiting(clone) == [])
    let report = try first.exchange(ExchangeRequest())
    let conflict = try #require(report.forks[0].conflicts.first)
    #expect(report.forks[0].conflicts.count == 1)
    #expect(conflict.ours?.description == "\"A\"" && conflict.theirs?.description == "\"B2\"")
    #expect(conflict.base?.description == "\"t\"")
    _ = try first.exchange(ExchangeRequest(policy: .prefer(.ours)))
    _ = try clone.exchange(ExchangeRequest())
    #expect(try devices.text(clone, "n/x.json") == note("A", 0))
  }

  /// The ways of deciding a conflict for our version.
  private static let ways: [@Sendable (DocumentStore, ExchangeReport) throws -> ExchangeRequest] = [
    { _, _ in ExchangeRequest(policy: .prefer(.ours)) },
    { _, report in
      ExchangeRequest(
        resolutions: report.forks[0].conflicts.map {
          ConflictResolution(document: $0.document, pointer: $0.pointer, choice: .ours)
        })
    },
    { store, report in
      let merge = try #require(report.merges.first)
      return ExchangeRequest(decisions: [
        try store.decisions(merge.conflicts.map { ($0, .ours) }, in: merge.commits)
      ])
    },
  ]

  @Test("of two changes of one document that wait, the later one is decided", arguments: 0..<3)
  func twice(way: Int) throws {
    try diverge()
    _ = try first.exchange(ExchangeRequest())
    try set(first, "n/x.json", "/title", "\"A2\"")
    try set(first, "n/z.json", "/title", "\"z\"")
    try set(second, "n/x.json", "/title", "\"B2\"")
    _ = try second.exchange(ExchangeRequest())
    _ = try second.exchange(ExchangeRequest())
    _ = try first.exchange(ExchangeRequest())
    let report = try first.exchange(ExchangeRequest())
    let conflicts = report.forks[0].conflicts
    #expect(conflicts.map(\.ours?.description) == ["\"A2\""])
    #expect(conflicts.map(\.theirs?.description) == ["\"B2\""])
    _ = try first.exchange(Self.ways[way](first, report))
    #expect(try waiting(first) == [])
    #expect(try devices.text(first, "n/x.json") == note("A2", 0))
  }

  @Test("a decision for another remote does not end that the document waits for this one")
  func otherRemote() throws {
    try diverge()
    _ = try first.exchange(ExchangeRequest())
    let hub = devices.root + "/hub2.git"
    try FileManager.default.copyItem(atPath: devices.root + "/hub.git", toPath: hub)
    _ = try first.addRemote(named: "hub2", url: hub)
    _ = try first.exchange(ExchangeRequest(remote: "hub2", policy: .prefer(.ours)))
    _ = try first.undo(UndoRequest())
    _ = try first.exchange(ExchangeRequest(remote: "hub2"))
    _ = try first.undo(UndoRequest())
    #expect(try waiting(first) == ["n/x.json"])
  }

  @Test("the merge that left a document out is not reverted")
  func revert() throws {
    try diverge()
    _ = try first.exchange(ExchangeRequest())
    let error = #expect(throws: StoreError.self) {
      try first.revert("main")
    }
    #expect(error?.kind == .usage && error?.message.contains("n/x.json") == true)
  }

  @Test("what else changed in the document is decided by the times of its changes")
  func times() throws {
    try set(first, "n/x.json", "/latest", "\"ours\"")
    try set(second, "n/x.json", "/latest", "\"theirs\"")
    try set(second, "n/x.json", "/title", "\"B\"")
    try set(first, "n/x.json", "/title", "\"A\"")
    let last = try first.repository.resolve(revision: "main")
    try set(second, "n/z.json", "/title", "\"z\"")
    _ = try second.exchange(ExchangeRequest())
    let report = try first.exchange(ExchangeRequest())
    #expect(report.forks[0].conflicts.first?.ourChange?.commit == last.hex)
    _ = try first.exchange(ExchangeRequest(resolutions: [try title("n/x.json", .ours)]))
    #expect(
      try devices.text(first, "n/x.json") == #"{"title":"A","count":0,"latest":"theirs"}"#)
  }

  @Test("one side removed the document", arguments: [true, false])
  func removal(isOurs: Bool) throws {
    let devices = try Devices(#"{"x-default-merge":"manual"}"#, ["a.json": #"{"b":1}"#])
    let (first, second) = (try devices.store("first"), try devices.clone("second"))
    _ = try (isOurs ? first : second).removeDocuments(
      [PropertyArgument(document: "a.json")], fork: "main")
    try set(isOurs ? second : first, "a.json", "/b", "2")
    try devices.set(first, "other.json", "1")
    _ = try second.exchange(ExchangeRequest())
    #expect(try first.exchange(ExchangeRequest()).forks[0].waiting == ["a.json"])
    #expect(try text(first, "a.json") == (isOurs ? #"{"b":2}"# : nil))
    _ = try first.exchange(ExchangeRequest(policy: .prefer(.ours)))
    #expect(try text(first, "a.json") == (isOurs ? nil : #"{"b":2}"#))
  }

  @Test("both sides added the document")
  func addition() throws {
    try devices.set(first, "n/new.json", note("A", 0))
    try devices.set(second, "n/new.json", note("B", 0))
    try devices.set(second, "n/z.json", note("z", 0))
    _ = try second.exchange(ExchangeRequest())
    #expect(try first.exchange(ExchangeRequest()).forks[0].waiting == ["n/new.json"])
    _ = try first.exchange(ExchangeRequest(policy: .prefer(.ours)))
    #expect(try devices.text(first, "n/new.json") == note("A", 0))
  }

  @Test("a fork in which something waits is not lost: neither deleted here, nor after the remote's")
  func deletedFork() throws {
    let side = Fork(name: "side")
    _ = try first.createFork("side", from: "main")
    for store in [first, second] { _ = try store.exchange(ExchangeRequest(forks: ["side"])) }
    for (store, title) in [(first, "A"), (second, "B")] {
      try set(store, "n/x.json", "/title", "\"\(title)\"", in: "side")
      try set(store, "n/z.json", "/\(title)", "1", in: "side")
    }
    _ = try second.exchange(ExchangeRequest())
    #expect(try first.exchange(ExchangeRequest()).forks[1].waiting == ["n/x.json"])
    let error = #expect(throws: StoreError.self) {
      try first.deleteFork("side")
    }
    #expect(error?.kind == .refused)
    _ = try second.exchange(ExchangeRequest())
    _ = try second.deleteFork("side")
    _ = try second.exchange(ExchangeRequest())
    #expect(try first.exchange(ExchangeRequest()).forks[1].survival == .changedHere)
    #expect(try first.repository.tip(of: side) != nil)
    let decided = try first.exchange(ExchangeRequest(policy: .prefer(.ours)))
    #expect(decided.hasConflicts == false)
    #expect(try devices.text(first, "n/x.json", at: "side") == note("A", 0))
    _ = try first.merge(MergeRequest(from: ["side"], into: "main"))
    _ = try first.deleteFork("side")
  }

  @Test("a dry run keeps nothing")
  func dryRun() throws {
    try diverge()
    let tip = try first.repository.resolve(revision: "main")
    let report = try first.exchange(ExchangeRequest(dryRun: true))
    #expect(report.forks[0].waiting == ["n/x.json"])
    #expect(try first.repository.resolve(revision: "main") == tip)
    #expect(try references(first).isEmpty)
  }

  @Test("nothing changes where only the document itself did")
  func alone() throws {
    for (store, title) in [(first, "A"), (second, "B")] {
      try devices.set(store, "n/x.json", note(title, 0))
    }
    _ = try second.exchange(ExchangeRequest())
    let row = try first.exchange(ExchangeRequest()).forks[0]
    #expect(row.isBlocked && row.action == .none && !row.isPushed)
    #expect(try devices.text(first, "n/x.json") == note("A", 0))
  }

  @Test("all documents wait under another schema, or one with entities")
  func dependent() throws {
    try diverge()
    try devices.set(first, ".fork/schema.json", Self.schema + "\n")
    let tip = try first.repository.resolve(revision: "main")
    let row = try first.exchange(ExchangeRequest()).forks[0]
    #expect(row.isBlocked && row.waiting.isEmpty && !row.isPushed)
    #expect(try first.repository.resolve(revision: "main") == tip)
    #expect(try waiting(first) == ["n/x.json"])

    let entities = """
      {"x-default-merge":"manual","x-documents":{"p.json":{"x-identity":"P-{id}"}}}
      """
    let devices = try Devices(entities, ["a.json": #"{"b":1}"#])
    let (one, two) = (try devices.store("first"), try devices.clone("second"))
    for (store, value) in [(one, "2"), (two, "3")] { try set(store, "a.json", "/b", value) }
    _ = try two.exchange(ExchangeRequest())
    #expect(try one.exchange(ExchangeRequest()).forks[0].isBlocked)
  }

  private func title(_ name: String, _ choice: ConflictChoice) throws -> ConflictResolution {
    ConflictResolution(
      document: name, pointer: try JSONPointer(parsing: "/title"), choice: choice)
  }

  private func waiting(_ store: DocumentStore) throws -> [String] {
    try store.status().waiting?.conflicts.map(\.document) ?? []
  }

  private func references(_ store: DocumentStore) throws -> [Fork: ObjectID] {
    try store.repository.forks(below: WaitingVersion.references)
  }

  private func text(_ store: DocumentStore, _ name: String) throws -> String? {
    let version = try store.snapshot(of: store.repository.resolve(revision: "main"))
    return try store.bytes(of: DocumentPath(name), in: version)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private func set(
    _ store: DocumentStore, _ name: String, _ pointer: String, _ json: String,
    in fork: String = "main"
  ) throws {
    _ = try store.updateDocument(
      name, at: try JSONPointer(parsing: pointer),
      with: .bytes(Array(json.utf8), from: "test"), fork: fork)
  }
}
