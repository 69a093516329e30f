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

  @Test("a closed output: no error")
  func brokenPipe() async throws {
    let sandbox = try await Sandbox.withRepository()
    let script = "\(Sandbox.program) get .fork/schema.json | true"
    let outcome = try await sandbox.run("bash", ["-c", script], in: "data").succeed()
    #expect(outcome.errorText.isEmpty)
  }

  @Test("--quiet prints only errors")
  func quiet() async throws {
    let sandbox = try await Sandbox.withRepository()
    let outcome = try await sandbox.fork("update", "a.json", "-q", input: "1").succeed()
    #expect(outcome.bytes.isEmpty && outcome.errorText.isEmpty)
    try await sandbox.fork("get", "none.json", "-q").fail(66, printing: "none.json")
  }

  @Test("a missing author is reported")
  func notices() async throws {
    let sandbox = try await Sandbox.withRepository()
    let nobody = Dictionary(
      uniqueKeysWithValues: ["AUTHOR", "COMMITTER"].flatMap {
        [("GIT_\($0)_NAME", ""), ("GIT_\($0)_EMAIL", "")]
      })
    try await sandbox.fork("update", "a.json", input: "1", environment: nobody).warns("user.name")
  }

  @Test("help and version")
  func help() async throws {
    let sandbox = try Sandbox()
    #expect(try await sandbox.fork("--help", in: ".").succeed().text.contains("SUBCOMMANDS"))
    #expect(try await sandbox.fork("update", "--help", in: ".").succeed().text.contains("--insert"))
    let help = try await sandbox.fork("help", "schema", "show", in: ".").succeed()
    #expect(help.lines.suffix(3).first == "EXAMPLES:", "\(help)")
    #expect(help.lines.last == "    $ fork schema show note.json", "\(help)")
    #expect(try await sandbox.fork("--help", in: ".").succeed().text.contains("START HERE"))
    #expect(try await sandbox.fork("--version", in: ".").succeed().lines.count == 1)
  }
}
