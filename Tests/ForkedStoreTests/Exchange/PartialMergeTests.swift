import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedTestSupport
import Foundation
import Testing

@testable import ForkedStore

@Suite("An exchange in which one document waits for a decision")
struct PartialMergeTests {
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

  @Test("the others are merged and pushed, each change once, and both versions of it stay")
  func others() throws {
    try diverge()
    let report = try first.exchange(ExchangeRequest())
    #expect(report.forks.map(\.isPartial) == [true])
    #expect(report.forks[0].conflicts.map(\.document) == ["n/x.json"])
    _ = try second.exchange(ExchangeRequest())
    for store in [first, second] {
      #expect(try devices.text(store, "n/y.json") == note("t", 3))
      #expect(try devices.text(store, "n/z.json") == note("z", 0))
    }
    #expect(try devices.text(first, "n/x.json") == note("A", 0))
    #expect(try devices.text(second, "n/x.json") == note("B", 0))
  }

  @Test("once more makes no new version, and a decision ends it without counting twice")
  func decision() throws {
    try diverge()
    _ = try first.exchange(ExchangeRequest())
    let tip = try first.repository.resolve(revision: "main")
    let again = try first.exchange(ExchangeRequest())
    #expect(again.forks[0].isPushed == false)
    #expect(try first.repository.resolve(revision: "main") == tip)
    try devices.set(second, "n/z.json", note("z", 4))
    _ = try second.exchange(ExchangeRequest())
    let theirs = try first.exchange(ExchangeRequest())
    #expect(theirs.failure == nil && theirs.forks[0].isPartial)
    #expect(try devices.text(first, "n/z.json") == note("z", 4))
    try devices.set(first, "n/y.json", note("t", 13))
    try devices.set(second, "n/z.json", note("z", 5))
    _ = try second.exchange(ExchangeRequest())
    _ = try first.exchange(ExchangeRequest())
    let last = try first.exchange(
      ExchangeRequest(resolutions: [
        ConflictResolution(
          document: "n/x.json", pointer: try JSONPointer(parsing: "/title"), choice: .theirs)
      ]))
    #expect(last.hasConflicts == false)
    _ = try second.exchange(ExchangeRequest())
    for store in [first, second] {
      #expect(try devices.text(store, "n/x.json") == note("B", 0))
      #expect(try devices.text(store, "n/y.json") == note("t", 13))
      #expect(try devices.text(store, "n/z.json") == note("z", 5))
    }
    let tips = try [first, second].map { try $0.repository.resolve(revision: "main") }
    #expect(tips[0] == tips[1])
  }

  @Test("after each single step, a merge finds the same conflict and counts each change once")
  func steps() throws {
    try diverge()
    let remote = try #require(try first.repository.remote(named: "origin"))
    let state = try first.repository.download(from: remote, options: first.remoteOptions())
    var here = try first.repository.resolve(revision: "main")
    var there = try #require(state.forks[.main])
    var count = 0
    while count < 5 {
      var partial = try #require(try PartialMerge(of: here, and: there, first, MergePolicy()))
      guard let step = try partial.step(besides: []) else { break }
      count += 1
      // A crash may come before the remote is updated, but not before this side is.
      for (ours, theirs) in [(step.here ?? here, there), (step.here ?? here, step.there ?? there)] {
        let merge = VersionMerge(first, ours: ours, theirs: theirs, policy: MergePolicy())
        #expect(try merge.run().conflicts.map(\.pointer.description) == ["/title"])
        var decided = merge
        decided.policy.conflicts = .prefer(.ours)
        decided.policy.choices = ["n/x.json": [try JSONPointer(parsing: "/title"): .ours]]
        let tree = try #require(try decided.run().tree)
        let entry = try #require(try first.repository.entry(at: "n/y.json", in: tree))
        #expect(try first.repository.blob(entry.id) == Array(note("t", 3).utf8))
      }
      (here, there) = (step.here ?? here, step.there ?? there)
    }
    #expect(count == 2)
  }

  @Test("authors and times of the others' changes stay")
  func times() throws {
    try diverge()
    let changed = try second.repository.resolve(revision: "main")
    _ = try first.exchange(ExchangeRequest())
    var times: [String: HybridTime] = [:]
    try first.repository.walkHistory(from: [try first.repository.resolve(revision: "main")]) {
      times[$0.subject] = $0.hybridTime
      return true
    }
    #expect(times["n/z.json: title"] == (try first.repository.commit(changed).hybridTime))
  }

  @Test("a second document with a conflict waits, too")
  func secondConflict() throws {
    try diverge()
    _ = try first.exchange(ExchangeRequest())
    _ = try second.exchange(ExchangeRequest())
    try devices.set(first, "n/z.json", note("za", 0))
    try devices.set(first, "n/y.json", note("t", 4))
    try devices.set(second, "n/z.json", note("zb", 0))
    try devices.set(second, "n/y.json", note("t", 5))
    _ = try second.exchange(ExchangeRequest())
    let report = try first.exchange(ExchangeRequest())
    #expect(report.forks[0].conflicts.map(\.document) == ["n/x.json", "n/z.json"])
    _ = try second.exchange(ExchangeRequest())
    for store in [first, second] { #expect(try devices.text(store, "n/y.json") == note("t", 6)) }
    let last = try first.exchange(ExchangeRequest(policy: .prefer(.theirs)))
    #expect(last.hasConflicts == false)
    _ = try second.exchange(ExchangeRequest())
    for store in [first, second] {
      #expect(try devices.text(store, "n/x.json") == note("B", 0))
      #expect(try devices.text(store, "n/z.json") == note("zb", 0))
      #expect(try devices.text(store, "n/y.json") == note("t", 6))
    }
  }

  @Test("all wait if another fork has a version that would be copied")
  func otherFork() throws {
    try diverge()
    _ = try first.createFork(CreateForkRequest(name: "side", revision: "main"))
    let tip = try first.repository.resolve(revision: "main")
    let report = try first.exchange(ExchangeRequest(forks: ["main"]))
    #expect(report.forks.map(\.isPartial) == [false])
    #expect(try first.repository.resolve(revision: "main") == tip)
  }

  @Test("all wait if one side changed the schemas, or deleted the document")
  func dependent() throws {
    try diverge()
    try devices.set(first, ".fork/schema.json", #"{"x-default-merge":"manual"}"#)
    let report = try first.exchange(ExchangeRequest())
    #expect(report.forks[0].conflicts.isEmpty == false && report.forks[0].isPartial == false)
  }

  @Test("documents with entities wait together")
  func entities() throws {
    let schema = """
      {"x-documents":{"n/*.json":{"properties":{"p":{"type":"object","x-identity":"P-{id}",
      "properties":{"name":{"x-merge":"manual"}}}}}}}
      """
    let person = { (name: String) in #"{"p":{"id":1,"name":"\#(name)"}}"# }
    let devices = try Devices(
      schema, ["n/x.json": person("t"), "n/y.json": person("t"), "a.json": "{}"])
    let (first, second) = (try devices.store("first"), try devices.clone("second"))
    for (store, name) in [(first, "A"), (second, "B")] {
      try devices.set(store, "n/x.json", person(name))
      try devices.set(store, "a.json", #"{"\#(name)":1}"#)
    }
    _ = try second.exchange(ExchangeRequest())
    let report = try first.exchange(ExchangeRequest())
    #expect(report.forks[0].conflicts.isEmpty == false && report.forks[0].isPartial == false)
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
