import Testing

@Suite("a clone whose process was killed")
struct UnfinishedCloneTests {
  @Test(
    "is finished by the same command", arguments: InitTests.beginnings, [false, true])
  func again(beginning: String, bare: Bool) async throws {
    let world = try await World.withTwoForks("1\n")
    try await world.run("mv", ["data", "hub"], in: ".").succeed()
    try await InitTests.begin(beginning, world, bare: bare, by: "clone")
    try await world.run(
      "fork", ["clone", "hub", "data"] + (bare ? ["--bare"] : []), in: "."
    ).succeed()
    #expect(try await world.isSound(bare: bare))
    #expect(try await world.document() == "1\n")
    let git = bare ? "data" : "data/.git"
    #expect(try await world.run("find", [git, "-name", "*.lock"], in: ".").text.isEmpty)
    try await world.run("fork", ["clone", "hub", "data"], in: ".")
      .fail(73, saying: "already exists")
  }

  @Test("keeps what a user put there, and is not finished with another remote")
  func kept() async throws {
    let world = try await World.withTwoForks("1\n")
    try await world.run("mv", ["data", "hub"], in: ".").succeed()
    try await InitTests.begin(InitTests.beginnings[3], world, bare: false, by: "clone")
    try world.write("mine", to: "data/mine.txt")
    try await world.git("config", "remote.origin.url", "elsewhere").succeed()
    try await world.fork("clone", "hub", "data", in: ".")
      .fail(73, saying: "holds an unfinished clone of elsewhere")
    #expect(world.exists("data/.git/fork/clone.lock"))
    try await world.git("config", "remote.origin.url", world.path("hub")).succeed()
    try await world.fork("clone", "hub", "data", in: ".").succeed()
    #expect(try world.read("data/mine.txt") == "mine")
    #expect(try world.read("data/a.json") == "1\n")
    try world.write("mine", to: "other/mine.txt")
    try await world.fork("clone", "hub", "other", in: ".").fail(73, saying: "already exists")
  }
}
