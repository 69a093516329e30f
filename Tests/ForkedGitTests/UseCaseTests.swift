import Forked
import ForkedGit
import ForkedGitTestSupport
import Testing

/// The parts of commands, from opening to a clean status.
@Suite struct UseCaseTests {
  static let signature = Signature(
    name: "A U Thor", email: "author@example.com", seconds: 1_700_000_000, offsetMinutes: 60)

  private func draft(
    _ tree: ObjectID, _ parents: [ObjectID], _ time: Int64 = 1_700_000_000_000_000_001
  ) -> CommitDraft {
    CommitDraft(
      tree: tree, parents: parents, author: Self.signature, committer: Self.signature,
      message: "Update a.json", hybridTime: HybridTime(nanoseconds: time))
  }

  @Test(arguments: [true, false])
  func aNewRepositoryTakesAFirstVersion(bare: Bool) throws {
    let sandbox = try GitSandbox(initialized: false)
    let repository = try LocalRepository.initialize(
      at: sandbox.work.path, bare: bare, initialBranch: "main",
      options: .init(environment: sandbox.environment))
    #expect(repository.isBare == bare)
    #expect(try repository.head() == .unborn(.main))

    let blob = try repository.writeBlob(Array("{}\n".utf8))
    var edit = TreeEdit()
    edit.set("a/b/c.json", to: .file(blob))
    let tree = try repository.apply(edit, to: nil)
    let commit = try repository.writeCommit(draft(tree, []))
    try sandbox.update(in: repository, from: nil, to: commit)

    #expect(try repository.head() == .branch(.main, tip: commit))
    #expect(
      try sandbox.git("log", "--format=%H %an %at %s")
        == "\(commit) A U Thor 1700000000 Update a.json")
    #expect(try sandbox.git("show", "HEAD:a/b/c.json") == "{}")
    #expect(
      try sandbox.git("reflog", "--format=%gs", bare ? "HEAD" : "main") == (bare ? "" : "update"))
    try sandbox.expectClean()
    #expect(try repository.commit(commit).hybridTime.nanoseconds == 1_700_000_000_000_000_001)
  }

  @Test func anUpdateOfTheCurrentForkLeavesACleanStatus() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a.json": "1\n", "d/b.json": "2\n", "d/e/c.json": "3\n"])
    let repository = try sandbox.open()
    let old = try repository.tree(ofCommit: first)
    var edit = TreeEdit()
    edit.set("a.json", to: .file(try repository.writeBlob(Array("10\n".utf8))))
    edit.set("d/e", to: .file(try repository.writeBlob(Array("file now\n".utf8))))
    edit.remove("d/b.json")
    edit.set("n/x/y.json", to: TreeEntry(mode: .executable, id: try repository.writeBlob([65])))
    edit.set("link", to: TreeEntry(mode: .symlink, id: try repository.writeBlob([65])))
    let new = try repository.apply(edit, to: old)
    let commit = try repository.writeCommit(draft(new, [first]))
    try sandbox.update(in: repository, from: first, to: commit)
    #expect(try sandbox.read("a.json") == "10\n")
    #expect(try sandbox.read("d/e") == "file now\n")
    try sandbox.expectClean()
    #expect(try repository.status().isEmpty)
  }

  @Test func unsavedEditsAreNamedAndNothingMoves() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1\n", "b": "1\n", "c": "1\n", "d": "1\n", "same": "1\n"])
    let second = try sandbox.commit(["a": "2\n", "b": "2\n", "d": "2\n", "new/x": "2\n", "e": "e"])
    try sandbox.git("reset", "-q", "--hard", first.hex)
    try sandbox.write("edited\n", to: "a")
    try sandbox.write("edited\n", to: "same")
    try sandbox.write("untracked\n", to: "new")
    try sandbox.write("staged\n", to: "d")
    try sandbox.git("add", "d")
    try sandbox.write("e", to: "e")
    let repository = try sandbox.open()
    let error = #expect(throws: GitError.self) {
      try sandbox.update(in: repository, from: first, to: second)
    }
    #expect(error?.kind == .editedDocuments(["a", "d", "new"]))
  }
}
