import ForkedGit
import ForkedGitTestSupport
import Foundation
import Testing

@Suite struct ConfigurationTests {
  @Test func valuesAreThoseOfGitConfig() throws {
    let sandbox = try GitSandbox()
    try sandbox.git("config", "--global", "fork.main", "global")
    try sandbox.git("config", "fork.main", "local")
    try sandbox.git("config", "--add", "fork.list", "a")
    try sandbox.git("config", "--add", "fork.list", "b")
    try sandbox.git("config", "fork.size", "2k")
    try sandbox.git("config", "fork.yes", "on")
    let configuration = try sandbox.open().configuration()
    #expect(try configuration.string("fork.main") == "local")
    #expect(try configuration.values("fork.main") == ["global", "local"])
    #expect(try configuration.values("fork.list") == ["a", "b"])
    #expect(try configuration.integer("fork.size") == 2048)
    #expect(try configuration.bool("fork.yes") == true)
    #expect(try configuration.string("fork.none") == nil && configuration.bool("fork.none") == nil)
    #expect(throws: GitError.self) { try configuration.bool("fork.main") }
    #expect(throws: GitError.self) { try configuration.string("nodot") }
    try configuration.set("fork.main", to: "a \"b\" \\ c", in: .local)
    try configuration.set("merge.fork.driver", to: "fork %O", in: .global)
    #expect(try sandbox.git("config", "fork.main") == "a \"b\" \\ c")
    #expect(try sandbox.git("config", "--global", "merge.fork.driver") == "fork %O")
    try configuration.unset("fork.list", in: .local)
    try configuration.unset("fork.list", in: .local)
    #expect(try configuration.values("fork.list").isEmpty)
  }

  @Test func aSectionThatIsEmptiedGoesInTheSameWrite() throws {
    let sandbox = try GitSandbox()
    let path = sandbox.work.appending(path: ".git/config")
    let before = try String(contentsOf: path, encoding: .utf8) + "[old \"empty\"]\n"
    try before.write(to: path, atomically: true, encoding: .utf8)
    let configuration = try sandbox.open().configuration()
    try configuration.changing(.local) { () throws(GitError) in
      try configuration.set("a.B.c", to: "1", in: .local)
      try configuration.add("a.B.d", "2", in: .local)
    }
    try configuration.changing(.local) { () throws(GitError) in
      try configuration.unset("a.B.c", in: .local)
      try configuration.unset("a.B.d", in: .local)
    }
    #expect(try String(contentsOf: path, encoding: .utf8) == before)
  }

  @Test func theEnvironmentComesLast() throws {
    let sandbox = try GitSandbox()
    try sandbox.git("config", "fork.main", "local")
    let pairs = [
      ("fork.main", "\"x\" \\ y\n"), ("url.a.b.insteadOf", "c"), ("core.autocrlf", "true"),
    ]
    sandbox.set("GIT_CONFIG_COUNT", to: "\(pairs.count)")
    for (index, pair) in pairs.enumerated() {
      sandbox.set("GIT_CONFIG_KEY_\(index)", to: pair.0)
      sandbox.set("GIT_CONFIG_VALUE_\(index)", to: pair.1)
    }
    sandbox.set("GIT_CONFIG_PARAMETERS", to: "'fork.conflicts'='manual' 'fork.a=b'\\''c'")
    let configuration = try sandbox.open().configuration()
    #expect(try configuration.string("fork.main") == "\"x\" \\ y\n")
    #expect(try configuration.string("url.a.b.insteadOf") == "c")
    #expect(try configuration.string("fork.conflicts") == "manual")
    #expect(try configuration.string("fork.a") == "b'c")
    #expect(try configuration.bool("core.autocrlf") == true)
    sandbox.set("GIT_CONFIG_COUNT", to: "many")
    #expect(throws: GitError.self) { try sandbox.open() }
  }

  @Test(arguments: [
    "@1700000000 +0130", "1700000000 -0230", "2023-11-14T22:13:20Z", "2023-11-14T22:13:20+01:00",
    "2023-11-14 22:13:20 +0100", "Tue, 14 Nov 2023 22:13:20 +0000",
    "Tue Nov 14 22:13:20 2023 -0800",
    "2023-11-14T22:13:20", "14 Nov 2023 22:13:20 +0100",
    "2024-02-29 00:00:00 +0000", "@0 +0000",
  ])
  func datesAreReadAsGitReadsThem(text: String) throws {
    let sandbox = try GitSandbox()
    sandbox.set("GIT_AUTHOR_DATE", to: text)
    sandbox.set("TZ", to: "UTC")
    let found = try sandbox.open().configuration().signature(
      .author, now: 5, offsetMinutes: 0, fallback: ("u", "h"))
    let peer = try sandbox.git("var", "GIT_AUTHOR_IDENT")
    let minutes = found.signature.offsetMinutes.magnitude
    let zone = minutes / 60 * 100 + minutes % 60
    let sign = found.signature.offsetMinutes < 0 ? "-" : "+"
    let digits = String(repeating: "0", count: 4 - "\(zone)".count) + "\(zone)"
    #expect(peer == "A U Thor <author@example.com> \(found.signature.seconds) \(sign)\(digits)")
  }

  @Test func theAuthorIsFoundAsGitFindsIt() throws {
    let sandbox = try GitSandbox()
    for name in ["NAME", "EMAIL", "DATE"] { sandbox.set("GIT_AUTHOR_" + name, to: nil) }
    func author() throws -> DefaultSignature {
      try sandbox.open().configuration().signature(
        .author, now: 5, offsetMinutes: 60, fallback: ("u", "h"))
    }
    #expect(try author().isGuessed)
    #expect(
      try author().signature == Signature(name: "u", email: "u@h", seconds: 5, offsetMinutes: 60))
    try sandbox.git("config", "--global", "user.name", "Global")
    sandbox.set("EMAIL", to: "e@mail")
    #expect(try !author().isGuessed && author().signature.email == "e@mail")
    try sandbox.git("config", "user.email", "local@x")
    try sandbox.git("config", "author.name", "Author")
    #expect(try author().signature.email == "local@x" && author().signature.name == "Author")
    sandbox.set("GIT_AUTHOR_DATE", to: "yesterday-ish")
    #expect(throws: GitError.self) { try author() }
  }
}
