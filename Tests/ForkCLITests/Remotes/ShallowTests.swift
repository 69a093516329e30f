import Testing

@Suite("shallow clones")
struct ShallowTests {
  /// A hub whose `main` has three versions and whose `old` leaves it before the last two, and a clone of depth 1.
  private func shallow(_ transport: Transport) async throws -> (Sandbox, LoopbackServer) {
    let (sandbox, server) = try await Sandbox.withHub(transport)
    try await sandbox.play(
      "fork create old", "fork update a.json --set /a=1", "fork update a.json --set /a=2")
    try await sandbox.fork("update", "o.json", "--fork", "old", input: "1").succeed()
    try await sandbox.fork("push", "--all").succeed()
    let url = transport == .path ? "file://" + server.url() : server.url()
    try await sandbox.play("git clone -q --depth 1 --no-single-branch '\(url)' shallow", in: ".")
    return (sandbox, server)
  }

  @Test(
    "their versions merge; histories that meet below the end are an error of their own",
    arguments: [Transport.git, .path])
  func merges(transport: Transport) async throws {
    let (sandbox, server) = try await shallow(transport)
    defer { server.stop() }
    try await sandbox.fork("merge", "origin/old", in: "shallow").fail(
      66, printing: "shallow", "--unshallow")
    try await sandbox.play(
      "fork update a.json --set /b=3", "fork log", "git fetch -q --unshallow",
      "fork merge origin/old", in: "shallow")
  }

  @Test("exchanged with a path, from either side, criss-cross too")
  func exchange() async throws {
    let (sandbox, server) = try await shallow(.path)
    defer { server.stop() }
    for round in 1...2 {
      try await sandbox.fork("update", "a.json", "--set", "/b=\(round)", in: "shallow").succeed()
      try await sandbox.fork("update", "a.json", "--set", "/a=\(round)").succeed()
      for place in ["shallow", "data", "shallow"] {
        try await sandbox.fork("exchange", in: place).succeed()
      }
    }
    for place in ["shallow", "data", "hub.git"] {
      #expect(try await sandbox.git("show", "main:a.json", in: place).line == #"{"a":2,"b":2}"#)
      #expect(try await sandbox.git("fsck", "--strict", in: place).status == 0, "\(place)")
    }
    // Many objects would travel as a pack.
    for number in 1...110 { try sandbox.write("\(number)", to: "shallow/d\(number).json") }
    try await sandbox.play("fork update", "fork exchange", in: "shallow")
    try await sandbox.fork("exchange").succeed()
    #expect(try await sandbox.fork("documents").lines.count == 112)
    #expect(try await sandbox.git("fsck", "--strict", in: "hub.git").status == 0)
  }

  @Test("if the remote lacks the older commits, and as a remote themselves: refused, 66")
  func missing() async throws {
    let (sandbox, server) = try await shallow(.path)
    defer { server.stop() }
    try await sandbox.run("git", ["init", "-q", "--bare", "-b", "main", "new.git"], in: ".")
      .succeed()
    try await sandbox.fork("remote", "add", "new", "../new.git", in: "shallow").succeed()
    try await sandbox.fork("push", "new", in: "shallow").fail(66, printing: "shallow")
    #expect(try await sandbox.git("for-each-ref", in: "new.git").text.isEmpty)
    try await sandbox.run("fork", ["clone", "shallow", "copy"], in: ".").fail(
      66, printing: "the remote is a shallow clone")
    #expect(!sandbox.exists("copy"))
    try await sandbox.fork("remote", "add", "shallow", "../shallow", in: "new.git").succeed()
    try await sandbox.fork("fetch", "shallow", in: "new.git").fail(
      66, printing: "the remote is a shallow clone")
    #expect(try await sandbox.git("for-each-ref", in: "new.git").text.isEmpty)
    let stored = try await sandbox.run("find", ["objects", "-type", "f"], in: "new.git")
    #expect(stored.text.isEmpty)
  }
}
