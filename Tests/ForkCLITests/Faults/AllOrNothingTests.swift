import Glibc
import Testing

@Suite("atomic commands")
struct AllOrNothingTests {
  @Test("a file that cannot be written: the fork is not updated")
  func writeFails() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.fork("update", "a.json", input: "1").succeed()
    try sandbox.write(
      "[" + String(repeating: "0,", count: 500_000) + "0]", to: "big.json")
    try await sandbox.play("fork create ui", "fork update a.json ../big.json --fork ui")
    let state = try await sandbox.state()
    // The object is small, since zeros compress well; the file in the work tree passes the limit.
    let limited = "trap '' XFSZ; ulimit -f 100; exec \(Sandbox.program) "
    for command in ["update a.json ../big.json", "update new.json ../big.json", "switch ui"] {
      try await sandbox.run("bash", ["-c", limited + command], in: "data")
        .fail(74, printing: "nothing was changed")
      #expect(try await sandbox.state() == state)
      #expect(try sandbox.read("data/a.json") == "1")
      #expect(!sandbox.exists("data/new.json"))
      #expect(try await sandbox.isSound())
    }
    try await sandbox.fork("update", "a.json", "../big.json").succeed()
  }

  @Test("an interrupt while it waits for input: status 130, nothing changed")
  func interrupt() async throws {
    let sandbox = try await Sandbox.withRepository()
    let state = try await sandbox.state()
    // What no pipe can hold is written once the program reads.
    let script = """
      mkfifo ../in
      "\(Sandbox.program)" update a.json < ../in & writer=$!
      exec 3> ../in
      head -c 200000 /dev/zero | tr '\\0' ' ' >&3
      kill -INT $writer; wait $writer
      """
    try await sandbox.run("bash", ["-c", script], in: "data").fail(130, printing: "interrupted")
    #expect(try await sandbox.state() == state)
  }
}
