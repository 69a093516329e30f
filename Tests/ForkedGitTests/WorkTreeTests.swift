import Forked
import ForkedGit
import ForkedGitTestSupport
import Foundation
import Testing

@Suite struct WorkTreeTests {
  private func edited(_ body: () throws -> Void) -> [TreePath]? {
    let error = #expect(throws: GitError.self) { try body() }
    guard case .editedDocuments(let paths)? = error?.kind else { return nil }
    return paths
  }

  @Test(arguments: ["input", "true", "false"])
  func lineEndingsAreThoseOfStockGit(autocrlf: String) throws {
    let sandbox = try GitSandbox()
    try sandbox.git("config", "core.autocrlf", autocrlf)
    let files = [
      "crlf/.gitattributes": "*.json text eol=crlf\n", "crlf/a.json": "1\n2\n", "b.txt": "3\n4\n",
    ]
    let second = try sandbox.commit(files)
    try sandbox.git("commit", "-q", "--allow-empty", "-m", "x")
    try sandbox.git("rm", "-q", "-r", ".")
    try sandbox.git("commit", "-q", "-m", "empty")
    let third = try sandbox.id("HEAD")
    let repository = try sandbox.open()
    try sandbox.update(in: repository, from: third, to: second)
    let mine = try [sandbox.read("crlf/a.json"), sandbox.read("b.txt")]
    try sandbox.expectClean()
    try sandbox.git("rm", "-q", "-r", "--cached", ".")
    try sandbox.git("reset", "-q", "--hard")
    #expect(try [sandbox.read("crlf/a.json"), sandbox.read("b.txt")] == mine)
  }

  @Test func statusIsThatOfGit() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit([
      "same": "1", "edited": "1", "gone": "1", "staged": "1", "removed": "1", ".gitignore": "*.o\n",
    ])
    try sandbox.write("22", to: "edited")
    try sandbox.write("22", to: "staged")
    try sandbox.write("2", to: "d/new")
    try sandbox.write("2", to: "ignored.o")
    try FileManager.default.removeItem(at: sandbox.work.appending(path: "gone"))
    try sandbox.git("add", "staged")
    try sandbox.git("rm", "-q", "removed")
    let letters: [PathState?: String] = [.new: "?", .modified: "M", .deleted: "D", nil: " "]
    let lines = try sandbox.open().status().map { change in
      let staged = change.unstaged == .new ? "?" : letters[change.staged] ?? "!"
      return staged + (letters[change.unstaged] ?? "!") + " " + change.path.description
    }
    let peer = try sandbox.git(["status", "--porcelain", "-uall", "--no-renames"])
    #expect(
      lines.sorted().joined(separator: "\n")
        == peer.split(separator: "\n").sorted().joined(separator: "\n"))
  }

  @Test func unmergedEntriesAreShownAndAMergeUnderWayIsRefused() throws {
    let sandbox = try GitSandbox()
    let base = try sandbox.commit(["a": "1\n"])
    try sandbox.git("checkout", "-q", "-b", "other")
    try sandbox.commit(["a": "2\n"])
    try sandbox.git("checkout", "-q", "main")
    try sandbox.commit(["a": "3\n"])
    #expect(throws: GitSandbox.Failure.self) { try sandbox.git("merge", "-q", "other") }
    let repository = try sandbox.open()
    let conflict = try #require(try repository.conflicts().first)
    #expect(try conflict.path == "a" && conflict.base?.id == sandbox.id("\(base):a"))
    #expect(
      try conflict.ours?.id == sandbox.id("main:a") && conflict.theirs?.id == sandbox.id("other:a"))
    let error = #expect(throws: GitError.self) { try repository.beginWorkTreeUpdate() }
    #expect(error?.kind == .operationInProgress(.merge))
    let update = try repository.beginWorkTreeUpdate(duringOperation: true)
    try update.writeFile(at: "a", .file(repository.writeBlob(Array("4\n".utf8))))
    let entry = try #require(try repository.storeWorkTreeFile(at: "a"))
    try update.stage(["a": entry])
    try update.end()
    #expect(try repository.conflicts().isEmpty)
    try sandbox.git("commit", "-q", "-m", "merged")
    try sandbox.expectClean()
  }

  @Test func nothingIsWrittenThroughALink() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["d/a": "1"])
    let second = try sandbox.commit(["d/a": "2", "new/a": "2"])
    try sandbox.git("reset", "-q", "--hard", first.hex)
    let outside = sandbox.root.appending(path: "outside")
    let files = FileManager.default
    try files.createDirectory(at: outside, withIntermediateDirectories: true)
    try Data("1".utf8).write(to: outside.appending(path: "a"))
    try files.removeItem(at: sandbox.work.appending(path: "d"))
    for name in ["d", "new"] {
      try files.createSymbolicLink(
        at: sandbox.work.appending(path: name), withDestinationURL: outside)
    }
    let repository = try sandbox.open()
    #expect(edited { try sandbox.update(in: repository, from: first, to: second) } == ["d", "new"])
    let update = try repository.beginWorkTreeUpdate()
    #expect(throws: GitError.self) {
      try update.writeFile(at: "d/a", .file(repository.writeBlob([50])))
    }
    #expect(try repository.storeWorkTreeFile(at: "d/a") == nil)
    #expect(try Data(contentsOf: outside.appending(path: "a")) == Data("1".utf8))
  }

  @Test func filesInTheWayOfDirectoriesAndTheReverse() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1", "d/x": "1", "d/y": "1"])
    try sandbox.git("rm", "-q", "-r", ".")
    let second = try sandbox.commit(["a/b": "2", "d": "2"])
    try sandbox.git("reset", "-q", "--hard", first.hex)
    let repository = try sandbox.open()
    try sandbox.write("precious", to: "d/z")
    #expect(edited { try sandbox.update(in: repository, from: first, to: second) } == ["d/z"])
    try FileManager.default.removeItem(at: sandbox.work.appending(path: "d/z"))
    try sandbox.update(in: repository, from: first, to: second)
    try sandbox.expectClean()
    #expect(try sandbox.read("a/b") == "2" && sandbox.read("d") == "2")
  }

  @Test func anUpdateOfAKilledProcessIsFinished() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1", "b": "1", "c": "1", "gone": "1"])
    try sandbox.git("rm", "-q", "gone")
    let second = try sandbox.commit(["a": "2", "b": "2", "c": "2", "new": "2"])
    try sandbox.git("reset", "-q", "--hard", first.hex)
    let repository = try sandbox.open()
    let trees = try [first, second].map { try repository.tree(ofCommit: $0) }
    try repository.compareAndSwap(.branch(.main), from: first, to: second, reflog: nil)
    try sandbox.write("2", to: "a")
    try sandbox.write("edited since", to: "b")
    let paths = "\(sandbox.work.path)/.git/\u{1}\(sandbox.work.path)/"
    let journal =
      "ref\u{1}\(first)\u{1}\(second)\u{1}refs/heads/main\0"
      + "tree\u{1}\(trees[0])\u{1}\(trees[1])\u{1}\(paths)\0end\0"
    try sandbox.write(journal, to: ".git/fork/transactions/1-1")
    try sandbox.write("fork lock\n", to: ".git/index.lock")
    try sandbox.transaction(in: repository) { _ in }
    #expect(try sandbox.git("status", "--porcelain") == "MM b")
    #expect(try sandbox.read("b") == "edited since" && sandbox.read("c") == "2")
    #expect(repository.leftovers(now: 0).isEmpty)
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
    #expect(
      edited { try sandbox.update(in: repository, from: first, to: second) } == ["a", "d", "new"])
  }

  private static let otherFileSystem = "/dev/shm"

  @Test(
    .enabled(if: access(otherFileSystem, W_OK) == 0, "there is no second file system"))
  func aLinkedWorkTreeOnAnotherFileSystemFollows() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1", "b": "1"])
    let second = try sandbox.commit(["a": "2", "c/d": "1"])
    let path = Self.otherFileSystem + "/forked-git-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try sandbox.git("worktree", "add", "-q", path, "-b", "side", first.hex)
    let repository = try LocalRepository.open(
      at: path, options: .init(environment: sandbox.environment))
    try sandbox.update(Fork(name: "side"), in: repository, from: first, to: second)
    #expect(try sandbox.git("-C", path, "status", "--porcelain") == "")
    #expect(try String(contentsOfFile: path + "/a", encoding: .utf8) == "2")
  }

  @Test(arguments: [false, true]) func aLinkedWorkTreeThatIsGoneDoesNotCount(isLocked: Bool) throws
  {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1"])
    let second = try sandbox.commit(["a": "2"])
    let side = Fork(name: "side")
    try sandbox.git("worktree", "add", "-q", "../linked", "-b", "side", first.hex)
    if isLocked { try sandbox.git("worktree", "lock", "../linked") }
    try FileManager.default.removeItem(at: sandbox.root.appending(path: "linked"))
    let repository = try sandbox.open()
    #expect(try repository.prunableWorkTrees().count == (isLocked ? 0 : 1))
    guard isLocked else {
      try sandbox.update(side, in: repository, from: first, to: second)
      #expect(try repository.checkedOutForks().keys.map(\.name) == ["main"])
      return
    }
    // It may be on a disk that is away.
    let error = #expect(throws: GitError.self) {
      try sandbox.update(side, in: repository, from: first, to: second)
    }
    #expect(error?.kind == .notFound && error?.message.contains("locked") == true)
    #expect(try repository.tip(of: side) == first)
  }

  @Test func anEditInTheSameInstantIsSeen() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1", "b": "1"])
    let second = try sandbox.commit(["a": "1", "b": "2"])
    try sandbox.git("reset", "-q", "--hard", first.hex)
    try sandbox.write("x", to: "a")
    try sandbox.update(in: sandbox.open(), from: first, to: second)
    #expect(try sandbox.git("status", "--porcelain") == " M a")
  }

  @Test(arguments: ["b", "changed", "gone", "new"])
  func filesSavedDuringAnUpdateStay(file: String) throws {
    let sandbox = try GitSandbox()
    let old = ["a": "1", "b": "1", "changed": "1", "gone": "1", "z": "1"]
    let first = try sandbox.commit(old)
    for path in ["b", "gone"] { try sandbox.git("rm", "-q", path) }
    let second = try sandbox.commit(["a": "2", "changed": "2", "new": "2", "z": "2"])
    try sandbox.git("reset", "-q", "--hard", first.hex)
    let repository = try sandbox.open()
    // Half of the editors save before the first file is written, half after it.
    func save() { #expect(throws: Never.self) { try sandbox.write("mine", to: file) } }
    if old[file] != nil, file != "changed" { save() }
    repository.reportsProgress = { _, count, _ in if count == 1 { save() } }
    let failure = #expect(throws: (any Error).self) {
      try sandbox.update(in: repository, from: first, to: second)
    }
    let commit = failure as? TransactionFailure
    #expect(commit?.remaining == nil)
    #expect(
      (commit?.cause as? GitError ?? failure as? GitError)?.kind
        == .editedDocuments([TreePath(file)]))
    #expect(try repository.tip(of: .main) == first)
    for (path, text) in old where path != file {
      #expect(try sandbox.read(path) == text, "\(path)")
    }
    #expect(try sandbox.read(file) == "mine")
    #expect(FileManager.default.fileExists(atPath: sandbox.work.path + "/new") == (file == "new"))
  }
}
