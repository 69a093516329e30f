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
    // What no pipe can hold is written once the program reads.
    let script = """
      mkfifo ../in
      "\(World.program)" update a.json < ../in & writer=$!
      exec 3> ../in
      head -c 200000 /dev/zero | tr '\\0' ' ' >&3
      kill -INT $writer; wait $writer
      """
    try await world.run("bash", ["-c", script], in: "data").fail(130, saying: "interrupted")
    #expect(try await world.state() == state)
  }

  @Test("a lock of someone else's is waited for, and named")
  func locked() async throws {
    let world = try await World.withRepository()
    let script = """
      touch .git/index.lock
      echo 1 | "\(World.program)" update a.json 2> ../talk & writer=$!
      until grep -qs 'waiting for another process' ../talk; do kill -0 $writer || exit 1; sleep 0.05; done
      rm .git/index.lock; wait $writer
      """
    try await world.run("bash", ["-c", script], in: "data").succeed()
    #expect(try world.read("talk").contains("index.lock"))
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
