import Testing

@Suite("conflicts in files that are not JSON")
struct FileResolutionTests {
  /// A merge that git stopped: both sides changed the first line, and theirs also the last one.
  private func stopped() async throws -> Sandbox {
    let file = { (first: String, last: String) in "// c\n\(first)\n2\n3\n4\n5\n6\n\(last)\n" }
    let sandbox = try await Sandbox.withBranches(
      file("1", "7"), ours: file("ours", "7"), theirs: file("theirs", "their end"),
      at: "tsconfig.json")
    try await sandbox.git("merge", "theirs").expect(status: 1)
    return sandbox
  }

  @Test(
    "the suggested resolution keeps the changes that did not conflict",
    arguments: [("ours", "ours"), ("theirs", "theirs"), ("base", "1")])
  func suggested(choice: String, line: String) async throws {
    let sandbox = try await stopped()
    try await sandbox.fork("conflicts").prints("fork resolve 'tsconfig.json#=ours'", status: 1)
    try await sandbox.fork("resolve", "tsconfig.json#=\(choice)").succeed()
    #expect(try sandbox.read("data/tsconfig.json") == "// c\n\(line)\n2\n3\n4\n5\n6\ntheir end\n")
  }

  @Test("merge --resolve keeps them too, and --take base")
  func merge() async throws {
    let sandbox = try await stopped()
    try await sandbox.fork("resolve", "--take", "base", "tsconfig.json").succeed()
    #expect(try sandbox.read("data/tsconfig.json") == "// c\n1\n2\n3\n4\n5\n6\ntheir end\n")
    try await sandbox.git("merge", "--abort").succeed()
    try await sandbox.fork("merge", "theirs").expect(status: 1)
    try await sandbox.fork("merge", "theirs", "--resolve", "tsconfig.json#=ours").succeed()
    #expect(try sandbox.read("data/tsconfig.json") == "// c\nours\n2\n3\n4\n5\n6\ntheir end\n")
  }

  @Test("a whole file is taken by another word", arguments: ["ours", "theirs"])
  func whole(side: String) async throws {
    let sandbox = try await stopped()
    try await sandbox.fork("resolve", "tsconfig.json#=\(side)-file").succeed()
    let fork = side == "ours" ? "main" : "theirs"
    let version = try await sandbox.git("show", "\(fork):tsconfig.json")
    #expect(try sandbox.read("data/tsconfig.json") == version.text)
  }
}
