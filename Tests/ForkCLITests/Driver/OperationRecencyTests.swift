import Foundation
import Testing

/// With a schema the newest edit wins, by the author dates of the commits that git merges.
@Suite("recency in every operation of git")
struct OperationRecencyTests {
  /// `main` sets `/a` to 2, `theirs` to 3, each on its day; another commit of `theirs` comes later still, and has
  /// nothing to do with it.
  private func world(ours: String, theirs: String) async throws -> World {
    let world = try await World.withDriver(lines(1, 1), schema: newestWins)
    try await world.branch("theirs")
    try await world.commit(lines(3, 1), "their change", on: theirs)
    try await world.commit(lines(3, 1, 9), "their other change", on: "2026-03-01")
    try await world.git("checkout", "-q", "main").succeed()
    try await world.commit(lines(2, 1), "our change", on: ours)
    return world
  }

  private static let days = ["2026-02-01", "2026-02-02"]

  @Test(
    "the newest wins, whichever side it is on, and the loser is named with its commit",
    arguments: [
      ["merge", "--no-edit", "theirs"], ["pull", "--no-rebase", "--no-edit", ".", "theirs"],
      ["merge", "--squash", "theirs"], ["rebase", "theirs"], ["rebase", "--apply", "theirs"],
      ["rebase", "-i", "--empty=drop", "theirs"], ["rebase", "--rebase-merges", "theirs"],
      ["pull", "--rebase", ".", "theirs"],
      ["cherry-pick", "--keep-redundant-commits", "theirs~2..theirs"],
    ], [true, false])
  func known(arguments: [String], oursIsNewer: Bool) async throws {
    let days = oursIsNewer ? Self.days.reversed() : Self.days
    let world = try await world(ours: days[0], theirs: days[1])
    let loser = try await world.git("rev-parse", oursIsNewer ? "theirs~" : "main").line
    // A rebase must not make an old edit look new.
    let outcome = try await world.run(
      "git", arguments, in: "data",
      environment: [
        "GIT_SEQUENCE_EDITOR": "true", "GIT_COMMITTER_DATE": "2026-05-01T00:00:00Z",
      ]
    ).succeed()
    #expect(outcome.talk.contains("a.json#/a"), "\(outcome)")
    let dropped = outcome.talk.components(separatedBy: " dropped ").dropFirst()
    #expect(dropped.contains { $0.contains("\(loser.prefix(10)))") }, "\(outcome)")
    #expect(try world.read("data/a.json") == lines(oursIsNewer ? 2 : 3, 1, 9))
    if arguments.contains("--squash") { try await world.git("commit", "-q", "-m", "squash") }
    try await world.expectSound()
  }

  @Test("am -3, by the date of the patch", arguments: [true, false])
  func mail(oursIsNewer: Bool) async throws {
    let days = oursIsNewer ? Self.days.reversed() : Self.days
    let world = try await world(ours: days[0], theirs: days[1])
    try await world.git("format-patch", "-q", "-1", "theirs~", "-o", "../mail").succeed()
    let patch = try #require(
      try FileManager.default.contentsOfDirectory(atPath: world.path("mail")).first)
    let outcome = try await world.git("am", "-3", "../mail/" + patch).succeed()
    #expect(outcome.talk.contains(" dropped "), "\(outcome)")
    #expect(try world.read("data/a.json") == lines(oursIsNewer ? 2 : 3, 1))
    try await world.expectSound()
  }

  @Test("a rebase after a rebase, and one that edits in between")
  func twice() async throws {
    let world = try await world(ours: Self.days[0], theirs: Self.days[1])
    try await world.git("rebase", "-q", "theirs").succeed()
    #expect(try world.read("data/a.json") == lines(3, 1, 9))
    try await world.branch("upstream", at: "theirs~2")
    try await world.commit(lines(4, 1), "upstream", on: "2026-02-03")
    try await world.git("checkout", "-q", "theirs").succeed()
    try await world.git(
      "rebase", "-i", "upstream", environment: ["GIT_SEQUENCE_EDITOR": "sed -i 1s/pick/edit/"])
    try await world.git("rebase", "--continue").succeed()
    #expect(try world.read("data/a.json") == lines(4, 1, 9))
    try await world.expectSound()
  }

  @Test(
    "where git says nothing, the conflict stays a person's, even in a pause of a rebase",
    arguments: [["cherry-pick", "theirs~"], ["stash", "pop"]])
  func unknown(arguments: [String]) async throws {
    let world = try await world(ours: Self.days[0], theirs: Self.days[1])
    if arguments[0] == "stash" {
      try await world.git("checkout", "-q", "main~").succeed()
      try world.write(lines(3, 1), to: "data/a.json")
      try await world.git("stash", "-q").succeed()
      try await world.git("checkout", "-q", "main").succeed()
    }
    try await world.commit(lines(2, 1, 5), "unrelated", on: "2026-02-05")
    try await world.git(
      "rebase", "-q", "-i", "HEAD~", environment: ["GIT_SEQUENCE_EDITOR": "sed -i s/pick/edit/"])
    let outcome = try await world.run("git", arguments, in: "data").expect(status: 1)
    #expect(outcome.talk.contains("which change is later is not known"), "\(outcome)")
    #expect(outcome.talk.contains("a.json#/a"), "\(outcome)")
    #expect(try await world.unmergedPaths() == ["a.json"])
    try await world.fork("resolve", "--take", "ours").succeed()
    try await world.git("reset", "-q", "--hard").succeed()
    try await world.git("rebase", "--abort").succeed()
    try await world.expectSound()
  }

  @Test("a single cherry-pick is finished by resolve, which knows the commit by then")
  func cherryPick() async throws {
    let world = try await world(ours: Self.days[0], theirs: Self.days[1])
    try await world.git("cherry-pick", "theirs~").expect(status: 1)
    try await world.fork("resolve").succeed()
    #expect(try world.read("data/a.json") == lines(3, 1))
    try await world.goOn("cherry-pick")
    try await world.expectSound()
  }

  @Test("revert undoes what no later change touched, else asks")
  func revert() async throws {
    let world = try await World.withDriver(lines(1, 1), schema: newestWins)
    try await world.commit(lines(2, 2), "first", on: Self.days[0])
    try await world.commit(lines(3, 2), "second", on: Self.days[1])
    try await world.git("revert", "--no-edit", "HEAD~").expect(status: 1)
    #expect(try world.read("data/a.json").contains("\"b\": 1"))
    try await world.fork("resolve").expect(status: 1)
    try await world.fork("resolve", "--take", "theirs").succeed()
    #expect(try world.read("data/a.json") == lines(1, 1))
    try await world.goOn("revert")
    try await world.expectSound()
  }

  @Test("fork.conflicts overrides the schema, and its absence")
  func overridden() async throws {
    let world = try await world(ours: Self.days[0], theirs: Self.days[1])
    try await world.git("config", "fork.conflicts", "manual").succeed()
    try await world.git("merge", "--no-edit", "theirs").expect(status: 1)
    #expect(try world.markers() == ["<<<<<<< HEAD", ">>>>>>> theirs"])
    try await world.git("merge", "--abort").succeed()
    let plain = try await World.withBranches(
      lines(1, 1), ours: lines(2, 1), theirs: lines(3, 1, 4))
    try await plain.git("config", "fork.conflicts", "mostRecent").succeed()
    try await plain.git("merge", "-q", "--no-edit", "theirs").succeed()
    #expect(try plain.read("data/a.json") == lines(2, 1, 4))
    try await plain.git("reset", "-q", "--hard", "HEAD~").succeed()
    try await plain.git("config", "fork.conflicts", "newest").succeed()
    let wrong = try await plain.git("merge", "--no-edit", "theirs").expect(status: 1)
    #expect(wrong.talk.contains("fork.conflicts") && wrong.talk.contains("mostRecent"), "\(wrong)")
    try await plain.git("merge", "--abort").succeed()
    try await plain.expectSound()
  }

  @Test("a renamed document is followed to its old name")
  func renamed() async throws {
    let world = try await world(ours: Self.days[0], theirs: Self.days[1])
    try await world.git("mv", "a.json", "b.json").succeed()
    try await world.git("commit", "-q", "-m", "renamed").succeed()
    try await world.git("merge", "-q", "--no-edit", "theirs").succeed()
    #expect(try world.read("data/b.json") == lines(3, 1, 9))
    try await world.expectSound()
  }
}
