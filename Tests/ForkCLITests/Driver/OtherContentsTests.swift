import Testing

@Suite("files that are named like documents and are none")
struct OtherContentsTests {
  private static let commands = [["verify"], ["validate"], ["check"], ["schema", "check"]]

  private func check(
    _ sandbox: Sandbox, status: Int32, except left: String? = nil
  ) async throws {
    for command in Self.commands where command.first != left {
      let outcome = try await sandbox.run("fork", command, in: "data")
      #expect(outcome.status == status, "\(outcome)")
    }
  }

  private func commit(_ sandbox: Sandbox) async throws {
    try await sandbox.play("git add -A", "git commit -qm other")
  }

  @Test("JSON with comments and trailing commas, JSON5, and pointers of git-lfs, are no problem")
  func harmless() async throws {
    let sandbox = try await Sandbox.withRepository()
    try sandbox.write(
      "// c\n{\"a\": \"// no, /* no\", /* c */ \"b\": [1, 2, ],\n}\n", to: "data/tsconfig.json")
    try sandbox.write("{unquoted: 'x'}\n", to: "data/a.json5")
    try await sandbox.fork("update").succeed()
    try sandbox.write(
      "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", to: "data/big.json")
    try await commit(sandbox)
    try await check(sandbox, status: 0)
  }

  @Test("a file with the attribute -fork is no problem, and any other one is")
  func attribute() async throws {
    let sandbox = try await Sandbox.withRepository()
    try sandbox.write("{{ template }}\n", to: "data/t/x.json")
    try await commit(sandbox)
    try await check(sandbox, status: 1)
    let attributes = try sandbox.read("data/.gitattributes")
    try sandbox.write(attributes + "t/*.json -fork\n", to: "data/.gitattributes")
    try await commit(sandbox)
    try await check(sandbox, status: 0)
  }

  @Test("an unclosed comment, or a document that is cut off, stays a problem")
  func broken() async throws {
    let sandbox = try await Sandbox.withRepository()
    for text in ["{\"a\": 1} /* c", "{\"a\": [1, 2", "{\"a\": 1 / 2}"] {
      try sandbox.write(text, to: "data/a.json")
      try await commit(sandbox)
      try await check(sandbox, status: 1)
    }
  }

  @Test("comments and trailing commas are a problem in plain JSON, for all commands")
  func comments() async throws {
    let sandbox = try await Sandbox.withRepository()
    for text in ["{\"a\": 1,}\n", "// c\n{\"a\": 1}\n"] {
      try sandbox.write(text, to: "data/a.json")
      try await sandbox.fork("update").fail(65, printing: "a.json", "-fork")
      try await check(sandbox, status: 1, except: "verify")
    }
    try await commit(sandbox)
    try await check(sandbox, status: 1)
    let attributes = try sandbox.read("data/.gitattributes")
    try sandbox.write(attributes + "a.json -fork\n", to: "data/.gitattributes")
    try await check(sandbox, status: 0)
    try sandbox.write(attributes, to: "data/.gitattributes")
    try await sandbox.git("mv", "a.json", "tsconfig.json").succeed()
    try await commit(sandbox)
    try await check(sandbox, status: 0)
  }
}
