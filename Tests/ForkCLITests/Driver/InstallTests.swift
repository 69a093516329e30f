import Testing

@Suite("fork install")
struct InstallTests {
  @Test("can be run again, keeps other settings, and uninstall restores")
  func again() async throws {
    let sandbox = try await Sandbox.withGit()
    try sandbox.write("*.png binary\n", to: "data/.gitattributes")
    let before = try sandbox.read("data/.git/config")
    #expect(try await sandbox.fork("install", "--check").status == 1)
    try await sandbox.fork("install", "--pattern", "*.json", "--pattern", "*.geojson").succeed()
    let attributes = "*.json merge=fork\n*.geojson merge=fork\n*.png binary\n"
    #expect(try sandbox.read("data/.gitattributes") == attributes)
    try await sandbox.fork("install").succeed()
    #expect(try sandbox.read("data/.gitattributes") == attributes)
    #expect(try await sandbox.fork("install", "--check").status == 0)
    try await sandbox.fork("uninstall").succeed()
    #expect(try sandbox.read("data/.gitattributes") == "*.png binary\n")
    #expect(try sandbox.read("data/.git/config") == before)
    try await sandbox.expectSound(leaving: ["?? .gitattributes"])
  }

  /// What `uninstall` and `install` would write or read through a link, with the path that the link has.
  private static let links = [
    (link: ".gitattributes", target: "../outside", command: ["install"]),
    (link: ".gitattributes", target: "../outside", command: ["install", "--check"]),
    (link: ".gitattributes", target: "../outside", command: ["uninstall"]),
    (link: ".gitattributes", target: "../outside", command: ["init"]),
    (link: ".fork", target: "../victim", command: ["install", "--team"]),
    (link: ".fork", target: ".git", command: ["install", "--team"]),
    (link: ".fork/install", target: "../../outside", command: ["install", "--team"]),
    (link: ".fork", target: "../victim", command: ["init"]),
    (link: ".fork/schema.json", target: "../../outside", command: ["init"]),
    (link: ".fork/schema.json", target: "../../outside", command: ["update"]),
  ]

  @Test("nothing is read or written through a link of the repository", arguments: links)
  func linked(row: (link: String, target: String, command: [String])) async throws {
    let sandbox = try await Sandbox.withGit()
    try sandbox.write("{}\n", to: "data/a.json")
    try await sandbox.play("git add a.json", "git commit -q -m one")
    try sandbox.write("{\"a\":1}\n", to: "data/a.json")
    try sandbox.write("{\"theirs\": \"value\"}\n", to: "outside")
    let make = "mkdir -p ../victim $(dirname $2) && ln -s $1 $2"
    try await sandbox.run("sh", ["-c", make, "sh", row.target, row.link], in: "data").succeed()
    let config = try sandbox.read("data/.git/config")
    let call = ["-c", #"exec "$0" "$@""#, Sandbox.program] + row.command
    try await sandbox.run("sh", call, in: "data").warns("symbolic link", status: 65)
    #expect(try sandbox.read("outside") == "{\"theirs\": \"value\"}\n")
    #expect(try sandbox.read("data/.git/config") == config)
    for path in ["victim/install", "victim/schema.json", "data/.git/install"] {
      #expect(!sandbox.exists(path), "\(path)")
    }
  }

  @Test("git's driver reads no schema through a link")
  func linkedSchema() async throws {
    let sandbox = try await Sandbox.withBranches(
      lines(1, 1), ours: lines(2, 1), theirs: lines(1, 2))
    let schema = #"{"x-documents":{"*.json":{"properties":{"a":{"x-merge":"wrong"}}}}}"#
    try sandbox.write(schema, to: "outside")
    try await sandbox.run(
      "sh",
      ["-c", "mkdir -p .fork && rm -f .fork/schema.json && ln -s ../../outside .fork/schema.json"],
      in: "data"
    ).succeed()
    let merge = try await sandbox.git("merge", "--no-edit", "theirs")
    #expect(merge.errorText.contains("symbolic link"), "\(merge)")
    #expect(!merge.errorText.contains("wrong"), "\(merge)")
  }

  @Test("a pattern with a space is one pattern, and an install of other patterns is complete")
  func patterns() async throws {
    let sandbox = try await Sandbox.withGit()
    try await sandbox.fork("install", "--pattern", "a b/*.json").succeed()
    let attribute = try await sandbox.git("check-attr", "merge", "a b/x.json").line
    #expect(attribute == "a b/x.json: merge: fork")
    #expect(try await sandbox.fork("install", "--check").status == 0)
    try await sandbox.fork("uninstall").succeed()
    #expect(!sandbox.exists("data/.gitattributes"))
    try await sandbox.expectSound()
  }

  @Test("decisions about merges stay in force, wherever they are, and install and doctor name them")
  func decisions() async throws {
    let sandbox = try await Sandbox.withGit()
    let before =
      "\u{FEFF}# ours\n[attr]own -merge\npackage-lock.json merge=binary\ncomposer.json -merge\nu/*.json own"
    try sandbox.write(before, to: "data/.gitattributes")
    try sandbox.write("*.json merge=union\n", to: "data/sub/.gitattributes")
    let documents = ["a.json", "package-lock.json", "composer.json", "u/b.json", "sub/c.json"]
    for document in documents { try sandbox.write("{}\n", to: "data/" + document) }
    try await sandbox.git("add", "-A").succeed()
    let install = try await sandbox.fork("install").succeed()
    let found = try await sandbox.run("git", ["check-attr", "merge"] + documents, in: "data").lines
    #expect(
      found.map { String($0.split(separator: " ").last ?? "") }
        == ["fork", "binary", "unset", "unset", "union"])
    let doctor = try await sandbox.fork("doctor").succeed()
    for words in [
      ".gitattributes, line 8, 'package-lock.json merge=binary': package-lock.json",
      ".gitattributes, line 9, 'composer.json -merge': composer.json",
      ".gitattributes, line 10, 'u/*.json own': u/b.json",
      "sub/.gitattributes, line 1, '*.json merge=union': sub/c.json",
    ] {
      #expect(install.errorText.contains("left as it is: " + words), "\(install)")
      #expect(doctor.text.contains("left to others by " + words), "\(doctor)")
    }
    try await sandbox.fork("uninstall").succeed()
    #expect(try sandbox.read("data/.gitattributes") == before)
  }

  @Test("a pattern that is asked for and has a decision keeps it")
  func asked() async throws {
    let sandbox = try await Sandbox.withGit()
    try sandbox.write("*.json merge=union\n", to: "data/.gitattributes")
    try await sandbox.fork("install", "--pattern", "*.json").warns(
      "left as it is: .gitattributes, line 2, '*.json merge=union'")
    #expect(try await sandbox.git("check-attr", "merge", "a.json").line == "a.json: merge: union")
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
}

@Suite("fork uninstall restores")
struct UninstallTests {
  /// Installs in a repository with these attributes, and takes it back.
  private func restored(_ attributes: String?, _ options: [String] = []) async throws -> String? {
    let sandbox = try await Sandbox.withGit()
    if let attributes { try sandbox.write(attributes, to: "data/.gitattributes") }
    let before = try sandbox.read("data/.git/config")
    for _ in 1...2 { try await sandbox.run("fork", ["install"] + options, in: "data").succeed() }
    let expected = attributes == "*.json merge=union\n" ? "union" : "fork"
    #expect(
      try await sandbox.git("check-attr", "merge", "a.json").line == "a.json: merge: \(expected)")
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
      "*.json text eol=lf merge=fork\n", "*.json merge=fork\n", "*.json merge=union\n",
    ] as [String?])
  func attributes(text: String?) async throws {
    #expect(try await restored(text) == text)
    if text == nil { #expect(try await restored(text, ["--diff", "--pattern", "*.json"]) == text) }
  }

  @Test("other settings in the configuration stay")
  func settings() async throws {
    let sandbox = try await Sandbox.withGit()
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
