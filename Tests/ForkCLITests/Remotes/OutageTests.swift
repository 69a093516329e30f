import ForkedTestSupport
import Foundation
import Testing

@Suite("remotes that go away and come back", .timeLimit(.minutes(60)))
struct OutageTests {
  @Test("--watch goes on when the server comes back")
  func server() async throws {
    let (world, server) = try await World.withHub(.git)
    server.stop()
    try await world.fork("update", "a.json", "--set", "/a=7").succeed()
    let told = try await world.watchExchange { watch in
      try await watch.says(#""state":"waiting""#)
      try await server.run()
      try await watch.says(#""pushed":true"#)
    }
    #expect(told.contains("trying again"))
    #expect(
      try await world.git("rev-parse", "main", in: "hub.git").line
        == world.git("rev-parse", "main").line)
  }

  @Test(
    "--watch goes on when credentials that were withdrawn are given again",
    .enabled(if: Transport.http.isInstalled, "lighttpd is not installed"))
  func credentials() async throws {
    let (world, server) = try await World.withHub(.http)
    try await world.git("config", "remote.origin.url", server.url(private: true)).succeed()
    let helper = "!f() { echo username=ada; echo password=secret; }; f"
    try await world.git("config", "--global", "credential.helper", helper, in: ".").succeed()
    let quiet = ["GIT_TERMINAL_PROMPT": "0"]
    try world.write("ada:other\n", to: "web/users")
    try await world.fork("update", "a.json", "--set", "/a=7").succeed()
    try await world.fork("exchange", environment: quiet).fail(77, saying: "refused")
    let told = try await world.watchExchange(environment: quiet) { watch in
      try await watch.says(#""state":"waiting""#)
      try world.write("ada:secret\n", to: "web/users")
      try await watch.says(#""pushed":true"#)
      try world.write("ada:other\n", to: "web/users")
      try await watch.says(#""state":"waiting""#, times: 2)
      try world.write("ada:secret\n", to: "web/users")
      try await world.fork("update", "a.json", "--set", "/a=8").succeed()
      try await watch.says(#""pushed":true"#, times: 2)
    }
    #expect(!told.contains("secret"))
    #expect(try await world.git("show", "main:a.json", in: "hub.git").line.contains(#""a":8"#))
    server.stop()
  }

  @Test(
    "--watch goes on when a key that was withdrawn is given again",
    .enabled(if: Transport.secureShell.isInstalled, "openssh-server is not installed"))
  func keys() async throws {
    let (world, server) = try await World.withHub(.secureShell)
    let key = try world.read("ssh/authorized")
    try world.remove("ssh/authorized")
    try await world.fork("update", "a.json", "--set", "/a=7").succeed()
    try await world.watchExchange(environment: server.environment) { watch in
      try await watch.says(#""state":"waiting""#)
      try world.write(key, to: "ssh/authorized")
      try await watch.says(#""pushed":true"#)
    }
    #expect(try await world.git("show", "main:a.json", in: "hub.git").line.contains(#""a":7"#))
    server.stop()
  }

  /// A hub with much that a clone lacks, whose server stops in the middle of handing it out: it makes a file then, and
  /// goes on once that is gone.
  private static func stalling(_ world: World) async throws {
    let hook = """
      #!/bin/sh
      "$@" | (head -c 60000; touch \(world.path("stalled")); while [ -e \(world.path("stalled")) ]; do sleep 0.1; done)

      """
    try world.write(hook, to: "stall")
    try await world.run("chmod", ["+x", "stall"], in: ".").succeed()
    try await world.git(
      "config", "--global", "uploadpack.packObjectsHook", world.path("stall"), in: "."
    ).succeed()
    // Else it says every five seconds that it is still there.
    try await world.git("config", "--global", "uploadpack.keepAlive", "0", in: ".").succeed()
    let numbers = (0..<60_000).map { String($0 &* 2_654_435_761 % 1_000_003) }
      .joined(separator: ",")
    for index in 1...2 {
      try await world.fork("update", "big\(index).json", input: "[\(index),\(numbers)]").succeed()
    }
    try await world.fork("push").succeed()
    try await world.git("config", "fork.timeout", "10", in: "other").succeed()
  }

  private static func hasNothingHalf(_ world: World) async throws {
    let left = try FileManager.default.contentsOfDirectory(atPath: world.path("other/.git"))
    #expect(!left.contains { $0.hasPrefix("fork-remote-") }, "\(left)")
    try await world.git("config", "--global", "--unset", "uploadpack.packObjectsHook", in: ".")
      .succeed()
    try await world.git("config", "--unset", "fork.timeout", in: "other").succeed()
  }

  private static func works(_ world: World) async throws {
    #expect(try await world.fork("documents", in: "other").lines.count == 4)
    #expect(try await world.git("fsck", "--strict", in: "other").status == 0)
    #expect(try await world.git("status", "--porcelain", in: "other").text.isEmpty)
  }

  @Test("a server that stops in the middle of a fetch: 69, nothing moved; the next one works")
  func stallMidFetch() async throws {
    let (world, server) = try await World.withHub(.git)
    try await world.clone(server, "other")
    try await Self.stalling(world)
    let references = try await world.git("for-each-ref", in: "other").text
    try await world.fork("exchange", in: "other").fail(69, saying: "sent nothing")
    try world.remove("stalled")
    #expect(try await world.git("for-each-ref", in: "other").text == references)
    try await Self.hasNothingHalf(world)
    try await world.fork("exchange", in: "other").succeed()
    try await Self.works(world)
  }

  @Test(
    "a network that is cut off in the middle of a fetch: 69, nothing moved; the next one works",
    .enabled(if: NetworkCut.isPossible, "no network namespace can be made here"))
  func cutMidFetch() async throws {
    let (world, server) = try await World.withHub(.git)
    try await world.clone(server, "other")
    try await Self.stalling(world)
    server.stop()
    let references = try await world.git("for-each-ref", in: "other").text
    let script = """
      ip link set lo up
      git daemon --base-path=\(world.root) --export-all --listen=127.0.0.1 --port=\(server.port) &
      cd other
      until (echo > /dev/tcp/127.0.0.1/\(server.port)) 2> /dev/null; do sleep 0.05; done
      (fork exchange; echo $? > ../status) &
      exchange=$!
      until [ -e ../stalled ]; do sleep 0.05; done
      ip link set lo down
      wait $exchange
      rm ../stalled
      ip link set lo up
      git for-each-ref > ../references
      git config --global --unset uploadpack.packObjectsHook
      git config --unset fork.timeout
      fork exchange
      echo $? >> ../status
      kill %1
      """
    try await world.run("unshare", NetworkCut.options + ["bash", "-c", script], in: ".")
    #expect(try world.read("references") == references)
    #expect(try world.read("status") == "69\n0\n")
    try await Self.works(world)
  }

  @Test("an exchange that is ended after it fetched does not say that nothing was changed")
  func endedAfterFetch() async throws {
    let (world, server) = try await World.withHub(.path)
    try await world.clone(server, "other")
    try await world.fork("update", "a.json", "--set", "/a=1").succeed()
    try await world.fork("exchange").succeed()
    try await world.git("pull", "-q", in: "other").succeed()
    try await world.fork("create", "far", "-q").succeed()
    try await world.fork("push", "origin", "far", "-q").succeed()
    // A lock that nobody lets go of keeps the exchange from remembering what both sides hold.
    let script = """
      mkdir -p .git/refs/fork/shared/origin; : > .git/refs/fork/shared/origin/main.lock
      fork exchange 2> ../said & exchange=$!
      until git rev-parse -q --verify origin/far > ../tip; do
        kill -0 $exchange || exit 3; sleep 0.02
      done
      kill -TERM $exchange; wait $exchange; cat ../said
      """
    let said = try await world.run("bash", ["-c", script], in: "other").succeed().text
    #expect(!said.contains("nothing was changed"), "\(said)")
    #expect(said.contains("lock"), "\(said)")
  }

  @Test("a clock that is a day off: the report warns, and what follows a version counts as later")
  func clock() async throws {
    let (world, server) = try await World.withHub(.git)
    try await world.clone(server, "fast")
    try await world.clone(server, "slow")
    let now = Int(Date.now.timeIntervalSince1970)
    func dates(_ offset: Int) -> [String: String] {
      ["GIT_AUTHOR_DATE": "@\(now + offset) +0000", "GIT_COMMITTER_DATE": "@\(now + offset) +0000"]
    }
    let (fast, slow) = (dates(86_400), dates(-86_400))
    try await world.fork("update", "a.json", "--set", "/a=1", in: "fast", environment: fast)
      .succeed()
    try await world.fork("exchange", in: "fast", environment: fast).succeed()
    let warned = try await world.fork("exchange").succeed()
    #expect(warned.talk.contains("23 hours ahead") || warned.talk.contains("24 hours ahead"))
    // Both have seen the version from tomorrow: what they write now counts as later.
    try await world.fork("exchange", in: "slow").succeed()
    try await world.fork("update", "a.json", "--set", "/a=2", in: "slow", environment: slow)
      .succeed()
    try await world.fork("exchange", in: "slow", environment: slow).succeed()
    try await world.fork("update", "a.json", "--set", "/b=3").succeed()
    for place in ["data", "slow", "fast"] { try await world.fork("exchange", in: place).succeed() }
    for place in ["data", "slow"] {
      try await world.fork("exchange", in: place).succeed()
      #expect(try await world.fork("get", "a.json", in: place).line == #"{"a":2,"b":3}"#)
    }
    let tomorrow = now + 86_400
    let times = try await world.versionTimes()
    for (commit, parents) in times.parents {
      for parent in parents {
        #expect(try #require(times.of[parent]) < #require(times.of[commit]), "\(commit) \(times)")
      }
    }
    // Yesterday's clock writes on from the version from tomorrow, and no further than that takes.
    let latest = try #require(times.of.values.max())
    #expect((tomorrow..<tomorrow + 60).contains(latest / 1_000_000_000), "\(now) \(times)")
    server.stop()
  }
}

extension World {
  /// The hybrid times of all versions of `main` in `data`, in nanoseconds since 1970, and what each was made from.
  fileprivate func versionTimes() async throws -> (of: [String: Int], parents: [String: [String]]) {
    let format = "--format=%(trailers:key=Fork-Version,valueonly,separator=) %H %P"
    var (times, parents) = ([String: Int](), [String: [String]]())
    for line in try await git("log", format, "main").lines {
      let words = line.split(separator: " ").map(String.init)
      let time: Int = try #require(Int(words[0]), "\(line)")
      times[words[1]] = time
      parents[words[1]] = Array(words.dropFirst(2))
    }
    return (times, parents)
  }
}

/// Whether a test may have a network of its own.
enum NetworkCut {
  static let options: [String] = works(["-n"]) ? ["-n"] : ["-rn"]
  static let isPossible = works(options)

  private static func works(_ options: [String]) -> Bool {
    ChildProgram.run(
      ["unshare"] + options + ["ip", "link", "set", "lo", "up"],
      environment: ProcessInfo.processInfo.environment) == 0
  }
}

/// A `fork exchange --watch --json` that is running.
struct WatchedExchange {
  fileprivate let world: World

  /// Waits until it has said something so often.
  func says(_ words: String, times: Int = 1) async throws {
    while try world.read("watch.log").components(separatedBy: words).count <= times {
      if try world.read("watch.log").contains("Killed") { throw CancellationError() }
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}

extension World {
  /// Runs `fork exchange --watch --json` in `data` while something happens, and interrupts it then.
  ///
  /// Once: in the background, `timeout` passes a signal on twice, and the second one ends `fork` at once.
  ///
  /// - Returns: all that it said.
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
    try await body(WatchedExchange(world: self))
    if let id = pid_t(try read("watch.pid").trimmingCharacters(in: .newlines)) { kill(id, SIGINT) }
    let outcome = try await watching
    let told = try read("watch.log")
    #expect(outcome.status == 130, "\(told)")
    return told
  }
}
