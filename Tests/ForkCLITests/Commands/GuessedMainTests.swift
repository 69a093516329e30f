import Testing

@Suite("a main fork that is only guessed")
struct GuessedMainTests {
  @Test("exchange publishes no fork because HEAD names it, and says what to type")
  func exchange() async throws {
    let sandbox = try Sandbox()
    try await sandbox.play("git init -q --bare hub", "git init -q -b private data", in: ".")
    try await sandbox.git("remote", "add", "origin", "../hub").succeed()
    try await sandbox.fork("update", "a.json", input: "1").succeed()
    try await sandbox.fork("exchange").fail(64, printing: "git config fork.main", "--main")
    #expect(try await sandbox.git("for-each-ref", in: "hub").text.isEmpty)
    try await sandbox.fork("exchange", "--main", "private").succeed()
    #expect(try await sandbox.git("for-each-ref", in: "hub").lines.count == 1)
  }

  @Test("a fork that the user names, or the HEAD of the remote, is no guess")
  func named() async throws {
    let sandbox = try Sandbox()
    try await sandbox.play("git init -q --bare -b trunk hub", "git init -q -b trunk data", in: ".")
    try await sandbox.git("remote", "add", "origin", "../hub").succeed()
    try await sandbox.fork("update", "a.json", input: "1").succeed()
    try await sandbox.fork("exchange", "--fork", "trunk").succeed()
    try await sandbox.fork("update", "a.json", input: "2").succeed()
    try await sandbox.fork("exchange").succeed()
    let tips = try await sandbox.git("rev-parse", "trunk", "origin/trunk").lines
    #expect(tips[0] == tips[1])
  }
}
