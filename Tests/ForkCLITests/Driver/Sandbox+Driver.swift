import Testing

/// A document of three properties in lines next to each other: where two sides change two of them, git's own line
/// merge has a conflict.
func lines(_ a: Int, _ b: Int, _ c: Int = 1) -> String {
  "{\n  \"a\": \(a),\n  \"b\": \(b),\n  \"c\": \(c)\n}\n"
}

/// Ordinary git repositories in which the driver is installed.
extension Sandbox {
  /// A repository whose first commit holds one document and what `fork install` added.
  static func withDriver(_ document: String, at path: String = "a.json") async throws -> Sandbox {
    try await shared(document, path) {
      let sandbox = try await withGit()
      try await sandbox.fork("install").succeed()
      try await sandbox.commit(document, at: path, "base")
      return sandbox
    }
  }

  /// The same, with a branch `theirs` and a change of `main`.
  static func withBranches(
    _ base: String, ours: String, theirs: String, at path: String = "a.json"
  ) async throws -> Sandbox {
    try await shared(base, ours, theirs, path) {
      let sandbox = try await withDriver(base, at: path)
      try await sandbox.branch("theirs")
      try await sandbox.commit(theirs, at: path, "their change", on: "2026-01-02")
      try await sandbox.git("checkout", "-q", "main").succeed()
      try await sandbox.commit(ours, at: path, "our change", on: "2026-01-03")
      return sandbox
    }
  }

  /// Writes and commits a version of a document.
  func commit(
    _ text: String, at path: String = "a.json", _ message: String, on day: String = "2026-01-01"
  ) async throws {
    try write(text, to: "data/" + path)
    try await git("add", "-A").succeed()
    try await git(
      "commit", "-q", "-m", message,
      environment: [
        "GIT_AUTHOR_DATE": day + "T00:00:00Z", "GIT_COMMITTER_DATE": "2026-04-01T00:00:00Z",
      ]
    ).succeed()
  }

  /// Goes to a new branch.
  func branch(_ name: String) async throws {
    try await git("checkout", "-q", "-b", name).succeed()
  }

  /// Expects that git finds nothing damaged, unmerged or edited.
  func expectSound(
    in directory: String = "data", _ location: SourceLocation = #_sourceLocation
  ) async throws {
    let status = try await git("status", "--porcelain", in: directory).succeed()
    #expect(status.text.isEmpty, "\(status)", sourceLocation: location)
    let check = try await git("fsck", "--strict", "--no-dangling", in: directory)
    let complaints = check.errorText.split(separator: "\n").filter { !$0.hasPrefix("notice: ") }
    #expect(check.status == 0 && complaints.isEmpty, "\(check)", sourceLocation: location)
  }
}
