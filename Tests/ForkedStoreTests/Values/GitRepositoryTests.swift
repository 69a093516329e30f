import Forked
import ForkedGit
import ForkedGitTestSupport
import ForkedStore
import Foundation
import Testing

private struct Note: Codable, Equatable, Sendable {
  var title: String
  var tags: [String] = []
}

@Suite("A model in a git repository")
struct GitRepositoryTests {
  let sandbox: GitSandbox
  let phone = Fork(name: "phone")

  init() throws { sandbox = try GitSandbox() }

  private func resource(
    _ path: String = "one.json"
  ) throws -> ForkedResource<GitRepository<Tally>> {
    try ForkedResource(repository: sandbox.tallies(at: path))
  }

  private func log(_ format: String, _ revision: String = "main") throws -> [String] {
    try sandbox.git("log", "--topo-order", "--format=\(format)", revision)
      .split(separator: "\n").map(String.init)
  }

  @Test("opening changes nothing, and the first update makes the first commit")
  func beginning() throws {
    let tally = try resource()
    #expect(try tally.forks == [.main])
    #expect(try tally.value(in: .main) == nil)
    #expect(try tally.mostRecentVersionOfMain() == .initialVersion)
    #expect(throws: GitSandbox.Failure.self) { try log("%s") }
    try tally.update(.main, with: Tally(count: 1))
    #expect(try log("%s %P") == ["update one.json "])
    #expect(try sandbox.git("show", "main:one.json") == "{\n  \"count\": 1\n}")
    #expect(try sandbox.git("status", "--porcelain") == "")
  }

  @Test("each version is a commit, and a merge has two parents")
  func history() throws {
    let tally = try resource()
    try tally.update(.main, with: Tally(count: 1))
    try tally.create(phone)
    try tally.update(phone, with: Tally(count: 11))
    try tally.update(.main, with: Tally(count: 2))
    #expect(try tally.mergeIntoMain(from: phone) == .resolveConflict)
    #expect(try tally.value(in: .main) == Tally(count: 12))
    #expect(try log("%s").first == "Merge phone into main")
    #expect(try sandbox.git("rev-parse", "main^2") == sandbox.git("rev-parse", "phone"))
    #expect(try tally.mergeFromMain(into: phone) == .fastForward)
    #expect(try sandbox.git("rev-parse", "main") == sandbox.git("rev-parse", "phone"))
    let trailers = try log("%(trailers:key=Fork-Version,valueonly,separator=)")
    #expect(trailers.count == 4 && Set(trailers).count == 4)
    let version = try tally.mostRecentVersionOfMain()
    #expect(abs(version.timestamp.timeIntervalSinceNow) < 3_600)
    try sandbox.git("fsck", "--strict", "--no-dangling")
  }

  @Test("main is the branch that fork uses as main", arguments: ["master", "trunk"])
  func hub(name: String) throws {
    try sandbox.git("symbolic-ref", "HEAD", "refs/heads/\(name)")
    let tally = try resource()
    try tally.update(.main, with: Tally(count: 1))
    try tally.create(phone)
    try tally.update(phone, with: Tally(count: 3))
    #expect(try tally.mergeIntoMain(from: phone) == .fastForward)
    #expect(try tally.forks == [.main, phone])
    let branches = try sandbox.git("branch", "--format=%(refname:short)").split(separator: "\n")
    #expect(Set(branches) == [Substring(name), "phone"])
    #expect(try sandbox.git("show", "\(name):one.json").contains("3"))
    #expect(throws: ForkedError.self) { try tally.create(Fork(name: name)) }
    #expect(throws: ForkedError.self) { try tally.delete(Fork(name: name)) }
    #expect(throws: ForkedError.self) { try tally.value(in: Fork(name: name)) }
    try sandbox.git("config", "fork.main", "phone")
    #expect(try resource().forks == [.main, Fork(name: name)].sorted())
    #expect(try sandbox.git("status", "--porcelain") == "")
  }

  @Test("a value that is there already makes no commit, however it is spelled")
  func noChange() throws {
    try sandbox.write(#"{"unknown":1,"count":  5.0}"#, to: "one.json")
    try sandbox.git("add", ".")
    try sandbox.git("commit", "-qm", "by hand")
    let tally = try resource()
    let before = try tally.mostRecentVersionOfMain()
    #expect(try tally.update(.main, with: Tally(count: 5)) == before)
    #expect(try log("%s") == ["by hand"])
  }

  @Test("changes since a fork was read are merged with the update, not overwritten")
  func foreignChange() throws {
    let (ours, theirs) = (try resource(), try resource())
    try ours.update(.main, with: Tally(count: 10))
    try theirs.update(.main, with: Tally(count: 15))
    try ours.update(.main, with: Tally(count: 11))
    #expect(try sandbox.git("show", "main:one.json").contains("16"))
    // What ours knows is still the 11 that it wrote.
    try ours.update(.main, with: Tally(count: 12))
    #expect(try ours.value(in: .main) == Tally(count: 17))
    try ours.update(.main, with: Tally(count: 18))
    #expect(try theirs.value(in: .main) == Tally(count: 18))
    #expect(try log("%s").contains("Merge an update of one.json into main"))
  }

  @Test("a history that others rewrote is not brought back")
  func rewritten() throws {
    let tally = try resource()
    try tally.update(.main, with: Tally(count: 1))
    try tally.update(.main, with: Tally(count: 100))
    try sandbox.git("reset", "-q", "--hard", "HEAD~1")
    try tally.update(.main, with: Tally(count: 2))
    #expect(try tally.value(in: .main) == Tally(count: 2))
    #expect(try log("%s").count == 2)
  }

  @Test("many at once, each with a repository of its own, lose nothing")
  func concurrency() async throws {
    try resource().update(.main, with: Tally(count: 0))
    let forks = (0..<4).map { Fork(name: "fork-\($0)") }
    try await withThrowingTaskGroup { group in
      for fork in forks {
        let repository = try sandbox.tallies(at: "one.json")
        group.addTask {
          let tally = try ForkedResource(repository: repository)
          try tally.create(fork)
          for _ in 0..<10 {
            let count = try tally.value(in: fork)?.count ?? 0
            try tally.update(fork, with: Tally(count: count + 1))
            try tally.syncMain(with: fork)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try resource().value(in: .main) == Tally(count: 40))
    #expect(try sandbox.git("status", "--porcelain") == "")
    try sandbox.git("fsck", "--strict", "--no-dangling")
  }

  @Test("the work tree follows, and unsaved edits in it are kept")
  func workTree() throws {
    let tally = try resource()
    try tally.update(.main, with: Tally(count: 1))
    try tally.create(phone)
    try sandbox.write("{\"count\": 77}\n", to: "one.json")
    #expect {
      try tally.update(.main, with: Tally(count: 2))
    } throws: {
      ($0 as? GitError)?.kind == .editedDocuments(["one.json"])
    }
    #expect(try tally.value(in: .main) == Tally(count: 1))
    try tally.update(phone, with: Tally(count: 3))
    #expect(throws: GitError.self) { try tally.mergeIntoMain(from: phone) }
    #expect(throws: ForkedError.forkIsProtected(.main)) { try tally.repository.delete(.main) }
    let text = try String(contentsOf: sandbox.work.appending(path: "one.json"), encoding: .utf8)
    #expect(text == "{\"count\": 77}\n")
  }

  @Test("a document that does not decode is an error that names it, and stays")
  func otherDocument() throws {
    try sandbox.write(#"{"title": "no tally"}"#, to: "one.json")
    try sandbox.git("add", ".")
    try sandbox.git("commit", "-qm", "a note")
    let tally = try resource()
    #expect {
      try tally.value(in: .main)
    } throws: {
      ($0 as? GitError)?.context == "one.json"
    }
    #expect(throws: GitError.self) { try tally.update(.main, with: Tally(count: 1)) }
    #expect(try log("%s") == ["a note"])
  }

  @Test("names and paths that git does not take are refused")
  func names() throws {
    let tally = try resource()
    #expect(throws: InvalidForkName.self) { try tally.create(Fork(name: "../x")) }
    #expect(throws: ForkedError.noSuchFork(Fork(name: "a..b"))) {
      try tally.value(in: Fork(name: "a..b"))
    }
    for path in ["../one.json", ".git/config", "/one.json", ""] {
      #expect(throws: InvalidPath.self) { try sandbox.tallies(at: path) }
    }
  }

  @Test("models in several documents share the forks; other documents merge by lines or not at all")
  func severalDocuments() throws {
    let (one, two) = (try resource("one.json"), try resource("two.json"))
    try one.update(.main, with: Tally(count: 1))
    try one.create(phone)
    try one.update(phone, with: Tally(count: 2))
    try two.update(phone, with: Tally(count: 5))
    #expect(try one.mergeIntoMain(from: phone) == .fastForward)
    #expect(try two.value(in: .main) == Tally(count: 5))
    try two.update(.main, with: Tally(count: 6))
    try two.update(phone, with: Tally(count: 7))
    #expect {
      try one.mergeIntoMain(from: phone)
    } throws: {
      ($0 as? MergeRefusal)?.paths == ["two.json"]
    }
    #expect(try two.mergeIntoMain(from: phone) == .resolveConflict)
    #expect(try two.value(in: .main) == Tally(count: 8))
  }

  @Test("of values without a rule the later change wins, whichever fork is merged")
  func atomicValues() throws {
    for isPhoneLater in [true, false] {
      let path = "note-\(isPhoneLater).json"
      let note = try ForkedResource(
        repository: GitRepository<Note>(
          at: sandbox.work, path: path, environment: sandbox.storeEnvironment))
      try note.update(.main, with: Note(title: "base"))
      let fork = Fork(name: path)
      try note.create(fork)
      for later in [!isPhoneLater, isPhoneLater] {
        try note.update(later ? fork : .main, with: Note(title: later ? "phone" : "main"))
      }
      try note.mergeIntoMain(from: fork)
      #expect(try note.value(in: .main)?.title == (isPhoneLater ? "phone" : "main"))
    }
  }

  @Test("histories that cross count each change once")
  func crissCross() throws {
    let tally = try resource()
    try tally.update(.main, with: Tally(count: 0))
    try tally.create(phone)
    try tally.update(phone, with: Tally(count: 1))
    try tally.update(.main, with: Tally(count: 10))
    try sandbox.git("branch", "old-main", "main")
    try tally.mergeIntoMain(from: phone)
    // Another program merges the same two the other way round.
    try sandbox.git("switch", "-q", "phone")
    try sandbox.git("merge", "-q", "-s", "ours", "--no-commit", "old-main")
    try sandbox.write("{\n  \"count\": 11\n}\n", to: "one.json")
    try sandbox.git("commit", "-qam", "crossing")
    #expect(try tally.value(in: phone) == Tally(count: 11))
    try tally.update(phone, with: Tally(count: 111))
    #expect(try tally.commonAncestor(of: phone).content.resource == Tally(count: 11))
    #expect(try tally.mergeIntoMain(from: phone) == .resolveConflict)
    #expect(try tally.value(in: .main) == Tally(count: 111))
  }

  @Test("a fork that is restarted keeps the other documents and shares no commit")
  func restart() throws {
    let tally = try resource()
    try tally.update(.main, with: Tally(count: 1))
    try resource("two.json").update(.main, with: Tally(count: 2))
    try tally.create(phone)
    try tally.restart(phone, with: Tally(count: 9))
    #expect(try tally.value(in: phone) == Tally(count: 9))
    #expect(try resource("two.json").value(in: phone) == Tally(count: 2))
    #expect(throws: GitSandbox.Failure.self) { try sandbox.git("merge-base", "main", "phone") }
    #expect(try tally.mergeIntoMain(from: phone) == .resolveConflict)
    #expect(try tally.value(in: .main) == Tally(count: 9))
  }
}
