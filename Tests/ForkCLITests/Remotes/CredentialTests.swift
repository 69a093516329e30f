import Foundation
import Testing

@Suite(
  "credentials over http", .enabled(if: Transport.http.isInstalled, "lighttpd is not installed"))
struct CredentialTests {
  private func helper(_ sandbox: Sandbox, password: String) async throws {
    let script =
      "!f() { echo $1 >> \(sandbox.path("helper.log")); echo username=ada; echo password=\(password); }; f"
    try await sandbox.git("config", "--global", "credential.helper", script, in: ".").succeed()
  }

  @Test("asked of git's helpers, approved, refused, withdrawn, never printed")
  func helpers() async throws {
    let (sandbox, server) = try await Sandbox.withHub(.http)
    let url = server.url(private: true)
    try await sandbox.git("config", "remote.origin.url", url).succeed()
    let quiet = ["GIT_TERMINAL_PROMPT": "0"]
    try await sandbox.fork("fetch", environment: quiet).fail(77, printing: "credentials")
    try await helper(sandbox, password: "secret")
    try await sandbox.fork("fetch").succeed()
    #expect(try sandbox.read("helper.log") == "get\nstore\n")
    try await sandbox.play("fork update a.json --set /a=5", "fork push")
    try await helper(sandbox, password: "wrong")
    try sandbox.remove("helper.log")
    let refused = try await sandbox.fork("fetch", environment: quiet).expect(status: 77)
    #expect(try sandbox.read("helper.log") == "get\nerase\n")
    #expect(!refused.errorText.contains("wrong"))
    try await sandbox.fork("fetch", environment: quiet.merging(["PATH": "/nonexistent"]) { $1 })
      .fail(69, printing: "git 2.32 or newer", "not installed")
  }

  @Test("a server that redirects to another one: credentials of the first are not sent there")
  func redirection() async throws {
    let (sandbox, server) = try await Sandbox.withHub(.http)
    let (here, elsewhere) = (":\(server.port)/", ":\(server.port + 1)/")
    let url = server.url(private: true).replacing(here, with: elsewhere)
    try await sandbox.git("config", "remote.origin.url", url).succeed()
    let log = sandbox.path("helper.log")
    let script =
      "!f() { sed -n s/^host=//p >> \(log); echo username=ada; echo password=secret; }; f"
    try await sandbox.git("config", "--global", "credential.helper", script, in: ".").succeed()
    try await sandbox.fork("fetch").fail(77, printing: "refused")
    #expect(Set(try sandbox.read("helper.log").split(separator: "\n")).count == 1)
    #expect(try sandbox.read("helper.log").hasPrefix("127.0.0.1:\(server.port + 1)\n"))
    let header = "Authorization: Basic YWRhOnNlY3JldA=="
    try await sandbox.git("config", "http.extraHeader", header).succeed()
    try await sandbox.fork("fetch").fail(77, printing: "redirects", "http.extraHeader")
    try await sandbox.git("config", "--unset", "http.extraHeader").succeed()
    let open = server.url().replacing(here, with: elsewhere)
    try await sandbox.play("git config remote.origin.url '\(open)'", "fork fetch")
    server.stop()
  }

  @Test(
    "nobody is asked where standard input is no terminal",
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/bin/script"), "script is not installed"))
  func noTerminal() async throws {
    let (sandbox, server) = try await Sandbox.withHub(.http)
    try await sandbox.git("config", "remote.origin.url", server.url(private: true)).succeed()
    // The process has a terminal, on which git would ask, and wait for ever.
    let command = "\(Sandbox.program) fetch < /dev/null; echo status $?"
    let shown = try await sandbox.run("script", ["-qefc", command, "/dev/null"], in: "data")
    #expect(shown.text.contains("asks for credentials"), "\(shown)")
    #expect(shown.text.contains("terminal prompts disabled"), "\(shown)")
    #expect(shown.text.contains("status 77"), "\(shown)")
    server.stop()
  }
}
