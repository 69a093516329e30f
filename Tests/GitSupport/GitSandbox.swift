package import ForkedGit
import ForkedTestSupport
package import Foundation

/// A directory of its own with stock git in it: own home, no system configuration, fixed dates.
package final class GitSandbox {
  private let place: TemporaryDirectory
  package let root: URL
  package private(set) var environment: [String: String]

  package init(bare: Bool = false, initialized: Bool = true) throws {
    place = try TemporaryDirectory()
    root = place.url.resolvingSymlinksInPath()
    environment = [
      "HOME": root.appending(path: "home").path, "PATH": "/usr/local/bin:/usr/bin:/bin",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "A U Thor", "LC_ALL": "C",
      "GIT_AUTHOR_EMAIL": "author@example.com", "GIT_COMMITTER_NAME": "C O Mitter",
      "GIT_COMMITTER_EMAIL": "committer@example.com", "GIT_AUTHOR_DATE": "@1700000000 +0100",
      "GIT_COMMITTER_DATE": "@1700000000 +0100",
    ].merging(GitSettings.usual) { $1 }
    for name in ["home", "work"] {
      try FileManager.default.createDirectory(
        at: root.appending(path: name), withIntermediateDirectories: true)
    }
    if initialized { try git(["init", "-q", "-b", "main"] + (bare ? ["--bare"] : [])) }
  }

  package var work: URL { root.appending(path: "work") }

  package func set(_ variable: String, to value: String?) { environment[variable] = value }

  private var opened: [LocalRepository] = []

  package func open() throws -> LocalRepository {
    let repository = try LocalRepository.open(
      at: work.path, options: .init(environment: environment))
    opened.append(repository)
    return repository
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The output of git, without the newline at the end; a failure throws its message.
  @discardableResult
  package func git(_ arguments: [String], input: Data = Data(), in directory: URL? = nil) throws
    -> String
  {
    let output = try run(["git"] + arguments, input: input, in: directory)
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  @discardableResult
  package func git(_ arguments: String...) throws -> String { try git(arguments) }

  /// Runs a program, which sees every object that was made before.
  package func run(_ command: [String], input: Data = Data(), in directory: URL? = nil) throws
    -> Data
  {
    for repository in opened { try repository.storeObjects() }
    let name = UUID().uuidString
    let paths = ["in", "out", "err"].map { root.appending(path: "\(name).\($0)") }
    defer { for path in paths { try? FileManager.default.removeItem(at: path) } }
    try input.write(to: paths[0])
    let status = ChildProgram.run(
      command, environment: environment, in: (directory ?? work).path, input: paths[0].path,
      output: paths[1].path, errors: paths[2].path)
    guard status == 0 else {
      let complaint = String(decoding: try Data(contentsOf: paths[2]), as: UTF8.self)
      throw Failure(description: "\(command) in \(work.path): \(complaint)")
    }
    return try Data(contentsOf: paths[1])
  }

  package func write(_ text: String, to path: String) throws {
    let file = work.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Writes a program.
  ///
  /// Another process makes the file: a child that a test of another thread starts meanwhile would have it open for
  /// writing until it runs its own program, and no system runs such a file.
  package func writeProgram(_ text: String, to path: String) throws {
    let script = #"mkdir -p "$(dirname "$0")" && cat > "$0" && chmod +x "$0""#
    _ = try run(["sh", "-c", script, path], input: Data(text.utf8))
  }

  package func read(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: work.appending(path: path)), as: UTF8.self)
  }

  @discardableResult
  package func commit(_ files: [String: String], message: String = "message") throws -> ObjectID {
    for (path, text) in files { try write(text, to: path) }
    try git("add", "-A")
    try git("commit", "-q", "--allow-empty", "-m", message)
    return try id("HEAD")
  }

  package func id(_ revision: String) throws -> ObjectID {
    let text = try git("rev-parse", revision)
    guard let id = ObjectID(hex: text) else { throw Failure(description: "\(text) is no id") }
    return id
  }
}
