import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedTestSupport
import Foundation
import Testing

@testable import ForkedStore

/// Devices that edit, exchange, decide and undo in any order, while documents wait for decisions.
///
/// Each edit sets a property of its own or counts by one. So the history tells what each document must hold in the end:
/// all edits in it, each once.
@Suite("documents that wait: nothing is lost, and nothing counts twice")
struct WaitingLawTests {
  private static let schema = """
    {"x-default-merge":"manual","x-documents":{"n/*.json":{"properties":{"title":{"x-merge":"manual"},
    "latest":{"x-merge":"mostRecent"},"count":{"type":"integer","x-merge":"counterMerge"}}}}}
    """
  private static let kept = ["n/x.json", "n/y.json", "n/z.json"]
  private static let passing = ["n/p.json", "n/q.json"]

  /// A few in every run, more where `FORK_EXCHANGE_SEEDS` says so.
  private static let seeds: ClosedRange<Int> =
    1...(LawSeeds.number("FORK_EXCHANGE_SEEDS") ?? 2)

  @Test("devices in any order", arguments: seeds)
  func anyOrder(seed: Int) throws {
    var world = try World(seed: seed)
    for step in 1...40 {
      if step == 15 { try world.copy() }
      try world.step(step)
    }
    try world.finish()
    try world.check()
  }

  private struct World {
    let devices: Devices
    var stores: [DocumentStore]
    var random: SeededGenerator
    var trail: [String]
    /// The commits that counted, and those that set a property of their own.
    var counts: [ObjectID: String] = [:]
    var values: [ObjectID: (document: String, name: String)] = [:]

    init(seed: Int) throws {
      devices = try Devices(
        schema,
        Dictionary(uniqueKeysWithValues: kept.map { ($0, #"{"title":"t","count":0}"#) }))
      stores = [try devices.store("first")]
      for name in ["second", "third"] { stores.append(try devices.clone(name)) }
      try stores[1].repository.addRemote(named: "peer", url: devices.root + "/first")
      random = SeededGenerator(seed: UInt64(seed))
      trail = ["seed \(seed)"]
    }

    /// Copies a device, with all that waits there.
    mutating func copy() throws {
      try FileManager.default.copyItem(
        atPath: devices.root + "/first", toPath: devices.root + "/copy")
      stores.append(try devices.store("copy"))
    }

    mutating func step(_ step: Int) throws {
      let device = random.below(stores.count)
      let store = stores[device]
      let name = random.pick(kept)
      let kind = random.below(16)
      trail.append("\(step): \(device) \(name) \(kind)")
      switch kind {
      case 0, 1:
        let count = try Int(value(store, name, "count")) ?? 0
        counts[try set(store, name, "count", "\(count + 1)")] = name
      case 2, 3: _ = try set(store, name, "title", "\"\(step)\"")
      case 4: _ = try set(store, name, "latest", "\"\(step)\"")
      case 5: values[try set(store, name, "own\(step)", "\(step)")] = (name, "own\(step)")
      case 6:
        let passing = random.pick(passing)
        if try exists(store, passing), random.oneIn(2) {
          _ = try store.removeDocuments([PropertyArgument(document: passing)], fork: "main")
        } else {
          try devices.set(store, passing, #"{"title":"\#(step)","own\#(step)":1}"#)
        }
      case 7: try undo(store)
      case 8:
        try exchange(store, ExchangeRequest(policy: .prefer(random.oneIn(2) ? .ours : .theirs)))
      case 9:
        let choice: ConflictChoice = random.oneIn(2) ? .ours : .theirs
        try exchange(
          store,
          ExchangeRequest(resolutions: [
            ConflictResolution(
              document: name, pointer: try JSONPointer(parsing: "/title"), choice: choice)
          ]))
      case 11: try side(store, name)
      case 12: try merge("side", into: "main", store)
      case 10: try exchange(stores[1], ExchangeRequest(remote: "peer"))
      default: try exchange(store, ExchangeRequest())
      }
    }

    /// Counts in a fork that only this device has, which begins at main.
    mutating func side(_ store: DocumentStore, _ name: String) throws {
      if try store.repository.tip(of: Fork(name: "side")) == nil {
        _ = try store.createFork("side", from: "main")
      } else if random.oneIn(2) {
        try merge("main", into: "side", store)
      }
      let count = try Int(value(store, name, "count", in: "side")) ?? 0
      counts[try set(store, name, "count", "\(count + 1)", in: "side")] = name
    }

    func merge(_ source: String, into fork: String, _ store: DocumentStore) throws {
      guard try store.repository.tip(of: Fork(name: "side")) != nil else { return }
      let report = try store.merge(
        MergeRequest(from: [source], into: fork, policy: .prefer(.theirs)))
      #expect(report.conflicts.isEmpty, "\(trail)")
    }

    /// Undoes a command, but none that made the documents of the beginning.
    func undo(_ store: DocumentStore) throws {
      do { _ = try store.undo(UndoRequest()) } catch let error as StoreError {
        #expect(error.kind == .notFound || error.kind == .refused, "\(error) \(trail)")
      }
      if try kept.contains(where: { try !exists(store, $0) }) {
        _ = try store.undo(UndoRequest(redoes: true))
      }
    }

    mutating func exchange(_ store: DocumentStore, _ request: ExchangeRequest) throws {
      let report = try store.exchange(request)
      #expect(report.failure == nil, "\(trail)")
      let row = try #require(report.forks.first)
      trail.append(
        "  \(row.action) \(row.isPushed) waiting \(row.waiting) blocked \(row.isBlocked)")
      let tip = try store.repository.resolve(revision: "main")
      let again = try #require(
        try store.exchange(ExchangeRequest(remote: request.remote)).forks.first)
      #expect(again.waiting == row.waiting && again.isPushed == false, "\(trail)")
      #expect(try store.repository.resolve(revision: "main") == tip, "\(trail)")
      if request.remote != nil { return }
      let waiting = try store.status().waiting?.conflicts.map(\.document) ?? []
      #expect(Set(waiting).isSuperset(of: row.conflicts.map(\.document)), "\(trail)")
      #expect(row.isBlocked || waiting.count == row.conflicts.count, "\(trail)")
    }

    /// Each device decides all that waits.
    mutating func finish() throws {
      for store in stores { try merge("side", into: "main", store) }
      for store in stores + stores + stores {
        _ = try store.exchange(ExchangeRequest(policy: .prefer(.theirs)))
      }
      for store in stores {
        let row = try #require(try store.exchange(ExchangeRequest()).forks.first)
        #expect(row.conflicts.isEmpty && !row.isPushed && row.action == .none, "\(trail)")
        let tip = try store.repository.resolve(revision: "main")
        #expect(try store.waitingVersions(in: tip).isEmpty, "\(trail)")
      }
    }

    func check() throws {
      let tip = try stores[0].repository.resolve(revision: "main")
      for store in stores {
        #expect(try store.repository.resolve(revision: "main") == tip, "\(trail)")
      }
      let store = stores[0]
      var expected: [String: Int] = [:]
      for (commit, name) in counts where try isKept(commit) { expected[name, default: 0] += 1 }
      for name in kept {
        #expect(
          try value(store, name, "count") == "\(expected[name] ?? 0)", "\(name) \(trail)")
      }
      for (commit, value) in values where try isKept(commit) {
        #expect(
          try !self.value(store, value.document, value.name).isEmpty, "\(value) \(trail)")
      }
    }

    private func isKept(_ commit: ObjectID) throws -> Bool {
      let store = stores[0]
      return try store.repository.contains(commit)
        && store.repository.isAncestor(
          commit, of: store.repository.resolve(revision: "main"))
    }

    func exists(_ store: DocumentStore, _ name: String) throws -> Bool {
      try store.bytes(
        of: DocumentPath(name), in: store.snapshot(of: store.repository.resolve(revision: "main")))
        != nil
    }

    func value(
      _ store: DocumentStore, _ name: String, _ key: String, in fork: String = "main"
    ) throws -> String {
      let text = try devices.text(store, name, at: fork)
      return try JSONDocument(parsing: Array(text.utf8)).root[JSONString(key)]?.description ?? ""
    }

    func set(
      _ store: DocumentStore, _ name: String, _ key: String, _ json: String,
      in fork: String = "main"
    ) throws -> ObjectID {
      _ = try store.updateDocument(
        name, at: try JSONPointer(parsing: "/" + key),
        with: .bytes(Array(json.utf8), from: "test"), fork: fork)
      return try store.repository.resolve(revision: fork)
    }
  }
}
