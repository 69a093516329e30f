import ForkedGitTestSupport
import Foundation
import Synchronization
import Testing

@testable import ForkedGit

@Suite("a transfer from a repository on this machine") struct TransferTests {
  /// The number of commits; each has a directory and a document of its own.
  private static let commits = 200

  /// A repository with nothing but loose objects.
  private static func source() throws -> GitSandbox {
    let sandbox = try GitSandbox(bare: true)
    var stream = ""
    for number in 1...commits {
      stream += "commit refs/heads/main\ncommitter C <c@d> \(number) +0000\ndata 1\nm\n"
      stream += "M 644 inline a.json\ndata 3\n\(100 + number)\n"
    }
    let unpacking = ["-c", "fastimport.unpackLimit=10000"]
    try sandbox.git(unpacking + ["fast-import", "--quiet"], input: Data(stream.utf8))
    return sandbox
  }

  private final class Counts: Sendable {
    private struct State {
      var questions = 0
      var beforeReceiving: Int?
    }

    private let state = Mutex(State())
    var questions: Int { state.withLock { $0.questions } }
    var beforeReceiving: Int? { state.withLock { $0.beforeReceiving } }

    func ask() -> Int {
      state.withLock {
        $0.questions += 1
        return $0.questions
      }
    }

    func receive() {
      state.withLock { if $0.beforeReceiving == nil { $0.beforeReceiving = $0.questions } }
    }
  }

  private static func download(from source: GitSandbox, upTo limit: Int, _ counts: Counts) throws {
    let target = try GitSandbox(bare: true)
    let options = RemoteOptions(
      isInterrupted: { counts.ask() > limit },
      progress: { stage, _, _ in if stage == .receiving { counts.receive() } })
    let remote = Remote(url: try RemoteURL("file://" + source.work.path))
    _ = try target.open().download(from: remote, options: options)
    #expect(try target.git("count-objects", "-v").contains("count: 0"))
  }

  @Test("asks for an interrupt with each object that is read, also before any is written")
  func questions() throws {
    let source = try Self.source()
    let counts = Counts()
    try Self.download(from: source, upTo: .max, counts)
    #expect(try #require(counts.beforeReceiving) >= 3 * Self.commits)
    for limit in stride(from: 0, to: counts.questions, by: counts.questions / 12) {
      let interrupted = Counts()
      do {
        try Self.download(from: source, upTo: limit, interrupted)
        Issue.record("it was not interrupted after \(limit) questions")
      } catch let error as GitError {
        #expect(error.kind == .interrupted, "\(limit): \(error)")
      }
    }
  }
}
