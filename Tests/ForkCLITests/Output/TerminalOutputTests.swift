import Testing

@Suite("output on a terminal and a pipe")
struct TerminalOutputTests {
  /// Runs a command with a terminal for its output, and returns what the terminal got.
  private static func onTerminal(_ command: String, in sandbox: Sandbox) async throws -> String {
    try await sandbox.run(
      "script", ["-qefc", command, "/dev/null"], in: "data", environment: ["TERM": "xterm"]
    ).succeed().text.replacing("\r\n", with: "\n")
  }

  @Test("control and direction characters of documents pass on a pipe, and not on a terminal")
  func escapes() async throws {
    let sandbox = try await Sandbox.withRepository()
    let text = "\"\u{7F}\u{202E}\u{9B}1mx\"\n"
    try await sandbox.fork("update", "a.json", input: text).succeed()
    #expect(try await sandbox.fork("get", "a.json").text == text)
    #expect(
      try await Self.onTerminal("\(Sandbox.program) get a.json", in: sandbox)
        == "\"\\u{7f}\\u{202e}\\u{9b}1mx\"\n")
  }

  @Test("colour only on a terminal, and not with NO_COLOR")
  func color() async throws {
    let sandbox = try await Sandbox.withRepository()
    #expect(
      try await Self.onTerminal("\(Sandbox.program) list", in: sandbox).contains("\u{1B}[32m"))
    #expect(
      try await !Self.onTerminal("NO_COLOR=1 \(Sandbox.program) list", in: sandbox).contains(
        "\u{1B}["))
    #expect(try await !sandbox.fork("list").text.contains("\u{1B}["))
    #expect(try await sandbox.fork("list", "--color", "always").text.contains("\u{1B}[32m"))
  }
}
