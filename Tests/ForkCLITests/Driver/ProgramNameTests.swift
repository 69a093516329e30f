import Foundation
import Testing

/// The program under another name than `fork`, as a package or a link may call it.
@Suite("the program's name")
struct ProgramNameTests {
  /// Runs a line of the shell in `data`, where `json-fork` is the program, beside `fork` or alone.
  private func run(
    _ line: String, in sandbox: Sandbox, besideFork: Bool = true
  ) async throws -> Outcome {
    let tools = sandbox.path("tools")
    for name in ["json-fork"] + (besideFork ? ["fork"] : []) {
      let link = tools + "/" + name
      if FileManager.default.fileExists(atPath: link) { continue }
      try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: Sandbox.program)
    }
    return try await sandbox.run(
      "bash", ["-c", line], in: "data", environment: ["PATH": tools + ":/usr/bin:/bin"])
  }

  private func repository() async throws -> Sandbox {
    let sandbox = try await Sandbox.withGit()
    return sandbox
  }

  @Test("messages and help call the program by it")
  func messages() async throws {
    let sandbox = try await repository()
    let mistake = try await run("json-fork branch", in: sandbox).expect(status: 64)
    #expect(mistake.errorText.hasPrefix("json-fork: there is no command 'branch'"), "\(mistake)")
    #expect(mistake.errorText.contains("'json-fork create <fork>'"), "\(mistake)")
    try await run("json-fork get a.json", in: sandbox).warns("'json-fork ", status: 66)
    try await run("json-fork merge --help", in: sandbox).prints(
      "USAGE: json-fork merge", "$ json-fork merge laptop --dry-run")
  }

  @Test("no page, no completion and no note of the team names another program")
  func texts() async throws {
    let sandbox = try await repository()
    let script = """
      mkdir pages && json-fork --generate-manual pages
      for shell in bash zsh fish; do json-fork --generate-completion-script $shell > pages/$shell; done
      json-fork install --team > /dev/null && cp .fork/install pages
      test -s pages/json-fork-merge.1 && test -s pages/fish && test -s pages/install && echo written
      ls pages/*.1 | grep -v '^pages/json-fork'
      grep -nE "(^|[\\`'\\$;|&( ])fork [a-z-]+( |'|\\`|$)|Nm fork|Xr fork|_fork\\b" pages/* |
        grep -vE '\\b([Tt]h(e|is|at)|[Aa]n?|of|or|one|no|each|new|main|current|other|another|named|same|whose|which|remote) fork|<fork>'
      """
    let found = try await run(script, in: sandbox)
    #expect(found.lines == ["written"], "\(found)")
  }

  @Test("bash completes it")
  func completion() async throws {
    let sandbox = try await repository()
    let script = """
      source <(json-fork --generate-completion-script bash)
      COMP_LINE='json-fork swi' COMP_POINT=13 COMP_WORDS=(json-fork swi) COMP_CWORD=1
      function=$(complete -p json-fork | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
      $function json-fork swi json-fork
      echo "${COMPREPLY[*]}"
      """
    #expect(
      try await run(script, in: sandbox).succeed().line.trimmingCharacters(in: .whitespaces)
        == "switch")
  }

  @Test("git runs the driver by it, and the attributes keep theirs")
  func driver() async throws {
    let sandbox = try await repository()
    let script = """
      json-fork install && json-fork doctor | grep -w driver && cat .gitattributes
      echo '\(lines(1, 1))' > a.json; git add -A; git commit -qm base; git branch theirs
      echo '\(lines(2, 1))' > a.json; git commit -qam ours; git switch -q theirs
      echo '\(lines(1, 2))' > a.json; git commit -qam theirs; git merge -q main --no-edit && cat a.json
      """
    let merge = try await run(script, in: sandbox, besideFork: false).succeed()
    #expect(merge.text.contains("ok") && merge.text.contains("*.json merge=fork\n"), "\(merge)")
    #expect(merge.text.contains(lines(2, 2)), "\(merge)")
  }

  @Test("of two programs in one clone, that which was installed last merges; either uninstalls")
  func both() async throws {
    let sandbox = try await repository()
    let before = try sandbox.read("data/.git/config")
    try await run("fork install", in: sandbox).succeed()
    let check = try await run("json-fork install --check", in: sandbox).expect(status: 1)
    #expect(
      check.lines == [
        "missing git config merge.fork.driver", "missing git config merge.fork-ancestor.driver",
      ],
      "\(check)")
    try await run("json-fork install && json-fork install --check", in: sandbox).succeed()
    let driver = try await sandbox.git("config", "merge.fork.driver").line
    #expect(driver.contains(" && json-fork merge-driver %O"))
    try await run("fork uninstall", in: sandbox).succeed()
    #expect(try sandbox.read("data/.git/config") == before)
    #expect(!sandbox.exists("data/.gitattributes"))
  }

  @Test("a name that a shell would have to quote is not taken")
  func odd() async throws {
    let sandbox = try await repository()
    let script =
      "ln -s '\(Sandbox.program)' '../my $(fork)'; '../my $(fork)' install && git config merge.fork.driver"
    let driver = try await run(script, in: sandbox).succeed()
    #expect(
      driver.text.hasSuffix(" exit 1\n") && driver.text.contains("fork merge-driver %O")
        && !driver.text.contains("$("), "\(driver)")
  }
}
