import ForkedTestSupport
import Foundation
import Testing

@Suite("remotes that are unreachable for a while", .timeLimit(.minutes(60)))
struct OutageTests {
  @Test("--watch goes on when the server comes back")
  func server() async throws {
    let (sandbox, server) = try await Sandbox.withHub(.git)
    server.stop()
    try await sandbox.fork("update", "a.json", "--set", "/a=7").succeed()
    let told = try await sandbox.watchExchange { watch in
      try await watch.prints(#""state":"waiting""#)
      try await server.run()
      try await watch.prints(#""pushed":true"#)
    }
    #expect(told.contains("trying again"))
    #expect(told.contains("interrupted; 1 update of forks in "), "\(told)")
    #expect(
      try await sandbox.git("rev-parse", "main", in: "hub.git").line
        == sandbox.git("rev-parse", "main").line)
  }

  /// A hub with much that a clone lacks, whose server stops in the middle of handing it out: it makes a file then, and
  /// goes on once that is gone.
  private static func stalling(_ sandbox: Sandbox) async throws {
    let hook = """
      #!/bin/sh
      "$@" | (head -c 60000; touch \(sandbox.path("stalled")); while [ -e \(sandbox.path("stalled")) ]; do sleep 0.1; done)

      """
    try await sandbox.writeProgram(hook, to: "stall")
    try await sandbox.play(
      "git config --global uploadpack.packObjectsHook \(sandbox.path("stall"))", in: ".")
    // Else it says every five seconds that it is still there.
    try await sandbox.git("config", "--global", "uploadpack.keepAlive", "0", in: ".").succeed()
    let numbers = (0..<60_000).map { String($0 &* 2_654_435_761 % 1_000_003) }
      .joined(separator: ",")
    for index in 1...2 {
      try await sandbox.fork("update", "big\(index).json", input: "[\(index),\(numbers)]").succeed()
    }
    try await sandbox.fork("push").succeed()
    try await sandbox.git("config", "fork.timeout", "1", in: "other").succeed()
  }

  private static func hasNothingHalf(_ sandbox: Sandbox) async throws {
    let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.path("other/.git"))
    #expect(!left.contains { $0.hasPrefix("fork-remote-") }, "\(left)")
    try await sandbox.play("git config --global --unset uploadpack.packObjectsHook", in: ".")
    try await sandbox.git("config", "--unset", "fork.timeout", in: "other").succeed()
  }

  private static func works(_ sandbox: Sandbox) async throws {
    #expect(try await sandbox.fork("documents", in: "other").lines.count == 4)
    #expect(try await sandbox.git("fsck", "--strict", in: "other").status == 0)
    #expect(try await sandbox.git("status", "--porcelain", in: "other").text.isEmpty)
  }

  @Test("a server that stops in the middle of a fetch: 69, no ref updated; the next one works")
  func stallMidFetch() async throws {
    let (sandbox, server) = try await Sandbox.withHub(.git)
    try await sandbox.clone(server, "other")
    try await Self.stalling(sandbox)
    let references = try await sandbox.git("for-each-ref", in: "other").text
    try await sandbox.fork("exchange", in: "other").fail(69, printing: "sent nothing")
    // On a machine with much to do the time can pass before the server has come so far.
    if sandbox.exists("stalled") { try sandbox.remove("stalled") }
    #expect(try await sandbox.git("for-each-ref", in: "other").text == references)
    try await Self.hasNothingHalf(sandbox)
    try await sandbox.fork("exchange", in: "other").succeed()
    try await Self.works(sandbox)
  }

  @Test("an exchange that is ended after it fetched does not report that nothing was changed")
  func endedAfterFetch() async throws {
    let (sandbox, server) = try await Sandbox.withHub(.path)
    try await sandbox.clone(server, "other")
    try await sandbox.play("fork update a.json --set /a=1", "fork exchange")
    try await sandbox.git("pull", "-q", in: "other").succeed()
    try await sandbox.play("fork create far -q", "fork push origin far -q")
    // A lock that nobody lets go of keeps the exchange from remembering what both sides hold.
    let script = """
      mkdir -p .git/refs/fork/shared/origin; : > .git/refs/fork/shared/origin/main.lock
      fork exchange 2> ../output & exchange=$!
      until git rev-parse -q --verify origin/far > ../tip; do
        kill -0 $exchange || exit 3; sleep 0.02
      done
      kill -TERM $exchange; wait $exchange; cat ../output
      """
    let output = try await sandbox.run("bash", ["-c", script], in: "other").succeed().text
    #expect(!output.contains("nothing was changed"), "\(output)")
    #expect(output.contains("lock"), "\(output)")
  }

  @Test("a clock that is a day ahead: one warning, and later edits of others have their own dates")
  func clock() async throws {
    let (sandbox, server) = try await Sandbox.withHub(.git)
    try await sandbox.clone(server, "fast")
    try await sandbox.clone(server, "slow")
    let now = Int(Date.now.timeIntervalSince1970)
    func dates(_ offset: Int) -> [String: String] {
      ["GIT_AUTHOR_DATE": "@\(now + offset) +0000", "GIT_COMMITTER_DATE": "@\(now + offset) +0000"]
    }
    let fast = dates(86_400)
    try await sandbox.fork("update", "a.json", "--set", "/a=1", in: "fast", environment: fast)
      .succeed()
    try await sandbox.fork("exchange", in: "fast", environment: fast).succeed()
    let warned = try await sandbox.fork("exchange").succeed().errorText
    #expect(warned.contains("23 hours ahead") || warned.contains("24 hours ahead"), "\(warned)")
    #expect(warned.contains("date -u"))
    #expect(try await !sandbox.fork("exchange").succeed().errorText.contains("ahead"))
    // Both have the version from tomorrow; of their edits, the later one counts.
    try await sandbox.fork("exchange", in: "slow").succeed()
    for (place, value, offset) in [("data", 3, 20), ("slow", 2, 10)] {
      try await sandbox.fork(
        "update", "a.json", "--set", "/a=\(value)", in: place, environment: dates(offset)
      ).succeed()
    }
    for place in ["slow", "data", "slow", "fast"] {
      let said = try await sandbox.fork("exchange", in: place).succeed().errorText
      #expect(!said.contains("ahead"), "\(said)")
    }
    for place in ["data", "slow", "fast"] {
      #expect(try await sandbox.fork("get", "a.json", "/a", in: place).line == "3")
    }
    server.stop()
  }
}

/// A `fork exchange --watch --json` that is running.
struct WatchedExchange {
  fileprivate let sandbox: Sandbox

  /// Waits until it has printed a text so many times.
  func prints(_ words: String, times: Int = 1) async throws {
    while try sandbox.read("watch.log").components(separatedBy: words).count <= times {
      if try sandbox.read("watch.log").contains("Killed") { throw CancellationError() }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}

extension Sandbox {
  /// Runs `fork exchange --watch --json` in `data` while something happens, and interrupts it then.
  ///
  /// Once: in the background, `timeout` passes a signal on twice, and the second one ends `fork` at once.
  ///
  /// - Returns: all of its output.
  @discardableResult
  func watchExchange(
    environment: [String: String] = [:],
    while body: @Sendable (WatchedExchange) async throws -> Void
  ) async throws -> String {
    try write("", to: "watch.log")
    let script = """
      echo $$ > ../watch.pid
      exec timeout --foreground -s KILL 3000 fork exchange --watch --interval 0.3 --json >> ../watch.log 2>&1
      """
    async let watching = run("bash", ["-c", script], in: "data", environment: environment)
    try await body(WatchedExchange(sandbox: self))
    if let id = pid_t(try read("watch.pid").trimmingCharacters(in: .newlines)) { kill(id, SIGINT) }
    let outcome = try await watching
    let told = try read("watch.log")
    #expect(outcome.status == 130, "\(told)")
    return told
  }
}
