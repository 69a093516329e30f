import Testing

@Suite("what was moved within a document")
struct MovedTests {
  /// Ann changes a property and Mia renames the object around it; Eve changes the property on another branch.
  private static let script = #"""
    git init -q -b main .
    commit() {
      printf '{"version":1,%s,"end":0}\n' "$3" >a.json
      git add a.json
      GIT_AUTHOR_NAME=$1 GIT_AUTHOR_DATE="$2 +0000" git commit -qm "$1"
    }
    rest='"theme":"dark","encoding":"utf-8"}'
    commit Bea 1700000000 '"editor":{"size":12,"font":"Menlo",'"$rest"
    git branch side
    commit Ann 1700000200 '"editor":{"size":16,"font":"Menlo",'"$rest"
    commit Mia 1700000300 '"textEditor":{"size":16,"font":"Menlo",'"$rest"
    git checkout -q side
    commit Eve 1700000250 '"editor":{"size":14,"font":"Menlo",'"$rest"
    git checkout -q main
    """#

  private static func sandbox() async throws -> Sandbox {
    let sandbox = try Sandbox()
    try await sandbox.run("mkdir", ["data"], in: ".").succeed()
    try await sandbox.run("bash", ["-ec", script], in: "data").succeed()
    return sandbox
  }

  @Test("blame names who changed it, not who moved it")
  func blame() async throws {
    let lines = try await Self.sandbox().fork("blame", "a.json").succeed().lines
    func author(_ pointer: String) -> String? {
      lines.map { $0.split(separator: " ") }.first { $0.contains(Substring(pointer)) }
        .map { String($0[1]) }
    }
    #expect(author("/textEditor/size") == "Ann", "\(lines)")
    #expect(author("/textEditor/theme") == "Bea", "\(lines)")
    #expect(author("/end") == "Bea", "\(lines)")
  }

  @Test("a conflict at the new place names who changed it on either side")
  func conflict() async throws {
    try await Self.sandbox().fork("merge", "side").prints(
      "  ours    16  main, Ann, ", "  theirs  14  side, Eve, ", "ours moved it here from /editor",
      status: 1)
  }

  @Test("explain finds it by its former pointer, and names who changed it")
  func explain() async throws {
    let sandbox = try await Self.sandbox()
    try await sandbox.fork("merge", "side", "--resolve", "a.json#/textEditor/size=theirs").succeed()
    try await sandbox.fork("explain", "main", "a.json#/editor").prints(
      "ours moved it here from /editor")
    try await sandbox.fork("explain", "main", "a.json#/textEditor/size").prints(
      "  Ann  ", "  Eve  ")
  }
}
