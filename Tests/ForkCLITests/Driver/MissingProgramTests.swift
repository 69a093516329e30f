import Testing

/// Merges of git in a clone whose driver is configured, but whose machine has no `fork` in PATH.
@Suite("the driver without the program")
struct MissingProgramTests {
  private static let withoutProgram = ["PATH": "/usr/bin:/bin"]

  @Test(
    "git merges by lines and leaves markers, never our side alone",
    arguments: ["a.json", "it's; $(touch PWNED) `touch PWNED`.json"])
  func conflict(path: String) async throws {
    let sandbox = try await Sandbox.withBranches(
      lines(1, 1), ours: lines(2, 1), theirs: lines(3, 1), at: path)
    try await sandbox.git("merge", "theirs", environment: Self.withoutProgram).warns(
      "\(path) is merged by lines, since fork merge-driver did not merge it, status 127", status: 1)
    #expect(try sandbox.markers(in: path) == ["<<<<<<< ours", ">>>>>>> theirs"])
    #expect(try await sandbox.unmergedPaths().count == 1)
    #expect(!sandbox.exists("data/PWNED"))
  }

  @Test("changes of lines that are apart are both kept")
  func clean() async throws {
    let base = lines(1, 1) + String(repeating: "\n", count: 8) + " \n"
    let sandbox = try await Sandbox.withBranches(
      base, ours: base.replacing("\"a\": 1", with: "\"a\": 2"),
      theirs: base.replacing(" \n", with: "  \n"))
    try await sandbox.git("merge", "-q", "--no-edit", "theirs", environment: Self.withoutProgram)
      .succeed()
    let merged = try sandbox.read("data/a.json")
    #expect(merged.contains("\"a\": 2") && merged.hasSuffix("  \n"))
  }

  @Test("a line merge that fails too is not reported as one")
  func failedLines() async throws {
    let sandbox = try await Sandbox.withBranches(
      lines(1, 1), ours: lines(2, 1), theirs: lines(3, 1))
    try await sandbox.writeProgram("#!/bin/sh\nexit 255\n", to: "tools/git")
    let driver = try await sandbox.git("config", "merge.fork.driver").line
      .replacing("%O", with: "o").replacing("%A", with: "a").replacing("%B", with: "b")
      .replacing("%P", with: "a.json").replacing("%L", with: "7")
    let path = ["PATH": sandbox.path("tools") + ":/usr/bin:/bin"]
    let run = try await sandbox.run("sh", ["-c", driver], in: "data", environment: path)
    #expect(run.status == 1 && !run.errorText.contains("merged by lines"), "\(run)")
  }

  @Test(
    "another program, or one that cannot run, never decides: lines are merged, and a message says so",
    arguments: [
      ("fork", "#!/bin/sh\nexit 0\n", "0"), ("git-merge-fork", "#!/bin/sh\nexit 0\n", "0"),
      ("fork", "#!/bin/sh\nexit 1\n", "1"), ("git-merge-fork", "#!/bin/sh\nexit 126\n", "126"),
      ("git-merge-fork", "#!/none\n", "127"), ("fork", "#!/bin/sh\nkill -SEGV $$\n", "139"),
    ])
  func foreign(name: String, program: String, status: String) async throws {
    let sandbox = try await Sandbox.withBranches(
      lines(1, 1), ours: lines(2, 1), theirs: lines(1, 3))
    try await sandbox.writeProgram(
      "#!/bin/sh\nexec '\(Sandbox.program)' \"$@\"\n", to: "tools/fork")
    if name != "fork" { try await sandbox.link(name, in: "tools") }
    let path = ["PATH": sandbox.path("tools") + ":/usr/bin:/bin"]
    try await sandbox.run("sh", ["-c", "fork install"], in: "data", environment: path).succeed()
    #expect(
      try await sandbox.git("config", "merge.fork.driver").line.hasPrefix("command -v \(name) "))
    try sandbox.remove("tools/" + name)
    try await sandbox.writeProgram(program, to: "tools/" + name)
    let merge = try await sandbox.git("merge", "theirs", environment: path).expect(status: 1)
    #expect(
      merge.errorText.contains("a.json is merged by lines, since \(name)")
        && merge.errorText.contains("did not merge it, status \(status)"), "\(merge)")
    #expect(try sandbox.markers() == ["<<<<<<< ours", ">>>>>>> theirs"])
    #expect(try sandbox.read("data/a.json").contains("\"b\": 3"))
    try await sandbox.fork("doctor", environment: path).prints(
      "did not merge by property", status: 1)
  }

  @Test("the driver by its own name merges whatever program is called fork")
  func ownName() async throws {
    let sandbox = try await Sandbox.withBranches(
      lines(1, 1), ours: lines(2, 1), theirs: lines(1, 3))
    try await sandbox.link("git-merge-fork", in: "tools")
    try await sandbox.writeProgram("#!/bin/sh\nexit 0\n", to: "tools/fork")
    let path = ["PATH": sandbox.path("tools") + ":/usr/bin:/bin"]
    try await sandbox.fork("install", environment: path).succeed()
    try await sandbox.git("merge", "-q", "--no-edit", "theirs", environment: path).succeed()
    #expect(try sandbox.read("data/a.json") == lines(2, 3))
    try await sandbox.fork("doctor", environment: path).prints(
      "merges by property", "is another one")
  }

  @Test("a binary file stays ours and unmerged")
  func binary() async throws {
    let sandbox = try await Sandbox.withBranches("\0a", ours: "\0b", theirs: "\0c")
    try await sandbox.git("merge", "theirs", environment: Self.withoutProgram).expect(status: 1)
    #expect(try sandbox.read("data/a.json") == "\0b")
    #expect(try await sandbox.unmergedPaths() == ["a.json"])
  }

  @Test(
    "install replaces the settings of earlier versions, and uninstall removes them",
    arguments: [
      "fork merge-driver %O %A %B --path %P --marker-size %L",
      "command -v fork >/dev/null && exec fork merge-driver %O %A %B --path %P --marker-size %L "
        + "|| echo fork is not in PATH, merging %P by lines >&2 "
        + "&& git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B",
    ])
  func former(former: String) async throws {
    let sandbox = try await Sandbox.withGit()
    let before = try sandbox.read("data/.git/config")
    try await sandbox.git("config", "merge.fork.driver", former).succeed()
    try await sandbox.fork("install", "--check").expect(status: 1)
    try await sandbox.fork("install").succeed()
    #expect(try await sandbox.git("config", "merge.fork.driver").line.contains("--own-status"))
    try await sandbox.play("git config merge.fork.driver '\(former)'", "fork uninstall")
    #expect(try sandbox.read("data/.git/config") == before)
  }
}

extension Sandbox {
  /// Makes a link to the built program.
  func link(_ name: String, in directory: String) async throws {
    try await run("mkdir", ["-p", directory], in: ".").succeed()
    try await run("ln", ["-s", Self.program, directory + "/" + name], in: ".").succeed()
  }
}

@Suite("fork install --team")
struct TeamNoteTests {
  @Test("writes a note, keeps an edited one, and uninstall removes only an unedited one")
  func note() async throws {
    let sandbox = try await Sandbox.withGit()
    try await sandbox.fork("install", "--team", "--check").expect(status: 1)
    #expect(!sandbox.exists("data/.fork/install"))
    try await sandbox.fork("install", "--team").succeed()
    #expect(try sandbox.read("data/.fork/install").contains("    fork install\n"))
    try await sandbox.fork("uninstall").succeed()
    #expect(!sandbox.exists("data/.fork"))
    try sandbox.write("ours\n", to: "data/.fork/install")
    try await sandbox.play("fork install --team", "fork uninstall")
    #expect(try sandbox.read("data/.fork/install") == "ours\n")
  }

  @Test("uninstall in another clone keeps what the team has committed, and names what remains")
  func otherClone() async throws {
    let sandbox = try await Sandbox.withGit()
    try await sandbox.play("fork install --team", "git add -A", "git commit -q -m driver")
    try await sandbox.git("clone", "-q", "data", "other", in: ".").succeed()
    try await sandbox.fork("install", in: "other").succeed()
    let removed = try await sandbox.fork("uninstall", in: "other").succeed()
    try await sandbox.expectSound(in: "other")
    for words in ["by lines again", "*.json", "delete these lines", "git rm .fork/install"] {
      #expect(removed.errorText.contains(words), "\(removed)")
    }
  }

  @Test("a bare repository cannot hold it, and neither can the user's configuration")
  func nowhere() async throws {
    let sandbox = try Sandbox()
    try await sandbox.git("init", "-q", "--bare", "data", in: ".").succeed()
    try await sandbox.fork("install", "--team").expect(status: 64)
    try await sandbox.fork("install", "--team", "--global").expect(status: 64)
  }
}

@Suite("fork doctor")
struct DoctorTests {
  private func states(_ sandbox: Sandbox, in directory: String = "data") async throws -> [String:
    String]
  {
    let outcome = try await sandbox.fork("doctor", "--json", in: directory)
    let pattern = #/"part":"([^"]+)","state":"([^"]+)"/#
    return Dictionary(
      outcome.text.matches(of: pattern).map { (String($0.output.1), String($0.output.2)) },
      uniquingKeysWith: { $1 })
  }

  @Test("names what is missing with its fix, and nothing after the fix")
  func fixes() async throws {
    let sandbox = try await Sandbox.withGit()
    let sick = try await sandbox.fork("doctor").expect(status: 1)
    #expect(sick.text.contains("fix: fork install\n"), "\(sick)")
    #expect(!sick.text.contains("fix: mkdir"), "\(sick)")
    let before = try await states(sandbox)
    #expect(before["driver"] == "problem" && before["attributes"] == "problem")
    #expect(before["schema"] == "note" && before["program"] == "ok")
    try await sandbox.fork("install").succeed()
    try sandbox.write("{}", to: "data/.fork/schema.json")
    try await sandbox.writeProgram("#!/bin/sh\n", to: "data/.git/hooks/pre-commit")
    try await sandbox.fork("doctor").succeed()
    let after = try await states(sandbox)
    #expect(after["driver"] == "ok" && after["attributes"] == "ok" && after["hooks"] == "ok")
    try sandbox.write(#"{"type": 5}"#, to: "data/.fork/schema.json")
    #expect(try await states(sandbox)["schema"] == "problem")
  }

  @Test("after install --global, each repository is set up")
  func global() async throws {
    let sandbox = try Sandbox()
    try await sandbox.play("fork install --global", "git init -q -b main data", in: ".")
    try await sandbox.fork("doctor").prints("*.json", "merges by property")
  }

  @Test("a driver line written by hand that leaves our side alone where the program fails")
  func unguarded() async throws {
    let sandbox = try await Sandbox.withGit()
    try await sandbox.fork("install").succeed()
    let line = "fork merge-driver %O %A %B --path %P --marker-size %L --labels %S %X %Y"
    try await sandbox.git("config", "merge.fork.driver", line).succeed()
    try await sandbox.fork("doctor").prints(
      "fix: git config --unset-all merge.fork.driver && fork install")
  }

  @Test("outside of a repository it examines the program alone")
  func outside() async throws {
    let sandbox = try Sandbox()
    try await sandbox.fork("doctor", in: ".").succeed()
    #expect(try await states(sandbox, in: ".")["repository"] == "note")
  }
}
