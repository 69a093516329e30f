import Foundation
import Testing

/// The commands that a job of a hosting service runs instead of its merge button.
@Suite("the recipe for hosted platforms")
struct HostedTests {
  /// The commands, as README and manual page give them.
  private static func recipe() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    func commands(_ file: String) throws -> String {
      let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
      let start = try #require(text.range(of: "git fetch origin main")).lowerBound
      let end = try #require(text.range(of: "git push origin main\n", range: start..<text.endIndex))
      return String(text[start..<end.upperBound])
    }
    let recipe = try commands("README.md")
    #expect(try commands("Man/fork-merging.7") == recipe)
    return "set -e\n" + recipe
  }

  /// A hosted repository with a request to merge, and a fresh clone of it.
  private func sandbox(ours: String, theirs: String) async throws -> Sandbox {
    let sandbox = try await Sandbox.withDriver(lines(1, 1))
    try await sandbox.git("clone", "-q", "--bare", "data", "hosted.git", in: ".").succeed()
    try await sandbox.git("remote", "add", "origin", sandbox.path("hosted.git")).succeed()
    try await sandbox.branch("request")
    try await sandbox.commit(theirs, "their change")
    try await sandbox.git("checkout", "-q", "main").succeed()
    try await sandbox.commit(ours, "our change")
    try await sandbox.git("push", "-q", "origin", "main", "request").succeed()
    try await sandbox.git("clone", "-q", sandbox.path("hosted.git"), "job", in: ".").succeed()
    return sandbox
  }

  private func runJob(in sandbox: Sandbox) async throws -> Outcome {
    try await sandbox.run(
      "sh", ["-c", try Self.recipe()], in: "job", environment: ["BRANCH": "request"])
  }

  @Test("the same result as the driver's, pushed; git sees the request as merged")
  func merges() async throws {
    let sandbox = try await sandbox(ours: lines(2, 1), theirs: lines(1, 2))
    _ = try await runJob(in: sandbox).succeed()
    #expect(try await sandbox.git("show", "main:a.json", in: "hosted.git").text == lines(2, 2))
    #expect(
      try await sandbox.git("branch", "--merged", "main", in: "hosted.git").text.contains("request")
    )
    try await sandbox.expectSound(in: "job")
    try await sandbox.git("merge", "-q", "--no-edit", "request").succeed()
    #expect(try sandbox.read("data/a.json") == lines(2, 2))
    try await sandbox.expectSound()
  }

  @Test("a conflict: status 1, what resolves it, and no branch updated")
  func conflict() async throws {
    let sandbox = try await sandbox(ours: lines(2, 1), theirs: lines(3, 2))
    let before = try await sandbox.git("rev-parse", "main", in: "hosted.git").line
    let job = try await runJob(in: sandbox).expect(status: 1)
    #expect((job.text + job.errorText).contains("--resolve 'a.json#/a=ours'"), "\(job)")
    #expect(try await sandbox.git("rev-parse", "main", in: "hosted.git").line == before)
    try await sandbox.expectSound(in: "job")
  }
}
