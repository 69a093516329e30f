import Testing

@Suite("shallow and partial clones")
struct IncompleteCloneTests {
  /// A hub with four versions of a document, and a clone of it made by git.
  private func clone(_ options: String...) async throws -> Sandbox {
    let sandbox = try await Sandbox.shared {
      let sandbox = try await Sandbox.withRepository()
      for number in 1...4 {
        try await sandbox.put("{\"a\": \(number), \"b\": 1}")
        try await sandbox.put("\(number)", at: "x.json")
      }
      try await sandbox.play(
        "git config uploadpack.allowFilter true", "git config uploadpack.allowAnySHA1InWant true",
        "git config receive.denyCurrentBranch updateInstead")
      return sandbox
    }
    try await sandbox.run(
      "git", ["clone", "-q"] + options + ["file://" + sandbox.path("data"), "clone"], in: "."
    ).succeed()
    return sandbox
  }

  @Test("in a shallow clone blame, log and show say where history ends")
  func shallow() async throws {
    let sandbox = try await clone("--depth", "3")
    let end = try await sandbox.git("rev-parse", "--short=10", "HEAD~2", in: "clone").line
    let words = "history ends at \(end), since this clone is shallow"
    let blame = try await sandbox.fork("blame", "a.json", in: "clone").succeed()
    #expect(blame.errorText.contains(words), "\(blame)")
    #expect(blame.lines.contains { $0.hasPrefix("\(end)^") && $0.contains("/b") }, "\(blame)")
    #expect(blame.lines.contains { !$0.hasPrefix(end) && $0.contains("/a") }, "\(blame)")
    let json = try await sandbox.fork("blame", "a.json", "--json", in: "clone").succeed().text
    #expect(json.contains(#""boundary":true"#), "\(json)")
    let log = try await sandbox.fork("log", "a.json#/a", in: "clone").succeed()
    #expect(log.lines.count == 2 && log.errorText.contains(words), "\(log)")
    #expect(try await sandbox.fork("log", "-p", in: "clone").succeed().errorText.contains(words))
    #expect(try await sandbox.fork("log", "--json", in: "clone").succeed().lines.count == 3)
    #expect(
      try await sandbox.fork("show", "HEAD~2", in: "clone").succeed().errorText.contains(words))
    #expect(try await !sandbox.fork("log", "-n1", in: "clone").succeed().errorText.contains("ends"))
  }

  @Test("verify of a shallow clone finds no problem, and says what it did not check")
  func verifyShallow() async throws {
    let sandbox = try await clone("--depth", "2")
    try await sandbox.fork("verify", in: "clone").prints(
      "no problems found in 2 versions", "history ends at 1 version")
  }

  @Test("a partial clone fetches what it needs", arguments: ["blob:none", "tree:0"])
  func partial(filter: String) async throws {
    let sandbox = try await clone("--filter=\(filter)")
    try await sandbox.fork("verify", in: "clone").prints("not checked, since this clone is partial")
    let blame = try await sandbox.fork("blame", "a.json", in: "clone").succeed()
    #expect(blame.lines.count == 2, "\(blame)")
    #expect(try await sandbox.fork("log", "a.json#/a", in: "clone").succeed().lines.count == 4)
    try await sandbox.fork("diff", "HEAD~6", "HEAD", in: "clone").prints("/a  1 -> 4")
    let restored = try await sandbox.fork("restore", "a.json#/a", "--at", "HEAD~6", in: "clone")
    try restored.succeed()
    try await sandbox.put("{\"a\": 4, \"b\": 2}")
    try await sandbox.fork("exchange", in: "clone").succeed()
    #expect(
      try await sandbox.fork("get", "a.json", in: "clone").succeed().line.filter { $0 != " " }
        == #"{"a":1,"b":2}"#)
    #expect(try await sandbox.git("fsck", in: "clone").status == 0)
  }

  @Test("if the remote of a partial clone is gone, the message says so")
  func unreachable() async throws {
    let sandbox = try await clone("--filter=blob:none")
    try sandbox.remove("data")
    try await sandbox.fork("diff", "HEAD~6", "HEAD", in: "clone").fail(
      69, printing: "partial clone")
    try await sandbox.fork("get", "a.json", in: "clone").succeed()
  }
}
