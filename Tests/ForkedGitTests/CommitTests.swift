import Forked
import ForkedGit
import ForkedGitTestSupport
import Testing

@Suite struct CommitTests {
  private static let author = Signature(
    name: "Ünï <x> Author.", email: "a@b", seconds: 1_700_000_000, offsetMinutes: -570)
  private static let committer = Signature(
    name: "C", email: "c@d", seconds: 1_700_000_005, offsetMinutes: 0)

  private func written(
    _ message: String, time: HybridTime?, in repository: LocalRepository
  ) throws -> CommitObject {
    let draft = CommitDraft(
      tree: try repository.emptyTree(), parents: [], author: Self.author,
      committer: Self.committer, message: message, hybridTime: time)
    return try repository.commit(try repository.writeCommit(draft))
  }

  @Test(arguments: [
    "one line", "subject\n\nbody\nmore\n", "subject\n\nbody\n\nSigned-off-by: X <x@y>\n", "",
    "subject\r\n\r\nbody\r\n", "subject\n\nFork-Version: 5", "a: b", "\n\nsubject\n\n\n",
    "e\u{301}\n",
  ])
  func theTrailerIsOneToGitToo(message: String) throws {
    let sandbox = try GitSandbox(bare: true)
    let repository = try sandbox.open()
    let time = HybridTime(nanoseconds: 1_700_000_123_000_000_007)
    let commit = try written(message, time: time, in: repository)
    #expect(commit.hybridTime == time)
    #expect(commit.author.seconds == 1_700_000_123)
    let format = "--format=%(trailers:key=Fork-Version,valueonly)"
    let trailer = try sandbox.git("log", "-1", format, commit.id.hex)
    #expect(trailer == (message.isEmpty ? trailer : "1700000123000000007"))
    #expect(!commit.text.contains("1700000123000000007"))
    try sandbox.git("fsck", "--strict")
    let again = try written(message, time: time, in: repository)
    #expect(again == commit)
  }

  @Test func commitsAreReadAsGitShowsThem() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1"], message: "Sübject\n\nbody")
    let second = try sandbox.commit(["a": "2"])
    let commit = try sandbox.open().commit(second)
    #expect(commit.parents == [first])
    #expect(commit.tree.hex == (try sandbox.git("rev-parse", "HEAD^{tree}")))
    #expect(commit.author.name == "A U Thor" && commit.author.offsetMinutes == 60)
    #expect(commit.hybridTime == HybridTime(seconds: 1_700_000_000))
    #expect(try sandbox.open().commit(first).subject == "Sübject")
  }

  @Test func gitReadsTheCommitsThatForkWrites() throws {
    let sandbox = try GitSandbox(bare: true)
    let commit = try written("s", time: nil, in: sandbox.open())
    let shown = try sandbox.git(
      "log", "-1", "--format=%an|%ae|%ad|%cn|%cd|%B", "--date=raw", commit.id.hex)
    #expect(shown == "Ünï x Author|a@b|1700000000 -0930|C|1700000005 +0000|s")
    #expect(commit.author.offsetMinutes == -570)
  }

  @Test func aTrailerCountsOnlyWhereItIsTheOnlyOneAndFitsTheAuthorDate() throws {
    let sandbox = try GitSandbox()
    let repository = try sandbox.open()
    func time(_ message: String) throws -> Int64 {
      try repository.commit(sandbox.commit(["a": message], message: message)).hybridTime.nanoseconds
    }
    #expect(try time("s\n\nFork-Version: 1700000000000000009") == 1_700_000_000_000_000_009)
    #expect(try time("s\n\nFork-Version: 1700000001000000009") == 1_700_000_000_000_000_000)
    #expect(try time("s\n\nFork-Version: x") == 1_700_000_000_000_000_000)
    let twice = "s\n\nFork-Version: 1700000000000000009\n\nt\n\nFork-Version: 1700000000000000008"
    #expect(try time(twice) == 1_700_000_000_000_000_000)
  }
}
