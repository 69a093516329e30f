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
    try await world.fork(
      "exchange", environment: ["GIT_SSH_COMMAND": "ssh -F none -o BatchMode=yes"]
    )
    .fail(69, saying: "sent nothing for 1 second")
  }

  @Test(
    "a server that talks without end is given up: 69",
    arguments: [(1, "nothing but messages for 10 seconds"), (5000, "more than 64 MB")])
  func endlessTalk(linesAtOnce: Int, message: String) async throws {
    let world = try await World.withRepository()
    let (listener, port) = try LoopbackServer.listen()
    close(listener)
    let script = """
      use IO::Socket::INET; $| = 1; $SIG{PIPE} = 'IGNORE';
      my $l = IO::Socket::INET->new(
        LocalAddr => '127.0.0.1', LocalPort => \(port), Listen => 5, ReuseAddr => 1) or die;
      print "ready\\n";
      my $c = $l->accept; my $n = 0; my $caps = "\\0side-band-64k ofs-delta";
      while (1) {
        my $text = "";
        for (1..\(linesAtOnce)) {
          my $line = sprintf("%040x refs/heads/f%d%s\\n", 7, $n++, $caps); $caps = "";
          $text .= sprintf("%04x", length($line) + 4) . $line;
        }
        print $c $text or last;
        select(undef, undef, undef, 0.1) if \(linesAtOnce) == 1;
      }
      """
    try world.write(script, to: "server.pl")
    let start = "perl server.pl > ready 2>&1 < /dev/null & until [ -s ready ]; do sleep 0.05; done"
    try await world.run("bash", ["-c", start], in: ".").succeed()
    try await world.git("config", "fork.timeout", linesAtOnce == 1 ? "1" : "60").succeed()
    try await world.fork("remote", "add", "origin", "git://127.0.0.1:\(port)/x.git").succeed()
    try await world.fork("fetch").fail(69, saying: message)
    #expect(try await world.git("for-each-ref", "refs/remotes").line == "")
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

  @Test("a lock that a killed git left at the server: 69, naming it; all is well once it is gone")
  func lock() async throws {
    let (world, server) = try await World.withHub(.git)
    try await world.fork("update", "a.json", "--set", "/a=7").succeed()
    let hub = try await world.git("rev-parse", "main", in: "hub.git").line
    try world.write("", to: "hub.git/refs/heads/main.lock")
    try await world.fork("push").fail(75, saying: "main.lock", "nothing was pushed")
    let outcome = try await world.fork("exchange").expect(status: 69)
    for words in ["does not update 'main'", "nobody else", "main.lock", "killed"] {
      #expect(outcome.talk.contains(words), "\(outcome)")
    }
    #expect(try await world.git("rev-parse", "main", in: "hub.git").line == hub)
    try world.remove("hub.git/refs/heads/main.lock")
    try await world.fork("exchange").succeed()
    #expect(try await world.fork("exchange").line == "nothing to exchange with origin")
    server.stop()
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
}
