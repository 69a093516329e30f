import Foundation
import Testing

/// Conflicts as git users meet them.
@Suite("conflict markers of the merge driver")
struct MarkerTests {
  /// Both sides changed `/a`; merged with the driver or without.
  private func sandbox(withDriver: Bool, style: String = "diff3") async throws -> Sandbox {
    let sandbox = try await Sandbox.withBranches(
      lines(1, 1), ours: lines(2, 1), theirs: lines(3, 1))
    try await configure(sandbox, withDriver: withDriver, style: style)
    return sandbox
  }

  private func configure(_ sandbox: Sandbox, withDriver: Bool, style: String) async throws {
    if !withDriver { try await sandbox.git("config", "--remove-section", "merge.fork").succeed() }
    try await sandbox.git("config", "merge.conflictStyle", style).succeed()
  }

  /// The markers of git's command in a copy of the repository.
  private func markers(
    of arguments: [String], in prepared: Sandbox, withDriver: Bool, style: String
  ) async throws -> [String] {
    let sandbox = try await Sandbox.copy(of: prepared)
    try await configure(sandbox, withDriver: withDriver, style: style)
    let outcome = try await sandbox.run(
      "git", arguments, in: "data", environment: ["GIT_SEQUENCE_EDITOR": "true"])
    #expect(outcome.status != 0)
    let markers = try sandbox.markers()
    #expect(markers.count == (style == "merge" ? 2 : 3), "\(outcome)")
    try await sandbox.expectSound(leaving: ["UU a.json"])
    return markers
  }

  @Test(
    "labels are those of git itself",
    arguments: [
      ["merge", "theirs"], ["pull", "--no-rebase", ".", "theirs"], ["rebase", "theirs"],
      ["rebase", "--apply", "theirs"], ["rebase", "-i", "theirs"],
      ["cherry-pick", "theirs", "theirs"], ["revert", "theirs", "theirs"], ["merge", "theirs~0"],
    ])
  func labels(arguments: [String]) async throws {
    let prepared = try await sandbox(withDriver: true)
    // The labels of diff3 are all that there are.
    for style in arguments == ["merge", "theirs"] ? ["merge", "diff3", "zdiff3"] : ["diff3"] {
      let ours = try await markers(of: arguments, in: prepared, withDriver: true, style: style)
      let gits = try await markers(of: arguments, in: prepared, withDriver: false, style: style)
      #expect(ours == gits, "\(style)")
    }
  }

  @Test("labels in a merge that rebase --rebase-merges makes again")
  func rebaseMerges() async throws {
    var found: [[String]] = []
    for withDriver in [true, false] {
      let sandbox = try await sandbox(withDriver: withDriver)
      try await sandbox.git("merge", "-q", "theirs").expect(status: 1)
      try sandbox.write(lines(5, 1), to: "data/a.json")
      try await sandbox.goOn("merge")
      try await sandbox.branch("upstream", at: "main~2")
      try await sandbox.commit("{}\n", at: "b.json", "upstream")
      try await sandbox.git("checkout", "-q", "main").succeed()
      try await sandbox.git("rebase", "--rebase-merges", "upstream").expect(status: 1)
      found.append(try sandbox.markers())
      try await sandbox.expectSound(leaving: ["UU a.json"])
    }
    #expect(found[0] == found[1])
    #expect(found[0].count == 3)
  }

  @Test("labels of am -3")
  func mail() async throws {
    var found: [[String]] = []
    for withDriver in [true, false] {
      let sandbox = try await sandbox(withDriver: withDriver)
      try await sandbox.git("format-patch", "-q", "-1", "theirs", "-o", "../mail").succeed()
      let patch = try #require(
        try FileManager.default.contentsOfDirectory(atPath: sandbox.path("mail")).first)
      try await sandbox.git("am", "-3", "../mail/" + patch).expect(status: 128)
      found.append(try sandbox.markers())
      try await sandbox.expectSound(leaving: ["UU a.json"])
    }
    #expect(found[0] == found[1])
    #expect(found[0] == ["<<<<<<< HEAD", "||||||| constructed merge base", ">>>>>>> their change"])
  }

  @Test("labels that a newer git gives, and placeholders that an older one leaves")
  func given() async throws {
    let sandbox = try await sandbox(withDriver: true)
    let call = "fork merge-driver %O %A %B --path %P --marker-size %L --labels "
    for (labels, expected) in [
      ("'a base' 'our own' 'their own'", ["our own", "a base", "their own"]),
      (
        "%S %X %Y", ["HEAD", try await sandbox.git("rev-parse", "--short", "main~").line, "theirs"]
      ),
    ] {
      try await sandbox.git("config", "merge.fork.driver", call + labels).succeed()
      try await sandbox.git("merge", "theirs").expect(status: 1)
      #expect(
        try sandbox.markers()
          == zip(["<<<<<<<", "|||||||", ">>>>>>>"], expected).map { "\($0) \($1)" })
      try await sandbox.git("merge", "--abort").succeed()
      try await sandbox.expectSound()
    }
  }

  @Test("the size of markers from attributes, also in resolve")
  func size() async throws {
    let sandbox = try await sandbox(withDriver: true, style: "merge")
    try sandbox.write("*.json conflict-marker-size=11\n", to: "data/.git/info/attributes")
    try await sandbox.git("merge", "theirs").expect(status: 1)
    let text = try sandbox.read("data/a.json")
    #expect(text.contains("<<<<<<<<<<< HEAD\n") && text.contains("\n===========\n"))
    try await sandbox.fork("resolve").expect(status: 1)
    #expect(try sandbox.read("data/a.json") == text)
    try await sandbox.fork("resolve", "a.json#/a=ours").succeed()
    #expect(try sandbox.read("data/a.json") == lines(2, 1))
    try await sandbox.goOn("merge")
    try await sandbox.expectSound()
  }

  @Test(
    "without the driver, resolve leaves the same markers as the driver",
    arguments: [
      ["merge", "theirs"], ["rebase", "theirs"], ["cherry-pick", "theirs", "theirs"],
    ])
  func resolve(arguments: [String]) async throws {
    var found: [String] = []
    for withDriver in [true, false] {
      let sandbox = try await Sandbox.withBranches(
        lines(1, 1), ours: lines(2, 2), theirs: lines(3, 1, 4))
      if !withDriver { try await sandbox.git("config", "--remove-section", "merge.fork").succeed() }
      try await sandbox.git("config", "merge.conflictStyle", "diff3").succeed()
      #expect(try await sandbox.run("git", arguments, in: "data").status == 1)
      if !withDriver { try await sandbox.fork("resolve").expect(status: 1) }
      found.append(try sandbox.read("data/a.json"))
      try await sandbox.expectSound(leaving: ["UU a.json"])
    }
    #expect(found[0] == found[1])
    #expect(found[0].contains("|||||||"))
  }

  @Test("a manual conflict that is opened, edited and committed")
  func manual() async throws {
    let schema = #"{"x-documents":{"*.json":{"properties":{"a":{"x-merge":"manual"}}}}}"#
    let sandbox = try await Sandbox.withBranches(
      lines(1, 1), ours: lines(2, 2), theirs: lines(3, 1, 4), schema: schema)
    try await sandbox.git("merge", "theirs").warns("a.json#/a", status: 1)
    let text = try sandbox.read("data/a.json")
    #expect(
      text == "{\n<<<<<<< HEAD\n  \"a\": 2,\n=======\n  \"a\": 3,\n>>>>>>> theirs\n"
        + "  \"b\": 2,\n  \"c\": 4\n}\n")
    #expect(try await sandbox.git("diff", "--check").status == 2)
    try sandbox.write(lines(4, 2, 4), to: "data/a.json")
    try await sandbox.play("git add a.json", "git commit -q --no-edit")
    #expect(try await sandbox.git("show", "HEAD:a.json").text == lines(4, 2, 4))
    try await sandbox.expectSound()
  }

  @Test("rerere remembers how the user resolved a conflict")
  func rerere() async throws {
    let sandbox = try await sandbox(withDriver: true, style: "merge")
    try await sandbox.git("config", "rerere.enabled", "true").succeed()
    try await sandbox.git("merge", "theirs").expect(status: 1)
    try sandbox.write(lines(7, 1), to: "data/a.json")
    try await sandbox.goOn("merge")
    try await sandbox.git("reset", "-q", "--hard", "HEAD~").succeed()
    let again = try await sandbox.git("merge", "theirs").expect(status: 1)
    #expect((again.text + again.errorText).contains("Resolved 'a.json' using previous resolution"))
    #expect(!again.errorText.contains("not a JSON document"), "\(again)")
    #expect(try sandbox.read("data/a.json") == lines(7, 1))
    #expect(try await sandbox.git("rerere", "remaining").text.isEmpty)
    try await sandbox.goOn("merge")
    try await sandbox.git("reset", "-q", "--hard", "HEAD~").succeed()
    try await sandbox.commit(lines(2, 1, 5), "another property")
    try await sandbox.git("merge", "theirs").expect(status: 1)
    #expect(try sandbox.read("data/a.json") == lines(7, 1, 5))
    try await sandbox.goOn("merge")
    try await sandbox.expectSound()
  }

  @Test("git mergetool gets the three versions, and finishes the merge")
  func mergetool() async throws {
    let sandbox = try await sandbox(withDriver: true, style: "merge")
    try await sandbox.git("merge", "theirs").expect(status: 1)
    try await sandbox.git("config", "mergetool.mine.cmd", "cp \"$REMOTE\" \"$MERGED\"").succeed()
    try await sandbox.git("config", "mergetool.mine.trustExitCode", "true").succeed()
    try await sandbox.git("config", "mergetool.keepBackup", "false").succeed()
    try await sandbox.git("mergetool", "--no-prompt", "--tool=mine").succeed()
    #expect(try sandbox.read("data/a.json") == lines(3, 1))
    try await sandbox.git("commit", "-q", "--no-edit").succeed()
    try await sandbox.expectSound()
  }
}
