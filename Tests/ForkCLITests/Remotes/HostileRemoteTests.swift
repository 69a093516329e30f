import Foundation
import Testing

@Suite("remotes with hostile content")
struct HostileRemoteTests {
  @Test(
    "paths that are never written: nothing is taken, 65",
    arguments: [
      ".git", "..", ".", ".GIT", "git~1", ".git ", ".g\\342\\200\\214it",
    ])
  func paths(name: String) async throws {
    let (world, server) = try await World.withHub(.git)
    try await world.clone(server, "other")
    let script = """
      set -e; cd hub.git; blob=$(echo evil | git hash-object -w --stdin)
      tree() { printf "$1 $2\\\\0"; perl -e 'print pack "H*", shift' $3; }
      inner=$(tree 100644 x $blob | git hash-object -w -t tree --literally --stdin)
      outer=$(tree 40000 '\(name)' $inner | git hash-object -w -t tree --literally --stdin)
      git update-ref refs/heads/main $(git commit-tree -p main -m x $outer)
      """
    try await world.run("bash", ["-c", script], in: ".").succeed()
    let state = try await world.git("for-each-ref", in: "other").text
    for command in ["fetch", "pull", "exchange"] {
      let outcome = try await world.fork(command, in: "other").expect(status: 65)
      #expect(outcome.talk.contains("never written"), "\(outcome)")
      #expect(!outcome.talk.unicodeScalars.contains("\u{1B}"), "\(outcome)")
    }
    #expect(try await world.git("for-each-ref", in: "other").text == state)
    try await world.run("fork", ["clone", server.url(), "third"], in: ".").expect(status: 65)
    #expect(!world.exists("third"))
    server.stop()
  }

  @Test("symbolic links that lead outside are never written or read through")
  func links() async throws {
    let (world, server) = try await World.withHub(.git)
    try await world.clone(server, "other")
    try world.write("{}", to: "outside/secret.json")
    let script = """
      set -e; ln -s ../outside sub; ln -s ../outside/secret.json link.json; git add .; git commit -qm links
      git push -q origin main
      """
    try await world.run("bash", ["-c", script], in: "data").succeed()
    try await world.fork("exchange", in: "other").succeed()
    for document in ["link.json", "sub/secret.json", "sub/new.json"] {
      #expect(try await world.fork("get", document, in: "other").status != 0, "\(document)")
      let outcome = try await world.fork("update", document, in: "other", input: "[1]")
      #expect(try world.read("outside/secret.json") == "{}", "\(outcome)")
      #expect(!world.exists("outside/new.json"), "\(outcome)")
    }
    server.stop()
  }

  @Test(
    "a schema that refers to itself, and patterns that take forever, end with an error or not at all"
  )
  func schemas() async throws {
    let (world, server) = try await World.withHub(.git)
    try await world.clone(server, "other")
    let schema = #"""
      {"x-documents":{"*.json":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/b"},
       "b":{"$ref":"#/$defs/a"},"c":{"pattern":"^(a+)+$"}}}
      """#
    try world.write(schema, to: "data/.fork/schema.json")
    try await world.git("add", ".fork").succeed()
    try await world.git("commit", "-qm", "schema").succeed()
    try await world.git("push", "-q", "origin", "main").succeed()
    try await world.fork("update", "a.json", "--set", "/b=1", in: "other").succeed()
    let outcome = try await world.run(
      "timeout", ["20", World.program, "exchange"], in: "other")
    #expect([0, 1, 65].contains(outcome.status), "\(outcome)")
    server.stop()
  }

  @Test(
    "what a server says cannot steer a terminal",
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/bin/script"), "script is not installed"))
  func escapes() async throws {
    let (world, server) = try await World.withHub(.git)
    try world.write(
      "#!/bin/sh\nprintf '\\033]0;evil\\007\\033[31mred\\n' >&2\n", to: "hub.git/hooks/pre-receive")
    try await world.run("chmod", ["+x", "hub.git/hooks/pre-receive"], in: ".").succeed()
    try await world.fork("update", "a.json", "--set", "/a=7").succeed()
    let terminal = ["-qec", "\(World.program) push", "../typescript"]
    try await world.run("script", terminal, in: "data").succeed()
    let shown = try world.read("typescript")
    #expect(shown.contains(#"\u{1b}]0;evil\u{7}\u{1b}[31mred"#), "\(shown)")
    #expect(!shown.contains("\u{1B}]0;evil"), "\(shown)")
    server.stop()
  }

  @Test("hooks of a repository that is reached by its path are not run")
  func hooks() async throws {
    let (world, _) = try await World.withHub(.path)
    for hook in ["pre-receive", "update", "post-receive", "reference-transaction", "post-update"] {
      try world.write("#!/bin/sh\ntouch \(world.path("hacked"))\n", to: "hub.git/hooks/\(hook)")
      try await world.run("chmod", ["+x", "hub.git/hooks/\(hook)"], in: ".").succeed()
    }
    try await world.fork("update", "a.json", "--set", "/a=7").succeed()
    try await world.fork("exchange").succeed()
    try await world.fork("fetch").succeed()
    #expect(!world.exists("hacked"))
  }

  @Test(
    "a repository of another user is refused, with the line that helps: 77",
    .enabled(if: geteuid() == 0, "only root can give files away"))
  func ownership() async throws {
    let (world, _) = try await World.withHub(.path)
    try await world.run("chown", ["-R", "12345", "hub.git"], in: ".").succeed()
    for command in ["fetch", "push", "pull", "exchange"] {
      try await world.fork(command).fail(77, saying: "safe.directory")
    }
    try await world.run("fork", ["clone", "hub.git", "c"], in: ".").fail(
      77, saying: "safe.directory")
    #expect(!world.exists("c"))
  }

  @Test(
    "a password in an address is never printed",
    .enabled(if: Transport.http.isInstalled, "lighttpd is not installed"))
  func passwords() async throws {
    let (world, server) = try await World.withHub(.http)
    for (password, status) in [("secret", Int32(0)), ("secret-but-wrong", 77)] {
      let url = server.url(private: true).replacingOccurrences(
        of: "://", with: "://ada:\(password)@")
      try await world.git("config", "remote.origin.url", url).succeed()
      for arguments in [["fetch"], ["exchange", "--json"], ["remote", "list"]] {
        let outcome = try await world.run(
          "fork", arguments, in: "data", environment: ["GIT_TERMINAL_PROMPT": "0"])
        #expect(arguments[0] == "remote" ? outcome.status == 0 : outcome.status == status)
        #expect(!(outcome.talk + outcome.text).contains("secret"), "\(outcome)")
      }
      #expect(try await world.git("reflog", "--all").text.contains("secret") == false)
    }
    server.stop()
  }
}
