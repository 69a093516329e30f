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
    let world = try World()
    try world.git("config", "core.autocrlf", autocrlf)
    let files = [
      "crlf/.gitattributes": "*.json text eol=crlf\n", "crlf/a.json": "1\n2\n", "b.txt": "3\n4\n",
    ]
    let second = try world.commit(files)
    try world.git("commit", "-q", "--allow-empty", "-m", "x")
    try world.git("rm", "-q", "-r", ".")
    try world.git("commit", "-q", "-m", "empty")
    let third = try world.id("HEAD")
    let repository = try world.open()
    try world.update(in: repository, from: third, to: second)
    let mine = try [world.read("crlf/a.json"), world.read("b.txt")]
    try world.expectClean()
    try world.git("rm", "-q", "-r", "--cached", ".")
    try world.git("reset", "-q", "--hard")
    #expect(try [world.read("crlf/a.json"), world.read("b.txt")] == mine)
  }

  @Test func statusIsThatOfGit() throws {
    let world = try World()
    try world.commit([
      "same": "1", "edited": "1", "gone": "1", "staged": "1", "removed": "1", ".gitignore": "*.o\n",
    ])
    try world.write("22", to: "edited")
    try world.write("22", to: "staged")
    try world.write("2", to: "d/new")
    try world.write("2", to: "ignored.o")
    try FileManager.default.removeItem(at: world.work.appending(path: "gone"))
    try world.git("add", "staged")
    try world.git("rm", "-q", "removed")
    let letters: [PathState?: String] = [.new: "?", .modified: "M", .deleted: "D", nil: " "]
    let lines = try world.open().status().map { change in
      let staged = change.unstaged == .new ? "?" : letters[change.staged] ?? "!"
      return staged + (letters[change.unstaged] ?? "!") + " " + change.path.description
    }
    let peer = try world.git(["status", "--porcelain", "-uall", "--no-renames"])
    #expect(
      lines.sorted().joined(separator: "\n")
        == peer.split(separator: "\n").sorted().joined(separator: "\n"))
    #expect(try world.open().status { $0.isWithin("d") }.map(\.path) == ["d/new"])
  }

  @Test func unmergedEntriesAreShownAndAMergeUnderWayIsRefused() throws {
    let world = try World()
    let base = try world.commit(["a": "1\n"])
    try world.git("checkout", "-q", "-b", "other")
    try world.commit(["a": "2\n"])
    try world.git("checkout", "-q", "main")
    try world.commit(["a": "3\n"])
    #expect(throws: World.Failure.self) { try world.git("merge", "-q", "other") }
    let repository = try world.open()
    let conflict = try #require(try repository.conflicts().first)
    #expect(try conflict.path == "a" && conflict.base?.id == world.id("\(base):a"))
    #expect(
      try conflict.ours?.id == world.id("main:a") && conflict.theirs?.id == world.id("other:a"))
    let error = #expect(throws: GitError.self) { try repository.beginWorkTreeUpdate() }
    #expect(error?.kind == .operationInProgress(.merge))
    let update = try repository.beginWorkTreeUpdate(duringOperation: true)
    try update.writeFile(at: "a", .file(repository.writeBlob(Array("4\n".utf8))))
    let entry = try #require(try repository.storeWorkTreeFile(at: "a"))
    try update.stage(["a": entry])
    try update.end()
    #expect(try repository.conflicts().isEmpty)
    try world.git("commit", "-q", "-m", "merged")
    try world.expectClean()
  }

  @Test func nothingIsWrittenThroughALink() throws {
    let world = try World()
    let first = try world.commit(["d/a": "1"])
    let second = try world.commit(["d/a": "2", "new/a": "2"])
    try world.git("reset", "-q", "--hard", first.hex)
    let outside = world.root.appending(path: "outside")
    let files = FileManager.default
    try files.createDirectory(at: outside, withIntermediateDirectories: true)
    try Data("1".utf8).write(to: outside.appending(path: "a"))
    try files.removeItem(at: world.work.appending(path: "d"))
    for name in ["d", "new"] {
      try files.createSymbolicLink(
        at: world.work.appending(path: name), withDestinationURL: outside)
    }
    let repository = try world.open()
    #expect(edited { try world.update(in: repository, from: first, to: second) } == ["d", "new"])
    let update = try repository.beginWorkTreeUpdate()
    #expect(throws: GitError.self) {
      try update.writeFile(at: "d/a", .file(repository.writeBlob([50])))
    }
    #expect(try repository.storeWorkTreeFile(at: "d/a") == nil)
    #expect(try Data(contentsOf: outside.appending(path: "a")) == Data("1".utf8))
  }

  @Test func filesInTheWayOfDirectoriesAndTheReverse() throws {
    let world = try World()
    let first = try world.commit(["a": "1", "d/x": "1", "d/y": "1"])
    try world.git("rm", "-q", "-r", ".")
    let second = try world.commit(["a/b": "2", "d": "2"])
    try world.git("reset", "-q", "--hard", first.hex)
    let repository = try world.open()
    try world.write("precious", to: "d/z")
    #expect(edited { try world.update(in: repository, from: first, to: second) } == ["d/z"])
    try FileManager.default.removeItem(at: world.work.appending(path: "d/z"))
    try world.update(in: repository, from: first, to: second)
    try world.expectClean()
    #expect(try world.read("a/b") == "2" && world.read("d") == "2")
  }

  @Test func whatAKilledProcessLeftIsFinished() throws {
    let world = try World()
    let first = try world.commit(["a": "1", "b": "1", "c": "1", "gone": "1"])
    try world.git("rm", "-q", "gone")
    let second = try world.commit(["a": "2", "b": "2", "c": "2", "new": "2"])
    try world.git("reset", "-q", "--hard", first.hex)
    let repository = try world.open()
    let trees = try [first, second].map { try repository.tree(ofCommit: $0) }
    try repository.compareAndSwap(.branch(.main), from: first, to: second, reflog: nil)
    try world.write("2", to: "a")
    try world.write("edited since", to: "b")
    let paths = "\(world.work.path)/.git/\u{1}\(world.work.path)/"
    let journal =
      "ref\u{1}\(first)\u{1}\(second)\u{1}refs/heads/main\0"
      + "tree\u{1}\(trees[0])\u{1}\(trees[1])\u{1}\(paths)\0end\0"
    try world.write(journal, to: ".git/fork/transactions/1-1")
    try world.write("fork lock\n", to: ".git/index.lock")
    try world.transaction(in: repository) { _ in }
    #expect(try world.git("status", "--porcelain") == "MM b")
    #expect(try world.read("b") == "edited since" && world.read("c") == "2")
    #expect(repository.leftovers(now: 0).isEmpty)
  }

  @Test func manyWritersOfTheCurrentForkKeepIndexAndWorkTreeInStep() async throws {
    let world = try World()
    try world.commit(["start": "0"])
    let (path, environment) = (world.work.path, world.environment)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask { try Self.write(10, as: writer, at: path, environment) }
      }
      try await group.waitForAll()
    }
    #expect(try world.git("rev-list", "--count", "main") == "81")
    #expect(try world.git("ls-files").split(separator: "\n").count == 81)
    try world.expectClean()
  }

  private static func write(
    _ count: Int, as writer: Int, at path: String, _ environment: [String: String]
  ) throws {
    let repository = try LocalRepository.open(at: path, options: .init(environment: environment))
    for number in 0..<count {
      let options = ReferenceTransaction.Options(
        opening: .init(environment: environment), patience: .seconds(600)
      ) { ReflogEntry(message: $0, signature: UseCaseTests.signature) }
      _ = try repository.transaction(options, waiting: { throw $0 }) { transaction in
        try transaction.update(.main, reason: "update") { tip in
          let tip = try #require(tip)
          var edit = TreeEdit()
          edit.set(TreePath("\(writer)/\(number).json"), to: .file(try repository.writeBlob([48])))
          return try repository.writeCommit(
            CommitDraft(
              tree: repository.apply(edit, to: repository.tree(ofCommit: tip)), parents: [tip],
              author: UseCaseTests.signature, committer: UseCaseTests.signature, message: "m",
              hybridTime: nil))
        }
      }
    }
  }

  private static let otherFileSystem = "/dev/shm"

  @Test(
    .enabled(if: access(otherFileSystem, W_OK) == 0, "there is no second file system"))
  func aLinkedWorkTreeOnAnotherFileSystemFollows() throws {
    let world = try World()
    let first = try world.commit(["a": "1", "b": "1"])
    let second = try world.commit(["a": "2", "c/d": "1"])
    let path = Self.otherFileSystem + "/forked-git-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try world.git("worktree", "add", "-q", path, "-b", "side", first.hex)
    let repository = try LocalRepository.open(
      at: path, options: .init(environment: world.environment))
    try world.update(Fork(name: "side"), in: repository, from: first, to: second)
    #expect(try world.git("-C", path, "status", "--porcelain") == "")
    #expect(try String(contentsOfFile: path + "/a", encoding: .utf8) == "2")
  }

  @Test func anEditInTheSameInstantIsSeen() throws {
    let world = try World()
    let first = try world.commit(["a": "1", "b": "1"])
    let second = try world.commit(["a": "1", "b": "2"])
    try world.git("reset", "-q", "--hard", first.hex)
    try world.write("x", to: "a")
    try world.update(in: world.open(), from: first, to: second)
    #expect(try world.git("status", "--porcelain") == " M a")
  }

  @Test(arguments: ["b", "changed", "gone", "new"])
  func whatIsSavedWhileFilesAreWrittenStays(file: String) throws {
    let world = try World()
    let old = ["a": "1", "b": "1", "changed": "1", "gone": "1", "z": "1"]
    let first = try world.commit(old)
    for path in ["b", "gone"] { try world.git("rm", "-q", path) }
    let second = try world.commit(["a": "2", "changed": "2", "new": "2", "z": "2"])
    try world.git("reset", "-q", "--hard", first.hex)
    let repository = try world.open()
    // Half of the editors save before the first file is written, half after it.
    func save() { #expect(throws: Never.self) { try world.write("mine", to: file) } }
    if old[file] != nil, file != "changed" { save() }
    repository.reportsProgress = { _, count, _ in if count == 1 { save() } }
    let failure = #expect(throws: (any Error).self) {
      try world.update(in: repository, from: first, to: second)
    }
    let commit = failure as? TransactionFailure
    #expect(commit?.remaining == nil)
    #expect(
      (commit?.cause as? GitError ?? failure as? GitError)?.kind
        == .editedDocuments([TreePath(file)]))
    #expect(try repository.tip(of: .main) == first)
    for (path, text) in old where path != file { #expect(try world.read(path) == text, "\(path)") }
    #expect(try world.read(file) == "mine")
    #expect(FileManager.default.fileExists(atPath: world.work.path + "/new") == (file == "new"))
  }
}
