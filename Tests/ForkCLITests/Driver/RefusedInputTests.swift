import Foundation
import Testing

/// Files that are not JSON: never worse than git's own line merge, to the byte.
@Suite("the merge driver and files that it cannot read")
struct RefusedInputTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var base: String?
    var ours: String
    var theirs: String
    /// The message of the driver.
    var message = "merged by lines"
  }

  private static func text(_ a: Int, _ b: Int, _ between: String = "") -> String {
    "{\n  \"a\": \(a),\(between)\n\n\n\n\n\n\n  \"b\": \(b)\n}\n"
  }

  private static func deep(_ n: Int) -> String {
    String(repeating: "[", count: 600) + "\n\(n)\n" + String(repeating: "]", count: 600) + "\n"
  }

  private static let markers = "\n<<<<<<< one\n  \"x\": 1,\n=======\n  \"x\": 2,\n>>>>>>> two"

  static let cases = [
    Case(
      testDescription: "a missing comma, clean by lines", base: text(1, 1), ours: text(2, 1),
      theirs: text(1, 2, "\n  \"c\" 1,")),
    Case(
      testDescription: "a missing comma, in conflict", base: text(1, 1), ours: text(2, 1),
      theirs: text(3, 2, "\n  \"c\" 1,")),
    Case(
      testDescription: "a comment that does not end", base: text(1, 1, " /* why"),
      ours: text(2, 1, " /* why"), theirs: text(1, 2, " /* why")),
    Case(
      testDescription: "both added, one no JSON", base: nil, ours: text(2, 1), theirs: "none\n"),
    Case(
      testDescription: "an empty base, and no JSON", base: "", ours: text(2, 1), theirs: "none\n"),
    Case(
      testDescription: "conflict markers that were committed", base: text(1, 1, markers),
      ours: text(2, 1), theirs: text(1, 2, markers)),
    Case(
      testDescription: "conflict markers in ours, and a conflict", base: text(1, 1),
      ours: text(2, 1, markers), theirs: text(3, 2)),
    Case(
      testDescription: "a key twice", base: text(1, 1, "\n  \"a\": 5,"),
      ours: text(2, 1, "\n  \"a\": 5,"), theirs: text(3, 2, "\n  \"a\": 5,")),
    Case(testDescription: "a limit passed", base: deep(1), ours: deep(2), theirs: deep(3)),
    Case(
      testDescription: "strings of JSON5", base: "[\n'1'\n]\n", ours: "[\n'2'\n]\n",
      theirs: "[\n'3'\n]\n"),
    Case(testDescription: "nothing left of it", base: text(1, 1), ours: "", theirs: text(1, 2)),
    Case(
      testDescription: "binary", base: "{\"a\": 1}\n\0", ours: "{\"a\": 2}\n\0",
      theirs: "{\"a\": 3}\n\0", message: "binary"),
    Case(
      testDescription: "binary on one side", base: text(1, 1), ours: text(2, 1), theirs: "\0\u{1}",
      message: "binary"),
    Case(
      testDescription: "no line feed at the end, and carriage returns", base: "a\r\nb\r\nc",
      ours: "A\r\nb\r\nc", theirs: "X\r\nb\r\nC"),
  ]

  /// The result of a merge: its status, the file, the paths in conflict.
  private struct Left: Equatable {
    var status: Int32
    var file: String
    var unmerged: [String]
  }

  private func sandbox(_ versions: Case) async throws -> Sandbox {
    let sandbox = try await Sandbox.withDriver("{}\n", at: "other.json")
    if let base = versions.base { try await sandbox.commit(base, "base") }
    try await sandbox.branch("theirs")
    try await sandbox.commit(versions.theirs, "theirs")
    try await sandbox.git("checkout", "-q", "main").succeed()
    try await sandbox.commit(versions.ours, "ours")
    return sandbox
  }

  /// Merges in a copy of the repository, with the markers that name the base too.
  private func merge(
    _ versions: Case, of prepared: Sandbox, withDriver: Bool
  ) async throws -> (Left, Outcome) {
    let sandbox = try await Sandbox.copy(of: prepared)
    if !withDriver { try await sandbox.git("config", "--remove-section", "merge.fork").succeed() }
    try await sandbox.git("config", "merge.conflictStyle", "diff3").succeed()
    let outcome = try await sandbox.git("merge", "--no-edit", "theirs")
    let left = Left(
      status: outcome.status, file: try sandbox.read("data/a.json"),
      unmerged: try await sandbox.unmergedPaths())
    if left.status != 0 {
      try await sandbox.git("checkout", "--theirs", "a.json").succeed()
      #expect(try sandbox.read("data/a.json") == versions.theirs)
      try await sandbox.goOn("merge")
    }
    try await sandbox.expectSound()
    return (left, outcome)
  }

  @Test("the same as git: status, file, markers and labels; with a message", arguments: cases)
  func sameAsGit(versions: Case) async throws {
    let prepared = try await sandbox(versions)
    let (driven, outcome) = try await merge(versions, of: prepared, withDriver: true)
    let (plain, _) = try await merge(versions, of: prepared, withDriver: false)
    #expect(driven == plain)
    #expect(outcome.errorText.contains("a.json"), "\(outcome)")
    #expect(outcome.errorText.contains(versions.message), "\(outcome)")
  }

  @Test("exit statuses of the driver itself, and nothing on standard output")
  func statuses() async throws {
    let sandbox = try Sandbox()
    try await sandbox.git("init", "-q", ".", in: ".").succeed()
    func run(_ base: String, _ ours: String, _ theirs: String) async throws -> Outcome {
      for (name, text) in [("base", base), ("ours", ours), ("theirs", theirs)] {
        try sandbox.write(text, to: name)
      }
      let outcome = try await sandbox.fork(
        "merge-driver", "base", "ours", "theirs", "--path", "a.json", "--marker-size", "7", in: ".")
      #expect(outcome.bytes.isEmpty)
      #expect(try sandbox.read("base") == base && sandbox.read("theirs") == theirs)
      return outcome
    }
    #expect(try await run(lines(1, 1), lines(2, 1), lines(1, 2)).status == 0)
    #expect(try sandbox.read("ours") == lines(2, 2))
    #expect(try await run(lines(1, 1), lines(2, 1), lines(3, 2)).status == 1)
    #expect(try await run("a\n", "b\n", "c\n").status == 1)
    #expect(try await run("\0", "\0a", "\0b").status == 1)
    #expect(try sandbox.read("ours") == "\0a")
    let missing = try await sandbox.fork(
      "merge-driver", "none", "ours", "theirs", "--path", "a.json", "--marker-size", "7", in: ".")
    #expect((1...128).contains(missing.status) && missing.errorText.contains("none"), "\(missing)")
    #expect(try sandbox.read("ours") == "\0a")
  }

  @Test("a document that no pipe takes at once, changed all over on both sides")
  func large() async throws {
    func text(_ changed: (Int) -> Bool) -> String {
      let elements = (0..<4_000).map { index in
        "  { \"id\": \(index), \"name\": \"element \(index)\", \"n\": \(changed(index) ? 2 : 1) }"
      }
      return "[\n" + elements.joined(separator: ",\n") + "\n]\n"
    }
    let sandbox = try await Sandbox.withBranches(
      text { _ in false }, ours: text { $0 % 2 == 0 }, theirs: text { $0 % 2 == 1 })
    try await sandbox.git("merge", "-q", "--no-edit", "theirs").succeed()
    #expect(try sandbox.read("data/a.json") == text { _ in true })
    try await sandbox.expectSound()
  }
}
