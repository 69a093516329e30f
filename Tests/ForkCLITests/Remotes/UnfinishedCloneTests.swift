import Testing

@Suite("a clone whose process was killed")
struct UnfinishedCloneTests {
  @Test(
    "is finished by the same command", arguments: InitTests.beginnings, [false, true])
  func again(beginning: String, bare: Bool) async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    try await sandbox.run("mv", ["data", "hub"], in: ".").succeed()
    try await InitTests.begin(beginning, sandbox, bare: bare, by: "clone")
    try await sandbox.run(
      "fork", ["clone", "hub", "data"] + (bare ? ["--bare"] : []), in: "."
    ).succeed()
    #expect(try await sandbox.isSound(bare: bare))
    #expect(try await sandbox.document() == "1\n")
    let git = bare ? "data" : "data/.git"
    #expect(try await sandbox.run("find", [git, "-name", "*.lock"], in: ".").text.isEmpty)
    try await sandbox.run("fork", ["clone", "hub", "data"], in: ".")
      .fail(73, printing: "already exists")
  }

  @Test("keeps what a user put there, and is not finished with another remote")
  func kept() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    try await sandbox.run("mv", ["data", "hub"], in: ".").succeed()
    try await InitTests.begin(InitTests.beginnings[3], sandbox, bare: false, by: "clone")
    try sandbox.write("mine", to: "data/mine.txt")
    try await sandbox.git("config", "remote.origin.url", "elsewhere").succeed()
    try await sandbox.fork("clone", "hub", "data", in: ".")
      .fail(73, printing: "holds an unfinished clone of elsewhere")
    #expect(sandbox.exists("data/.git/fork/clone.lock"))
    try await sandbox.git("config", "remote.origin.url", sandbox.path("hub")).succeed()
    try await sandbox.fork("clone", "hub", "data", in: ".").succeed()
    #expect(try sandbox.read("data/mine.txt") == "mine")
    #expect(try sandbox.read("data/a.json") == "1\n")
    try sandbox.write("mine", to: "other/mine.txt")
    try await sandbox.fork("clone", "hub", "other", in: ".").fail(73, printing: "already exists")
  }
}
