import ForkedTestSupport
import Foundation
import Testing

/// Common mistakes: each command reports what happened and what to do, ends with its status, and changes
/// nothing.
@Suite("mistakes change nothing, and the message helps")
struct MistakeTests {
  private static func sandbox() async throws -> Sandbox {
    let sandbox = try await Sandbox.shared {
      let sandbox = try await Sandbox.withRepository()
      try await sandbox.put("1", at: "directory.json/one.json")
      try await sandbox.put(#"{"title":"T","tags":["a"]}"#, at: "note.json")
      try await sandbox.fork("create", "laptop").succeed()
      try await sandbox.fork("create", "phone").succeed()
      try await sandbox.set("/title=1", in: "note.json", on: "laptop")
      try await sandbox.put("2", at: "other.json", on: "laptop")
      return sandbox
    }
    try sandbox.write("{\n  x\n}", to: "broken")
    return sandbox
  }

  @Test(
    "an invalid name, path, pointer, option or value",
    arguments: try TableCase.all(in: "command-mistakes"))
  func mistaken(group: TableCase) async throws {
    let sandbox = try await Self.sandbox()
    let state = try await sandbox.state()
    let configuration = try sandbox.read("data/.git/config")
    for row in group[all: "fork"] {
      let (command, status, words) = try Self.parts(of: row)
      let outcome = try await sandbox.run("bash", ["-c", "fork \(command)"], in: "data")
      #expect(outcome.status == status, "\(outcome)")
      #expect(outcome.errorText.hasPrefix("fork: "), "\(outcome)")
      for word in words { #expect(outcome.errorText.contains(word), "'\(word)' in \(outcome)") }
    }
    #expect(try await sandbox.state() == state)
    #expect(try sandbox.read("data/.git/config") == configuration)
  }

  private static func parts(
    of row: String
  ) throws -> (command: String, status: Int32, words: ArraySlice<String>) {
    let parts = row.components(separatedBy: " → ")
    return (parts[0], try #require(Int32(parts[1])), parts[2...])
  }

  @Test("a missing fork is waited for, with a message")
  func watching() async throws {
    let sandbox = try await Self.sandbox()
    let script = """
      "$FORK" watch --fork latpop -n 1 2> ../output & watcher=$!
      await grep -qs 'waiting for it' ../output
      await isWatching
      "$FORK" create latpop -q; wait $watcher; cat ../output
      """
    let outcome = try await sandbox.runWatching(script).succeed()
    #expect(outcome.lines.first?.hasPrefix("latpop  created at ") == true, "\(outcome)")
    #expect(outcome.text.contains("did you mean 'laptop'?"), "\(outcome)")
  }
}
