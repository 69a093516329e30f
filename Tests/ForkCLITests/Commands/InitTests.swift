import Testing

@Suite("fork init")
struct InitTests {
  @Test("a new repository has a first commit and a clean status")
  func new() async throws {
    let world = try World()
    try await world.fork("init", "data", in: ".").succeed()
    #expect(try await world.isSound())
    #expect(try await world.git("rev-parse", "--abbrev-ref", "HEAD").line == "main")
    #expect(
      try await world.git("ls-files").lines == [".fork/schema.json", ".gitattributes"])
    #expect(try world.read("data/.gitattributes") == "*.json merge=fork\n")
    let driver = try await world.git("config", "merge.fork.driver").line
    #expect(driver.contains("fork merge-driver %O %A %B "))
  }

  @Test("--json tells what was made")
  func json() async throws {
    let world = try World()
    let outcome = try await world.fork("init", "data", "--json", in: ".").succeed()
    let commit = try await world.git("rev-parse", "HEAD").line
    #expect(
      outcome.line == """
        {"directory":"\(world.path("data"))/","created":true,"fork":"main","commit":"\(commit)",\
        "added":[".fork/schema.json",".gitattributes"]}
        """)
  }

  @Test("a bare repository has the same first commit")
  func bare() async throws {
    let world = try World()
    try await world.fork("init", "data", "--bare", in: ".").succeed()
    #expect(try await world.isSound(bare: true))
    #expect(
      try await world.git("ls-tree", "-r", "--name-only", "main").lines
        == [".fork/schema.json", ".gitattributes"])
  }

  @Test("the given schema is the first one")
  func schema() async throws {
    let world = try World()
    let schema = #"{"x-documents":{"a.json":{"type":"object"}}}"#
    try world.write(schema, to: "mine.json")
    try await world.fork("init", "data", "--schema", "mine.json", in: ".").succeed()
    #expect(try world.read("data/.fork/schema.json") == schema)
    #expect(try await world.isSound())
  }

  @Test("a broken schema makes nothing")
  func brokenSchema() async throws {
    let world = try World()
    try world.write("{\n  \"x-documents\": }", to: "mine.json")
    try await world.fork("init", "data", "--schema", "mine.json", in: ".")
      .fail(65, saying: "mine.json:2:18")
    try world.write(
      #"{"x-documents":{"a.json":{"properties":{"t":{"x-merge":"textMerg"}}}}}"#, to: "mine.json")
    try await world.fork("init", "data", "--schema", "mine.json", in: ".")
      .fail(65, saying: "textMerg")
    try await world.fork("init", "data", "--schema", "none.json", in: ".")
      .fail(66, saying: "none.json")
    #expect(!world.exists("data/.git"))
  }

  @Test("an existing repository gets what is missing, and no commit")
  func existing() async throws {
    let world = try World()
    try await world.git("init", "-q", "-b", "trunk", "data", in: ".").succeed()
    try world.write("*.png binary", to: "data/.gitattributes")
    try await world.git("add", ".").succeed()
    try await world.git("commit", "-q", "-m", "first").succeed()
    let before = try await world.git("rev-parse", "HEAD").line
    try await world.fork("init").succeed()
    #expect(try await world.git("rev-parse", "HEAD").line == before)
    #expect(try world.read("data/.gitattributes") == "*.png binary\n*.json merge=fork\n")
    #expect(try world.read("data/.fork/schema.json").contains(#""x-default-merge": "manual""#))
    let again = try await world.fork("init", "--json").succeed()
    #expect(again.text.contains(#""created":false"#) && again.text.contains(#""added":[]"#))
  }

  @Test("files that were there stay, recorded or not")
  func existingFiles() async throws {
    let world = try World()
    try world.write(#"{"a":1}"#, to: "data/a.json")
    try await world.fork("init", "data", in: ".").succeed()
    #expect(try world.read("data/a.json") == #"{"a":1}"#)
    #expect(try await world.git("status", "--porcelain").line == "?? a.json")
  }

  /// What killed processes leave, as shell commands in an empty directory `$1`, and where the git directory is.
  static let beginnings = [
    "mkdir -p $git/fork", "mkdir -p $git/fork; mark",
    "mkdir -p $git/fork $git/objects/info $git/refs; mark; echo '[core]' > $git/config; lock config",
    "git init -q -b main $kind $1; mkdir $git/fork; mark; lock HEAD",
  ]

  static func begin(
    _ beginning: String, _ world: World, bare: Bool, by command: String
  ) async throws {
    let script = """
      set -e; mkdir $1; git=$2; kind=$3
      lock() { echo 'fork lock' > $git/$1.lock; chmod +t $git/$1.lock; }
      mark() { lock fork/\(command); }
      \(beginning)
      """
    try await world.run(
      "bash", ["-c", script, "-", "data", bare ? "data" : "data/.git", bare ? "--bare" : "-q"],
      in: "."
    ).succeed()
  }

  @Test(
    "what a killed process has begun is finished by the same command", arguments: beginnings,
    [false, true])
  func killed(beginning: String, bare: Bool) async throws {
    let world = try World()
    try await Self.begin(beginning, world, bare: bare, by: "init")
    let options = bare ? ["--bare"] : []
    try await world.run("fork", ["init", "data"] + options, in: ".").succeed()
    #expect(try await world.isSound(bare: bare))
    #expect(
      try await world.git("ls-tree", "-r", "--name-only", "main").lines
        == [".fork/schema.json", ".gitattributes"])
    let git = bare ? "data" : "data/.git"
    #expect(try await world.run("find", [git, "-name", "*.lock"], in: ".").text.isEmpty)
    try await world.run("fork", ["init", "data"] + options, in: ".").succeed()
    #expect(try await world.git("rev-list", "--count", "main").line == "1")
  }
}
