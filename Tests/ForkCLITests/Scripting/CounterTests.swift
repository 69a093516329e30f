import Testing

@Suite("the scripts of the readme")
struct CounterTests {
  @Test("three processes increment one counter, while others change the same document")
  func counter() async throws {
    let readme = try ManualTests.text("README.md")
    let start = try #require(readme.range(of: "increment() {"))
    let end = try #require(readme.range(of: "```", range: start.lowerBound..<readme.endIndex))
    let sandbox = try await Sandbox.withRepository()
    try await sandbox.fork("update", "note.json", input: #"{"views":0,"n":0}"#).succeed()
    let script = """
      fork() { "\(Sandbox.program)" "$@"; }
      (for n in 1 2 3; do fork update note.json --set /n=$n -q; done) &
      \(readme[start.lowerBound..<end.lowerBound])
      """
    try await sandbox.run("bash", ["-c", script], in: "data").succeed()
    #expect(try await sandbox.fork("get", "note.json").line == #"{"views":15,"n":3}"#)
  }
}
