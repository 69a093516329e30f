import Testing

@Suite("remotes over each transport")
struct TransportTests {
  @Test("clone, push, a lost race, pull, exchange", arguments: Transport.installed)
  func roundTrip(transport: Transport) async throws {
    let (sandbox, server) = try await Sandbox.withHub(transport)
    try await sandbox.clone(server, "other")
    let environment = server.environment
    try await sandbox.fork("update", "a.json", "--set", "/a=1").succeed()
    try await sandbox.fork("push", environment: environment).succeed()
    try await sandbox.fork("update", "a.json", "--set", "/b=2", in: "other").succeed()
    try await sandbox.fork("push", in: "other", environment: environment)
      .fail(75, printing: "fork pull", "nothing was pushed")
    try await sandbox.fork("pull", "--json", in: "other", environment: environment).prints(
      #""action":"resolveConflict""#)
    try await sandbox.fork("push", in: "other", environment: environment).succeed()
    try await sandbox.fork("exchange", environment: environment).succeed()
    for place in ["data", "other"] {
      #expect(try await sandbox.fork("get", "a.json", in: place).line == #"{"a":1,"b":2}"#)
      #expect(try await sandbox.git("status", "--porcelain", in: place).text.isEmpty)
      #expect(try await sandbox.git("fsck", "--strict", in: place).status == 0)
    }
    #expect(try await sandbox.git("fsck", "--strict", in: "hub.git").status == 0)
  }

  @Test(
    "no server, no repository, an unknown host, refused keys: 69, 66, 77",
    arguments: Transport.installed)
  func refusals(transport: Transport) async throws {
    let (sandbox, server) = try await Sandbox.withHub(transport)
    try await sandbox.run(
      "fork", ["clone", server.url("none.git"), "none"], in: ".", environment: server.environment
    ).fail(66)
    #expect(!sandbox.exists("none"))
    if transport == .path { return }
    if transport == .secureShell {
      try await sandbox.fork(
        "fetch",
        environment: [
          "GIT_SSH_COMMAND":
            "ssh -F none -o BatchMode=yes -o UserKnownHostsFile=/dev/null -o StrictHostKeyChecking=yes"
        ]
      )
      .fail(77, printing: "not known")
      try sandbox.remove("ssh/authorized")
      try await sandbox.fork("fetch", environment: server.environment).fail(77, printing: "refused")
    }
    server.stop()
    let state = try await sandbox.state()
    for command in ["fetch", "push", "pull", "exchange"] {
      try await sandbox.fork(command, environment: server.environment).fail(69)
    }
    #expect(try await sandbox.state() == state)
  }

  @Test(
    "an untrusted certificate, or one of another name, is refused: 77",
    .enabled(
      if: Transport.https.isInstalled, "lighttpd-mod-openssl or openssl is not installed"))
  func certificates() async throws {
    let (sandbox, server) = try await Sandbox.withHub(.https)
    let state = try await sandbox.state()
    for command in ["fetch", "push", "pull", "exchange"] {
      try await sandbox.fork(command).fail(
        77, printing: "certificate of 'localhost' is not trusted")
    }
    #expect(try await sandbox.state() == state)
    let url = server.url().replacingOccurrences(of: "localhost", with: "127.0.0.1")
    try await sandbox.git("config", "remote.origin.url", url).succeed()
    try await sandbox.fork("fetch", environment: server.environment).fail(
      77, printing: "certificate of '127.0.0.1' is not trusted")
    try await sandbox.run("fork", ["clone", server.url(), "c"], in: ".").fail(
      77, printing: "certificate")
    #expect(!sandbox.exists("c"))
  }

  @Test("a fork that another client moved between looking and pushing stays as it is: 75")
  func lease() async throws {
    let (sandbox, _) = try await Sandbox.withHub(.path)
    try await sandbox.play("fork update a.json --set /a=1", "fork push")
    // Back to an ancestor: a push without a lease would be a fast-forward.
    let move = "#!/bin/sh\nexec git --git-dir=../hub.git update-ref refs/heads/main main~1\n"
    try await sandbox.writeProgram(move, to: "data/.git/hooks/pre-push")
    try await sandbox.fork("update", "a.json", "--set", "/a=2").succeed()
    let before = try await sandbox.git("rev-parse", "main~1", in: "hub.git").line
    try await sandbox.fork("push").fail(75, printing: "stale", "nothing was pushed")
    #expect(try await sandbox.git("rev-parse", "main", in: "hub.git").line == before)
  }

  @Test("a server that refuses one fork takes the others", arguments: [Transport.path, .git])
  func partlyRefused(transport: Transport) async throws {
    let (sandbox, server) = try await Sandbox.withHub(transport)
    for name in ["a", "b", "c"] { try await sandbox.fork("create", name).succeed() }
    let hook = "#!/bin/sh\n[ \"$1\" != refs/heads/b ]\n"
    try await sandbox.writeProgram(hook, to: "hub.git/hooks/update")
    try await sandbox.fork("push", "--all").fail(77, printing: "refused 'b'", "pushed: 'a', 'c'")
    let names = try await sandbox.git("branch", "--format=%(refname:short)", in: "hub.git").lines
    #expect(names == ["a", "c", "main"])
    server.stop()
  }

  @Test("a git that is too old is named: 69")
  func oldGit() async throws {
    let (sandbox, _) = try await Sandbox.withHub(.path)
    try await sandbox.writeProgram("#!/bin/sh\necho git version 2.20.1\n", to: "old/git")
    let environment = ["PATH": sandbox.path("old") + ":/usr/bin:/bin"]
    try await sandbox.fork("fetch", environment: environment)
      .fail(69, printing: "git 2.32 or newer", "2.20.1")
  }

  @Test(
    "no helper for another protocol runs, whatever the configuration says",
    arguments: [
      ["remote.origin.vcs", "ext"], ["url.ext::touch hacked .insteadOf", "/"],
      ["url.fd::7/.insteadOf", "/"],
    ])
  func helpers(setting: [String]) async throws {
    let (sandbox, _) = try await Sandbox.withHub(.path)
    let url = "sh -c touch% hacked"
    if setting[1] == "ext" { try await sandbox.git("config", "remote.origin.url", url).succeed() }
    try await sandbox.git("config", "protocol.allow", "always").succeed()
    try await sandbox.git("config", setting[0], setting[1]).succeed()
    for command in ["fetch", "push", "exchange"] {
      let outcome = try await sandbox.fork(command)
      #expect(outcome.status != 0, "\(outcome)")
    }
    #expect(!sandbox.exists("hacked") && !sandbox.exists("data/hacked"))
  }

  @Test("a name or a path that looks like an option is none")
  func options() async throws {
    let (sandbox, _) = try await Sandbox.withHub(.path)
    let option = "--upload-pack=touch${IFS}hacked;git-upload-pack"
    try await sandbox.run("cp", ["-a", "hub.git", "data/--upload-pack=touch hacked"], in: ".")
      .succeed()
    let address = sandbox.path("hub.git")
    try await sandbox.git("config", "remote.\(option).url", address).succeed()
    for command in ["fetch", "push"] { try await sandbox.fork(command, "--", option).succeed() }
    try await sandbox.run(
      "fork", ["clone", "--", "--upload-pack=touch hacked", "copy"], in: "data"
    ).succeed()
    #expect(!sandbox.exists("hacked") && !sandbox.exists("data/hacked"))
  }

  @Test(
    "helpers and commands in an address are never run",
    arguments: ["ext::touch hacked", "ssh://-oProxyCommand=touch/x", "-x@host:y", "fd::7"])
  func hostileAddresses(address: String) async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.run("fork", ["clone", "--", address, "c"], in: ".").fail(64)
    #expect(!sandbox.exists("hacked") && !sandbox.exists("data/hacked"))
    try await sandbox.git("config", "remote.origin.url", address).succeed()
    #expect(try await sandbox.fork("fetch").status == 65)
    #expect(!sandbox.exists("hacked") && !sandbox.exists("data/hacked"))
  }
}
