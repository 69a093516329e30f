import Testing

@Suite("fork sync")
struct SyncTests {
  @Test(
    "main and the forks come to one version", arguments: [["ui", "device"], ["device", "ui"]])
  func oneVersion(order: [String]) async throws {
    let world = try await World.withTwoForks(#"{"a":0,"b":0,"c":0}"#)
    try await world.fork("create", "device").succeed()
    try await world.set("/a=1", on: "main")
    try await world.set("/b=1", on: "ui")
    try await world.set("/c=1", on: "device")
    try await world.run("fork", ["sync"] + order, in: "data").succeed()
    let tips = try await world.git("for-each-ref", "--format=%(objectname)", "refs/heads").lines
    #expect(Set(tips).count == 1)
    #expect(try await world.document() == #"{"a":1,"b":1,"c":1}"#)
    #expect(try await world.isSound())
    let again = try await world.fork("sync", "--all", "--json").succeed()
    #expect(!again.line.contains(#""changed":true"#))
  }

  @Test("peers that merge the same two versions make the same commit")
  func canonical() async throws {
    let world = try await World.withTwoForks(#"{"a":0,"b":0}"#)
    try await world.set("/a=1", on: "main")
    try await world.set("/b=1", on: "ui")
    try await world.git("clone", "-q", "--bare", "data", "peer", in: ".").succeed()
    try await world.git("branch", "-m", "main", "swap", in: "peer").succeed()
    try await world.git("branch", "-m", "ui", "main", in: "peer").succeed()
    try await world.git("branch", "-m", "swap", "ui", in: "peer").succeed()
    try await world.fork("sync", "ui").succeed()
    try await world.fork("sync", "ui", in: "peer").succeed()
    #expect(
      try await world.git("rev-parse", "main").line
        == world.git("rev-parse", "main", in: "peer").line)
  }

  @Test("a fork with conflicts stays as it is, the others proceed, status 1")
  func conflicts() async throws {
    let world = try await World.withTwoForks(
      #"{"a":0,"b":0}"#, schema: #"{"x-default-merge":"manual"}"#)
    try await world.fork("create", "device").succeed()
    try await world.set("/a=1", on: "main")
    try await world.set("/a=2", on: "ui")
    try await world.set("/b=1", on: "device")
    let ui = try await world.git("rev-parse", "ui").line
    let report = try await world.fork("sync", "--all", "--json").expect(status: 1).line
    #expect(report.contains(#""ours":1,"theirs":2"#))
    #expect(try await world.git("rev-parse", "ui").line == ui)
    #expect(
      try await world.git("rev-parse", "device").line == world.git("rev-parse", "main").line)
    #expect(try await world.document() == #"{"a":1,"b":1}"#)
    try await world.fork("sync", "ui", "--prefer", "theirs").succeed()
    #expect(try await world.document() == #"{"a":2,"b":1}"#)
  }

  @Test("mistakes")
  func mistakes() async throws {
    let world = try await World.withTwoForks("{}")
    try await world.fork("sync").fail(64, saying: "--all")
    try await world.fork("sync", "nobody").fail(66, saying: "nobody")
    try await world.fork("sync", "ui", "--all").fail(64)
  }
}
