import Testing

@Suite("fork sync")
struct SyncTests {
  @Test(
    "main and the forks get one version", arguments: [["ui", "device"], ["device", "ui"]])
  func oneVersion(order: [String]) async throws {
    let sandbox = try await Sandbox.withTwoForks(#"{"a":0,"b":0,"c":0}"#)
    try await sandbox.play(
      "fork create device", "fork update a.json --set /a=1",
      "fork update a.json --fork ui --set /b=1", "fork update a.json --fork device --set /c=1")
    try await sandbox.run("fork", ["sync"] + order, in: "data").succeed()
    let tips = try await sandbox.git("for-each-ref", "--format=%(objectname)", "refs/heads").lines
    #expect(Set(tips).count == 1)
    #expect(try await sandbox.document() == #"{"a":1,"b":1,"c":1}"#)
    #expect(try await sandbox.isSound())
    let again = try await sandbox.fork("sync", "--all", "--json").succeed()
    #expect(!again.line.contains(#""changed":true"#))
  }

  @Test("peers that merge the same two versions make the same commit")
  func canonical() async throws {
    let sandbox = try await Sandbox.withTwoForks(#"{"a":0,"b":0}"#)
    try await sandbox.set("/a=1", on: "main")
    try await sandbox.set("/b=1", on: "ui")
    try await sandbox.git("clone", "-q", "--bare", "data", "peer", in: ".").succeed()
    try await sandbox.play(
      "git branch -m main swap", "git branch -m ui main", "git branch -m swap ui", in: "peer")
    try await sandbox.fork("sync", "ui").succeed()
    try await sandbox.fork("sync", "ui", in: "peer").succeed()
    #expect(
      try await sandbox.git("rev-parse", "main").line
        == sandbox.git("rev-parse", "main", in: "peer").line)
  }

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
