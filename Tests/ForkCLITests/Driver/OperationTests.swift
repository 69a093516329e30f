import Testing

/// Everything of git's that merges, on two branches that changed neighbouring properties.
@Suite("the merge driver in every operation of git")
struct OperationTests {
  private func sandbox() async throws -> Sandbox {
    try await Sandbox.withBranches(lines(1, 1), ours: lines(2, 1), theirs: lines(1, 2))
  }

  @Test("merge --squash and checkout -m, which end with edits to commit")
  func edits() async throws {
    let sandbox = try await sandbox()
    try await sandbox.git("merge", "--squash", "theirs").succeed()
    #expect(try sandbox.read("data/a.json") == lines(2, 2))
    try await sandbox.git("commit", "-q", "-m", "squashed").succeed()
    try sandbox.write(lines(2, 2, 9), to: "data/a.json")
    try await sandbox.git("checkout", "-q", "-m", "theirs").succeed()
    #expect(try sandbox.read("data/a.json") == lines(1, 2, 9))
    try await sandbox.git("commit", "-q", "-a", "-m", "edited").succeed()
    try await sandbox.expectSound()
  }

  @Test("cherry-pick and revert of several commits")
  func several() async throws {
    let sandbox = try await Sandbox.withDriver(lines(1, 1))
    try await sandbox.branch("theirs")
    try await sandbox.commit(lines(1, 2), "second")
    try await sandbox.commit(lines(1, 2, 2), "third")
    try await sandbox.git("checkout", "-q", "main").succeed()
    try await sandbox.commit(lines(2, 1), "first")
    try await sandbox.git("cherry-pick", "theirs~2..theirs").succeed()
    #expect(try sandbox.read("data/a.json") == lines(2, 2, 2))
    try await sandbox.git("revert", "--no-edit", "HEAD~2", "HEAD~1").succeed()
    #expect(try sandbox.read("data/a.json") == lines(1, 1, 2))
    try await sandbox.expectSound()
  }

  @Test("rebase -i that edits, squashes and reorders")
  func interactive() async throws {
    let sandbox = try await Sandbox.withDriver(lines(1, 1))
    try await sandbox.commit(lines(2, 1), "first")
    try await sandbox.commit(lines(2, 2), "second")
    try await sandbox.commit(lines(2, 2, 2), "third")
    try sandbox.write(
      "#!/bin/sh\n{ sed -n 3p \"$1\"; sed -n 1p \"$1\"; sed -n '2s/^pick/squash/p' \"$1\"; } > t\n"
        + "mv t \"$1\"\n", to: "reorder.sh")
    try await sandbox.git(
      "rebase", "-i", "HEAD~3",
      environment: [
        "GIT_SEQUENCE_EDITOR": "sh \(sandbox.path("reorder.sh"))", "GIT_EDITOR": "true",
      ]
    ).succeed()
    #expect(try sandbox.read("data/a.json") == lines(2, 2, 2))
    #expect(try await sandbox.git("show", "HEAD~:a.json").text == lines(1, 1, 2))
    #expect(try await sandbox.git("rev-list", "--count", "HEAD").line == "3")
    try await sandbox.expectSound()
  }

  @Test("rebase --rebase-merges makes a merge of both sides again")
  func rebaseMerges() async throws {
    let sandbox = try await sandbox()
    try await sandbox.git("merge", "-q", "--no-edit", "theirs").succeed()
    try await sandbox.branch("upstream", at: "main~2")
    try await sandbox.commit(lines(1, 1, 7), "upstream")
    try await sandbox.play("git checkout -q main", "git rebase --rebase-merges upstream")
    #expect(try sandbox.read("data/a.json") == lines(2, 2, 7))
    #expect(try await sandbox.git("rev-list", "--merges", "--count", "HEAD").line == "1")
    try await sandbox.expectSound()
  }

  @Test("stash pop, from a subdirectory")
  func stash() async throws {
    let sandbox = try await Sandbox.withDriver(lines(1, 1), at: "notes/a.json")
    try sandbox.write(lines(1, 2), to: "data/notes/a.json")
    try await sandbox.git("stash", "-q").succeed()
    try await sandbox.commit(lines(2, 1), at: "notes/a.json", "ours")
    try await sandbox.git("stash", "pop", in: "data/notes").succeed()
    #expect(try sandbox.read("data/notes/a.json") == lines(2, 2))
    try await sandbox.git("commit", "-q", "-a", "-m", "popped").succeed()
    try await sandbox.expectSound()
  }
}
