import Foundation
import Testing

/// With a schema the newest edit wins, by the author dates of the commits that git merges.
@Suite("recency in every operation of git")
struct OperationRecencyTests {
  /// `main` sets `/a` to 2, `theirs` to 3, each on its day; another commit of `theirs` comes later still, and has
  /// nothing to do with it.
  private func sandbox(ours: String, theirs: String) async throws -> Sandbox {
    try await Sandbox.shared(ours, theirs) {
      let sandbox = try await Sandbox.withDriver(lines(1, 1), schema: newestWins)
      try await sandbox.branch("theirs")
      try await sandbox.commit(lines(3, 1), "their change", on: theirs)
      try await sandbox.commit(lines(3, 1, 9), "their other change", on: "2026-03-01")
      try await sandbox.git("checkout", "-q", "main").succeed()
      try await sandbox.commit(lines(2, 1), "our change", on: ours)
      return sandbox
    }
  }

  private static let days = ["2026-02-01", "2026-02-02"]

  @Test(
    "the newest wins, whichever side it is on, and the other is named with its commit",
    arguments: [
      ["merge", "--no-edit", "theirs"], ["pull", "--no-rebase", "--no-edit", ".", "theirs"],
      ["merge", "--squash", "theirs"], ["rebase", "theirs"], ["rebase", "--apply", "theirs"],
      ["rebase", "-i", "--empty=drop", "theirs"], ["rebase", "--rebase-merges", "theirs"],
      ["pull", "--rebase", ".", "theirs"],
      ["cherry-pick", "--keep-redundant-commits", "theirs~2..theirs"],
    ], [true, false])
  func known(arguments: [String], oursIsNewer: Bool) async throws {
    let days = oursIsNewer ? Self.days.reversed() : Self.days
    let sandbox = try await sandbox(ours: days[0], theirs: days[1])
    let loser = try await sandbox.git("rev-parse", oursIsNewer ? "theirs~" : "main").line
    // A rebase must not make an old edit look new.
    let outcome = try await sandbox.run(
      "git", arguments, in: "data",
      environment: [
        "GIT_SEQUENCE_EDITOR": "true", "GIT_COMMITTER_DATE": "2026-05-01T00:00:00Z",
      ]
    ).succeed()
    #expect(outcome.errorText.contains("a.json#/a"), "\(outcome)")
    let dropped = outcome.errorText.components(separatedBy: ", not ").dropFirst()
    #expect(dropped.contains { $0.contains("[\(loser.prefix(10))]") }, "\(outcome)")
    #expect(try sandbox.read("data/a.json") == lines(oursIsNewer ? 2 : 3, 1, 9))
    if arguments.contains("--squash") { try await sandbox.git("commit", "-q", "-m", "squash") }
    try await sandbox.expectSound()
  }

  @Test("am -3, by the date of the patch", arguments: [true, false])
  func mail(oursIsNewer: Bool) async throws {
    let days = oursIsNewer ? Self.days.reversed() : Self.days
    let sandbox = try await sandbox(ours: days[0], theirs: days[1])
    try await sandbox.git("format-patch", "-q", "-1", "theirs~", "-o", "../mail").succeed()
    let patch = try #require(
      try FileManager.default.contentsOfDirectory(atPath: sandbox.path("mail")).first)
    try await sandbox.git("am", "-3", "../mail/" + patch).warns(", not ")
    #expect(try sandbox.read("data/a.json") == lines(oursIsNewer ? 2 : 3, 1))
    try await sandbox.expectSound()
  }

  @Test("a rebase after a rebase, and one that edits in between")
  func twice() async throws {
    let sandbox = try await sandbox(ours: Self.days[0], theirs: Self.days[1])
    try await sandbox.git("rebase", "-q", "theirs").succeed()
    #expect(try sandbox.read("data/a.json") == lines(3, 1, 9))
    try await sandbox.branch("upstream", at: "theirs~2")
    try await sandbox.commit(lines(4, 1), "upstream", on: "2026-02-03")
    try await sandbox.git("checkout", "-q", "theirs").succeed()
    try await sandbox.git(
      "rebase", "-i", "upstream", environment: ["GIT_SEQUENCE_EDITOR": "sed -i 1s/pick/edit/"])
    try await sandbox.git("rebase", "--continue").succeed()
    #expect(try sandbox.read("data/a.json") == lines(4, 1, 9))
    try await sandbox.expectSound()
  }

  @Test(
    "without git's hint the conflict stays open, even in a pause of a rebase",
    arguments: [["cherry-pick", "theirs~"], ["stash", "pop"]])
  func unknown(arguments: [String]) async throws {
    let sandbox = try await sandbox(ours: Self.days[0], theirs: Self.days[1])
    if arguments[0] == "stash" {
      try await sandbox.git("checkout", "-q", "main~").succeed()
      try sandbox.write(lines(3, 1), to: "data/a.json")
      try await sandbox.play("git stash -q", "git checkout -q main")
    }
    try await sandbox.commit(lines(2, 1, 5), "unrelated", on: "2026-02-05")
    try await sandbox.git(
      "rebase", "-q", "-i", "HEAD~", environment: ["GIT_SEQUENCE_EDITOR": "sed -i s/pick/edit/"])
    try await sandbox.run("git", arguments, in: "data").warns(
      "which change is later is not known", "a.json#/a", status: 1)
    #expect(try await sandbox.unmergedPaths() == ["a.json"])
    try await sandbox.play("fork resolve --take ours", "git reset -q --hard", "git rebase --abort")
    try await sandbox.expectSound()
  }

  @Test("a single cherry-pick is finished by resolve, which knows the commit by then")
  func cherryPick() async throws {
    let sandbox = try await sandbox(ours: Self.days[0], theirs: Self.days[1])
    try await sandbox.git("cherry-pick", "theirs~").expect(status: 1)
    try await sandbox.fork("resolve").succeed()
    #expect(try sandbox.read("data/a.json") == lines(3, 1))
    try await sandbox.goOn("cherry-pick")
    try await sandbox.expectSound()
  }

  @Test("revert undoes what no later change touched, otherwise it is a conflict")
  func revert() async throws {
    let sandbox = try await Sandbox.withDriver(lines(1, 1), schema: newestWins)
    try await sandbox.commit(lines(2, 2), "first", on: Self.days[0])
    try await sandbox.commit(lines(3, 2), "second", on: Self.days[1])
    try await sandbox.git("revert", "--no-edit", "HEAD~").expect(status: 1)
    #expect(try sandbox.read("data/a.json").contains("\"b\": 1"))
    try await sandbox.fork("resolve").expect(status: 1)
    try await sandbox.fork("resolve", "--take", "theirs").succeed()
    #expect(try sandbox.read("data/a.json") == lines(1, 1))
    try await sandbox.goOn("revert")
    try await sandbox.expectSound()
  }

  @Test("fork.conflicts overrides the schema, and its absence")
  func overridden() async throws {
    let sandbox = try await sandbox(ours: Self.days[0], theirs: Self.days[1])
    try await sandbox.git("config", "fork.conflicts", "manual").succeed()
    try await sandbox.git("merge", "--no-edit", "theirs").expect(status: 1)
    #expect(try sandbox.markers() == ["<<<<<<< HEAD", ">>>>>>> theirs"])
    try await sandbox.git("merge", "--abort").succeed()
    let plain = try await Sandbox.withBranches(
      lines(1, 1), ours: lines(2, 1), theirs: lines(3, 1, 4))
    try await plain.play("git config fork.conflicts mostRecent", "git merge -q --no-edit theirs")
    #expect(try plain.read("data/a.json") == lines(2, 1, 4))
    for (side, value) in [("ours", 2), ("theirs", 3)] {
      try await plain.play(
        "git reset -q --hard HEAD~", "git -c fork.conflicts=\(side) merge -q --no-edit theirs")
      #expect(try plain.read("data/a.json") == lines(value, 1, 4))
    }
    try await plain.play("git reset -q --hard HEAD~", "git config fork.conflicts newest")
    try await plain.git("merge", "--no-edit", "theirs").warns(
      "fork.conflicts", "mostRecent", status: 1)
    try await plain.git("merge", "--abort").succeed()
    try await plain.expectSound()
  }

  @Test("a renamed document is followed to its old name")
  func renamed() async throws {
    let sandbox = try await sandbox(ours: Self.days[0], theirs: Self.days[1])
    try await sandbox.play(
      "git mv a.json b.json", "git commit -q -m renamed", "git merge -q --no-edit theirs")
    #expect(try sandbox.read("data/b.json") == lines(3, 1, 9))
    try await sandbox.expectSound()
  }
}
