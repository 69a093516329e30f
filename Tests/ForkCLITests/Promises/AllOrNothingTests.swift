import Testing

@Suite("all or nothing")
struct AllOrNothingTests {
  @Test("a file that cannot be written: the fork stands where it stood")
  func writeFails() async throws {
    let world = try await World.withRepository()
    try await world.fork("update", "a.json", input: "1").succeed()
    try world.write(
      "[" + String(repeating: "0,", count: 500_000) + "0]", to: "big.json")
    try await world.fork("create", "ui").succeed()
    try await world.fork("update", "a.json", "../big.json", "--fork", "ui").succeed()
    let state = try await world.state()
    // The object is small, since zeros compress well; the file in the work tree passes the limit.
    let limited = "trap '' XFSZ; ulimit -f 100; exec \(World.program) "
    for command in ["update a.json ../big.json", "update new.json ../big.json", "switch ui"] {
      try await world.run("bash", ["-c", limited + command], in: "data")
        .fail(74, saying: "nothing was changed")
      #expect(try await world.state() == state)
      #expect(try world.read("data/a.json") == "1")
      #expect(!world.exists("data/new.json"))
      #expect(try await world.isSound())
    }
    try await world.fork("update", "a.json", "../big.json").succeed()
  }

  @Test("an interrupt while it waits for input: status 130, nothing changed")
  func interrupt() async throws {
    let world = try await World.withRepository()
    let state = try await world.state()
    let script = "sleep 5 | timeout --preserve-status -s INT 0.5 \(World.program) update a.json"
    try await world.run("bash", ["-c", script], in: "data").fail(130, saying: "interrupted")
    #expect(try await world.state() == state)
  }

  @Test("a lock of someone else's is waited for, and named")
  func locked() async throws {
    let world = try await World.withRepository()
    let script = """
      touch .git/index.lock; (sleep 1; rm .git/index.lock) & \
      echo 1 | \(World.program) update a.json
      """
    try await world.run("bash", ["-c", script], in: "data").succeed()
    #expect(try await world.isSound())
  }
}
