import Testing

@Suite("fork init")
struct InitTests {
  @Test("a new repository has a first commit and a clean status")
  func new() async throws {
    let sandbox = try Sandbox()
    try await sandbox.fork("init", "data", in: ".").succeed()
    #expect(try await sandbox.isSound())
    #expect(try await sandbox.git("rev-parse", "--abbrev-ref", "HEAD").line == "main")
    #expect(
      try await sandbox.git("ls-files").lines == [".fork/schema.json", ".gitattributes"])
    #expect(try sandbox.read("data/.gitattributes") == Sandbox.attributes)
    let driver = try await sandbox.git("config", "merge.fork.driver").line
    #expect(driver.contains("fork merge-driver %O %A %B "))
  }

  @Test("--json lists what was created")
  func json() async throws {
    let sandbox = try Sandbox()
    let outcome = try await sandbox.fork("init", "data", "--json", in: ".").succeed()
    let commit = try await sandbox.git("rev-parse", "HEAD").line
    #expect(
      outcome.line == """
        {"directory":"\(sandbox.path("data"))/","created":true,"fork":"main","commit":"\(commit)",\
        "added":[".fork/schema.json",".gitattributes"]}
        """)
  }

  @Test("a bare repository has the same first commit")
  func bare() async throws {
    let sandbox = try Sandbox()
    try await sandbox.fork("init", "data", "--bare", in: ".").succeed()
    #expect(try await sandbox.isSound(bare: true))
    #expect(
      try await sandbox.git("ls-tree", "-r", "--name-only", "main").lines
        == [".fork/schema.json", ".gitattributes"])
  }

  @Test("the given schema is the first one")
  func schema() async throws {
    let sandbox = try Sandbox()
    let schema = #"{"x-documents":{"a.json":{"type":"object"}}}"#
    try sandbox.write(schema, to: "mine.json")
    try await sandbox.fork("init", "data", "--schema", "mine.json", in: ".").succeed()
    #expect(try sandbox.read("data/.fork/schema.json") == schema)
    #expect(try await sandbox.isSound())
  }

  @Test("a broken schema makes nothing")
  func brokenSchema() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("{\n  \"x-documents\": }", to: "mine.json")
    try await sandbox.fork("init", "data", "--schema", "mine.json", in: ".")
      .fail(65, printing: "mine.json:2:18")
    try sandbox.write(
      #"{"x-documents":{"a.json":{"properties":{"t":{"x-merge":"textMerg"}}}}}"#, to: "mine.json")
    try await sandbox.fork("init", "data", "--schema", "mine.json", in: ".")
      .fail(65, printing: "textMerg")
    try await sandbox.fork("init", "data", "--schema", "none.json", in: ".")
      .fail(66, printing: "none.json")
    #expect(!sandbox.exists("data/.git"))
  }

  @Test("an existing repository gets what is missing, and no commit")
  func existing() async throws {
    let sandbox = try Sandbox()
    try await sandbox.git("init", "-q", "-b", "trunk", "data", in: ".").succeed()
    try sandbox.write("*.png binary", to: "data/.gitattributes")
    try await sandbox.play("git add .", "git commit -q -m first")
    let before = try await sandbox.git("rev-parse", "HEAD").line
    try await sandbox.fork("init").succeed()
    #expect(try await sandbox.git("rev-parse", "HEAD").line == before)
    #expect(try sandbox.read("data/.gitattributes") == Sandbox.attributes + "*.png binary")
    #expect(try sandbox.read("data/.fork/schema.json").contains(#""x-default-merge": "manual""#))
    try await sandbox.fork("init", "--json").prints(#""created":false"#, #""added":[]"#)
  }

  @Test("existing files stay, recorded or not")
  func existingFiles() async throws {
    let sandbox = try Sandbox()
    try sandbox.write(#"{"a":1}"#, to: "data/a.json")
    try await sandbox.fork("init", "data", in: ".").succeed()
    #expect(try sandbox.read("data/a.json") == #"{"a":1}"#)
    #expect(try await sandbox.git("status", "--porcelain").line == "?? a.json")
  }

  /// The leftovers of killed processes, as shell commands in an empty directory `$1`, and the git directory.
  static let beginnings = [
    "mkdir -p $git/fork", "mkdir -p $git/fork; mark",
    "mkdir -p $git/fork $git/objects/info $git/refs; mark; echo '[core]' > $git/config; lock config",
    "git init -q -b main $kind $1; mkdir $git/fork; mark; lock HEAD",
  ]

  static func begin(
    _ beginning: String, _ sandbox: Sandbox, bare: Bool, by command: String
  ) async throws {
    let script = """
      set -e; mkdir $1; git=$2; kind=$3
      lock() { echo 'fork lock' > $git/$1.lock; chmod +t $git/$1.lock; }
      mark() { lock fork/\(command); }
      \(beginning)
      """
    try await sandbox.run(
      "bash", ["-c", script, "-", "data", bare ? "data" : "data/.git", bare ? "--bare" : "-q"],
      in: "."
    ).succeed()
  }

  @Test(
    "an init that was killed is finished by the same command", arguments: beginnings,
    [false, true])
  func killed(beginning: String, bare: Bool) async throws {
    let sandbox = try Sandbox()
    try await Self.begin(beginning, sandbox, bare: bare, by: "init")
    let options = bare ? ["--bare"] : []
    try await sandbox.run("fork", ["init", "data"] + options, in: ".").succeed()
    #expect(try await sandbox.isSound(bare: bare))
    #expect(
      try await sandbox.git("ls-tree", "-r", "--name-only", "main").lines
        == [".fork/schema.json", ".gitattributes"])
    let git = bare ? "data" : "data/.git"
    #expect(try await sandbox.run("find", [git, "-name", "*.lock"], in: ".").text.isEmpty)
    try await sandbox.run("fork", ["init", "data"] + options, in: ".").succeed()
    #expect(try await sandbox.git("rev-list", "--count", "main").line == "1")
  }
}
