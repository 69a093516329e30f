import Testing

@Suite("fork check")
struct CheckTests {
  @Test(
    "finds what no schema describes",
    arguments: [
      ("{\"a\":1,\n \"a\":2}", "a.json:2:2: not JSON: the key \"a\""),
      (
        "{\n<<<<<<< HEAD\n  \"a\": 1\n=======\n  \"a\": 2\n>>>>>>> x\n}",
        "a.json:2:1: a conflict marker"
      ),
      ("{", "a.json:1:2: not JSON"),
    ])
  func document(text: String, problem: String) async throws {
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.put("{}")
    try await sandbox.fork("check").succeed()
    try sandbox.write(text, to: "data/a.json")
    for arguments in [["check"], ["check", "a.json"]] {
      try await sandbox.run("fork", arguments, in: "data").prints(problem, status: 1)
    }
  }

  @Test(
    "all named documents are checked, before, between and behind options",
    arguments: [
      "check --json %", "validate a.json --at main b.json c.json --json",
      "validate a.json b.json c.json -- d.json",
    ])
  func named(line: String) async throws {
    let sandbox = try await Sandbox.withRepository()
    let names = ["a", "b", "c", "d"].map { $0 + ".json" }
    for name in names { try await sandbox.put("{}", at: name) }
    let words = line.replacing("%", with: names.joined(separator: " ")).split(separator: " ")
    let expected = words.filter { $0.hasSuffix(".json") }.count
    let found = try await sandbox.run("fork", words.map(String.init), in: "data").succeed()
    #expect(
      found.text.hasPrefix("\(expected) documents, 0 of them invalid")
        || found.text.hasPrefix("{\"documents\":\(expected),"), "\(found)")
    for index in words.indices where words[index].hasSuffix(".json") {
      var missing = words.map(String.init)
      missing[index] = "missing.json"
      try await sandbox.run("fork", missing, in: "data").warns("missing.json", status: 66)
    }
  }

  @Test("finds copies of an entity that differ, for the documents that are named")
  func entities() async throws {
    let sandbox = try await Sandbox.withRepository()
    try sandbox.write(Sandbox.entitySchema, to: "data/.fork/schema.json")
    func person(_ file: String, _ id: Int, _ name: String) throws {
      try sandbox.write(#"{"id":"\#(id)","username":"\#(name)"}"#, to: "data/people/\(file).json")
    }
    try person("a", 1, "Ada")
    try person("b", 1, "Ada")
    try person("c", 2, "Cem")
    try await sandbox.play("git add -A", "git commit -q -m people", "fork check")
    try person("b", 1, "Bob")
    try await sandbox.fork("check", "people/b.json").prints(
      "people/b.json:1:1: x-identity: Person-1 differs", "people/a.json", status: 1)
    try await sandbox.fork("check").expect(status: 1)
    try await sandbox.fork("check", "people/c.json").succeed()
  }
}
