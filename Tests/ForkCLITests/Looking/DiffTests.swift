import Testing

@Suite("fork diff")
struct DiffTests {
  private static func sandbox() async throws -> Sandbox {
    try await Sandbox.shared {
      let sandbox = try await Sandbox.withTwoForks(#"{"a":1,"list":[{"id":1,"t":"x"},{"id":2}]}"#)
      try await sandbox.put(#"{"a":2,"list":[{"id":2},{"id":1,"t":"y"}],"new":null}"#)
      return sandbox
    }
  }

  @Test("by property, as lines of JSON")
  func json() async throws {
    let sandbox = try await Self.sandbox()
    let lines = try await sandbox.fork("diff", "ui", "main", "--json").succeed().lines
    #expect(
      lines == [
        #"{"document":"a.json","op":"replace","pointer":"/a","old":1,"new":2}"#,
        #"{"document":"a.json","op":"move","pointer":"/list/0","from":"/list/1","old":{"id":2},"new":{"id":2}}"#,
        #"{"document":"a.json","op":"replace","pointer":"/list/1/t","old":"x","new":"y"}"#,
        #"{"document":"a.json","op":"add","pointer":"/new","new":null}"#,
      ])
  }

  @Test("a patch of one document applies")
  func patch() async throws {
    let sandbox = try await Self.sandbox()
    let patch = try await sandbox.fork("diff", "ui", "main", "a.json", "--patch").succeed()
    try sandbox.write(patch.text, to: "patch.json")
    try await sandbox.play("fork update a.json --fork ui --patch \(sandbox.path("patch.json"))")
    #expect(
      try await sandbox.fork("diff", "ui", "main", "--json").succeed().lines.allSatisfy {
        $0.contains("only reformatted")
      })
  }

  @Test("the work tree against the fork; --exit-code and --stat")
  func workTree() async throws {
    let sandbox = try await Self.sandbox()
    try await sandbox.fork("diff", "--exit-code").succeed()
    try sandbox.write(#"{"a":3}"#, to: "data/a.json")
    try sandbox.write("[]", to: "data/b.json")
    let text = try await sandbox.fork("diff", "--exit-code").expect(status: 1).text
    #expect(text.contains("/a") && text.contains("b.json"))
    #expect(try await sandbox.fork("diff", "a.json", "--stat").succeed().text.contains("2 removed"))
    #expect(try sandbox.read("data/a.json") == #"{"a":3}"#)
  }
}
