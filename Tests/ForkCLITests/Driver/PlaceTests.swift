import Testing

/// Everywhere that git can have its files.
@Suite("the merge driver in every place of a repository")
struct PlaceTests {
  /// Makes two branches in a repository and merges them.
  private func mergeBranches(
    of world: World, at path: String = "a.json", in directory: String
  ) async throws {
    try await world.branch("theirs", in: directory)
    try await world.commit(lines(1, 2), at: path, "their change", in: directory)
    try await world.git("checkout", "-q", "-", in: directory).succeed()
    try await world.commit(lines(2, 1), at: path, "our change", in: directory)
    try await world.git("merge", "-q", "--no-edit", "theirs", in: directory).succeed()
    #expect(try world.read(directory + "/" + path) == lines(2, 2))
    try await world.expectSound(in: directory)
  }

  private static let oddName = "it's \"ça\" $HOME 日本 `id` \\n"

  @Test("a repository in a path with spaces, quotes and letters of all kinds")
  func repositoryName() async throws {
    let world = try await World.withDriver(lines(1, 1), in: Self.oddName)
    try await mergeBranches(of: world, in: Self.oddName)
  }

  @Test(
    "file names likewise", arguments: [oddName + ".json", "-p.json", "--ancestor.json", "é.json"])
  func fileNames(path: String) async throws {
    let world = try await World.withDriver(lines(1, 1), at: path)
    try await mergeBranches(of: world, at: path, in: "data")
  }

  @Test("a conflict in such a file names it, and its markers are right")
  func conflictInOddFile() async throws {
    let path = "sub dir/" + Self.oddName + ".json"
    let world = try await World.withBranches(
      lines(1, 1), ours: lines(2, 1), theirs: lines(3, 1), at: path)
    let merge = try await world.git("merge", "theirs").expect(status: 1)
    #expect(merge.talk.contains(path + "#/a"), "\(merge)")
    #expect(try world.markers(in: path) == ["<<<<<<< HEAD", ">>>>>>> theirs"])
    try world.write(lines(9, 1), to: "data/" + path)
    try await world.goOn("merge")
    try await world.expectSound()
  }

  @Test("run from a subdirectory, with a schema at the top")
  func subdirectory() async throws {
    let world = try await World.withBranches(
      lines(1, 1), ours: lines(2, 1), theirs: lines(3, 1), at: "x/y/a.json", schema: newestWins)
    try await world.git("merge", "-q", "--no-edit", "theirs", in: "data/x/y").succeed()
    #expect(try world.read("data/x/y/a.json") == lines(2, 1))
    try await world.expectSound()
  }

  @Test("a linked work tree, whose schema is its own branch's")
  func linkedWorkTree() async throws {
    let world = try await World.withBranches(
      lines(1, 1), ours: lines(2, 1), theirs: lines(3, 1), schema: newestWins)
    try await world.git("worktree", "add", "-q", "-b", "other", "../linked", "main").succeed()
    try await world.git("merge", "-q", "--no-edit", "theirs", in: "linked").succeed()
    #expect(try world.read("linked/a.json") == lines(2, 1))
    try await world.expectSound(in: "linked")
    try await world.expectSound()
  }

  @Test("a submodule; the project around it merges its own documents")
  func submodule() async throws {
    let world = try await World.withDriver(lines(1, 1), in: "library")
    try await world.beginRepository(in: "data")
    try await world.git(
      "-c", "protocol.file.allow=always", "submodule", "-q", "add", world.path("library"), "part"
    ).succeed()
    try await world.commit(lines(1, 1), "base")
    try await world.fork("install", in: "data/part").succeed()
    try await mergeBranches(of: world, in: "data/part")
    try await world.git("commit", "-q", "-a", "-m", "part").succeed()
    try await mergeBranches(of: world, in: "data")
  }

  @Test("a sparse checkout that leaves the schema out", arguments: [true, false])
  func sparse(linked: Bool) async throws {
    let world = try await World.withBranches(
      lines(1, 1), ours: lines(2, 1), theirs: lines(3, 1), at: "notes/a.json", schema: newestWins)
    let directory = linked ? "linked" : "data"
    if linked {
      try await world.git("worktree", "add", "-q", "-b", "other", "../linked", "main").succeed()
    }
    try await world.git("sparse-checkout", "set", "notes", in: directory).succeed()
    #expect(!world.exists(directory + "/.fork"))
    let merge = try await world.git("merge", "--no-edit", "theirs", in: directory).succeed()
    #expect(merge.talk.contains(" dropped "), "\(merge)")
    #expect(try world.read(directory + "/notes/a.json") == lines(2, 1))
    try await world.expectSound(in: directory)
    try await world.fork("list", in: directory).fail(65, saying: "sparse")
  }

  @Test("GIT_DIR and GIT_WORK_TREE")
  func variables() async throws {
    let world = try await World.withBranches(
      lines(1, 1), ours: lines(2, 1), theirs: lines(3, 1), schema: newestWins)
    let place = [
      "GIT_DIR": world.path("data/.git"), "GIT_WORK_TREE": world.path("data"),
    ]
    try await world.git("merge", "-q", "--no-edit", "theirs", in: "home", environment: place)
      .succeed()
    #expect(try world.read("data/a.json") == lines(2, 1))
    try await world.expectSound()
  }

  @Test("the program is not on the path: a clear error, nothing lost, and resolve finishes it")
  func missingProgram() async throws {
    let world = try await World.withBranches(lines(1, 1), ours: lines(2, 1), theirs: lines(1, 2))
    let merge = try await world.git(
      "merge", "--no-edit", "theirs", environment: ["PATH": "/usr/bin:/bin"]
    ).expect(status: 1)
    #expect(merge.talk.contains("fork") && merge.talk.contains("not found"), "\(merge)")
    #expect(try world.read("data/a.json") == lines(2, 1))
    #expect(try await world.unmergedPaths() == ["a.json"])
    #expect(try await world.git("show", ":3:a.json").text == lines(1, 2))
    try await world.fork("resolve").succeed()
    #expect(try world.read("data/a.json") == lines(2, 2))
    try await world.goOn("merge")
    try await world.expectSound()
  }
}
