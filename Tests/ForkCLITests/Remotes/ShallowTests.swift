import Testing

@Suite("shallow clones")
struct ShallowTests {
  /// A hub whose `main` has three versions and whose `old` leaves it before the last two, and a clone of depth 1.
  private func shallow(_ transport: Transport) async throws -> (World, LoopbackServer) {
    let (world, server) = try await World.withHub(transport)
    try await world.fork("create", "old").succeed()
    try await world.fork("update", "a.json", "--set", "/a=1").succeed()
    try await world.fork("update", "a.json", "--set", "/a=2").succeed()
    try await world.fork("update", "o.json", "--fork", "old", input: "1").succeed()
    try await world.fork("push", "--all").succeed()
    let url = transport == .path ? "file://" + server.url() : server.url()
    try await world.git(
      "clone", "-q", "--depth", "1", "--no-single-branch", url, "shallow", in: "."
    ).succeed()
    return (world, server)
  }

  @Test(
    "their versions merge; histories that meet below the end are an error of their own",
    arguments: [Transport.git, .path])
  func merges(transport: Transport) async throws {
    let (world, server) = try await shallow(transport)
    defer { server.stop() }
    try await world.fork("merge", "origin/old", in: "shallow").fail(
      66, saying: "shallow", "--unshallow")
    try await world.fork("update", "a.json", "--set", "/b=3", in: "shallow").succeed()
    try await world.fork("log", in: "shallow").succeed()
    try await world.git("fetch", "-q", "--unshallow", in: "shallow").succeed()
    try await world.fork("merge", "origin/old", in: "shallow").succeed()
  }

  @Test("exchanged with a path, from either side, criss-cross too")
  func exchange() async throws {
    let (world, server) = try await shallow(.path)
    defer { server.stop() }
    for round in 1...2 {
      try await world.fork("update", "a.json", "--set", "/b=\(round)", in: "shallow").succeed()
      try await world.fork("update", "a.json", "--set", "/a=\(round)").succeed()
      for place in ["shallow", "data", "shallow"] {
        try await world.fork("exchange", in: place).succeed()
      }
    }
    for place in ["shallow", "data", "hub.git"] {
      #expect(try await world.git("show", "main:a.json", in: place).line == #"{"a":2,"b":2}"#)
      #expect(try await world.git("fsck", "--strict", in: place).status == 0, "\(place)")
    }
    // Many objects would travel as a pack.
    for number in 1...110 { try world.write("\(number)", to: "shallow/d\(number).json") }
    try await world.fork("update", in: "shallow").succeed()
    try await world.fork("exchange", in: "shallow").succeed()
    try await world.fork("exchange").succeed()
    #expect(try await world.fork("documents").lines.count == 112)
    #expect(try await world.git("fsck", "--strict", in: "hub.git").status == 0)
  }

  @Test("whose remote lacks what lies below their end, and as a remote themselves: refused, 66")
  func missing() async throws {
    let (world, server) = try await shallow(.path)
    defer { server.stop() }
    try await world.run("git", ["init", "-q", "--bare", "-b", "main", "new.git"], in: ".").succeed()
    try await world.fork("remote", "add", "new", "../new.git", in: "shallow").succeed()
    try await world.fork("push", "new", in: "shallow").fail(66, saying: "shallow")
    #expect(try await world.git("for-each-ref", in: "new.git").text.isEmpty)
    try await world.run("fork", ["clone", "shallow", "copy"], in: ".").fail(
      66, saying: "the remote is a shallow clone")
    #expect(!world.exists("copy"))
  }
}
