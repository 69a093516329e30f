import ForkedGitTestSupport
import Foundation
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

  private static func download(
    _ target: GitSandbox, from source: GitSandbox, interrupted isInterrupted: Bool
  ) throws {
    let remote = Remote(url: try RemoteURL("file://" + source.work.path))
    let options = RemoteOptions(isInterrupted: { isInterrupted })
    _ = try target.open().download(from: remote, options: options)
  }

  @Test("that is interrupted ends git, and nothing of it stays")
  func interrupt() throws {
    let (source, target) = (try Self.source(), try GitSandbox(bare: true))
    #expect {
      try Self.download(target, from: source, interrupted: true)
    } throws: {
      ($0 as? GitError)?.kind == .interrupted
    }
    #expect(try target.git("count-objects", "-v").contains("count: 0\nsize: 0\nin-pack: 0\n"))
    #expect(try target.run(["ls", target.work.path]).split(separator: 10).count < 12)
    try Self.download(target, from: source, interrupted: false)
    #expect(try target.git("count-objects", "-v").contains("packs: 1\n"))
    #expect(try target.git("for-each-ref") == "")
  }
}
