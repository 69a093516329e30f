import Glibc
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
    // On a busy machine the program may not have started when the signal comes; then it ends at once.
    for seconds in [1, 4, 20] {
      let script =
        "sleep \(seconds + 2) | timeout --preserve-status -s INT \(seconds) \(World.program) update a.json"
      let outcome = try await world.run("bash", ["-c", script], in: "data")
      guard outcome.status != 130 || outcome.talk.contains("interrupted") || seconds == 20 else {
        continue
      }
      try outcome.fail(130, saying: "interrupted")
      break
    }
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

  @Test("a report that cannot be written")
  func outputFails() async throws {
    let world = try await World.withRepository()
    let script = "\(World.program) get .fork/schema.json > /dev/full"
    try await world.run("bash", ["-c", script], in: "data")
      .fail(74, saying: "standard output", "all else was done")
  }

  @Test("a link in the work tree that leads outside is not written through")
  func linkOutside() async throws {
    let world = try await World.withRepository()
    try world.write("1", to: "outside/a.json")
    try await world.run("ln", ["-s", "../outside", "data/link"], in: ".").succeed()
    let state = try await world.state()
    try await world.fork("update", "link/a.json", input: "2").fail(73, saying: "link")
    try await world.fork("update", "link/b.json", input: "2").fail(73, saying: "link")
    #expect(try world.read("outside/a.json") == "1")
    #expect(!world.exists("outside/b.json"))
    #expect(try await world.state() == state)
  }

  @Test("someone else's repository", .enabled(if: getuid() == 0, "only root can give it away"))
  func ownership() async throws {
    let world = try await World.withRepository()
    try await world.run("chown", ["-R", "nobody", "data"], in: ".").succeed()
    try await world.fork("list").fail(77, saying: "safe.directory", world.path("data"))
    try await world.git("config", "--global", "safe.directory", world.path("data"), in: ".")
      .succeed()
    try await world.fork("list").succeed()
  }
}
