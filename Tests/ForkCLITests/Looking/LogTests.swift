import Testing

@Suite("the options of log")
struct LogTests {
  private func history() async throws -> Sandbox {
    try await Sandbox.shared {
      let sandbox = try await Sandbox.withTwoForks(
        "{\"title\": \"one\",\n\"text\": \"long\",\n\"n\": 1}")
      try await sandbox.set(#"/title="two""#, on: "main")
      try await sandbox.fork("rename-document", "a.json", "b.json").succeed()
      try await sandbox.fork(
        "update", "b.json", "--set", #"/title="three""#,
        environment: [
          "GIT_AUTHOR_NAME": "Grace", "GIT_AUTHOR_DATE": "2031-05-06T12:00:00Z",
        ]
      ).succeed()
      return sandbox
    }
  }

  private func subjects(_ sandbox: Sandbox, _ arguments: String...) async throws -> [String] {
    try await sandbox.run("fork", ["log", "--color=never"] + arguments, in: "data").succeed().lines
      .map {
        $0.split(separator: "  ").dropFirst(2).first { !$0.hasPrefix("(") }.map(String.init) ?? $0
      }
  }

  @Test("a document is followed to its former names")
  func renames() async throws {
    let sandbox = try await history()
    let all = ["b.json: title", "rename a.json to b.json", "a.json: title", "add a.json"]
    #expect(try await subjects(sandbox, "b.json") == all)
    #expect(try await subjects(sandbox, "b.json#/title") == [all[0], all[2], all[3]])
    #expect(try await subjects(sandbox, "b.json#/text") == [all[3]])
  }

  @Test("ranges, revisions, authors and times")
  func selections() async throws {
    let sandbox = try await history()
    #expect(try await subjects(sandbox, "ui..main").count == 3)
    #expect(try await subjects(sandbox, "main..ui").isEmpty)
    #expect(try await subjects(sandbox, "ui...main", "b.json#/title").count == 2)
    #expect(try await subjects(sandbox, "main~1", "b.json").count == 3)
    #expect(try await subjects(sandbox, "ui").first == "add a.json")
    #expect(try await subjects(sandbox, "--author", "grace") == ["b.json: title"])
    #expect(try await subjects(sandbox, "--since", "2031-05-06") == ["b.json: title"])
    #expect(try await subjects(sandbox, "--since", "2031-05-06T12:00:01Z").isEmpty)
    #expect(try await subjects(sandbox, "--until", "2031-05-06").count == 5)
    #expect(try await subjects(sandbox, "--until", "2031-05-05").count == 4)
    #expect(try await subjects(sandbox, "--since", "2 weeks ago").count == 5)
    try await sandbox.fork("log", "--since", "soon").fail(64, printing: "'soon' is not a time")
    try await sandbox.fork("log", "ui..nowhere").expect(status: 66)
    try await sandbox.fork("log", "ui..main", "--at", "main").fail(64, printing: "revision already")
  }

  @Test("-p shows changes by property, --stat their number")
  func changes() async throws {
    let sandbox = try await history()
    try await sandbox.fork("log", "-p", "b.json").prints(
      #"~ /title  "two" -> "three""#, "a.json -> b.json  (renamed)")
    try await sandbox.fork("log", "--stat", "-n1").prints("b.json  1 replaced")
    try await sandbox.fork("log", "-p", "--json", "-n1").prints(
      #""changes":[{"document":"b.json","op":"replace","pointer":"/title""#)
  }

  @Test("of a merge, -p shows only what differs from both parents")
  func merges() async throws {
    let sandbox = try await Sandbox.withTwoForks("{\"a\": 1,\n\n\n\"b\": 1}")
    try await sandbox.set("/a=2", on: "main")
    try await sandbox.put("{}", at: "other.json", on: "ui")
    try await sandbox.play("fork update a.json --fork ui --set /b=2", "fork merge ui")
    let patch = try await sandbox.fork("log", "-p", "-n1").succeed().text
    #expect(patch.contains("a.json") && !patch.contains("other.json"), "\(patch)")
  }

  @Test("a terminal gets git's pager")
  func pager() async throws {
    let sandbox = try await history()
    func terminal(_ command: String, _ variables: [String: String]) async throws -> String {
      try await sandbox.run(
        "bash", ["-c", "script -qec \"\(Sandbox.program) \(command)\" /dev/null"], in: "data",
        environment: ["TERM": "xterm", "SHELL": "/bin/bash"].merging(variables) { $1 }
      ).text
    }
    let pager = ["GIT_PAGER": "sed s/^/paged:/"]
    for command in ["log", "diff ui main", "show", "blame b.json"] {
      #expect(try await terminal(command, pager).contains("paged:"), "\(command)")
      #expect(try await !terminal(command + " --no-pager", pager).contains("paged:"), "\(command)")
    }
    #expect(try await !terminal("list", pager).contains("paged:"))
    try await sandbox.git("config", "core.pager", "sed s/^/configured:/").succeed()
    #expect(try await terminal("log", ["PAGER": "false"]).contains("configured:"))
    #expect(try await !terminal("log", ["GIT_PAGER": "cat"]).contains("configured:"))
    try await sandbox.git("config", "pager.log", "sed s/^/own:/").succeed()
    #expect(try await terminal("log", ["PAGER": "false"]).contains("own:"))
    #expect(try await terminal("show", ["PAGER": "false"]).contains("configured:"))
    try await sandbox.git("config", "pager.log", "false").succeed()
    #expect(try await !terminal("log", pager).contains("paged:"))
    try await sandbox.git("config", "pager.log", "true").succeed()
    let missing = try await terminal("log", ["GIT_PAGER": "no-such-pager -x"])
    #expect(missing.contains("there is no program 'no-such-pager'"))
    let commit = try await sandbox.git("rev-parse", "--short=10", "HEAD").line
    #expect(missing.contains(commit), "\(missing)")
    let piped = try await sandbox.fork("log", environment: pager).succeed().text
    #expect(!piped.contains("paged:"))
  }

  @Test("a pager that is quit early ends the log without an error")
  func quitPager() async throws {
    let sandbox = try await history()
    let outcome = try await sandbox.run(
      "bash", ["-c", "script -qec '\(Sandbox.program) log; echo status $?' /dev/null"], in: "data",
      environment: ["TERM": "xterm", "SHELL": "/bin/bash", "GIT_PAGER": "true"])
    #expect(outcome.text.contains("status 0"), "\(outcome)")
  }

  @Test("an unknown revision of a range is named")
  func unknownRevision() async throws {
    let sandbox = try await history()
    for range in ["nope..main", "main..nope", "nope...main", "..nope"] {
      for rest in [[], ["b.json"]] {
        let outcome = try await sandbox.run("fork", ["log", range] + rest, in: "data")
        try outcome.fail(66, printing: "there is no revision 'nope'", range)
      }
    }
    try await sandbox.put("1", at: "a..b.json")
    #expect(try await sandbox.fork("log", "a..b.json").succeed().lines.count == 1)
  }

  @Test("of a property or a document, changes and files are those of it alone, also on a page")
  func limited() async throws {
    let sandbox = try await history()
    try sandbox.write("{}\n", to: "data/other.json")
    try sandbox.write("{\"on\": true, \"off\": false}\n", to: "data/new.json")
    try await sandbox.fork("update", "-m", "two").succeed()
    let patch = try await sandbox.fork("log", "-p", "new.json#/on").succeed().text
    #expect(patch.contains("  + /on  true\n") && !patch.contains("off"), "\(patch)")
    let json = try await sandbox.fork("log", "new.json", "--json").succeed().text
    #expect(json.contains(#""documents":["new.json"]"#), "\(json)")
    try await sandbox.fork("log", "-p", "new.json", "--html", "page.html").succeed()
    let page = try sandbox.read("data/page.html")
    #expect(page.contains(#""op":"add""#) && page.contains(#""subject":"two""#))
  }

  @Test("--date prints times as git does, and log.date is their default")
  func dates() async throws {
    let sandbox = try await history()
    let forms = [
      "default", "local", "iso", "iso-strict", "rfc", "short", "unix", "raw", "iso-local",
      "format:%d.%m.%Y %H:%M %s %z %% %%s",
    ]
    func expectSame(_ form: String, _ arguments: [String]) async throws {
      let ours = try await sandbox.run("fork", ["log", "-n1"] + arguments, in: "data").succeed()
        .line
      let gits = try await sandbox.git("log", "-1", "--format=%ad", "--date=\(form)").line
      #expect(ours.contains("  \(gits)  ".replacing("Z  ", with: "+00:00  ")), "\(ours) \(gits)")
    }
    for form in forms {
      try await expectSame(form, ["--date", form])
      try await sandbox.git("config", "log.date", form).succeed()
      try await expectSame(form, [])
    }
    for form in ["auto:iso", "iso:x", "", "year"] {
      try await sandbox.fork("log", "--date", form).fail(64, printing: "'\(form)'", "iso-strict")
    }
    try await sandbox.git("config", "log.date", "auto:iso").succeed()
    #expect(
      try await sandbox.fork("log").succeed().errorText.contains("'auto:iso', which is ignored"))
  }

  @Test("--stat has a limit and totals, and the page of a log has the changes by version")
  func report() async throws {
    let sandbox = try await Sandbox.withRepository()
    let name = "<script>.json"
    for (value, message) in [(1, "one"), (2, "</script><b>two")] {
      for name in ["a.json", "b.json", name] {
        try sandbox.write(#"{"</script><img src=x>":\#(value)}"#, to: "data/\(name)")
      }
      try await sandbox.fork("update", "-m", message).succeed()
    }
    let text = try await sandbox.fork("log", "--stat-count", "1", "--since", "yesterday").succeed()
      .text
    #expect(
      text.contains(
        """
          <script>.json  1 replaced
          … 2 more files
          3 files changed; properties: 3 replaced

        """), "\(text)")
    #expect(
      text.hasSuffix(
        "total: 3 versions, 5 files changed; properties: 5 added, 3 replaced\n"), "\(text)")
    try await sandbox.fork("log", "--stat-count", "0").fail(64, printing: "--stat-count")
    try await sandbox.fork("log", "--since", "yesterday", "-pq", "--html", "../r.html").succeed()
    let page = try sandbox.read("r.html")
    #expect(page.contains(#""subject":"\u003c/script>\u003cb>two""#))
    #expect(!page.contains("</script><") && !page.contains("<img"))
    let compared = try await sandbox.fork("diff", "main~1", "main", "--stat").succeed().text
    #expect(compared.hasSuffix("3 files changed; properties: 3 replaced\n"), "\(compared)")
  }
}
