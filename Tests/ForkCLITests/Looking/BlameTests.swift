import Testing

extension Sandbox {
  /// The id of a fork's last version.
  func tip(of fork: String = "main") async throws -> String {
    try await git("rev-parse", fork).line
  }

  /// The last changes of all properties: pointers with commits.
  fileprivate func blame(_ arguments: String...) async throws -> [String: String] {
    let outcome = try await run("fork", ["blame"] + arguments + ["--json"], in: "data").succeed()
    var found: [String: String] = [:]
    for row in outcome.line.components(separatedBy: #"{"pointer":"#).dropFirst() {
      let parts = row.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
      guard let key = parts.firstIndex(of: "commit") else { continue }
      found[parts[1]] = parts[key + 2]
    }
    return found
  }
}

@Suite("fork blame")
struct BlameTests {
  @Test("elements are followed by id, wherever they move, and values in lists in their order")
  func elements() async throws {
    let sandbox = try await Sandbox.withTwoForks(
      #"{"list":[{"id":1,"t":"x"},{"id":2,"t":"y"}],"tags":["a","b"],"at":[1,2]}"#)
    let first = try await sandbox.tip()
    try await sandbox.put(
      #"{"list":[{"id":2,"t":"z"},{"id":1,"t":"x"}],"tags":["n","a","b"],"at":[1,3]}"#)
    let second = try await sandbox.tip()
    #expect(
      try await sandbox.blame("a.json") == [
        "/list/0/id": first, "/list/0/t": second, "/list/1/id": first, "/list/1/t": first,
        "/tags/0": second, "/tags/1": first, "/tags/2": first, "/at/0": first, "/at/1": second,
      ])
  }

  @Test("reformatting changes nothing, and renames are followed")
  func renames() async throws {
    let sandbox = try await Sandbox.withTwoForks(#"{"a":1,"b":1}"#)
    let first = try await sandbox.tip()
    try await sandbox.put("{\n  \"b\": 1.0,\n  \"a\": 1\n}\n")
    try await sandbox.play("fork rename-document a.json z.json", "fork update z.json --set /b=2")
    #expect(try await sandbox.blame("z.json") == ["/a": first, "/b": try await sandbox.tip()])
  }

  @Test("text: commit, author, time, pointer, value")
  func text() async throws {
    let sandbox = try await Sandbox.withTwoForks(
      #"{"name":"\#(String(repeating: "x", count: 200))"}"#)
    let line = try await sandbox.fork("blame", "a.json").succeed().line
    #expect(line.hasPrefix(try await sandbox.tip().prefix(10) + "  Ada  "))
    #expect(line.contains("  /name  \"xxx") && line.hasSuffix("xxx..."))
    #expect(line.count < 160)
  }
}
