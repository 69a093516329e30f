import Testing

@Suite("exchange of a fork that the remote never had")
struct UnsharedForkTests {
  @Test(
    "the current fork is not left out without a word, and the command that is named exchanges it")
  func leftOut() async throws {
    let sandbox = try await Sandbox.withTwoForks("{}")
    try await sandbox.run("git", ["init", "-q", "--bare", "hub"], in: ".").succeed()
    try await sandbox.fork("remote", "add", "origin", "../hub").succeed()
    #expect(try await !sandbox.fork("exchange").succeed().errorText.contains("only here"))
    try await sandbox.fork("switch", "ui").succeed()
    let outcome = try await sandbox.fork("exchange").succeed()
    let command = "fork exchange origin --fork ui"
    #expect(outcome.errorText.contains("'\(command)' exchanges it too"), "\(outcome)")
    try await sandbox.run(
      "fork", command.split(separator: " ").dropFirst().map(String.init), in: "data"
    ).succeed()
    #expect(try await sandbox.git("rev-parse", "ui", in: "hub").succeed().line.count == 40)
    #expect(try await !sandbox.fork("exchange").succeed().errorText.contains("only here"))
  }
}
