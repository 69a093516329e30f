import Testing

/// Everywhere that git can have its files.
@Suite("the merge driver in every directory of a repository")
struct RepositoryLayoutTests {
  /// Makes two branches in a repository and merges them.
  private func mergeBranches(
    of sandbox: Sandbox, at path: String = "a.json", in directory: String
  ) async throws {
    try await sandbox.branch("theirs", in: directory)
    try await sandbox.commit(lines(1, 2), at: path, "their change", in: directory)
    try await sandbox.git("checkout", "-q", "-", in: directory).succeed()
    try await sandbox.commit(lines(2, 1), at: path, "our change", in: directory)
    try await sandbox.git("merge", "-q", "--no-edit", "theirs", in: directory).succeed()
    #expect(try sandbox.read(directory + "/" + path) == lines(2, 2))
    try await sandbox.expectSound(in: directory)
  }

  private static let oddName = "it's \"ça\" $HOME 日本 `id` \\n"

  @Test("a repository in a path with spaces, quotes and letters of all kinds")
  func repositoryName() async throws {
    let sandbox = try await Sandbox.withDriver(lines(1, 1), in: Self.oddName)
    try await mergeBranches(of: sandbox, in: Self.oddName)
  }

  @Test(
    "file names likewise", arguments: [oddName + ".json", "-p.json", "--ancestor.json", "é.json"])
  func fileNames(path: String) async throws {
    let sandbox = try await Sandbox.withDriver(lines(1, 1), at: path)
    try await mergeBranches(of: sandbox, at: path, in: "data")
  }

  @Test("a conflict in such a file names it, and its markers are right")
  func conflictInOddFile() async throws {
    let path = "sub dir/" + Self.oddName + ".json"
    let sandbox = try await Sandbox.withBranches(
      lines(1, 1), ours: lines(2, 1), theirs: lines(3, 1), at: path)
    let merge = try await sandbox.git("merge", "theirs").expect(status: 1)
    #expect(merge.errorText.contains(path + "#/a"), "\(merge)")
    #expect(try sandbox.markers(in: path) == ["<<<<<<< HEAD", ">>>>>>> theirs"])
    try sandbox.write(lines(9, 1), to: "data/" + path)
    try await sandbox.goOn("merge")
    try await sandbox.expectSound()
  }

  @Test("run from a subdirectory, with a schema at the top")
  func subdirectory() async throws {
    let sandbox = try await Sandbox.withBranches(
      lines(1, 1), ours: lines(2, 1), theirs: lines(3, 1), at: "x/y/a.json", schema: newestWins)
    try await sandbox.git("merge", "-q", "--no-edit", "theirs", in: "data/x/y").succeed()
    #expect(try sandbox.read("data/x/y/a.json") == lines(2, 1))
    try await sandbox.expectSound()
  }

  @Test("a linked work tree, whose schema is its own branch's")
  func linkedWorkTree() async throws {
    let sandbox = try await Sandbox.withBranches(
      lines(1, 1), ours: lines(2, 1), theirs: lines(3, 1), schema: newestWins)
    try await sandbox.git("worktree", "add", "-q", "-b", "other", "../linked", "main").succeed()
    try await sandbox.git("merge", "-q", "--no-edit", "theirs", in: "linked").succeed()
    #expect(try sandbox.read("linked/a.json") == lines(2, 1))
    try await sandbox.expectSound(in: "linked")
    try await sandbox.expectSound()
  }

  @Test("a submodule; the project around it merges its own documents")
  func submodule() async throws {
    let sandbox = try await Sandbox.withDriver(lines(1, 1), in: "library")
    try await sandbox.beginRepository(in: "data")
    try await sandbox.play(
      "git -c protocol.file.allow=always submodule -q add \(sandbox.path("library")) part")
    try await sandbox.commit(lines(1, 1), "base")
    try await sandbox.fork("install", in: "data/part").succeed()
    try await mergeBranches(of: sandbox, in: "data/part")
    try await sandbox.git("commit", "-q", "-a", "-m", "part").succeed()
    try await mergeBranches(of: sandbox, in: "data")
  }

  @Test("a sparse checkout that leaves the schema out", arguments: [true, false])
  func sparse(linked: Bool) async throws {
    let sandbox = try await Sandbox.withBranches(
      lines(1, 1), ours: lines(2, 1), theirs: lines(3, 1), at: "notes/a.json", schema: newestWins)
    let directory = linked ? "linked" : "data"
    if linked {
      try await sandbox.git("worktree", "add", "-q", "-b", "other", "../linked", "main").succeed()
    }
    // git leaves files that may have changed since the index was written, until it has looked at them.
    try await sandbox.play("git status", "git sparse-checkout set notes", in: directory)
    #expect(!sandbox.exists(directory + "/.fork"))
    try await sandbox.git("merge", "--no-edit", "theirs", in: directory).warns(", not ")
    #expect(try sandbox.read(directory + "/notes/a.json") == lines(2, 1))
    try await sandbox.expectSound(in: directory)
    try await sandbox.fork("list", in: directory).succeed()
  }

  @Test("GIT_DIR and GIT_WORK_TREE")
  func variables() async throws {
    let sandbox = try await Sandbox.withBranches(
      lines(1, 1), ours: lines(2, 1), theirs: lines(3, 1), schema: newestWins)
    let place = [
      "GIT_DIR": sandbox.path("data/.git"), "GIT_WORK_TREE": sandbox.path("data"),
    ]
    try await sandbox.git("merge", "-q", "--no-edit", "theirs", in: "home", environment: place)
      .succeed()
    #expect(try sandbox.read("data/a.json") == lines(2, 1))
    try await sandbox.expectSound()
  }

  @Test("a split index: what must be typed, and after that everything works")
  func splitIndex() async throws {
    let sandbox = try await Sandbox.withTwoForks("1\n")
    try await sandbox.play("git config core.splitIndex true", "git update-index --split-index")
    let state = try sandbox.read("data/a.json")
    for command in [["status"], ["diff"], ["validate"], ["update", "a.json"], ["switch", "ui"]] {
      let outcome = try await sandbox.run("fork", command, in: "data", input: "2\n")
      try outcome.fail(65, printing: "a split index is not supported")
      let advice = try #require(outcome.errorText.split(separator: "'").dropFirst().first)
      if command == ["switch", "ui"] {
        _ = try await sandbox.run("sh", ["-c", String(advice)], in: "data").succeed()
      }
    }
    #expect(try sandbox.read("data/a.json") == state)
    try await sandbox.fork("switch", "ui").succeed()
    #expect(try await sandbox.isSound())
  }
}
