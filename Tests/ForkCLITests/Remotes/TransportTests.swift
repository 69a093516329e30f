import Testing

@Suite("remotes over each transport")
struct TransportTests {
  @Test(
    "a server for ssh is here",
    .enabled(if: Transport.secureShell.isInstalled, "openssh-server is not installed"))
  func secureShell() { #expect(Transport.installed.contains(.secureShell)) }

  @Test(
    "a server for http is here",
    .enabled(if: Transport.http.isInstalled, "lighttpd is not installed"))
  func http() { #expect(Transport.installed.contains(.http)) }

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
    let pulled = try await sandbox.fork("pull", "--json", in: "other", environment: environment)
      .succeed()
    #expect(pulled.text.contains(#""action":"resolveConflict""#))
    try await sandbox.fork("push", in: "other", environment: environment).succeed()
    try await sandbox.fork("exchange", environment: environment).succeed()
    for place in ["data", "other"] {
      #expect(try await sandbox.fork("get", "a.json", in: place).line == #"{"a":1,"b":2}"#)
      #expect(try await sandbox.git("status", "--porcelain", in: place).text.isEmpty)
      #expect(try await sandbox.git("fsck", "--strict", in: place).status == 0)
    }
    #expect(try await sandbox.git("fsck", "--strict", in: "hub.git").status == 0)
  }

  @Test("forks that were deleted on one side are deleted on the other, unless they changed")
  func deletions() async throws {
    let (sandbox, server) = try await Sandbox.withHub(.path)
    for fork in ["gone", "kept"] {
      try await sandbox.fork("create", fork).succeed()
      try await sandbox.fork("exchange", "--fork", fork).succeed()
    }
    try await sandbox.clone(server, "other", bare: true)
    for fork in ["gone", "kept"] { try await sandbox.fork("delete", fork).succeed() }
    try await sandbox.fork("update", "k.json", "--fork", "kept", in: "other", input: "1").succeed()
    try await sandbox.fork("exchange", in: "other").succeed()
    try await sandbox.fork("exchange").succeed()
    try await sandbox.fork("exchange", in: "other").succeed()
    for place in ["data", "other", "hub.git"] {
      let forks = try await sandbox.git("branch", "--format=%(refname:short)", in: place).lines
      #expect(forks.sorted() == ["kept", "main"], "\(place)")
    }
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
