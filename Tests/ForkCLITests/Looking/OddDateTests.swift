import Testing

@Suite("commits whose dates no version can have")
struct OddDateTests {
  /// Far past, far future, more digits than numbers have, no digits at all.
  private static let dates = [
    "-9223372037 +0000", "-999999999999999999 +0000", "99999999999999 +0000",
    "9999999999999999999999999 +0000", "noon +0000", "1700000000 +99999999", "",
  ]

  /// A repository whose fork `odd` ends with a commit of such a date.
  private static func sandbox(authored: String, committed: String) async throws -> Sandbox {
    try await Sandbox.shared(authored, committed) {
      let sandbox = try await Sandbox.withTwoForks(#"{"a":1}"#)
      try await sandbox.set("/a=2", on: "ui")
      let tree = try await sandbox.git("rev-parse", "ui^{tree}").line
      let parent = try await sandbox.git("rev-parse", "main").line
      try sandbox.write(
        """
        tree \(tree)
        parent \(parent)
        author Eve <eve@example.org> \(authored)
        committer Eve <eve@example.org> \(committed)

        odd

        """, to: "commit")
      let script = "git branch odd $(git hash-object --literally -t commit -w ../commit)"
      try await sandbox.run("bash", ["-c", script], in: "data").succeed()
      return sandbox
    }
  }

  @Test("each command shows it and works beside it", arguments: [dates[0], dates[4]])
  func commands(date: String) async throws {
    for (authored, committed) in [(date, "1700000000 +0000"), ("1700000000 +0000", date)] {
      let sandbox = try await Self.sandbox(authored: authored, committed: committed)
      let id = try await sandbox.git("rev-parse", "odd").line
      for arguments in [
        ["list"], ["log", "--fork", "odd"], ["log", "a.json", "--fork", "odd"], ["show", "odd"],
        ["show", id], ["show", String(id.prefix(9))], ["show", "odd~1"], ["show", "odd^1"],
        ["show", "odd@{0}"], ["show", "odd@{0}~1"], ["get", "a.json", "--at", "odd@{0}"],
        ["blame", "a.json", "--fork", "odd"], ["verify"], ["schema", "infer", "--fork", "odd"],
        ["diff", "main", "odd"], ["documents", "--fork", "odd"], ["clone", ".", "../copy"],
        ["update", "a.json", "--fork", "odd", "--set", "/b=1"], ["merge", "odd"],
        ["sync", "--all"], ["undo"], ["delete", "odd", "--force"],
      ] {
        let outcome = try await sandbox.run("fork", arguments, in: "data")
        #expect(outcome.status == 0, "\(authored) | \(committed): \(outcome)")
      }
    }
  }

  @Test("the odd date is named in the message", arguments: dates.prefix(5))
  func shown(date: String) async throws {
    let sandbox = try await Self.sandbox(authored: date, committed: "1700000000 +0000")
    for command in ["log", "show"] {
      let outcome = try await sandbox.fork(command, command == "log" ? "--fork=odd" : "odd")
      #expect(outcome.text.contains("invalid date"), "\(outcome)")
    }
    try await sandbox.fork("blame", "a.json", "--fork", "odd", "--json").prints(
      #""time":"invalid date""#)
  }

  @Test("a history that libgit2 refuses comes in git's order", arguments: ["", "--graph"])
  func order(option: String) async throws {
    let sandbox = try await Self.sandbox(authored: Self.dates[4], committed: "1700000000 +0000")
    try await sandbox.play("fork update a.json --set /b=3", "fork merge ui", "fork merge odd")
    let order = option.isEmpty ? "--date-order" : "--topo-order"
    let expected = try await sandbox.git("log", order, "--format=%H", "main").lines
    let log = try await sandbox.run(
      "fork", ["log", "--json"] + (option.isEmpty ? [] : [option]), in: "data")
    let found = try log.succeed().text.matches(of: /"commit":"([0-9a-f]{40})"/).map { String($0.1) }
    #expect(Set(found) == Set(expected) && found.count == expected.count)
    #expect(found.first == expected.first && found.last == expected.last)
  }
}
