import Foundation
import Testing

@Suite("deciding conflicts together, from a file, and on a page")
struct DecidingTests {
  /// A document with a person, an address in it, and a title; both sides changed these, and each side one more value.
  private static func text(_ name: String, _ city: String, _ title: String, _ extra: String)
    -> String
  {
    """
    {
      "person": {
        "name": "\(name)",
        "mail": "\(name)@x",
        "address": { "city": "\(city)" }
      },
      "title": "\(title)"\(extra)
    }

    """
  }

  private static func sandbox(
    ours: String = text("Ann", "Rome", "A", ", \"o\": 1"),
    theirs: String = text("Eve", "Oslo", "B", ", \"t\": 1")
  ) async throws -> Sandbox {
    try await Sandbox.shared(ours, theirs) {
      let sandbox = try await Sandbox.withRepository()
      try await sandbox.git("config", "fork.conflicts", "manual").succeed()
      try sandbox.write(text("Bob", "Bern", "T", ""), to: "data/note.json")
      try await sandbox.play("git add -A", "git commit -qm base", "git switch -qc side")
      try sandbox.write(theirs, to: "data/note.json")
      try await sandbox.git("commit", "-qam", "theirs", "--author", "Eve Example <eve@x>").succeed()
      try await sandbox.git("switch", "-q", "main").succeed()
      try sandbox.write(ours, to: "data/note.json")
      try await sandbox.git("commit", "-qam", "ours", "--author", "Ann Example <ann@x>").succeed()
      return sandbox
    }
  }

  private func value(_ pointer: String, in sandbox: Sandbox) async throws -> String {
    try await sandbox.fork("get", "note.json", pointer, "-r").succeed().line
  }

  @Test("one argument resolves all conflicts at or below a pointer, and leaves the rest")
  func object() async throws {
    let sandbox = try await Self.sandbox()
    try await sandbox.fork("merge", "side", "--resolve", "note.json#/person=theirs", "--json")
      .prints(#""groups":[{"document":"note.json","pointer":"","conflicts":1}]"#, status: 1)
    try await sandbox.fork(
      "merge", "side", "--resolve", "note.json#/person=theirs", "--resolve",
      "note.json#/person/name=ours", "--resolve", "note.json#/title=\"C\""
    ).succeed()
    #expect(try await value("/person/name", in: sandbox) == "Ann")
    #expect(try await value("/person/mail", in: sandbox) == "Eve@x")
    #expect(try await value("/person/address/city", in: sandbox) == "Oslo")
    #expect(try await value("/title", in: sandbox) == "C")
    #expect(try await value("/o", in: sandbox) == "1")
    #expect(try await value("/t", in: sandbox) == "1")
    try await sandbox.fork("explain", "main").prints("decided by hand when it was merged")
  }

  @Test("a whole document: what did not conflict stays", arguments: [true, false])
  func document(byGit: Bool) async throws {
    let sandbox = try await Self.sandbox()
    if byGit {
      try await sandbox.git("merge", "-q", "side").expect(status: 1)
      try await sandbox.play("fork resolve note.json#=theirs", "git commit -q --no-edit")
    } else {
      try await sandbox.fork("merge", "side", "--resolve", "note.json#=theirs").succeed()
    }
    for (pointer, expected) in [
      ("/person/name", "Eve"), ("/title", "B"), ("/o", "1"), ("/t", "1"),
    ] {
      #expect(try await value(pointer, in: sandbox) == expected)
    }
  }

  @Test("a choice for a whole document is also about what the later change would decide")
  func laterChange() async throws {
    for pointer in ["", "/person"] {
      let sandbox = try await Self.sandbox()
      try await sandbox.git("config", "fork.conflicts", "mostRecent").succeed()
      let merge = try await sandbox.fork(
        "merge", "side", "--resolve", "note.json#\(pointer)=theirs"
      )
      .succeed()
      #expect(!merge.errorText.contains("no conflict"), "\(merge)")
      #expect(try await value("/person/name", in: sandbox) == "Eve")
      #expect(try await value("/o", in: sandbox) == "1")
      #expect(try await value("/t", in: sandbox) == "1")
      try await sandbox.fork("show", "main", "--json").prints(
        #""pointer":"/person/name","strategy":"byHand""#)
    }
  }

  @Test("a choice that removes an element does not move the others, and the merge can be explained")
  func removed() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.git("config", "fork.conflicts", "manual").succeed()
    func list(_ value: Int?) -> String {
      let elements = (0..<4).compactMap { id in value.map { #"{"id":"e\#(id)","v":\#($0),"w":1}"# }
      }
      return #"{"l":[\#(elements.joined(separator: ","))]}"#
    }
    try await sandbox.put(list(1), at: "note.json")
    try await sandbox.fork("create", "side").succeed()
    try await sandbox.put(list(nil), at: "note.json", on: "side")
    try await sandbox.put(list(2), at: "note.json")
    let resolutions = ["theirs", "ours", "theirs", "ours"].enumerated().flatMap {
      ["--resolve", "note.json#/l/\($0)=\($1)"]
    }
    let merge = try await sandbox.run("fork", ["merge", "side"] + resolutions, in: "data")
      .succeed()
    #expect(!merge.errorText.contains("no conflict"), "\(merge)")
    let left = try await sandbox.fork("get", "note.json", "/l").succeed().text
    #expect(left.contains("e1") && left.contains("e3") && !left.contains("e0"), "\(left)")
    #expect(!left.contains("e2"))
    try await sandbox.fork("show", "main", "--json").prints(#""same":true"#)
  }

  @Test("an earlier resolution stays, and one for nothing is an error")
  func again() async throws {
    let sandbox = try await Self.sandbox()
    try await sandbox.git("merge", "-q", "side").expect(status: 1)
    try await sandbox.fork("resolve", "note.json#/person/name=ours").expect(status: 1)
    try await sandbox.fork("resolve", "note.json#/person=theirs").expect(status: 1)
    try await sandbox.fork("resolve", "note.json#/person=ours")
      .fail(66, printing: "there is no conflict to resolve")
    try await sandbox.fork("resolve", "note.json#=theirs").succeed()
    let file = try sandbox.read("data/note.json")
    #expect(file.contains(#""name": "Ann""#) && file.contains(#""mail": "Eve@x""#))
  }

  @Test("conflicts name fork, author, time and commit of each side, and are grouped")
  func sides() async throws {
    let sandbox = try await Self.sandbox()
    let commits = try await sandbox.git("rev-parse", "main", "side").succeed().lines
    let merged = try await sandbox.fork("merge", "side").expect(status: 1).text
    try await sandbox.git("merge", "-q", "side").expect(status: 1)
    let listed = try await sandbox.fork("conflicts").expect(status: 1).text
    for text in [merged, listed] {
      #expect(text.contains("main, Ann Example, "), "\(text)")
      #expect(text.contains("side, Eve Example, ") && text.contains("[\(commits[1].prefix(10))]"))
      #expect(
        text.contains("all 2 in note.json#/person  ") && text.contains("all 4 in note.json  "))
    }
    #expect(listed.contains("fork resolve 'note.json#/person=ours'  or theirs, or base"))
    try await sandbox.fork("conflicts", "--json").prints(
      #""ourChange":{"fork":"main","commit":"\#(commits[0])","author":"Ann Example""#,
      #"{"document":"note.json","pointer":"/person","conflicts":2}"#, status: 1)
  }

  private static let decision =
    #"{"document":"note.json","pointer":"/title","choice":"theirs","#
    + #""conflict":{"base":"T","ours":"A","theirs":"B"}}"#

  @Test(
    "decisions from a file, in a git merge and in a merge of its own", arguments: [true, false])
  func file(byGit: Bool) async throws {
    let sandbox = try await Self.sandbox()
    let name = #"{"document":"note.json","pointer":"/person/name","choice":"value","value":"Zoe","#
    try sandbox.write(
      #"{"forkDecisions":1,"decisions":[\#(Self.decision),\#(name)"#
        + #""conflict":{"base":"Bob","ours":"Ann","theirs":"Eve"}}]}"#, to: "decisions.json")
    if byGit {
      try await sandbox.git("merge", "-q", "side").expect(status: 1)
      try await sandbox.fork("resolve", "--from", "../decisions.json").expect(status: 1)
      try await sandbox.play("fork resolve note.json#=ours", "git commit -q --no-edit")
    } else {
      try await sandbox.play("fork merge side --from ../decisions.json --prefer ours")
    }
    #expect(try await value("/title", in: sandbox) == "B")
    #expect(try await value("/person/name", in: sandbox) == "Zoe")
    #expect(try await value("/person/mail", in: sandbox) == "Ann@x")
  }

  /// A file of decisions that must be refused.
  struct Misfit: Sendable {
    var file: String
    var status: Int32
    var message: String

    init(_ status: Int32, _ message: String, _ file: String) {
      (self.file, self.status, self.message) = (file, status, message)
    }

    /// A file with one decision, changed in one place.
    init(_ status: Int32, _ message: String, _ old: String, _ new: String) {
      let decision = DecidingTests.decision.replacing(old, with: new)
      self.init(status, message, "{\"forkDecisions\":1,\"decisions\":[" + decision + "]}")
    }
  }

  private static let misfits: [Misfit] = [
    Misfit(65, "version 2", #"{"forkDecisions":2,"decisions":[]}"#),
    Misfit(65, "no \"forkDecisions\"", #"{"decisions":[]}"#),
    Misfit(65, "unknown key \"more\"", #"{"forkDecisions":1,"decisions":[],"more":1}"#),
    Misfit(65, "not JSON", #"{"forkDecisions":1"#),
    Misfit(
      1, "another merge",
      #"{"forkDecisions":1,"ours":"1234567890123456789012345678901234567890","decisions":[]}"#),
    Misfit(65, "two decisions", "}}", "}}," + decision),
    Misfit(1, "its values differ", "\"A\"", "\"X\""),
    Misfit(1, "no such conflict", "/title", "/o"),
    Misfit(65, "choice \"mine\"", "\"theirs\",", "\"mine\","),
  ]

  @Test("decisions about other conflicts are refused", arguments: DecidingTests.misfits)
  func refused(misfit: Misfit) async throws {
    let sandbox = try await Self.sandbox()
    try sandbox.write(misfit.file, to: "decisions.json")
    let tip = try await sandbox.git("rev-parse", "main").line
    let merge = try await sandbox.fork("merge", "side", "--from", "../decisions.json")
      .expect(status: misfit.status)
    #expect(merge.errorText.contains(misfit.message), "\(merge)")
    #expect(try await sandbox.git("rev-parse", "main").line == tip)
    try await sandbox.git("merge", "-q", "side").expect(status: 1)
    let before = try sandbox.read("data/note.json")
    let resolve = try await sandbox.fork("resolve", "--from", "../decisions.json")
      .expect(status: misfit.status)
    #expect(resolve.errorText.contains(misfit.message), "\(resolve)")
    #expect(try sandbox.read("data/note.json") == before)
  }

  @Test("without a terminal, --interactive is refused with a hint")
  func noTerminal() async throws {
    let sandbox = try await Self.sandbox()
    try await sandbox.fork("merge", "side", "-i").fail(64, printing: "needs a terminal", "--from")
    try await sandbox.git("merge", "-q", "side").expect(status: 1)
    try await sandbox.fork("resolve", "--interactive").fail(64)
    try await sandbox.fork("mergetool", "note.json").fail(64)
  }

  @Test("git mergetool runs it after install --mergetool, until uninstall")
  func tool() async throws {
    let sandbox = try await Self.sandbox(
      ours: Self.text("Bob", "Bern", "T", ", \"o\": 1"),
      theirs: Self.text("Bob", "Bern", "T", ", \"t\": 1"))
    try await sandbox.fork("install", "--mergetool").succeed()
    #expect(try await sandbox.git("config", "merge.tool").succeed().line == "fork")
    try await sandbox.git("-c", "merge.fork.driver=false", "merge", "-q", "side").expect(status: 1)
    // Nothing conflicts by property, so the tool needs no terminal.
    try await sandbox.git("checkout", "--merge", "note.json")
    try await sandbox.git("mergetool", "--no-prompt").succeed()
    #expect(try await sandbox.git("ls-files", "-u").text.isEmpty)
    try await sandbox.fork("uninstall").succeed()
    for key in ["merge.tool", "mergetool.fork.cmd", "mergetool.fork.trustExitCode"] {
      try await sandbox.git("config", key).expect(status: 1)
    }
    try await sandbox.play(
      "git config merge.tool vimdiff", "fork install --mergetool", "fork uninstall")
    #expect(try await sandbox.git("config", "merge.tool").succeed().line == "vimdiff")
  }

  @Test("a page holds documents as data only, and its policy names its script and style")
  func page() async throws {
    let evil = #"</script><script>alert(1)</script><!--\u0007"#
    let sandbox = try await Self.sandbox(ours: Self.text("Ann", "Rome", evil, ""))
    let commands = [
      ["merge", "side", "--dry-run"], ["diff", "main", "side"], ["show"], ["log"],
    ]
    for command in commands {
      let outcome = try await sandbox.run(
        "fork", command + ["--html", "../page.html"], in: "data")
      #expect(outcome.errorText.contains("wrote ../page.html"), "\(outcome)")
      let page = try sandbox.read("page.html")
      #expect(!page.contains("<script>alert") && page.count(of: "</script>") == 2)
      #expect(page.contains("default-src 'none'"))
      for (element, policy) in [("script", "script-src"), ("style", "style-src")] {
        let text = try #require(page.between("<\(element)>", "</\(element)>"))
        try sandbox.write(text, to: "text")
        let hash = try await sandbox.run(
          "sh", ["-c", "openssl dgst -sha256 -binary text | openssl base64 -A"], in: "."
        ).succeed().text
        #expect(page.contains("\(policy) 'sha256-\(hash)'"))
      }
    }
    try await sandbox.play("fork merge side --prefer ours", "fork explain main --html ../page.html")
    let page = try sandbox.read("page.html")
    #expect(page.contains(#"\u003c/script>\u003cscript>alert(1)"#))
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }

  /// The text between the first of these marks and the next other mark.
  func between(_ start: String, _ end: String) -> String? {
    guard let first = range(of: start), let last = self[first.upperBound...].range(of: end) else {
      return nil
    }
    return String(self[first.upperBound..<last.lowerBound])
  }
}
