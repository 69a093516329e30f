import Testing

@Suite("mistakes in fork update")
struct UpdateMistakesTests {
  @Test("no command overwrites uncommitted changes")
  func uncommitted() async throws {
    let sandbox = try await Sandbox.withTwoForks(#"{"a":1,"b":1}"#)
    try await sandbox.set("/a=2", on: "main")
    try await sandbox.set("/b=2", on: "ui")
    try sandbox.write(#"{"a":3,"b":1}"#, to: "data/a.json")
    try await sandbox.git("commit", "-qam", "by git").succeed()
    try sandbox.write("4", to: "data/a.json")
    try sandbox.write("7", to: "data/new.json")
    let forks = try await sandbox.git("for-each-ref", "refs/heads").text
    for command in [
      "update a.json -", "update new.json -", "remove a.json", "merge ui", "switch ui", "undo",
      "revert main", "reset --to main~1",
    ] {
      let words = command.split(separator: " ").map(String.init)
      try await sandbox.run("fork", words, in: "data", input: "5").fail(73, printing: ".json")
      #expect(try sandbox.read("data/a.json") == "4" && sandbox.read("data/new.json") == "7")
    }
    #expect(try await sandbox.git("for-each-ref", "refs/heads").text == forks)
    try await sandbox.fork("update", "a.json", "a.json").succeed()
  }

  @Test("arguments that are not UTF-8 are refused, and nothing is stored")
  func notUTF8() async throws {
    let sandbox = try await Sandbox.withTwoForks("{}")
    let state = try await sandbox.state()
    let edits = [#"--set-string $'/a=x\377'"#, #"--set $'/a="\377"'"#, #"--set /a=1 -m $'\377'"#]
    for arguments in edits {
      let line = "\(Sandbox.program) update a.json \(arguments)"
      let outcome = try await sandbox.run("bash", ["-c", line], in: "data")
      try outcome.fail(64, printing: "is not UTF-8")
    }
    #expect(try await sandbox.state() == state)
  }
}
