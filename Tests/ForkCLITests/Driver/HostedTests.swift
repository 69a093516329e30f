import Foundation
import Testing

/// What a job of a hosting service runs in place of its merge button.
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
  private func world(ours: String, theirs: String) async throws -> World {
    let world = try await World.withDriver(lines(1, 1))
    try await world.git("clone", "-q", "--bare", "data", "hosted.git", in: ".").succeed()
    try await world.git("remote", "add", "origin", world.path("hosted.git")).succeed()
    try await world.branch("request")
    try await world.commit(theirs, "their change")
    try await world.git("checkout", "-q", "main").succeed()
    try await world.commit(ours, "our change")
    try await world.git("push", "-q", "origin", "main", "request").succeed()
    try await world.git("clone", "-q", world.path("hosted.git"), "job", in: ".").succeed()
    return world
  }

  private func runJob(in world: World) async throws -> Outcome {
    try await world.run(
      "sh", ["-c", try Self.recipe()], in: "job", environment: ["BRANCH": "request"])
  }

  @Test("the same result as the driver's, pushed; git sees the request as merged")
  func merges() async throws {
    let world = try await world(ours: lines(2, 1), theirs: lines(1, 2))
    _ = try await runJob(in: world).succeed()
    #expect(try await world.git("show", "main:a.json", in: "hosted.git").text == lines(2, 2))
    #expect(
      try await world.git("branch", "--merged", "main", in: "hosted.git").text.contains("request"))
    try await world.expectSound(in: "job")
    try await world.git("merge", "-q", "--no-edit", "request").succeed()
    #expect(try world.read("data/a.json") == lines(2, 2))
    try await world.expectSound()
  }

  @Test("a conflict: status 1, what settles it, and nothing moved")
  func conflict() async throws {
    let world = try await world(ours: lines(2, 1), theirs: lines(3, 2))
    let before = try await world.git("rev-parse", "main", in: "hosted.git").line
    let job = try await runJob(in: world).expect(status: 1)
    #expect((job.text + job.talk).contains("--resolve 'a.json#/a=ours'"), "\(job)")
    #expect(try await world.git("rev-parse", "main", in: "hosted.git").line == before)
    try await world.expectSound(in: "job")
  }
}
