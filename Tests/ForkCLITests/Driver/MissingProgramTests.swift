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
    let merge = try await sandbox.git("merge", "theirs", environment: Self.withoutProgram)
      .expect(status: 1)
    #expect(merge.errorText.contains("fork is not in PATH, merging \(path) by lines"), "\(merge)")
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

  @Test("install replaces the settings of earlier versions, and uninstall removes them")
  func former() async throws {
    let sandbox = try Sandbox()
    try await sandbox.git("init", "-q", "data", in: ".").succeed()
    let before = try sandbox.read("data/.git/config")
    let former = "fork merge-driver %O %A %B --path %P --marker-size %L"
    try await sandbox.git("config", "merge.fork.driver", former).succeed()
    try await sandbox.fork("install", "--check").expect(status: 1)
    try await sandbox.fork("install").succeed()
    #expect(try await sandbox.git("config", "merge.fork.driver").line.contains("git merge-file"))
    try await sandbox.git("config", "merge.fork.driver", former).succeed()
    try await sandbox.fork("uninstall").succeed()
    #expect(try sandbox.read("data/.git/config") == before)
  }
}

@Suite("fork install --team")
struct TeamNoteTests {
  @Test("writes a note, keeps an edited one, and uninstall removes only an unedited one")
  func note() async throws {
    let sandbox = try Sandbox()
    try await sandbox.git("init", "-q", "data", in: ".").succeed()
    try await sandbox.fork("install", "--team", "--check").expect(status: 1)
    #expect(!sandbox.exists("data/.fork/install"))
    try await sandbox.fork("install", "--team").succeed()
    #expect(try sandbox.read("data/.fork/install").contains("    fork install\n"))
    try await sandbox.fork("uninstall").succeed()
    #expect(!sandbox.exists("data/.fork"))
    try sandbox.write("ours\n", to: "data/.fork/install")
    try await sandbox.fork("install", "--team").succeed()
    try await sandbox.fork("uninstall").succeed()
    #expect(try sandbox.read("data/.fork/install") == "ours\n")
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
    let sandbox = try Sandbox()
    try await sandbox.git("init", "-q", "-b", "main", "data", in: ".").succeed()
    let sick = try await sandbox.fork("doctor").expect(status: 1)
    #expect(sick.text.contains("fix: fork install\n"), "\(sick)")
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

  @Test("outside of a repository it examines the program alone")
  func outside() async throws {
    let sandbox = try Sandbox()
    try await sandbox.fork("doctor", in: ".").succeed()
    #expect(try await states(sandbox, in: ".")["repository"] == "note")
  }
}
