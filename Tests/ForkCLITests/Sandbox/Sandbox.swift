import ForkedTestSupport
import Foundation
import Subprocess
import SystemPackage
import Testing

/// A sandbox for processes: a directory and a home of its own, an environment with nothing in it but a fixed
/// author, stock git beside the built program. It ends with the test.
final class Sandbox: Sendable {
  /// The lines that an installation adds to an attributes file without any for the driver.
  static let attributes = ["json", "jsonc", "json5", "jsonl", "ndjson"]
    .map { "*.\($0) merge=fork\n" }.joined()

  let root: String
  let environment: [String: String]

  init() throws {
    root = TemporaryDirectory.parent + "fork-sandbox-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: root + "/home", withIntermediateDirectories: true)
    environment = [
      "HOME": root + "/home", "PATH": Self.searchPath, "LC_ALL": "C", "TZ": "UTC",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org",
      "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org",
      "GIT_CEILING_DIRECTORIES": root,
    ].merging(GitSettings.usual) { $1 }.merging(Self.coverage) { $1 }
  }

  /// Programs that measure their coverage add it to that of the tests, and leave no file in a work tree.
  private static let coverage = ProcessInfo.processInfo.environment
    .filter { $0.key == "LLVM_PROFILE_FILE" }
    .mapValues { URL(fileURLWithPath: $0).deletingLastPathComponent().path + "/%m.profraw" }

  /// Git's maintenance may still pack and remove objects in the background.
  deinit {
    for _ in 0..<20 where FileManager.default.fileExists(atPath: root) {
      try? FileManager.default.removeItem(atPath: root)
    }
    if FileManager.default.fileExists(atPath: root) { Issue.record("cannot remove \(root)") }
  }

  /// A sandbox with a repository in `data`, as `fork init` makes it.
  static func withRepository(bare: Bool = false) async throws -> Sandbox {
    try await shared(bare) {
      let sandbox = try Sandbox()
      try await sandbox.run("fork", ["init", "data"] + (bare ? ["--bare"] : []), in: ".").succeed()
      return sandbox
    }
  }

  /// A sandbox with an empty repository of git's in `data`.
  static func withGit() async throws -> Sandbox {
    try await shared {
      let sandbox = try Sandbox()
      try await sandbox.git("init", "-q", "-b", "main", "data", in: ".").succeed()
      return sandbox
    }
  }

  /// A sandbox with a copy of another one's `data`, and of nothing else of it.
  static func copy(of sandbox: Sandbox) async throws -> Sandbox {
    let copy = try Sandbox()
    try await copy.run("cp", ["-a", sandbox.path("data"), "data"], in: ".").succeed()
    return copy
  }

  /// Runs `fork` in `data`, or in another directory of this sandbox.
  @discardableResult
  func fork(
    _ arguments: String..., in directory: String = "data", input: String = "",
    environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await run("fork", arguments, in: directory, input: input, environment: environment)
  }

  /// Runs stock git in `data`, or in another directory of this sandbox.
  @discardableResult
  func git(
    _ arguments: String..., in directory: String = "data", environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await run("git", arguments, in: directory, environment: environment)
  }

  /// Runs commands one after the other, each of which must succeed.
  ///
  /// - Parameter lines: programs with their arguments. A space ends a word, unless it is in single quotes.
  func play(
    _ lines: String..., in directory: String = "data",
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    for line in lines {
      var words = [""]
      for (number, part) in line.split(separator: "'", omittingEmptySubsequences: false)
        .enumerated()
      {
        let pieces =
          number % 2 == 1 ? [part] : part.split(separator: " ", omittingEmptySubsequences: false)
        words[words.count - 1] += pieces[0]
        words += pieces.dropFirst().map(String.init)
      }
      try await run(words[0], Array(words.dropFirst()), in: directory).succeed(location)
    }
  }

  @discardableResult
  func run(
    _ program: String, _ arguments: [String], in directory: String, input: String = "",
    environment: [String: String] = [:]
  ) async throws -> Outcome {
    let variables = self.environment.merging(environment) { $1 }
    let result = try await Turns.ofPrograms.take {
      try await Subprocess.run(
        program == "fork" ? .path(.init(Self.program)) : .name(program),
        arguments: Arguments(arguments),
        environment: .custom(
          Dictionary(uniqueKeysWithValues: variables.map { (.init(stringLiteral: $0), $1) })),
        workingDirectory: .init(path(directory)),
        input: .fileDescriptor(try inputFile(input), closeAfterSpawningProcess: true),
        output: .bytes(limit: 1 << 26),
        error: .string(limit: 1 << 22))
    }
    return Outcome(
      command: ([program] + arguments).joined(separator: " "),
      status: Self.status(result.terminationStatus), bytes: result.standardOutput,
      errorText: result.standardError)
  }

  /// Input comes from a file: a program may end before it has read all, and a pipe would then end the tests
  /// with `SIGPIPE`.
  private func inputFile(_ text: String) throws -> FileDescriptor {
    guard !text.isEmpty else { return try .open("/dev/null", .readOnly) }
    let name = "input-" + UUID().uuidString
    try write(text, to: name)
    defer { unlink(path(name)) }
    return try .open(FilePath(path(name)), .readOnly)
  }

  /// The built program: it stands beside the tests.
  static let program: String = {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("fork").path
  }()

  private static let searchPath =
    URL(fileURLWithPath: program).deletingLastPathComponent().path + ":/usr/bin:/bin"

  private static func status(_ status: TerminationStatus) -> Int32 {
    switch status {
    case .exited(let code): code
    case .signaled(let signal): -signal
    }
  }
}

extension Sandbox {
  /// The absolute path of a file or directory of this sandbox.
  func path(_ relative: String) -> String { relative == "." ? root : root + "/" + relative }

  /// Writes a file, directories made where they are missing.
  func write(_ text: String, to file: String) throws {
    let url = URL(fileURLWithPath: path(file))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Writes a program.
  ///
  /// Another process makes the file: a child that a test of another thread starts meanwhile would have it open for
  /// writing until it runs its own program, and no system runs such a file.
  func writeProgram(_ text: String, to file: String) async throws {
    let script = #"mkdir -p "$(dirname "$0")" && cat > "$0" && chmod +x "$0""#
    try await run("sh", ["-c", script, file], in: ".", input: text).succeed()
  }

  /// The contents of a file.
  func read(_ file: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(file))), as: UTF8.self)
  }

  /// Takes a file away.
  func remove(_ file: String) throws { try FileManager.default.removeItem(atPath: path(file)) }

  /// True if a file or directory exists.
  func exists(_ file: String) -> Bool { FileManager.default.fileExists(atPath: path(file)) }
}

extension Outcome {
  /// The outcome, which must be a success.
  @discardableResult
  func succeed(_ location: SourceLocation = #_sourceLocation) throws -> Outcome {
    try expect(status: 0, location)
  }

  /// The outcome, which must have this status.
  @discardableResult
  func expect(
    status expected: Int32, _ location: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    try #require(status == expected, "\(self)", sourceLocation: location)
    return self
  }

  /// The outcome, which must have this status and these words on standard output.
  @discardableResult
  func prints(
    _ words: String..., status: Int32 = 0, at location: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    try expect(status: status, location).contains(words, in: text, location)
  }

  /// The outcome, which must have this status and these words on standard error.
  @discardableResult
  func warns(
    _ words: String..., status: Int32 = 0, at location: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    try expect(status: status, location).contains(words, in: errorText, location)
  }

  @discardableResult
  private func contains(
    _ words: [String], in text: String, _ location: SourceLocation
  ) -> Outcome {
    for word in words {
      #expect(text.contains(word), "expected '\(word)' in: \(self)", sourceLocation: location)
    }
    return self
  }

  /// A failure of this status, which says these words on standard error and prints no data.
  func fail(
    _ expected: Int32, printing words: String..., at location: SourceLocation = #_sourceLocation
  ) throws {
    try expect(status: expected, location).contains(words, in: errorText, location)
    #expect(bytes.isEmpty, "\(self)", sourceLocation: location)
  }
}
