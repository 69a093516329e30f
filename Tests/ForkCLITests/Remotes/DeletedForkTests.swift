import Testing

@Suite("forks that were deleted on one side of an exchange")
struct DeletedForkTests {
  /// `data` and its clone `other`, both with the fork `ui`; `other` has it checked out.
  private func clones() async throws -> Sandbox {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.git("init", "-q", "--bare", "-b", "main", "hub", in: ".").succeed()
    try await sandbox.git("remote", "add", "origin", "../hub").succeed()
    try await sandbox.fork("create", "ui").succeed()
    try await sandbox.put("1", on: "ui")
    try await sandbox.fork("exchange", "--all").succeed()
    try await sandbox.fork("clone", "hub", "other", in: ".").succeed()
    try await sandbox.git("switch", "-q", "ui", in: "other").succeed()
    try await sandbox.fork("exchange", in: "other").succeed()
    return sandbox
  }

  private func hub(_ sandbox: Sandbox) async throws -> [String] {
    try await sandbox.git("branch", "--format=%(refname:short)", in: "hub").lines
  }

  @Test("one that is checked out unchanged stays there, is not pushed, and goes after a switch")
  func checkedOut() async throws {
    let sandbox = try await clones()
    try await sandbox.fork("delete", "--force", "ui").succeed()
    try await sandbox.fork("exchange").succeed()
    #expect(try await hub(sandbox) == ["main"])
    let kept = try await sandbox.fork("exchange", in: "other").succeed()
    #expect(kept.text.contains("deleted at origin, and kept here"), "\(kept)")
    #expect(try await hub(sandbox) == ["main"])
    #expect(try await sandbox.git("branch", "--list", "ui", in: "other").lines.count == 1)
    try await sandbox.fork("switch", "main", in: "other").succeed()
    try await sandbox.fork("exchange", in: "other").succeed()
    #expect(try await sandbox.git("branch", "--list", "ui", in: "other").text.isEmpty)
    #expect(try await hub(sandbox) == ["main"])
  }

  @Test("one with new versions stays, and says so")
  func changed() async throws {
    let sandbox = try await clones()
    try await sandbox.fork("delete", "--force", "ui").succeed()
    try await sandbox.fork("exchange").succeed()
    try await sandbox.fork("update", "a.json", in: "other", input: "2").succeed()
    let outcome = try await sandbox.fork("exchange", in: "other").succeed()
    #expect(outcome.text.contains("it had been deleted at origin"), "\(outcome)")
    #expect(try await hub(sandbox) == ["main", "ui"])
    let json = try await sandbox.fork("exchange", "--all", "--json").succeed().line
    #expect(json.contains(#""fork":"ui""#), "\(json)")
    #expect(try await sandbox.document(on: "ui") == "2")
  }

  @Test("one that was deleted here comes back with new versions of others, and says so")
  func changedThere() async throws {
    let sandbox = try await clones()
    try await sandbox.fork("update", "a.json", in: "other", input: "2").succeed()
    try await sandbox.fork("exchange", in: "other").succeed()
    try await sandbox.fork("delete", "--force", "ui").succeed()
    let outcome = try await sandbox.fork("exchange").succeed()
    #expect(outcome.text.contains("it had been deleted here"), "\(outcome)")
    #expect(try await sandbox.document(on: "ui") == "2")
  }
}
