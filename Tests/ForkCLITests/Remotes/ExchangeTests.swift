import ForkedTestSupport
import Foundation
import Testing

@Suite("clones that exchange")
struct ExchangeTests {
  /// A few in every run, fifty and more where `FORK_EXCHANGE_SEEDS` says so.
  private static let seeds: ClosedRange<Int> =
    1...(ProcessInfo.processInfo.environment["FORK_EXCHANGE_SEEDS"].flatMap(Int.init) ?? 2)
  private static let clones = ["data", "c1", "c2", "c3", "c4"]
  private static let schema =
    #"{"x-documents":{"*.json":{"properties":{"n":{"x-merge":"counterMerge"}}}}}"#

  @Test(
    "five clones edit offline and exchange in any order: equal, and nothing lost", arguments: seeds)
  func anyOrder(seed: Int) async throws {
    let transport = Transport.installed[seed % Transport.installed.count]
    let (sandbox, server) = try await Sandbox.withHub(transport)
    try await sandbox.put(Self.schema, at: ".fork/schema.json")
    try await sandbox.put(#"{"n":0,"a":0,"list":[{"id":1,"t":0}]}"#)
    try await sandbox.fork("push", environment: server.environment).succeed()
    for clone in Self.clones.dropFirst() { try await sandbox.clone(server, clone) }
    var random = SeededGenerator(seed: UInt64(seed))
    var (trail, increments, keys) = (["seed \(seed) over \(transport)"], 0, [String]())
    for step in 1...20 {
      let clone = Self.clones.randomElement(using: &random) ?? "data"
      trail.append("\(step) \(clone)")
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        let value = Int(try await sandbox.fork("get", "a.json", "/n", in: clone).line) ?? 0
        try await sandbox.fork("update", "a.json", "--set", "/n=\(value + 1)", in: clone).succeed()
        increments += 1
      case 1:
        try await sandbox.play(
          "fork update a.json --set '/k\(step)=\(step)' --set '/a=\(step)'", in: clone)
        keys.append("/k\(step)")
      case 2:
        try await sandbox.play(
          #"fork update a.json --insert '/list/-={"id":\#(step + 1),"t":0}'"#, in: clone)
        keys.append("/list")
      case 3:
        let other = Self.clones.randomElement(using: &random) ?? "data"
        if other != clone { try await Self.crissCross(sandbox, clone, other, trail) }
      default:
        let outcome = try await sandbox.fork("exchange", in: clone, environment: server.environment)
        #expect(outcome.status == 0, "\(trail)\n\(outcome)")
      }
    }
    try await Self.exchangeUntilEqual(sandbox, server, trail)
    #expect(try await sandbox.fork("get", "a.json", "/n").line == String(increments), "\(trail)")
    for key in keys {
      #expect(try await sandbox.fork("get", "a.json", key).status == 0, "\(trail) \(key)")
    }
  }

  /// Two clones merge what the other one has, each for itself: their histories cross.
  private static func crissCross(
    _ sandbox: Sandbox, _ one: String, _ other: String, _ trail: [String]
  ) async throws {
    let pair = [one, other]
    let tips = [
      try await sandbox.git("rev-parse", "main", in: one).line,
      try await sandbox.git("rev-parse", "main", in: other).line,
    ]
    for (place, source) in [(0, 1), (1, 0)] {
      try await sandbox.play("git fetch -q '../\(pair[source])' '\(tips[source])'", in: pair[place])
    }
    for (place, source) in [(0, 1), (1, 0)] {
      let outcome = try await sandbox.fork("merge", tips[source], in: pair[place])
      #expect(outcome.status == 0, "\(trail) \(pair)\n\(outcome)")
    }
  }

  /// Everyone exchanges until nobody has anything new.
  private static func exchangeUntilEqual(
    _ sandbox: Sandbox, _ server: LoopbackServer, _ trail: [String]
  )
    async throws
  {
    for _ in 1...2 {
      for clone in clones {
        try await sandbox.fork("exchange", in: clone, environment: server.environment).succeed()
      }
    }
    var tips: Set<String> = []
    for clone in clones {
      tips.insert(try await sandbox.git("rev-parse", "main", in: clone).line)
      #expect(try await sandbox.git("status", "--porcelain", in: clone).text.isEmpty, "\(trail)")
      #expect(
        try await sandbox.git("fsck", "--strict", "--no-dangling", in: clone).status == 0,
        "\(trail)")
    }
    tips.insert(try await sandbox.git("rev-parse", "main", in: "hub.git").line)
    #expect(tips.count == 1, "\(trail)")
  }

  /// The number of rounds of each writer and clone of the test below.
  private static let turns =
    ProcessInfo.processInfo.environment["FORK_EXCHANGE_TURNS"].flatMap(Int.init) ?? 3

  /// A time after which a process is killed: some at once, some in the middle of their work, most never.
  private static func limit(_ number: Int) -> String {
    var random = SeededGenerator(seed: UInt64(number))
    return Int.random(in: 0..<4, using: &random) > 0
      ? "120" : String(Double.random(in: 0.01...0.6, using: &random))
  }

  @Test(
    "sixteen writers and eight clones at once, some killed: what was acknowledged is everywhere")
  func writersAndKills() async throws {
    let (sandbox, server) = try await Sandbox.withHub(Transport.http.isInstalled ? .http : .git)
    try await sandbox.fork("push", environment: server.environment).succeed()
    let clones = (1...8).map { "e\($0)" }
    for clone in clones { try await sandbox.clone(server, clone, bare: true) }
    let acknowledged = try await withThrowingTaskGroup(of: [String].self) { group in
      for writer in 1...16 {
        group.addTask {
          var keys: [String] = []
          for turn in 1...Self.turns {
            let key = "w\(writer)-\(turn)"
            let script =
              "timeout -s KILL \(Self.limit(writer * 1_000 + turn)) \(Sandbox.program) update \(key).json"
            let outcome = try await sandbox.run("bash", ["-c", script], in: "e1", input: "{}")
            if outcome.status == 0 { keys.append(key) }
          }
          return keys
        }
      }
      for (index, clone) in clones.enumerated() {
        group.addTask {
          for turn in 1...Self.turns {
            let limit = Self.limit(index * 1_000 + turn + 500)
            try await sandbox.run(
              "bash", ["-c", "timeout -s KILL \(limit) \(Sandbox.program) exchange -q"], in: clone)
          }
          return []
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(!acknowledged.isEmpty)
    for clone in clones + clones { try await sandbox.fork("exchange", in: clone).succeed() }
    for clone in clones {
      let documents = Set(try await sandbox.fork("documents", in: clone).lines)
      for key in acknowledged { #expect(documents.contains("\(key).json"), "\(clone) \(key)") }
      #expect(try await sandbox.git("fsck", "--strict", "--no-dangling", in: clone).status == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.path(clone))
      #expect(!names.contains { $0.hasPrefix("fork-remote-") }, "\(clone) \(names)")
    }
  }
}
