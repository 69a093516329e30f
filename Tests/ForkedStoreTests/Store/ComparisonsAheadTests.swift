import ForkedGit
import ForkedTestSupport
import Foundation
import Testing

@testable import ForkedStore

/// `log` and `blame` by all processors, beside the same history without packs, which is compared version by version.
@Suite("comparisons ahead of a walk") struct ComparisonsAheadTests {
  enum Storage: CaseIterable {
    case packed, packedWithGraph, halfPacked
  }

  @Test("log and blame are the same without them", arguments: 1...4 as ClosedRange<UInt64>)
  func agrees(seed: UInt64) throws {
    let history = RandomFileHistory(seed: seed)
    let expected = try Shown(Looking(history.stream, storage: nil))
    #expect(expected.logs["d/a.json#/a", default: []].count > 10)
    for storage in Storage.allCases {
      let shown = try Shown(Looking(history.stream, storage: storage))
      #expect(shown == expected, "\(storage)")
    }
  }

  /// What `blame` and `log` show, this also with a limit.
  private struct Shown: Equatable {
    let blame: [String]
    var logs: [String: [String]] = [:]
    var limitedLogs: [String: [String]] = [:]

    init(_ looking: Looking) throws {
      blame = try looking.blame()
      for place in ["d/a.json", "d/a.json#/a", "d/a.json#/list/1/n", "d/a.json#/fixed"] {
        logs[place] = try looking.log(place)
        limitedLogs[place] = try looking.log(place, limit: 7)
      }
    }
  }

  @Test("an interrupt ends them")
  func interrupt() throws {
    let looking = try Looking(RandomFileHistory(seed: 1).stream, storage: .packed)
    var asked = 0
    looking.test.store.repository.isInterrupted = {
      asked += 1
      return asked > 600
    }
    let error = #expect(throws: GitError.self) { try looking.blame(in: looking.test.store) }
    #expect(error?.kind == .interrupted)
  }
}

/// A repository, and what commands show of it.
private struct Looking {
  let test: TestStore

  init(_ stream: (old: String, new: String), storage: ComparisonsAheadTests.Storage?) throws {
    test = try TestStore(bare: true)
    try fill(stream.old, isLoose: storage == nil)
    try fill(stream.new, isLoose: storage == nil || storage == .halfPacked)
    if let storage, storage != .halfPacked { try git(["repack", "-adfq"]) }
    if storage == .packedWithGraph {
      try git(["commit-graph", "write", "--reachable", "--changed-paths"])
    }
  }

  private func fill(_ stream: String, isLoose: Bool) throws {
    let input = URL(filePath: test.directory).appending(path: "stream")
    try Data(stream.utf8).write(to: input)
    try git(
      ["-c", "fastimport.unpackLimit=\(isLoose ? 100_000 : 1)", "fast-import", "--quiet"],
      input: input.path)
  }

  private func git(_ arguments: [String], input: String? = nil) throws {
    let status = ChildProgram.run(
      ["git", "-C", test.store.repository.gitDirectory] + arguments,
      environment: ["HOME": test.directory, "PATH": "/usr/local/bin:/usr/bin:/bin"],
      input: input ?? "/dev/null")
    try #require(status == 0)
  }

  func blame(in store: DocumentStore? = nil) throws -> [String] {
    let report = try (store ?? test.reopened())
      .blame(BlameRequest(document: "d/a.json", fork: "filled"))
    return report.properties.map { "\($0.pointer) \($0.version.commit.id.hex)" }
  }

  func log(_ place: String, limit: Int? = nil) throws -> [String] {
    var versions: [String] = []
    try test.reopened().log(LogRequest(arguments: [place], fork: "filled", limit: limit)) {
      versions.append($0.commit.id.hex)
      return true
    }
    return versions
  }
}

/// A history of a document that is edited, renamed, deleted, restored, merged, and sometimes no document.
private struct RandomFileHistory {
  /// For `git fast-import`, the second part in a process of its own.
  private(set) var stream = (old: "", new: "")

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (path, values) = ("d/a.json", ["a": 0, "b": 0, "c": 0])
    let count = 420
    for mark in 1...count {
      var text = "commit refs/heads/filled\nmark :\(mark)\n"
      text += "committer C <c@d> \(1_600_000_000 + mark / 2) +0000\ndata 1\nm\n"
      if mark == 300 { text += "from refs/heads/filled^0\n" }
      if mark > 1, mark != 300 { text += "from :\(mark - 1)\n" }
      if mark > 8, mark % 11 == 0, mark < 300 || mark > 308 { text += "merge :\(mark - 6)\n" }
      let chance = Int.random(in: 0..<100, using: &generator)
      let isLast = mark == count
      switch chance {
      case 0..<3 where !isLast:
        text += "D \(path)\n"
        path = path == "d/a.json" ? "d/e/b.json" : "d/a.json"
        text += Self.file(path, Self.document(values))
      case 3..<6 where !isLast: text += "D \(path)\n"
      case 6..<9 where !isLast: text += Self.file(path, "{ no document")
      case 9..<12: text += Self.file(path, "// a comment\n" + Self.document(values))
      case 12..<30: text += Self.file("d/other.json", "\(mark)\n")
      default:
        if chance > 30 { values[["a", "b", "c"][chance % 3]] = chance / 9 }
        if isLast, path != "d/a.json" { (path, text) = ("d/a.json", text + "D \(path)\n") }
        text += Self.file(path, Self.document(values))
      }
      if isLast { text += Self.file("d/a.json", Self.document(values)) }
      if mark < 300 { stream.old += text } else { stream.new += text }
    }
  }

  private static func document(_ values: [String: Int]) -> String {
    let members = values.keys.sorted().map { "  \"\($0)\": \(values[$0] ?? 0),\n" }
    let list = (1...3).map { "{\"id\": \($0), \"n\": \((values["a"] ?? 0) / $0)}" }
    return
      "{\n\(members.joined())  \"fixed\": null,\n  \"list\": [\(list.joined(separator: ", "))]\n}\n"
  }

  private static func file(_ path: String, _ text: String) -> String {
    "M 100644 inline \(path)\ndata \(text.utf8.count)\n\(text)\n"
  }
}
