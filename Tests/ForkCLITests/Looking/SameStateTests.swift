import Testing

@Suite("commands that describe one state agree")
struct SameStateTests {
  @Test("verify and validate count the same documents")
  func counts() async throws {
    let sandbox = try await Sandbox.withRepository()
    for name in ["a", "b", "c"] { try await sandbox.put("{}", at: "\(name).json") }
    let validated = try await sandbox.fork("validate", "--json").succeed().line
    let verified = try await sandbox.fork("verify", "--json").succeed().line
    let number = try #require(validated.firstMatch(of: /"documents":(\d+)/)).1
    #expect(verified.contains(#""documents":\#(number),"#), "\(verified) \(validated)")
  }

  @Test("schema show reads the work tree, as schema check does")
  func workTree() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.put(#"{"n":1}"#)
    let schema = #"{"x-documents":{"*.json":{"properties":{"n":{"x-merge":"counterMerge"}}}}}"#
    try sandbox.write(schema, to: "data/.fork/schema.json")
    try await sandbox.fork("schema", "check").succeed()
    try await sandbox.fork("schema", "show", "a.json").prints("counterMerge")
  }

  @Test("install --check notices a driver that calls another program")
  func foreignDriver() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.play("fork install --check", "git config merge.fork.driver 'false %A'")
    let check = try await sandbox.fork("install", "--check").expect(status: 1)
    #expect(check.errorText.contains("merge.fork.driver is 'false %A'"), "\(check)")
    #expect(!check.text.contains("nothing is missing"), "\(check)")
  }
}
