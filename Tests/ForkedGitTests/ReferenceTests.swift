import Forked
import ForkedGit
import ForkedGitTestSupport
import Foundation
import Testing

@Suite struct ReferenceTests {
  private static let entry = ReflogEntry(message: "moved", signature: .author)

  private func updateReference(
    _ repository: LocalRepository, _ name: String, from old: ObjectID?, to new: ObjectID?,
    timeout: Duration = .milliseconds(50)
  ) throws {
    try repository.compareAndSwap(
      ReferenceName(name), from: old, to: new, reflog: Self.entry, timeout: timeout)
  }

  private func kind(_ body: () throws -> Void) -> GitError.Kind? {
    #expect(throws: GitError.self) { try body() }?.kind
  }

  @Test func aLogMadeAnewInAFileOfTheSameNumberIsReadFromItsStart() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1"])
    let second = try sandbox.commit(["a": "2"])
    let (repository, fork) = (try sandbox.open(), Fork(name: "x"))
    func log(_ id: ObjectID, _ message: String) -> String {
      "\(String(repeating: "0", count: 40)) \(id) A U Thor <a@example.com> 1 +0000\t\(message)\n"
    }
    try sandbox.write(log(first, "one"), to: ".git/logs/refs/heads/x")
    let end = repository.logEnd(of: fork)
    let file = try FileHandle(
      forWritingTo: sandbox.work.appending(path: ".git/logs/refs/heads/x"))
    try file.write(contentsOf: Data((log(second, "two") + log(first, "three")).utf8))
    try file.close()
    #expect(try repository.loggedUpdates(of: fork, from: end).map(\.new) == [second, first])
  }

  @Test func aReferenceIsUpdatedOnlyFromItsKnownTarget() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1"])
    let second = try sandbox.commit(["a": "2"])
    let (mine, other) = (try sandbox.open(), try sandbox.open())
    try updateReference(mine, "refs/heads/x", from: nil, to: first)
    #expect(kind { try updateReference(other, "refs/heads/x", from: nil, to: second) } == .raceLost)
    #expect(
      kind { try updateReference(other, "refs/heads/x", from: second, to: first) } == .raceLost)
    try updateReference(other, "refs/heads/x", from: first, to: second)
    #expect(try mine.tip(of: Fork(name: "x")) == second)
    #expect(kind { try updateReference(mine, "refs/heads/x", from: first, to: nil) } == .raceLost)
    let log = try sandbox.git("reflog", "show", "--format=%H %gn %gs", "x")
    #expect(log == "\(second) A U Thor moved\n\(first) A U Thor moved")
    try updateReference(mine, "refs/heads/x", from: second, to: nil)
    #expect(try other.tip(of: Fork(name: "x")) == nil)
    #expect(
      kind { try updateReference(mine, "refs/heads/x", from: second, to: first) } == .raceLost)
    try sandbox.expectClean()
  }

  @Test func packedReferencesAndDirectoriesInTheWay() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1"])
    let second = try sandbox.commit(["a": "2"])
    let repository = try sandbox.open()
    try sandbox.git("branch", "p/q", first.hex)
    try sandbox.git("branch", "gone/deep/x")
    try sandbox.git("pack-refs", "--all")
    #expect(try repository.branches().map(\.fork.name) == ["gone/deep/x", "main", "p/q"])
    #expect(
      kind { try updateReference(repository, "refs/heads/p", from: nil, to: first) } == .exists)
    #expect(
      kind { try updateReference(repository, "refs/heads/p/q/r", from: nil, to: first) } == .exists)
    #expect(
      kind { try updateReference(repository, "refs/heads/p/q", from: second, to: first) }
        == .raceLost)
    try updateReference(repository, "refs/heads/p/q", from: first, to: second)
    #expect(try sandbox.id("p/q") == second)
    try updateReference(repository, "refs/heads/p/q", from: second, to: nil)
    #expect(kind { _ = try repository.resolve(revision: "p/q") } == .notFound)
    try updateReference(repository, "refs/heads/p", from: nil, to: first)
    try sandbox.git("branch", "-D", "gone/deep/x")
    try updateReference(repository, "refs/heads/gone", from: nil, to: first)
    #expect(try sandbox.git("for-each-ref", "--format=%(refname:short)") == "gone\nmain\np")
    try sandbox.expectClean()
  }

  @Test func locksOfOthersAreWaitedForAndNeverRemoved() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1"])
    let second = try sandbox.commit(["a": "2"])
    let repository = try sandbox.open()
    let lock = sandbox.work.appending(path: ".git/refs/heads/main.lock")
    try Data().write(to: lock)
    #expect(
      kind { try updateReference(repository, "refs/heads/main", from: second, to: first) }
        == .locked)
    #expect(
      kind { try updateReference(repository, "refs/heads/main", from: second, to: nil) } == .locked)
    #expect(FileManager.default.fileExists(atPath: lock.path))
    try FileManager.default.removeItem(at: lock)
    // One of ours that nobody holds any more was left behind by a process that was killed.
    try Data("fork lock\n".utf8).write(to: lock)
    try updateReference(repository, "refs/heads/main", from: second, to: first)
    #expect(try sandbox.id("main") == first)
    let left = try FileManager.default.contentsOfDirectory(
      atPath: sandbox.work.appending(path: ".git/refs/heads").path)
    #expect(left == ["main"])
  }

  @Test func locksOfADeadProcessBlockNothing() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1"])
    for name in ["gone", "old"] { try sandbox.git("branch", name) }
    try sandbox.git("pack-refs", "--all")
    let repository = try sandbox.open()
    // No process has such a number.
    let files = ["", "refs/heads/"].map { ".git/\($0).fork-999999999-1.lock" }
    let locks = [
      "config", "packed-refs", "HEAD", "refs/heads/gone", "refs/heads/old", "refs/heads/new",
    ]
    func leave() throws {
      for path in files { try sandbox.write("half", to: path) }
      for name in locks { try sandbox.write("fork lock\n", to: ".git/\(name).lock") }
    }
    try leave()
    try updateReference(repository, "refs/heads/gone", from: first, to: nil)
    try sandbox.rename(repository, "old", "new")
    try repository.configuration().set("branch.new.remote", to: "x", in: .local)
    try sandbox.switchHead(repository, to: Fork(name: "new"))
    #expect(try sandbox.git("for-each-ref", "--format=%(refname:short)") == "main\nnew")
    #expect(try sandbox.git("config", "branch.new.remote") == "x")
    #expect(repository.leftovers(now: 0).isEmpty)
    for path in files {
      #expect(!FileManager.default.fileExists(atPath: sandbox.work.path + "/" + path))
    }
    try leave()
    for leftover in repository.leftovers(now: 0) { #expect(repository.remove(leftover)) }
    #expect(repository.leftovers(now: 0).isEmpty)
  }

  @Test func aConfigurationKeepsItsModeAndItsLink() throws {
    let sandbox = try GitSandbox()
    let repository = try sandbox.open()
    let file = sandbox.work.appending(path: ".git/config").path
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    try FileManager.default.moveItem(atPath: file, toPath: sandbox.root.path + "/real")
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: sandbox.root.path + "/real")
    let settings = repository.configuration()
    try settings.set("fork.x", to: "1", in: .local)
    try settings.add("fork.x", "2", in: .local)
    try settings.set("fork.y", to: "3", in: .local)
    try settings.unset("fork.y", in: .local)
    try settings.set("fork.z", to: "4", in: .global)
    #expect(try sandbox.git("config", "--get-all", "fork.x") == "1\n2")
    #expect(try settings.values("fork.x") == ["1", "2"])
    #expect(try sandbox.git("config", "--global", "fork.z") == "4")
    let attributes = try FileManager.default.attributesOfItem(atPath: sandbox.root.path + "/real")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file).hasSuffix("/real"))
    // A lock of git's is never taken away.
    try sandbox.write("", to: "../real.lock")
    #expect(kind { try settings.set("fork.x", to: "1", in: .local) } == .locked)
  }

  @Test func revisionsAreThoseOfRevParse() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1"])
    let second = try sandbox.commit(["a": "2"])
    try sandbox.git("tag", "-a", "-m", "t", "annotated", first.hex)
    let repository = try sandbox.open()
    for revision in [
      "main", "main~1", "HEAD^", "annotated", "main@{0}", String(second.hex.prefix(8)),
    ] {
      #expect(
        try repository.resolve(revision: revision) == sandbox.id(revision + "^{commit}"),
        "\(revision)")
    }
    #expect(kind { _ = try repository.resolve(revision: "none") } == .notFound)
    #expect(kind { _ = try repository.resolve(revision: "main~99999999999") } == .notFound)
    #expect(kind { _ = try repository.resolve(revision: "main^{tree}") } == .invalid)
    #expect(kind { _ = try repository.resolve(revision: "main..main") } != nil)
  }

  @Test func aSymbolicReferenceToItselfNamesNothing() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit(["a": "1"])
    try sandbox.git("remote", "add", "origin", "../none")
    for name in ["refs/heads/loop", "refs/tags/loop", "refs/remotes/origin/HEAD"] {
      try sandbox.git("symbolic-ref", name, name)
    }
    let repository = try sandbox.open()
    #expect(try repository.branches().map(\.fork) == [.main])
    #expect(try repository.damagedReferences().isEmpty)
    #expect(try repository.mainFork() == .main)
    #expect(kind { _ = try repository.resolve(revision: "loop") } == .notFound)
    try repository.removeRemote(named: "origin")
    #expect((try? sandbox.read(".git/refs/remotes/origin/HEAD")) == nil)
  }

  @Test func headIsBranchUnbornOrDetached() throws {
    let sandbox = try GitSandbox()
    let repository = try sandbox.open()
    #expect(try repository.head() == .unborn(.main))
    let first = try sandbox.commit(["a": "1"])
    #expect(try repository.head() == .branch(.main, tip: first))
    try sandbox.git("branch", "ui")
    try sandbox.switchHead(repository, to: Fork(name: "ui"))
    #expect(try sandbox.git("symbolic-ref", "HEAD") == "refs/heads/ui")
    #expect(try sandbox.git("reflog", "-1", "--format=%gs") == "moved")
    try sandbox.git("checkout", "-q", "--detach")
    #expect(try repository.head() == .detached(first))
    try sandbox.rename(repository, "ui", "desk")
    #expect(try repository.branches().map(\.fork.name) == ["desk", "main"])
    #expect(kind { try sandbox.rename(repository, "main", "desk") } == .exists)
    #expect(kind { try sandbox.rename(repository, "no", "main") } == .notFound)
  }

  @Test(arguments: [false, true]) func aRenamedForkKeepsItsLogAndSettings(packed: Bool) throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1"])
    try sandbox.git("branch", "side")
    try sandbox.git("config", "branch.side.remote", "origin")
    try sandbox.git("config", "--add", "branch.side.merge", "refs/heads/x")
    let linked = sandbox.root.appending(path: "linked")
    try sandbox.git("worktree", "add", "-q", linked.path, "side")
    if packed { try sandbox.git("pack-refs", "--all") }
    let repository = try sandbox.open()
    for (old, new) in [("side", "team/ui"), ("team/ui", "team"), ("team", "team/x"), ("main", "m")]
    {
      try sandbox.rename(repository, old, new)
      #expect(try sandbox.id(new) == first)
      #expect(try repository.tip(of: Fork(name: old)) == nil)
      #expect(try sandbox.git("reflog", "-1", "--format=%H %gs", new) == "\(first) moved")
    }
    #expect(try sandbox.git("reflog", "team/x").split(separator: "\n").count == 4)
    #expect(try sandbox.git("symbolic-ref", "HEAD") == "refs/heads/m")
    #expect(try sandbox.git(["symbolic-ref", "HEAD"], in: linked) == "refs/heads/team/x")
    #expect(
      try sandbox.git("config", "--get-regexp", "branch.*")
        == "branch.team/x.remote origin\nbranch.team/x.merge refs/heads/x")
    #expect(try !sandbox.read(".git/config").contains("side"))
    try sandbox.expectClean()
  }

  @Test func aRenameThatFailsLeavesTheForkAsItWas() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit(["a": "1"])
    try sandbox.git("branch", "side")
    let repository = try sandbox.open()
    let before = try sandbox.git("for-each-ref") + sandbox.read(".git/logs/refs/heads/side")
    let long = String(repeating: "a", count: 251)
    for name in [long, "side/\(long)"] {
      #expect(throws: (any Error).self, "\(name)") { try sandbox.rename(repository, "side", name) }
    }
    // A directory with something in it stands where the log would be.
    try sandbox.write("", to: ".git/logs/refs/heads/taken/x")
    #expect(throws: (any Error).self) { try sandbox.rename(repository, "side", "taken") }
    // Another process holds a lock.
    try sandbox.write("", to: ".git/refs/heads/side.lock")
    #expect(kind { try sandbox.rename(repository, "side", "new") } == .locked)
    try sandbox.write("", to: ".git/refs/heads/new.lock")
    #expect(kind { try sandbox.rename(repository, "side", "new") } == .locked)
    try FileManager.default.removeItem(
      at: sandbox.work.appending(path: ".git/refs/heads/side.lock"))
    #expect(kind { try sandbox.rename(repository, "side", "new") } == .locked)
    try FileManager.default.removeItem(at: sandbox.work.appending(path: ".git/refs/heads/new.lock"))
    try sandbox.write("", to: ".git/packed-refs.lock")
    #expect(kind { try sandbox.rename(repository, "side", "new") } == .locked)
    try FileManager.default.removeItem(at: sandbox.work.appending(path: ".git/packed-refs.lock"))
    #expect(try sandbox.git("for-each-ref") + sandbox.read(".git/logs/refs/heads/side") == before)
    #expect(try sandbox.git("log", "-1", "--format=%s", "side") == "message")
  }

  @Test func linkedWorkTreesShareBranchesAndHaveTheirOwnHead() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1"])
    let linked = sandbox.root.appending(path: "linked")
    try sandbox.git("worktree", "add", "-q", "-b", "ui", linked.path)
    let repository = try LocalRepository.open(
      at: linked.path, options: .init(environment: sandbox.environment))
    #expect(try repository.head() == .branch(Fork(name: "ui"), tip: first))
    #expect(repository.commonDirectory == sandbox.work.path + "/.git/")
    #expect(repository.gitDirectory == sandbox.work.path + "/.git/worktrees/linked/")
    let forks = try repository.checkedOutForks()
    #expect(forks == [.main: sandbox.work.path + "/", Fork(name: "ui"): linked.path + "/"])
    let second = try sandbox.commit(["a": "2"])
    try sandbox.update(Fork(name: "ui"), in: repository, from: first, to: second)
    #expect(try sandbox.git(["status", "--porcelain"], in: linked) == "")
    #expect(try sandbox.git(["reflog", "-1", "--format=%gs"], in: linked) == "update")
    try sandbox.expectClean()
  }
}
