import Testing

@Suite("fork install")
struct InstallTests {
  @Test("can be run again, keeps other settings, and uninstall restores")
  func again() async throws {
    let sandbox = try Sandbox()
    try await sandbox.git("init", "-q", "-b", "main", "data", in: ".").succeed()
    try sandbox.write("*.png binary\n", to: "data/.gitattributes")
    let before = try sandbox.read("data/.git/config")
    #expect(try await sandbox.fork("install", "--check").status == 1)
    try await sandbox.fork("install", "--pattern", "*.json", "--pattern", "*.geojson").succeed()
    let attributes = "*.png binary\n*.json merge=fork\n*.geojson merge=fork\n"
    #expect(try sandbox.read("data/.gitattributes") == attributes)
    try await sandbox.fork("install").succeed()
    #expect(try sandbox.read("data/.gitattributes") == attributes)
    #expect(try await sandbox.fork("install", "--check").status == 0)
    try await sandbox.fork("uninstall").succeed()
    #expect(try sandbox.read("data/.gitattributes") == "*.png binary\n")
    #expect(try sandbox.read("data/.git/config") == before)
    try await sandbox.expectSound(leaving: ["?? .gitattributes"])
  }

  @Test("a pattern with a space is one pattern, and an install of other patterns is complete")
  func patterns() async throws {
    let sandbox = try Sandbox()
    try await sandbox.git("init", "-q", "-b", "main", "data", in: ".").succeed()
    try await sandbox.fork("install", "--pattern", "a b/*.json").succeed()
    let attribute = try await sandbox.git("check-attr", "merge", "a b/x.json").line
    #expect(attribute == "a b/x.json: merge: fork")
    #expect(try await sandbox.fork("install", "--check").status == 0)
    try await sandbox.fork("uninstall").succeed()
    #expect(!sandbox.exists("data/.gitattributes"))
    try await sandbox.expectSound()
  }

  @Test("for every repository of a user")
  func global() async throws {
    let sandbox = try Sandbox()
    try await sandbox.fork("install", "--global", in: ".").succeed()
    #expect(try sandbox.read("home/.config/git/attributes") == Sandbox.attributes)
    let driver = try await sandbox.git("config", "--global", "merge.fork.driver", in: ".").line
    #expect(driver.contains("fork merge-driver %O %A %B "))
    try await sandbox.fork("uninstall", "--global", in: ".").succeed()
    #expect(try await sandbox.git("config", "--global", "merge.fork.driver", in: ".").status == 1)
    try await sandbox.git("init", "-q", "data", in: ".").succeed()
    try await sandbox.expectSound()
  }

  @Test("outside of a repository: status 66")
  func nowhere() async throws {
    let sandbox = try Sandbox()
    let outcome = try await sandbox.fork("install", in: ".")
    #expect(outcome.status == 66)
    #expect(outcome.errorText.contains("fork init"))
  }
}

@Suite("fork uninstall restores")
struct UninstallTests {
  /// Installs in a repository with these attributes, and takes it back.
  private func restored(_ attributes: String?, _ options: [String] = []) async throws -> String? {
    let sandbox = try Sandbox()
    try await sandbox.git("init", "-q", "data", in: ".").succeed()
    if let attributes { try sandbox.write(attributes, to: "data/.gitattributes") }
    let before = try sandbox.read("data/.git/config")
    for _ in 1...2 { try await sandbox.run("fork", ["install"] + options, in: "data").succeed() }
    #expect(try await sandbox.git("check-attr", "merge", "a.json").line == "a.json: merge: fork")
    try await sandbox.run("fork", ["install", "--check"] + options, in: "data").succeed()
    for _ in 1...2 { try await sandbox.fork("uninstall").succeed() }
    #expect(try sandbox.read("data/.git/config") == before)
    try await sandbox.expectSound(leaving: attributes == nil ? [] : ["?? .gitattributes"])
    return sandbox.exists("data/.gitattributes") ? try sandbox.read("data/.gitattributes") : nil
  }

  @Test(
    "the attributes to the byte: with a line feed at the end, without, empty, none, with the line itself",
    arguments: [
      "*.png binary\n", "*.png binary", "", nil, "\n\n", "*.png binary\r\n",
      "# *.json merge=fork\n",
      "*.json text eol=lf merge=fork\n", "*.json merge=fork\n", "a merge=fork",
      "*.json merge=union\n",
    ] as [String?])
  func attributes(text: String?) async throws {
    if text == "a merge=fork" {
      #expect(try await restored(text, ["--pattern", "*.json"]) == text)
    } else {
      #expect(try await restored(text) == text)
    }
    #expect(try await restored(text, ["--diff", "--pattern", "*.json"]) == text)
  }

  @Test("other settings in the configuration stay")
  func settings() async throws {
    let sandbox = try Sandbox()
    try await sandbox.git("init", "-q", "data", in: ".").succeed()
    try await sandbox.git("config", "merge.fork.driver", "my-own %A").succeed()
    try await sandbox.git("config", "fork.conflicts", "manual").succeed()
    let before = try sandbox.read("data/.git/config")
    try await sandbox.fork("install", "--diff").succeed()
    #expect(try await sandbox.git("config", "merge.fork.driver").line == "my-own %A")
    try await sandbox.fork("uninstall").succeed()
    #expect(try sandbox.read("data/.git/config") == before)
    try await sandbox.expectSound()
  }

  @Test("a bare repository, whose attributes are its own")
  func bare() async throws {
    let sandbox = try Sandbox()
    try await sandbox.git("init", "-q", "--bare", "data", in: ".").succeed()
    try await sandbox.fork("install").succeed()
    #expect(try sandbox.read("data/info/attributes").hasSuffix(Sandbox.attributes))
    try await sandbox.fork("uninstall").succeed()
    #expect(!sandbox.exists("data/info/attributes"))
    try await sandbox.git("fsck", "--strict").succeed()
  }
}
