import Foundation
import Testing

@Suite("remotes that break, hang or lie")
struct BrokenRemoteTests {
  @Test(
    "a server that says nothing is given up: 69",
    arguments: ["http://127.0.0.1:%/x.git", "git://127.0.0.1:%/x.git", "ssh://127.0.0.1:%/x.git"])
  func silence(pattern: String) async throws {
    let world = try await World.withRepository()
    let (listener, port) = try LoopbackServer.listen()
    defer { close(listener) }
    let url = pattern.replacingOccurrences(of: "%", with: String(port))
    try await world.git("config", "fork.timeout", "1").succeed()
    try await world.fork("remote", "add", "origin", url).succeed()
    let clock = ContinuousClock()
    let time = try await clock.measure {
      try await world.fork(
        "exchange", environment: ["GIT_SSH_COMMAND": "ssh -F none -o BatchMode=yes"]
      )
      .fail(69, saying: "said nothing")
    }
    #expect(time < .seconds(20))
  }

  @Test("a server that dies in the middle: 69, nothing moved; the next exchange works")
  func deathMidPush() async throws {
    let (world, server) = try await World.withHub(.git)
    let numbers = (0..<60_000).map { String($0 &* 2_654_435_761 % 1_000_003) }.joined(
      separator: ",")
    for index in 1...4 {
      try await world.fork("update", "big\(index).json", input: "[\(index),\(numbers)]").succeed()
    }
    let hub = try await world.git("rev-parse", "main", in: "hub.git").line
    let hook = "#!/bin/bash\nkill -9 -- -$(cat \(world.path("server.pid")))\n"
    try world.write(hook, to: "hub.git/hooks/pre-receive")
    try await world.run("chmod", ["+x", "hub.git/hooks/pre-receive"], in: ".").succeed()
    let tip = try await world.git("rev-parse", "main").line
    try await world.fork("exchange").fail(69)
    #expect(try await world.git("rev-parse", "main").line == tip)
    #expect(try await world.git("rev-parse", "main", in: "hub.git").line == hub)
    try world.remove("hub.git/hooks/pre-receive")
    try await server.run()
    try await world.fork("exchange").succeed()
    #expect(try await world.git("rev-parse", "main", in: "hub.git").line == tip)
    #expect(try await world.isSound())
  }

  @Test("--watch goes on when the server comes back")
  func watch() async throws {
    let (world, server) = try await World.withHub(.git)
    server.stop()
    try await world.fork("update", "a.json", "--set", "/a=7").succeed()
    async let watching = world.run(
      "timeout",
      ["-s", "INT", "12", World.program, "exchange", "--watch", "--interval", "0.5", "--json"],
      in: "data")
    try await Task.sleep(for: .seconds(3))
    try await server.run()
    let outcome = try await watching
    #expect(outcome.text.contains(#""state":"waiting""#), "\(outcome)")
    #expect(outcome.text.contains(#""pushed":true"#), "\(outcome)")
    #expect(
      try await world.git("rev-parse", "main", in: "hub.git").line
        == world.git("rev-parse", "main").line)
  }

  @Test("a server that refuses: 77, with what it says")
  func refusingHook() async throws {
    let (world, server) = try await World.withHub(.git)
    try world.write("#!/bin/sh\necho no such thing >&2\nexit 1\n", to: "hub.git/hooks/pre-receive")
    try await world.run("chmod", ["+x", "hub.git/hooks/pre-receive"], in: ".").succeed()
    try await world.fork("update", "a.json", "--set", "/a=7").succeed()
    try await world.fork("push").fail(77, saying: "hook", "nothing was pushed")
    #expect(try await world.fork("exchange").status == 77)
    server.stop()
  }

  @Test(
    "a remote with hostile paths: nothing is taken",
    arguments: [".git", "..", ".GIT", "git~1", ".git "])
  func hostilePaths(name: String) async throws {
    let (world, server) = try await World.withHub(.git)
    try await world.clone(server, "other")
    let script = """
      set -e; cd hub.git; blob=$(echo evil | git hash-object -w --stdin)
      inner=$(printf '100644 x\\0' | cat - <(perl -e 'print pack "H*", shift' $blob) | git hash-object -w -t tree --literally --stdin)
      outer=$(printf '40000 %s\\0' '\(name)' | cat - <(perl -e 'print pack "H*", shift' $inner) | git hash-object -w -t tree --literally --stdin)
      git update-ref refs/heads/main $(git commit-tree -p main -m x $outer)
      """
    try await world.run("bash", ["-c", script], in: ".").succeed()
    let state = try await world.git("for-each-ref", in: "other").text
    for command in ["fetch", "pull", "exchange"] {
      let outcome = try await world.fork(command, in: "other")
      #expect([64, 65].contains(outcome.status), "\(outcome)")
    }
    #expect(try await world.git("for-each-ref", in: "other").text == state)
    try await world.run("fork", ["clone", server.url(), "third"], in: ".").expect(status: 64)
    #expect(!world.exists("third"))
  }

  @Test(
    "a shallow clone: its versions merge; histories that meet below its end are an error of their own"
  )
  func shallow() async throws {
    let (world, server) = try await World.withHub(.git)
    try await world.fork("create", "old").succeed()
    try await world.fork("update", "a.json", "--set", "/a=1").succeed()
    try await world.fork("update", "a.json", "--set", "/a=2").succeed()
    try await world.fork("update", "o.json", "--fork", "old", input: "1").succeed()
    try await world.fork("push", "--all").succeed()
    try await world.git(
      "clone", "-q", "--depth", "1", "--no-single-branch", server.url(), "shallow", in: "."
    )
    .succeed()
    try await world.fork("merge", "origin/old", in: "shallow").fail(
      66, saying: "shallow", "--unshallow")
    try await world.fork("update", "a.json", "--set", "/b=3", in: "shallow").succeed()
    try await world.fork("log", in: "shallow").succeed()
    try await world.git("fetch", "-q", "--unshallow", in: "shallow").succeed()
    try await world.fork("merge", "origin/old", in: "shallow").succeed()
  }
}
