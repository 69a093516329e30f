import Foundation
import ForkedGitTestSupport
import Glibc
import Testing

@testable import ForkedGit

@Suite struct ChildProcessTests {
  @Test("a status that cannot be read is an error, and no success")
  func lostStatus() throws {
    let child = try ChildProcess(["true"], environment: [:], streams: (0, 1, 2))
    #expect(waitpid(child.id, nil, 0) == child.id)
    #expect(throws: GitError.self) { try child.wait() }
    // Its number may be another process's, which no signal may reach.
    #expect(child.ends(within: .zero))
  }

  @Test("an interrupt ends the program that packs objects")
  func interruptedPacking() throws {
    let sandbox = try GitSandbox()
    let begun = sandbox.root.appending(path: "begun").path
    try sandbox.writeProgram(
      "#!/bin/sh\necho \"$3\" >> '\(begun)'\nexec sleep 600\n", to: "bin/git")
    sandbox.set("PATH", to: sandbox.work.appending(path: "bin").path + ":/usr/bin:/bin")
    sandbox.set("GIT_CONFIG_COUNT", to: nil)
    let repository = try sandbox.open()
    repository.isInterrupted = { Files.exists(begun) }
    #expect(try repository.startPacking())
    #expect(try String(contentsOfFile: begun, encoding: .utf8) == "maintenance\n")
  }

  @Test("the program that signs reads the bytes of the commit, in any encoding")
  func signedBytes() throws {
    let sandbox = try GitSandbox()
    let seen = sandbox.root.appending(path: "seen")
    try sandbox.writeProgram(
      "#!/bin/sh\ncat > '\(seen.path)'\necho '[GNUPG:] SIG_CREATED ' >&2\necho signature\n",
      to: "signer")
    let signer = sandbox.work.appending(path: "signer").path
    try sandbox.git("config", "commit.gpgSign", "true")
    try sandbox.git("config", "gpg.program", signer)
    let repository = try sandbox.open()
    let signing = try #require(
      try CommitSigning(
        configuredIn: repository.settings,
        committer: Signature(name: "C", email: "c@d", seconds: 0, offsetMinutes: 0),
        directory: repository.commonDirectory))
    let commit = Array("encoding ISO-8859-1\n\ngr".utf8) + [0xFC] + Array("n\n".utf8)
    #expect(try signing.signature(of: commit) == "signature\n")
    #expect(Array(try Data(contentsOf: seen)) == commit)
  }
}
