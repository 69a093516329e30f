import Foundation
import Testing

/// Everything of git's that merges, on two branches that changed neighbouring properties.
@Suite("the merge driver in every operation of git")
struct OperationTests {
  private func sandbox() async throws -> Sandbox {
    try await Sandbox.withBranches(lines(1, 1), ours: lines(2, 1), theirs: lines(1, 2))
  }

  @Test(
    "merge, rebase, cherry-pick: clean, with both changes",
    arguments: [
      ["merge", "--no-edit", "theirs"], ["merge", "--no-edit", "-s", "recursive", "theirs"],
      ["rebase", "theirs"], ["rebase", "--apply", "theirs"], ["rebase", "-i", "theirs"],
      ["rebase", "--rebase-merges", "theirs"], ["cherry-pick", "theirs"],
      ["pull", "--no-rebase", "--no-edit", ".", "theirs"], ["pull", "--rebase", ".", "theirs"],
    ])
  func both(arguments: [String]) async throws {
    let sandbox = try await sandbox()
    let outcome = try await sandbox.run(
      "git", arguments, in: "data", environment: ["GIT_SEQUENCE_EDITOR": "true"]
    ).succeed()
    #expect(!outcome.errorText.contains("fork:"), "\(outcome)")
    #expect(try sandbox.read("data/a.json") == lines(2, 2))
    try await sandbox.expectSound()
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

  @Test("revert of a change next to a later one")
  func revert() async throws {
    let sandbox = try await Sandbox.withDriver(lines(1, 1))
    try await sandbox.commit(lines(2, 1), "first")
    try await sandbox.commit(lines(2, 2), "second")
    try await sandbox.git("revert", "--no-edit", "HEAD~").succeed()
    #expect(try sandbox.read("data/a.json") == lines(1, 2))
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

  @Test("am -3")
  func mail() async throws {
    let sandbox = try await sandbox()
    try await sandbox.play("git format-patch -q -1 theirs -o \(sandbox.path("mail"))")
    let patch = try #require(
      try FileManager.default.contentsOfDirectory(
        atPath: sandbox.path("mail")
      ).first)
    try await sandbox.git("am", "-3", sandbox.path("mail/" + patch)).succeed()
    #expect(try sandbox.read("data/a.json") == lines(2, 2))
    try await sandbox.expectSound()
  }

  @Test("an octopus merge that git allows")
  func octopus() async throws {
    let sandbox = try await Sandbox.withDriver(lines(1, 1))
    for (name, document) in [("x", "x.json"), ("y", "y.json")] {
      try await sandbox.branch(name, at: "main~0")
      try await sandbox.commit(lines(5, 5), at: document, name)
      try await sandbox.git("checkout", "-q", "main").succeed()
    }
    try await sandbox.commit(lines(2, 1), "ours")
    try await sandbox.git("merge", "-q", "--no-edit", "x", "y").succeed()
    #expect(try sandbox.read("data/x.json") == lines(5, 5))
    #expect(try sandbox.read("data/a.json") == lines(2, 1))
    #expect(
      try await sandbox.git("show", "-s", "--format=%P").line.split(separator: " ").count == 3)
    try await sandbox.expectSound()
  }

  @Test("an edited document that the other side renamed")
  func renamed() async throws {
    let sandbox = try await Sandbox.withDriver(lines(1, 1))
    try await sandbox.branch("theirs")
    try await sandbox.git("mv", "a.json", "b.json").succeed()
    try await sandbox.commit(lines(1, 2), at: "b.json", "renamed")
    try await sandbox.git("checkout", "-q", "main").succeed()
    try await sandbox.commit(lines(2, 1), "ours")
    try await sandbox.git("merge", "-q", "--no-edit", "theirs").succeed()
    #expect(try sandbox.read("data/b.json") == lines(2, 2))
    #expect(!sandbox.exists("data/a.json"))
    try await sandbox.expectSound()
  }
}
