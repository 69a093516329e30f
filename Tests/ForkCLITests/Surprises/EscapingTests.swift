import Testing

@Suite("control characters on a terminal")
struct EscapingTests {
  @Test(
    "names and arguments are escaped",
    arguments: ["status", "validate", "documents", "update", "status --$'\\e[31m'"])
  func escaped(command: String) async throws {
    let sandbox = try await Sandbox.withRepository()
    try sandbox.write("1", to: "data/a\u{1B}[31m.json")
    try sandbox.write("1", to: "data/b\u{1B}[31m.txt")
    let outcome = try await sandbox.run(
      "bash", ["-c", "script -qec \"\(Sandbox.program) \(command)\" /dev/null"], in: "data",
      environment: ["NO_COLOR": "1", "TERM": "xterm", "SHELL": "/bin/bash"])
    #expect(!outcome.text.contains("\u{1B}[31m"), "\(outcome)")
  }
}
