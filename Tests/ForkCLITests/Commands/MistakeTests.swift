import Testing

/// Common mistakes: each command reports what happened and what to do, ends with its status, and changes
/// nothing.
@Suite("mistakes change nothing, and the message helps")
struct MistakeTests {
  struct Mistake: Sendable {
    var command: String
    var status: Int32
    var words: [String]

    /// - Parameter command: arguments of `fork`, as a shell reads them.
    init(_ command: String, _ status: Int32, _ words: String...) {
      (self.command, self.status, self.words) = (command, status, words)
    }
  }

  struct Group: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var mistakes: [Mistake]
  }

  static let groups = [
    Group(
      testDescription: "forks",
      mistakes: [
        Mistake("swich laptop", 64, "fork switch"),
        Mistake("help swich", 64, "fork switch"),
        Mistake("help add", 64, "no command 'add'", "use 'fork update'"),
        Mistake("switch latpop", 66, "'latpop'", "did you mean 'laptop'"),
        Mistake("create laptop", 73, "already", "fork switch laptop"),
        Mistake("create", 64, "<fork>"),
        Mistake("create laptop/x", 73, "collides with another fork"),
        Mistake("create 'a b'", 64, "'a b'", "ada/laptop"),
        Mistake("create x --from nowhere", 66, "'nowhere'"),
        Mistake("rename latpop x", 66, "did you mean 'laptop'"),
        Mistake("rename laptop phone", 73, "already"),
        Mistake("delete latpop", 66, "did you mean 'laptop'"),
        Mistake("delete laptop", 1, "no other fork has", "--force laptop"),
        Mistake("delete main", 64, "never deleted"),
        Mistake("list extra", 64, "extra"),
        Mistake("init --schema none.json ../new", 66, "none.json"),
        Mistake("init /dev/null", 73, "/dev/null"),
        Mistake("-C nowhere list", 66, "nowhere"),
        Mistake("update a.json -C elsewhere --set /a=1", 64, "fork -C elsewhere <command>"),
      ]),
    Group(
      testDescription: "commands and options that git has, or others",
      mistakes: [
        Mistake("add x", 64, "fork update"),
        Mistake("branch x", 64, "fork create"),
        Mistake("checkout x", 64, "fork switch"),
        Mistake("cherry-pick x", 64, "fork restore"),
        Mistake("commit x", 64, "fork update -m"),
        Mistake("rebase x", 64, "fork merge"),
        Mistake("stash x", 64, "fork switch -c"),
        Mistake("tag x", 64, "git tag"),
        Mistake("query x", 64, "fork get"),
        Mistake("grep x", 64, "git grep"),
        Mistake("ls x", 64, "fork documents"),
        Mistake("cat x", 64, "fork get"),
        Mistake("export x", 64, "fork get"),
        Mistake("history x", 64, "fork log"),
        Mistake("rev-parse x", 64, "git rev-parse"),
        Mistake("commit -a -m x", 64, "fork update -m x"),
        Mistake("branch -d laptop", 64, "fork delete laptop"),
        Mistake("checkout -b x", 64, "fork switch -c x"),
        Mistake("delete -D laptop", 64, "fork delete --force laptop"),
        Mistake("diff --cached", 64, "nothing is staged"),
        Mistake("update -a", 64, "records all documents"),
        Mistake("push --force", 64, "never forces"),
        Mistake("reset --hard laptop", 64, "fork reset --to laptop"),
      ]),
    Group(
      testDescription: "documents",
      mistakes: [
        Mistake("update noet.json --set /a=1", 66, "noet.json", "note.json", "creates it"),
        Mistake("update note.json --set /a", 64, "'/a'", "--set '/title="),
        Mistake("update note.json --set a=1", 64, "begins with a slash: /a"),
        Mistake(
          "update note.json --set /a=it", 65, "not JSON", #"--set '/a="it"'"#, "--set-string /a=it"),
        Mistake("update note.json --set '/a=b c'", 65, "--set-string '/a=b c'"),
        Mistake(#"update note.json --set /a={"b":1}"#, 65, "removes quotes"),
        Mistake("update note.json --insert /tags/-=b", 65, #"--insert '/tags/-="b"'"#),
        Mistake("update note.json --set .a[0].b=1", 64, "a slash: /a/0/b"),
        Mistake("update note.json --set /b/c=1", 65, "note.json#/b/c"),
        Mistake("update note.json --move /a", 64, "/a"),
        Mistake("update note.json ../broken --set /a=1", 64, "edits"),
        Mistake("update note.json --fork u..i --set /a=1", 64, "u..i"),
        Mistake("update --set /a=1", 64, "document"),
        Mistake("update --expect absent", 64, "document"),
        Mistake("update --fork main", 64, "--fork"),
        Mistake("validate 'none/*'", 66, "'none/*' names no document"),
        Mistake("remove none/", 66, "'none/' names no document"),
        Mistake("update note.json --set /tags/9=1", 65, "note.json#/tags/9", "array of 1"),
        Mistake("update note.json --unset /titel", 65, "note.json#/titel"),
        Mistake("update note.json --patch none.json", 66, "none.json"),
        Mistake("update note.json none.json", 66, "none.json"),
        Mistake("update ../x.json", 64, "leads out of the repository", "from anywhere"),
        Mistake("update .git/config", 64, ".git/config"),
        Mistake("update note.json --fork latpop --set /a=1", 66, "did you mean 'laptop'"),
        Mistake("update note.json --expect nowhere --set /a=1", 66, "'nowhere'"),
        Mistake("update note.json --expect main~1 --set /a=1", 75, "--expect"),
        Mistake("update note.json --sett /a=1", 64, "--set"),
        Mistake("update note.json --set /a=1 --remove /tags", 64, "Unknown option '--remove'"),
        Mistake("merge --documents a.json", 64, "Unknown option '--documents'"),
        Mistake("update new.json < ../broken", 65, "standard input:2:3"),
        Mistake("update note.json ../broken", 65, "../broken:2:3"),
        Mistake(
          #"update note.json <<< '{"a":1,"a":2}'"#, 65, "standard input:1:8", "line 1, column 2"),
        Mistake("update note.json < /dev/null", 65, "standard input:1:1"),
        Mistake("update note.json .", 74, "'.'"),
        Mistake("update directory.json <<< 1", 73, "a directory"),
        Mistake("get directory.json", 66, "a directory"),
        Mistake("update note.json/x.json <<< 1", 73, "note.json"),
        Mistake(
          #"update note.json --patch - <<< '[{"op":"test","path":"/title","value":2}]'"#, 75,
          "standard input", "operation 1"),
        Mistake(#"update note.json --patch - <<< '{"op":"test"}'"#, 65, "array"),
        Mistake("update note.json --patch - <<< '['", 65, "standard input:2:1"),
        Mistake("remove noet.json", 66, "did you mean 'note.json'"),
        Mistake("remove", 64, "<document[#ptr]>"),
        Mistake("remove note.json none.json", 66, "none.json"),
        Mistake("remove note.json --entity Person-42", 64),
        Mistake("remove note.json --dry-run", 64),
        Mistake("remove .git/config", 64, ".git"),
        Mistake("remove note.json --expect main~1", 75, "try"),
        Mistake("rename-document noet.json b.json", 66, "did you mean 'note.json'"),
        Mistake("rename-document note.json .fork/schema.json", 73, "already"),
        Mistake("rename-document note.json ../x.json", 64, "../x.json"),
        Mistake("get noet.json", 66, "did you mean 'note.json'"),
        Mistake("get other.json", 66, "on fork 'laptop'", "--fork laptop"),
        Mistake("get note.json /titel", 66, "note.json#/titel", "did you mean /title"),
        Mistake("get note.json titel", 64, "begins with a slash: /titel"),
        Mistake("get note.json --at latpop", 66, "did you mean 'laptop'"),
        Mistake("get note.json --fork none", 66, "none"),
        Mistake("get .git/config", 64, ".git"),
        Mistake("documents '['", 64, "'['"),
        Mistake("validate noet.json", 66, "did you mean 'note.json'"),
        Mistake("schema show noet.json", 66, "did you mean 'note.json'"),
        Mistake("schema infer 'none*'", 66, "no document"),
        Mistake("schema chekc", 64, "chekc"),
        Mistake("verify all", 64, "all"),
      ]),
    Group(
      testDescription: "merging",
      mistakes: [
        Mistake("merge", 64, "--all"),
        Mistake("merge latpop", 66, "did you mean 'laptop'"),
        Mistake("merge 'a b'", 66, "no revision 'a b'"),
        Mistake("merge :x", 66, "no revision ':x'"),
        Mistake("merge main~99", 66, "no revision 'main~99'"),
        Mistake("merge laptop --into mian", 66, "did you mean 'main'"),
        Mistake("merge laptop --prefer sometimes", 64, "'newest', 'ours', 'theirs' or 'versions'"),
        Mistake("merge laptop --resolve note.json=ours", 64, "--resolve 'note.json#=ours'"),
        Mistake("merge laptop --resolve note.json#/a=b", 64, #"'note.json#/a="b"'"#),
        Mistake("merge laptop --resolve x", 64, "--resolve 'notes/a.json#/title=ours'"),
        Mistake("merge laptop --resolve ../x#/a=ours", 64, "../x"),
        Mistake("merge laptop --prefer ours --on-conflict fail", 64),
        Mistake("merge laptop --all", 64),
        Mistake("sync latpop", 66, "did you mean 'laptop'"),
        Mistake("sync", 64, "--all"),
        Mistake("sync laptop --all", 64),
        Mistake("resolve noet.json", 66, "noet.json"),
        Mistake("conflicts note.json", 64, "note.json"),
        Mistake("merge-file note.json none.json note.json", 66, "none.json"),
        Mistake("merge-driver a b", 64, "<theirs>"),
        Mistake("textconv none.json", 66, "none.json"),
        Mistake("diff-driver", 64, "<path>"),
        Mistake("install --pattern ''", 64, "--pattern '*.geojson'"),
        Mistake("install --patern x", 64, "--pattern"),
        Mistake("uninstall all", 64, "all"),
      ]),
    Group(
      testDescription: "looking and going back",
      mistakes: [
        Mistake("status all", 64, "all"),
        Mistake("diff latpop", 66, "did you mean 'laptop'"),
        Mistake("diff main laptop noet.json", 66, "did you mean 'note.json'"),
        Mistake("diff main laptop ../x", 64),
        Mistake("diff --stat --patch", 64),
        Mistake("log noet.json", 66, "did you mean 'note.json'"),
        Mistake("log 'note.json#/titel'", 66, "did you mean /title"),
        Mistake("log -n x", 64, "'x'"),
        Mistake("log .git/config", 64),
        Mistake("log --fork nobody", 66, "nobody"),
        Mistake("schema check --at nothing", 66, "nothing"),
        Mistake("show latpop", 66, "did you mean 'laptop'"),
        Mistake("blame noet.json", 66, "did you mean 'note.json'"),
        Mistake("blame 'note.json#/titel'", 66, "did you mean /title"),
        Mistake("blame note.json --at nothing", 66, "nothing"),
        Mistake("blame ../x", 64),
        Mistake("blame", 64),
        Mistake("explain latpop", 66, "did you mean 'laptop'"),
        Mistake("explain main", 64, "not a merge of two", "fork log --graph"),
        Mistake("explain laptop", 64, "not a merge", "one parent", "fork show"),
        Mistake("explain", 64),
        Mistake("undo --redo", 66, "nothing to redo"),
        Mistake("restore noet.json --at main", 66, "fork log noet.json"),
        Mistake("restore noet.json", 66, "did you mean 'note.json'"),
        Mistake("restore note.json -m x", 64, "--at"),
        Mistake("restore note.json --fork laptop", 64, "--at"),
        Mistake("restore --source main note.json", 64, "--at <rev>"),
        Mistake("diff main..latpop", 66, "'latpop'"),
        Mistake("show note.json", 66, "fork get note.json", "fork log -p note.json"),
        Mistake("show main:note.json", 66, "fork get note.json --at main"),
        Mistake("blame 'note.json#/tags' /tags", 64, "names the property /tags already"),
        Mistake("log 'note.js*'", 64, "fork documents 'note.js*'"),
        Mistake("restore 'note.json#/titel' --at main", 66, "did you mean /title"),
        Mistake("revert latpop", 66, "did you mean 'laptop'"),
        Mistake("reset latpop --to main", 66, "did you mean 'laptop'"),
        Mistake("reset laptop --to mian", 66, "did you mean 'main'"),
      ]),
    Group(
      testDescription: "scripts and remotes",
      mistakes: [
        Mistake("batch lines", 64, "lines"),
        Mistake("batch --atomic < ../broken", 65, "line 1 failed"),
        Mistake("watch -n 0", 64, "-n"),
        Mistake("remote add a", 64, "<url>"),
        Mistake("remote add 'a b' x", 64, "'a b'"),
        Mistake("remote remove nowhere", 66, "'nowhere'", "fork remote list"),
        Mistake("fetch", 66, "fork remote add origin"),
        Mistake("fetch nowhere", 66, "'nowhere'"),
        Mistake("push", 66, "fork remote add origin"),
        Mistake("pull", 66, "fork remote add origin"),
        Mistake("exchange", 66, "fork remote add origin"),
        Mistake("clone nowhere", 66, "no git repository at that address", "nowhere"),
        Mistake("clone . ../data", 73, "not an empty directory"),
      ]),
  ]

  private static func sandbox() async throws -> Sandbox {
    let sandbox = try await Sandbox.shared {
      let sandbox = try await Sandbox.withRepository()
      try await sandbox.put("1", at: "directory.json/one.json")
      try await sandbox.put(#"{"title":"T","tags":["a"]}"#, at: "note.json")
      try await sandbox.fork("create", "laptop").succeed()
      try await sandbox.fork("create", "phone").succeed()
      try await sandbox.set("/title=1", in: "note.json", on: "laptop")
      try await sandbox.put("2", at: "other.json", on: "laptop")
      return sandbox
    }
    try sandbox.write("{\n  x\n}", to: "broken")
    return sandbox
  }

  @Test("an invalid name, path, pointer, option or value", arguments: groups)
  func mistaken(group: Group) async throws {
    let sandbox = try await Self.sandbox()
    let state = try await sandbox.state()
    let configuration = try sandbox.read("data/.git/config")
    for mistake in group.mistakes {
      let script = "\(Sandbox.program) \(mistake.command)"
      let outcome = try await sandbox.run("bash", ["-c", script], in: "data")
      #expect(outcome.status == mistake.status, "\(outcome)")
      #expect(outcome.errorText.hasPrefix("fork: "), "\(outcome)")
      for word in mistake.words {
        #expect(outcome.errorText.contains(word), "'\(word)' in \(outcome)")
      }
    }
    #expect(try await sandbox.state() == state)
    #expect(try sandbox.read("data/.git/config") == configuration)
  }

  @Test("a missing fork is waited for, with a message")
  func watching() async throws {
    let sandbox = try await Self.sandbox()
    let script = """
      "$FORK" watch --fork latpop -n 1 2> ../output & watcher=$!
      await grep -qs 'waiting for it' ../output
      await isWatching
      "$FORK" create latpop -q; wait $watcher; cat ../output
      """
    let outcome = try await sandbox.runWatching(script).succeed()
    #expect(outcome.lines.first?.hasPrefix("latpop  created at ") == true, "\(outcome)")
    #expect(outcome.text.contains("did you mean 'laptop'?"), "\(outcome)")
  }
}
