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
    try await sandbox.fork("update", "a.json", "--set", "/a=5").succeed()
    try await sandbox.fork("push").succeed()
    try await helper(sandbox, password: "wrong")
    try sandbox.remove("helper.log")
    let refused = try await sandbox.fork("fetch", environment: quiet).expect(status: 77)
    #expect(try sandbox.read("helper.log") == "get\nerase\n")
    #expect(!refused.errorText.contains("wrong"))
    try await sandbox.fork("fetch", environment: quiet.merging(["PATH": "/nonexistent"]) { $1 })
      .fail(77, printing: "git", "not installed")
  }

  @Test("a server that redirects to another one: credentials of the first are not sent there")
  func redirection() async throws {
    let (sandbox, server) = try await Sandbox.withHub(.http)
    let (here, elsewhere) = (":\(server.port)/", ":\(server.port + 1)/")
    let url = server.url(private: true).replacing(here, with: elsewhere)
    try await sandbox.git("config", "remote.origin.url", url).succeed()
    try await helper(sandbox, password: "secret")
    let quiet = ["GIT_TERMINAL_PROMPT": "0"]
    let words = "redirects to '127.0.0.1:\(server.port)'"
    try await sandbox.fork("fetch", environment: quiet).fail(77, printing: words)
    // The first one asked for them, and nothing is wrong with them.
    #expect(try sandbox.read("helper.log") == "get\n")
    let header = "Authorization: Basic YWRhOnNlY3JldA=="
    try await sandbox.git("config", "http.extraHeader", header).succeed()
    try await sandbox.fork("fetch", environment: quiet).fail(77, printing: words)
    try await sandbox.git("config", "--unset", "http.extraHeader").succeed()
    let open = server.url().replacing(here, with: elsewhere)
    try await sandbox.git("config", "remote.origin.url", open).succeed()
    try await sandbox.fork("fetch", environment: quiet).succeed()
    #expect(try sandbox.read("helper.log") == "get\n")
    server.stop()
  }

  @Test("http.extraHeader, for all servers and for one")
  func headers() async throws {
    let (sandbox, server) = try await Sandbox.withHub(.http)
    try await sandbox.git("config", "remote.origin.url", server.url(private: true)).succeed()
    let key = "http.http://127.0.0.1:\(server.port)/.extraHeader"
    try await sandbox.git("config", key, "Authorization: Basic YWRhOnNlY3JldA==").succeed()
    try await sandbox.fork("fetch").succeed()
    try await sandbox.git("config", "--unset", key).succeed()
    try await sandbox.git(
      "config", "http.http://other.example/.extraHeader", "Authorization: Basic YWRhOnNlY3JldA=="
    )
    .succeed()
    try await sandbox.fork("fetch", environment: ["GIT_TERMINAL_PROMPT": "0"]).expect(status: 77)
  }
}
