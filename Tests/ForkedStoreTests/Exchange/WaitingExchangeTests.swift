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

  @Test("neither side changes, and a decision ends it with each change counted once")
  func decision() throws {
    try diverge()
    let tip = try first.repository.resolve(revision: "main")
    let report = try first.exchange(ExchangeRequest())
    #expect(report.forks[0].conflicts.map(\.document) == ["n/x.json"])
    #expect(report.forks[0].isPushed == false)
    #expect(try first.repository.resolve(revision: "main") == tip)
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

  /// A few in every run, more where `FORK_EXCHANGE_SEEDS` says so.
  private static let seeds: ClosedRange<Int> =
    1...(ProcessInfo.processInfo.environment["FORK_EXCHANGE_SEEDS"].flatMap(Int.init) ?? 2)

  @Test(
    "three devices, in any order: equal in the end, and each increment counts once",
    arguments: seeds)
  func anyOrder(seed: Int) throws {
    let stores = [first, second, try devices.clone("third")]
    let names = ["n/x.json", "n/y.json", "n/z.json"]
    var random = SeededGenerator(seed: UInt64(seed))
    var (increments, trail) = ([String: Int](), ["seed \(seed)"])
    for step in 1...24 {
      let device = Int.random(in: 0..<3, using: &random)
      let name = names[Int.random(in: 0..<3, using: &random)]
      let kind = Int.random(in: 0..<6, using: &random)
      trail.append("\(step): \(device) \(name) \(kind)")
      switch kind {
      case 0, 1:
        let count = try count(stores[device], name)
        try set(stores[device], name, "/count", "\((Int(count) ?? 0) + 1)")
        increments[name, default: 0] += 1
      case 2: try set(stores[device], name, "/title", "\"\(step)\"")
      case 3: _ = try stores[device].exchange(ExchangeRequest(policy: .prefer(.ours)))
      default: _ = try stores[device].exchange(ExchangeRequest())
      }
    }
    for store in stores + stores {
      let report = try store.exchange(ExchangeRequest(policy: .prefer(.theirs)))
      #expect(report.hasConflicts == false && report.failure == nil, "\(trail)")
    }
    for store in stores {
      for name in names {
        #expect(try devices.text(store, name) == devices.text(first, name), "\(trail)")
        #expect(try count(store, name) == "\(increments[name] ?? 0)", "\(trail)")
      }
    }
  }

  private func count(_ store: DocumentStore, _ name: String) throws -> String {
    let text = try devices.text(store, name)
    return try JSONDocument(parsing: Array(text.utf8)).root["count"]?.description ?? ""
  }

  private func set(
    _ store: DocumentStore, _ name: String, _ pointer: String, _ json: String
  ) throws {
    _ = try store.updateDocument(
      UpdateDocumentRequest(
        document: name, pointer: try JSONPointer(parsing: pointer),
        content: .bytes(Array(json.utf8), from: "test"), fork: "main"))
  }
}
