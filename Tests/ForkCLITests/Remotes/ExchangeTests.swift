import ForkedTestSupport
import Foundation
import Testing

@Suite("clones that exchange")
struct ExchangeTests {
  /// The number of rounds of each writer and clone.
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
