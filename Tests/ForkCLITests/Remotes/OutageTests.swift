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
    try sandbox.write("", to: "watch.log")
    // Not in the background: there `timeout` passes a signal on twice, and the second one ends `fork` at once.
    let script = """
      echo $$ > ../watch.pid
      exec timeout --foreground -s KILL 3000 fork exchange --watch --interval 0.3 --json >> ../watch.log 2>&1
      """
    async let watching = sandbox.run("bash", ["-c", script], in: "data")
    func prints(_ words: String) async throws {
      while try !sandbox.read("watch.log").contains(words) {
        if try sandbox.read("watch.log").contains("Killed") { throw CancellationError() }
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    try await prints(#""state":"waiting""#)
    try await server.run()
    try await prints(#""pushed":true"#)
    let id = try sandbox.read("watch.pid").trimmingCharacters(in: .newlines)
    kill(try #require(pid_t(id)), SIGINT)
    let outcome = try await watching
    let told = try sandbox.read("watch.log")
    #expect(outcome.status == 130, "\(told)")
    #expect(told.contains("trying again"))
    #expect(told.contains("interrupted; 1 update of forks in "), "\(told)")
    #expect(
      try await sandbox.git("rev-parse", "main", in: "hub.git").line
        == sandbox.git("rev-parse", "main").line)
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
