import Testing

@Suite("fork install")
struct InstallTests {
  @Test("can be run again, keeps what others set, and uninstall restores")
  func again() async throws {
    let world = try World()
    try await world.git("init", "-q", "-b", "main", "data", in: ".").succeed()
    try world.write("*.png binary\n", to: "data/.gitattributes")
    let before = try world.read("data/.git/config")
    #expect(try await world.fork("install", "--check").status == 1)
    try await world.fork("install", "--pattern", "*.json", "--pattern", "*.geojson").succeed()
    let attributes = "*.png binary\n*.json merge=fork\n*.geojson merge=fork\n"
    #expect(try world.read("data/.gitattributes") == attributes)
    try await world.fork("install").succeed()
    #expect(try world.read("data/.gitattributes") == attributes)
    #expect(try await world.fork("install", "--check").status == 0)
    try await world.fork("uninstall").succeed()
    #expect(try world.read("data/.gitattributes") == "*.png binary\n")
    #expect(try world.read("data/.git/config") == before)
    try await world.expectSound(leaving: ["?? .gitattributes"])
  }

  @Test("a pattern with a space is one pattern, and an install of other patterns is complete")
  func patterns() async throws {
    let world = try World()
    try await world.git("init", "-q", "-b", "main", "data", in: ".").succeed()
    try await world.fork("install", "--pattern", "a b/*.json").succeed()
    let attribute = try await world.git("check-attr", "merge", "a b/x.json").line
    #expect(attribute == "a b/x.json: merge: fork")
    #expect(try await world.fork("install", "--check").status == 0)
    try await world.fork("uninstall").succeed()
    #expect(!world.exists("data/.gitattributes"))
    try await world.expectSound()
  }

  @Test("for every repository of a person")
  func global() async throws {
    let world = try World()
    try await world.fork("install", "--global", in: ".").succeed()
    #expect(try world.read("home/.config/git/attributes") == "*.json merge=fork\n")
    let driver = try await world.git("config", "--global", "merge.fork.driver", in: ".").line
    #expect(driver.contains("fork merge-driver %O %A %B "))
    try await world.fork("uninstall", "--global", in: ".").succeed()
    #expect(try await world.git("config", "--global", "merge.fork.driver", in: ".").status == 1)
    try await world.git("init", "-q", "data", in: ".").succeed()
    try await world.expectSound()
  }

  @Test("outside of a repository: status 66")
  func nowhere() async throws {
    let world = try World()
    let outcome = try await world.fork("install", in: ".")
    #expect(outcome.status == 66)
    #expect(outcome.talk.contains("fork init"))
  }
}

@Suite("fork uninstall restores")
struct UninstallTests {
  /// Installs in a repository with these attributes, and takes it back.
  private func restored(_ attributes: String?, _ options: [String] = []) async throws -> String? {
    let world = try World()
    try await world.git("init", "-q", "data", in: ".").succeed()
    if let attributes { try world.write(attributes, to: "data/.gitattributes") }
    let before = try world.read("data/.git/config")
    for _ in 1...2 { try await world.run("fork", ["install"] + options, in: "data").succeed() }
    #expect(try await world.git("check-attr", "merge", "a.json").line == "a.json: merge: fork")
    try await world.run("fork", ["install", "--check"] + options, in: "data").succeed()
    for _ in 1...2 { try await world.fork("uninstall").succeed() }
    #expect(try world.read("data/.git/config") == before)
    try await world.expectSound(leaving: attributes == nil ? [] : ["?? .gitattributes"])
    return world.exists("data/.gitattributes") ? try world.read("data/.gitattributes") : nil
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

  @Test("what others set in the configuration stays")
  func settings() async throws {
    let world = try World()
    try await world.git("init", "-q", "data", in: ".").succeed()
    try await world.git("config", "merge.fork.driver", "my-own %A").succeed()
    try await world.git("config", "fork.conflicts", "manual").succeed()
    let before = try world.read("data/.git/config")
    try await world.fork("install", "--diff").succeed()
    #expect(try await world.git("config", "merge.fork.driver").line == "my-own %A")
    try await world.fork("uninstall").succeed()
    #expect(try world.read("data/.git/config") == before)
    try await world.expectSound()
  }

  @Test("a bare repository, whose attributes are its own")
  func bare() async throws {
    let world = try World()
    try await world.git("init", "-q", "--bare", "data", in: ".").succeed()
    try await world.fork("install").succeed()
    #expect(try world.read("data/info/attributes").hasSuffix("*.json merge=fork\n"))
    try await world.fork("uninstall").succeed()
    #expect(!world.exists("data/info/attributes"))
    try await world.git("fsck", "--strict").succeed()
  }
}
