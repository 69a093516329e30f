import Testing

/// A document of three properties in lines next to each other: where two sides change two of them, git's own line
/// merge has a conflict.
func lines(_ a: Int, _ b: Int, _ c: Int = 1) -> String {
  "{\n  \"a\": \(a),\n  \"b\": \(b),\n  \"c\": \(c)\n}\n"
}

/// A schema that lets the later change win.
let newestWins = #"{"x-default-merge": "mostRecent"}"#

/// Ordinary git repositories in which the driver is installed.
extension Sandbox {
  /// A repository whose first commit holds one document and what `fork install` added.
  static func withDriver(
    _ document: String, at path: String = "a.json", in directory: String = "data",
    schema: String? = nil, installing options: [String] = []
  ) async throws -> Sandbox {
    let sandbox: Sandbox
    if directory == "data" {
      sandbox = try await withInstallation(options)
    } else {
      sandbox = try Sandbox()
      try await sandbox.beginRepository(in: directory, installing: options)
    }
    if let schema { try sandbox.write(schema, to: directory + "/.fork/schema.json") }
    try await sandbox.commit(document, at: path, "base", in: directory)
    return sandbox
  }

  /// The same, with a branch `theirs` and a change of `main`.
  static func withBranches(
    _ base: String, ours: String, theirs: String, at path: String = "a.json",
    schema: String? = nil, installing options: [String] = []
  ) async throws -> Sandbox {
    try await shared(base, ours, theirs, path, schema ?? "", options) {
      let sandbox = try await withDriver(base, at: path, schema: schema, installing: options)
      try await sandbox.branch("theirs")
      try await sandbox.commit(theirs, at: path, "their change", on: "2026-01-02")
      try await sandbox.git("checkout", "-q", "main").succeed()
      try await sandbox.commit(ours, at: path, "our change", on: "2026-01-03")
      return sandbox
    }
  }

  /// An empty repository with the driver in `data`.
  static func withInstallation(_ options: [String] = []) async throws -> Sandbox {
    try await shared(options) {
      let sandbox = try Sandbox()
      try await sandbox.beginRepository(in: "data", installing: options)
      return sandbox
    }
  }

  /// An empty repository with the driver.
  func beginRepository(in directory: String, installing options: [String] = []) async throws {
    try await git("init", "-q", "-b", "main", directory, in: ".").succeed()
    try await run("fork", ["install"] + options, in: directory).succeed()
  }

  /// Writes and commits a version of a document.
  func commit(
    _ text: String, at path: String = "a.json", _ message: String, on day: String = "2026-01-01",
    in directory: String = "data"
  ) async throws {
    try write(text, to: directory + "/" + path)
    try await git("add", "-A", in: directory).succeed()
    try await git(
      "commit", "-q", "-m", message, in: directory,
      environment: [
        "GIT_AUTHOR_DATE": day + "T00:00:00Z", "GIT_COMMITTER_DATE": "2026-04-01T00:00:00Z",
      ]
    ).succeed()
  }

  /// Goes to a new branch.
  func branch(
    _ name: String, at start: String = "HEAD", in directory: String = "data"
  ) async throws {
    try await git("checkout", "-q", "-b", name, start, in: directory).succeed()
  }

  /// Continues git's operation after all conflicts were resolved.
  func goOn(_ operation: String, in directory: String = "data") async throws {
    try await git("add", "-A", in: directory).succeed()
    try await git(operation, "--continue", in: directory, environment: ["GIT_EDITOR": "true"])
      .succeed()
  }

  /// Git finds everything in order: nothing is damaged, and nothing unmerged or edited but what the script left so.
  ///
  /// - Parameter edits: what `git status --porcelain` shall say, line by line.
  func expectSound(
    in directory: String = "data", leaving edits: [String] = [],
    _ location: SourceLocation = #_sourceLocation
  ) async throws {
    let status = try await git("status", "--porcelain", in: directory).succeed()
    #expect(status.lines == edits, "\(status)", sourceLocation: location)
    let check = try await git("fsck", "--strict", "--no-dangling", in: directory)
    let complaints = check.errorText.split(separator: "\n").filter { !$0.hasPrefix("notice: ") }
    #expect(check.status == 0 && complaints.isEmpty, "\(check)", sourceLocation: location)
  }

  /// The paths that a merge left unmerged.
  func unmergedPaths(in directory: String = "data") async throws -> [String] {
    try await git("diff", "--name-only", "--diff-filter=U", in: directory).succeed().lines
  }

  /// The lines of a file that begin a conflict's part.
  func markers(in file: String = "a.json", of directory: String = "data") throws -> [String] {
    try read(directory + "/" + file).split(separator: "\n").map(String.init).filter { line in
      ["<<<<<<<", "|||||||", ">>>>>>>"].contains { line.hasPrefix($0) }
    }
  }
}
