import Testing

@Suite("hooks and signatures, as git's")
struct HookTests {
  private func install(
    _ hook: String, _ script: String, in sandbox: Sandbox, directory: String = "data"
  ) async throws {
    let path = "\(directory)/.git/hooks/\(hook)"
    try await sandbox.writeProgram("#!/bin/sh\n\(script)\n", to: path)
  }

  /// `data` with a remote that has its main fork.
  private func withRemote() async throws -> Sandbox {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.git("init", "-q", "--bare", "-b", "main", "hub", in: ".").succeed()
    try await sandbox.play("git remote add origin ../hub", "fork push")
    return sandbox
  }

  @Test("pre-push sees what is pushed and can refuse it", arguments: ["push", "exchange"])
  func prePush(command: String) async throws {
    let sandbox = try await withRemote()
    try await install("pre-push", "echo \"$@\" > seen; cat >> seen; exit 1", in: sandbox)
    let old = try await sandbox.git("rev-parse", "main", in: "hub").line
    try await sandbox.put("1")
    let new = try await sandbox.git("rev-parse", "main").line
    try await sandbox.fork(command).warns("hook 'pre-push' ended with status 1", status: 77)
    #expect(try await sandbox.git("rev-parse", "main", in: "hub").line == old)
    let seen = try sandbox.read("data/seen").split(separator: "\n")
    #expect(seen.first?.hasPrefix("origin ") == true && seen.first?.hasSuffix("hub") == true)
    #expect(seen.last == "refs/heads/main \(new) refs/heads/main \(old)", "\(seen)")
    try await sandbox.fork(command, "--no-verify").succeed()
    #expect(try await sandbox.git("rev-parse", "main", in: "hub").line == new)
  }

  @Test("an exchange that merged here, and whose push is refused, says both")
  func refusedExchange() async throws {
    let sandbox = try await withRemote()
    try await sandbox.git("clone", "-q", "hub", "other", in: ".").succeed()
    try await sandbox.fork("update", "b.json", in: "other", input: "1").succeed()
    try await sandbox.fork("push", in: "other").succeed()
    try await sandbox.fork("update", "c.json", input: "2").succeed()
    try await sandbox.writeProgram("#!/bin/sh\nexit 1\n", to: "hub/hooks/pre-receive")
    try await sandbox.fork("exchange").prints("merged with origin", "and not pushed", status: 77)
    #expect(try sandbox.read("data/b.json") == "1")
  }

  @Test("pre-receive can validate what is pushed, and cannot update anything")
  func preReceive() async throws {
    let sandbox = try await withRemote()
    let script = """
      #!/bin/sh
      while read old new name; do
        "$FORK" validate --at $new || exit 1
        echo 1 | "$FORK" update c.json --fork main 2>> seen && exit 1
      done
      exit 0

      """
    try await sandbox.writeProgram(
      script.replacing("$FORK", with: Sandbox.program), to: "hub/hooks/pre-receive")
    let schema = #"{"x-documents":{"b.json":{"properties":{"n":{"type":"integer"}}}}}"#
    try await sandbox.fork("update", ".fork/schema.json", input: schema).succeed()
    try await sandbox.fork("update", "b.json", input: #"{"n":1}"#).succeed()
    try await sandbox.git("push", "-q", "origin", "main").succeed()
    let seen = try sandbox.read("hub/seen")
    #expect(seen.contains("nothing is updated while a hook judges"), "\(seen)")
    try sandbox.write(#"{"n":"x"}"#, to: "data/b.json")
    try await sandbox.git("commit", "-qam", "invalid").succeed()
    let refused = try await sandbox.git("push", "-q", "origin", "main")
    #expect(refused.status != 0 && refused.errorText.contains("1 of them invalid"), "\(refused)")
  }

  @Test("pre-push refuses also if the program was started with SIGCHLD ignored")
  func ignoredChildren() async throws {
    let sandbox = try await withRemote()
    try await install("pre-push", "exit 1", in: sandbox)
    try await sandbox.put("1")
    let start = "$SIG{CHLD} = 'IGNORE'; exec @ARGV"
    try await sandbox.run("perl", ["-e", start, Sandbox.program, "push"], in: "data").expect(
      status: 77)
  }

  @Test("pre-commit sees the new version in the index, and can refuse it")
  func preCommit() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await install(
      "pre-commit", "git diff --cached --name-only; ! git show :a.json | grep -q bad", in: sandbox)
    try await sandbox.put(#""good""#)
    let state = try await sandbox.state()
    try await sandbox.fork("update", "a.json", input: #""bad""#).warns(
      "a.json\n", "hook 'pre-commit'", status: 77)
    #expect(try await sandbox.state() == state)
    #expect(try sandbox.read("data/a.json") == #""good""#)
    try await sandbox.fork("update", "a.json", "--no-verify", input: #""bad""#).succeed()
    #expect(try await sandbox.isSound())
  }

  @Test("pre-commit that commits itself: refused, and no later update reverts its version")
  func committing() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.put("1")
    try await install("pre-commit", "git commit -q --no-verify -m own", in: sandbox)
    try await sandbox.fork("update", "a.json", input: "2").warns(
      "made while the hook 'pre-commit' ran", status: 75)
    #expect(try await sandbox.git("show", "main:a.json").text == "2")
    try sandbox.remove("data/.git/hooks/pre-commit")
    try await sandbox.git("reset", "-q", "--hard").succeed()
    try await sandbox.fork("update", "b.json", input: "3").succeed()
    #expect(try await sandbox.git("show", "main:a.json").text == "2")
  }

  @Test("commit-msg changes the message, and post-commit runs after the commit")
  func message() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await install("commit-msg", "sed -i s/draft/final/ \"$1\"", in: sandbox)
    try await install("post-commit", "git log -1 --format=%s > .git/seen", in: sandbox)
    try await sandbox.fork("update", "a.json", "-m", "draft text", input: "1").succeed()
    #expect(try await sandbox.git("log", "-1", "--format=%s").line == "final text")
    #expect(try sandbox.read("data/.git/seen") == "final text\n")
    try await install("commit-msg", "exit 3", in: sandbox)
    try await sandbox.fork("update", "a.json", input: "2").fail(77, printing: "commit-msg")
  }

  @Test("pre-merge-commit can refuse a merge, and post-merge runs after it")
  func merge() async throws {
    let sandbox = try await Sandbox.withTwoForks(#"{"a":1,"b":1}"#)
    try await sandbox.set("/a=2", on: "main")
    try await sandbox.set("/b=2", on: "ui")
    try await install("pre-merge-commit", "exit 1", in: sandbox)
    try await install("post-merge", "echo \"$1\" > .git/seen", in: sandbox)
    try await sandbox.fork("merge", "ui", "--dry-run").succeed()
    try await sandbox.fork("merge", "ui").fail(77, printing: "pre-merge-commit")
    #expect(!sandbox.exists("data/.git/seen"))
    try await sandbox.fork("merge", "ui", "--no-verify").succeed()
    #expect(try sandbox.read("data/.git/seen") == "0\n")
  }

  @Test("reference-transaction sees each update of a fork, and can refuse it")
  func references() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await install(
      "reference-transaction",
      "echo $1 >> .git/seen; grep heads/ >> .git/seen; ! grep -q heads/no .git/seen", in: sandbox)
    try await sandbox.fork("create", "ui").succeed()
    let tip = try await sandbox.git("rev-parse", "ui").line
    let line = "\(String(repeating: "0", count: 40)) \(tip) refs/heads/ui"
    #expect(try sandbox.read("data/.git/seen") == "prepared\n\(line)\ncommitted\n\(line)\n")
    try await sandbox.fork("create", "no").fail(77, printing: "reference-transaction")
    #expect(try await sandbox.git("branch", "--list", "no").text.isEmpty)
  }

  @Test("core.hooksPath, and a hook without a first line")
  func place() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.git("config", "core.hooksPath", "hooks").succeed()
    try await sandbox.writeProgram("exit 1\n", to: "data/hooks/pre-commit")
    try await sandbox.fork("update", "a.json", input: "1").fail(77, printing: "pre-commit")
  }

  @Test("commit.gpgSign signs with ssh, so that git verifies it")
  func ssh() async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.run(
      "ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", sandbox.path("key")], in: "."
    ).succeed()
    let key = try sandbox.read("key.pub")
    try sandbox.write("ada@example.org \(key)", to: "signers")
    for (name, value) in [
      ("commit.gpgSign", "true"), ("gpg.format", "ssh"),
      ("user.signingKey", sandbox.path("key.pub")),
      ("gpg.ssh.allowedSignersFile", sandbox.path("signers")),
    ] {
      try await sandbox.git("config", name, value).succeed()
    }
    try await sandbox.put("1")
    try await sandbox.git("verify-commit", "HEAD").warns("Good \"git\" signature")
    #expect(try await sandbox.isSound())
  }

  @Test("openpgp and x509 call the configured program", arguments: ["openpgp", "x509"])
  func program(format: String) async throws {
    let sandbox = try await Sandbox.withRepository()
    let script = """
      #!/bin/sh
      echo "$@" > '\(sandbox.path("seen"))'
      cat > '\(sandbox.path("text"))'
      echo '[GNUPG:] SIG_CREATED x' >&2
      printf 'BEGIN\\nsignature\\nEND\\n'
      """
    try await sandbox.writeProgram(script, to: "signer")
    try await sandbox.git("config", "commit.gpgSign", "true").succeed()
    try await sandbox.git("config", "gpg.format", format).succeed()
    try await sandbox.git("config", "gpg.\(format).program", sandbox.path("signer")).succeed()
    try await sandbox.put("1")
    #expect(try sandbox.read("seen") == "--status-fd=2 -bsau Ada <ada@example.org>\n")
    let commit = try await sandbox.git("cat-file", "commit", "HEAD").text
    #expect(commit.contains("gpgsig BEGIN\n signature\n END\n\n"), "\(commit)")
    let signed = commit.replacing("gpgsig BEGIN\n signature\n END\n", with: "")
    #expect(try sandbox.read("text") == signed)
    try sandbox.write("#!/bin/sh\necho no key >&2\nexit 2\n", to: "signer")
    try await sandbox.fork("update", "a.json", input: "2").fail(77, printing: "no key")
  }
}
