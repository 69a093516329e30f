import Testing

@Suite("fork sync")
struct SyncTests {
  @Test("a fork with conflicts stays as it is, the others proceed, status 1")
  func conflicts() async throws {
    let sandbox = try await Sandbox.withTwoForks(
      #"{"a":0,"b":0}"#, schema: #"{"x-default-merge":"manual"}"#)
    try await sandbox.play(
      "fork create device", "fork update a.json --set /a=1",
      "fork update a.json --fork ui --set /a=2", "fork update a.json --fork device --set /b=1")
    let ui = try await sandbox.git("rev-parse", "ui").line
    try await sandbox.fork("sync", "--all", "--json").prints(#""ours":1,"theirs":2"#, status: 1)
    #expect(try await sandbox.git("rev-parse", "ui").line == ui)
    #expect(
      try await sandbox.git("rev-parse", "device").line == sandbox.git("rev-parse", "main").line)
    #expect(try await sandbox.document() == #"{"a":1,"b":1}"#)
    try await sandbox.fork("sync", "ui", "--prefer", "theirs").succeed()
    #expect(try await sandbox.document() == #"{"a":2,"b":1}"#)
  }
}
