import Foundation
import Testing

/// Files that are not JSON: never worse than git's own line merge, to the byte.
@Suite("the merge driver and files that it cannot read")
struct RefusedInputTests {
  struct Case: Sendable {
    var name: String
    var base: String?
    var ours: String
    var theirs: String
    /// The message of the driver.
    var message: String

    init(
      _ name: String, _ base: String?, _ ours: String, _ theirs: String,
      message: String = "merged by lines"
    ) {
      (self.name, self.base, self.message) = (name, base, message)
      (self.ours, self.theirs) = (ours, theirs)
    }
  }

  private static func text(_ a: Int, _ b: Int, _ between: String = "") -> String {
    "{\n  \"a\": \(a),\(between)\n\n\n\n\n\n\n  \"b\": \(b)\n}\n"
  }

  private static func deep(_ n: Int) -> String {
    String(repeating: "[", count: 600) + "\n\(n)\n" + String(repeating: "]", count: 600) + "\n"
  }

  private static let markers = "\n<<<<<<< one\n  \"x\": 1,\n=======\n  \"x\": 2,\n>>>>>>> two"

  static let cases = [
    Case("a missing comma, clean by lines", text(1, 1), text(2, 1), text(1, 2, "\n  \"c\" 1,")),
    Case("a missing comma, in conflict", text(1, 1), text(2, 1), text(3, 2, "\n  \"c\" 1,")),
    Case(
      "a comment that does not end", text(1, 1, " /* why"), text(2, 1, " /* why"),
      text(1, 2, " /* why")),
    Case("both added, one no JSON", nil, text(2, 1), "none\n"),
    Case("an empty base, and no JSON", "", text(2, 1), "none\n"),
    Case(
      "conflict markers that were committed", text(1, 1, markers), text(2, 1), text(1, 2, markers)),
    Case("conflict markers in ours, and a conflict", text(1, 1), text(2, 1, markers), text(3, 2)),
    Case(
      "a key twice", text(1, 1, "\n  \"a\": 5,"), text(2, 1, "\n  \"a\": 5,"),
      text(3, 2, "\n  \"a\": 5,")),
    Case("a limit passed", deep(1), deep(2), deep(3)),
    Case("strings of JSON5", "[\n'1'\n]\n", "[\n'2'\n]\n", "[\n'3'\n]\n"),
    Case("nothing left of it", text(1, 1), "", text(1, 2)),
    Case("binary", "{\"a\": 1}\n\0", "{\"a\": 2}\n\0", "{\"a\": 3}\n\0", message: "binary"),
    Case("binary on one side", text(1, 1), text(2, 1), "\0\u{1}", message: "binary"),
    Case(
      "no line feed at the end, and carriage returns", "a\r\nb\r\nc", "A\r\nb\r\nc", "X\r\nb\r\nC"),
  ]

  private static let documents = zip(cases.indices.map { "case\($0).json" }, cases)

  /// A repository with a document for each case, and a branch `theirs`.
  private func sandbox() async throws -> Sandbox {
    let sandbox = try await Sandbox.withDriver("{}\n", at: "other.json")
    func commit(_ version: (Case) -> String?, _ message: String) async throws {
      for (path, versions) in Self.documents {
        if let text = version(versions) { try sandbox.write(text, to: "data/" + path) }
      }
      try await sandbox.commit("{}\n", at: "other.json", message)
    }
    try await commit({ $0.base }, "base")
    try await sandbox.branch("theirs")
    try await commit({ $0.theirs }, "theirs")
    try await sandbox.git("checkout", "-q", "main").succeed()
    try await commit({ $0.ours }, "ours")
    return sandbox
  }

  /// What a merge leaves: the documents, and the paths in conflict.
  private struct Left: Equatable {
    var documents: [String]
    var unmerged: [String]
  }

  /// Merges in a copy of the repository, with the markers that name the base too.
  private func merge(
    _ prepared: Sandbox, withDriver: Bool
  ) async throws -> (Left, Outcome) {
    let sandbox = try await Sandbox.copy(of: prepared)
    if !withDriver { try await sandbox.git("config", "--remove-section", "merge.fork").succeed() }
    try await sandbox.git("config", "merge.conflictStyle", "diff3").succeed()
    let outcome = try await sandbox.git("merge", "--no-edit", "theirs").expect(status: 1)
    let left = Left(
      documents: try Self.documents.map { try sandbox.read("data/" + $0.0) },
      unmerged: try await sandbox.git("diff", "--name-only", "--diff-filter=U").succeed().lines)
    try await sandbox.run("git", ["checkout", "--theirs"] + left.unmerged, in: "data").succeed()
    for (path, versions) in Self.documents where left.unmerged.contains(path) {
      #expect(try sandbox.read("data/" + path) == versions.theirs)
    }
    try await sandbox.git("add", "-A").succeed()
    try await sandbox.git("commit", "-q", "--no-edit").succeed()
    try await sandbox.expectSound()
    return (left, outcome)
  }

  @Test("the same as git: file, conflict, markers and labels; with a message")
  func sameAsGit() async throws {
    let prepared = try await sandbox()
    let (driven, outcome) = try await merge(prepared, withDriver: true)
    let (plain, _) = try await merge(prepared, withDriver: false)
    #expect(driven.unmerged == plain.unmerged)
    let messages = outcome.errorText.split(separator: "\n")
    for (index, (path, versions)) in Self.documents.enumerated() {
      #expect(driven.documents[index] == plain.documents[index], "\(versions.name)")
      let isTold = messages.contains { $0.contains(path) && $0.contains(versions.message) }
      #expect(isTold, "\(versions.name): \(outcome)")
    }
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
