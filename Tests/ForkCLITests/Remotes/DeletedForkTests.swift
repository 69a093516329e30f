import Testing

@Suite("forks that were deleted on one side of an exchange")
struct DeletedForkTests {
  /// `data` and its clone `other`, both with the fork `ui`; `other` has it checked out.
  private func clones() async throws -> Sandbox {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.git("init", "-q", "--bare", "-b", "main", "hub", in: ".").succeed()
    try await sandbox.play("git remote add origin ../hub", "fork create ui")
    try await sandbox.put("1", on: "ui")
    try await sandbox.fork("exchange", "--all").succeed()
    try await sandbox.fork("clone", "hub", "other", in: ".").succeed()
    try await sandbox.play("git switch -q ui", "fork exchange", in: "other")
    return sandbox
  }

  private func hub(_ sandbox: Sandbox) async throws -> [String] {
    try await sandbox.git("branch", "--format=%(refname:short)", in: "hub").lines
  }

  @Test("one that is checked out unchanged stays there, is not pushed, and goes after a switch")
  func checkedOut() async throws {
    let sandbox = try await clones()
    try await sandbox.play("fork delete --force ui", "fork exchange")
    #expect(try await hub(sandbox) == ["main"])
    try await sandbox.fork("exchange", in: "other").prints("deleted at origin, and kept here")
    #expect(try await hub(sandbox) == ["main"])
    #expect(try await sandbox.git("branch", "--list", "ui", in: "other").lines.count == 1)
    try await sandbox.play("fork switch main", "fork exchange", in: "other")
    #expect(try await sandbox.git("branch", "--list", "ui", in: "other").text.isEmpty)
    #expect(try await hub(sandbox) == ["main"])
  }

  @Test("one with new versions stays, and says so")
  func changed() async throws {
    let sandbox = try await clones()
    try await sandbox.play("fork delete --force ui", "fork exchange")
    try await sandbox.fork("update", "a.json", in: "other", input: "2").succeed()
    try await sandbox.fork("exchange", in: "other").prints("it had been deleted at origin")
    #expect(try await hub(sandbox) == ["main", "ui"])
    try await sandbox.fork("exchange", "--all", "--json").prints(#""fork":"ui""#)
    #expect(try await sandbox.document(on: "ui") == "2")
  }

  @Test("one that was deleted here comes back with new versions of others, and says so")
  func changedThere() async throws {
    let sandbox = try await clones()
    try await sandbox.fork("update", "a.json", in: "other", input: "2").succeed()
    try await sandbox.fork("exchange", in: "other").succeed()
    try await sandbox.fork("delete", "--force", "ui").succeed()
    try await sandbox.fork("exchange").prints("it had been deleted here")
    #expect(try await sandbox.document(on: "ui") == "2")
  }
}
