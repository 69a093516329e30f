import ForkedDocument
import ForkedGit
import ForkedTestSupport
import Foundation
import Testing

@testable import ForkedStore

/// Merges of many files by all processors, beside the same merges in a repository that borrows all objects of the first
/// one, where one thread merges them.
@Suite("merges of files ahead of the walk") struct MergesAheadTests {
  @Test(
    "the result is the same without them, byte for byte", arguments: ManyFiles.allCases,
    [nil, .mostRecent, .prefer(.theirs)] as [ConflictPolicy?])
  func agrees(files: ManyFiles, policy: ConflictPolicy?) throws {
    let together = try ManyFilesStore(files)
    let alone = try ManyFilesStore(borrowingFrom: together)
    let report = try together.merge(policy)
    #expect(try report == alone.merge(policy))
    #expect(try together.tree() == alone.tree())
    #expect(report.contains("\"resolved\":[{") || report.contains("\"conflicts\":[{"))
  }
}

/// The histories of two forks with many files.
enum ManyFiles: CaseIterable {
  case plain, underSchema, crossed
  /// As `plain`, with objects in files of their own.
  case loose
}

/// A bare repository with forks `ours` and `theirs`.
private struct ManyFilesStore {
  private let test: TestStore

  init(_ files: ManyFiles) throws {
    test = try TestStore(bare: true)
    let input = URL(filePath: test.directory).appending(path: "stream")
    try Data(files.stream.utf8).write(to: input)
    let limit = files == .loose ? 100_000 : 1
    try git(
      ["-c", "fastimport.unpackLimit=\(limit)", "fast-import", "--quiet"], input: input.path)
  }

  init(borrowingFrom other: ManyFilesStore) throws {
    test = try TestStore(bare: true)
    let (objects, refs) = (directory + "objects/info/alternates", "+refs/heads/*:refs/heads/*")
    try Data("\(other.directory)objects\n".utf8).write(to: URL(filePath: objects))
    try git(["fetch", "-q", other.directory, refs])
  }

  private var directory: String { test.store.repository.gitDirectory }

  private func git(_ arguments: [String], input: String = "/dev/null") throws {
    let status = ChildProgram.run(
      ["git", "-C", directory] + arguments,
      environment: ["HOME": test.directory, "PATH": "/usr/local/bin:/usr/bin:/bin"], input: input)
    try #require(status == 0)
  }

  /// Merges the forks, and returns the report.
  func merge(_ policy: ConflictPolicy?) throws -> String {
    let report = try test.reopened().merge(
      MergeRequest(from: ["theirs"], into: "ours", policy: policy))
    return String(decoding: report.reportValue.jsonLine, as: UTF8.self)
  }

  func tree() throws -> ObjectID? { try test.reopened().snapshot(at: "ours", elseOf: nil).tree }
}

extension ManyFiles {
  private static var count: Int { 70 }

  fileprivate var stream: String {
    var stream = Stream()
    if self == .underSchema {
      stream.commit("base", files: [".fork/schema.json": Self.schema])
    }
    stream.commit("base", files: files { $0 % 7 == 6 ? nil : Self.text($0, 0, 0) })
    let sides = self == .crossed ? ("one", "two") : ("ours", "theirs")
    stream.commit(sides.0, from: "base", files: files { Self.text($0, 1, 0) })
    stream.commit(sides.1, from: "base", files: files { Self.text($0, 0, 1) })
    if self == .crossed {
      stream.commit(
        "ours", from: "one", merging: "two", files: files { Self.text($0, 1, 1, of: "ours") })
      stream.commit(
        "theirs", from: "two", merging: "one", files: files { Self.text($0, 1, 1, of: "theirs") })
    }
    return stream.text
  }

  private func files(_ text: (Int) -> String?) -> [String: String] {
    var files: [String: String] = [:]
    for number in 0..<Self.count { files["d\(number % 5)/\(number).json"] = text(number) }
    files["d/999.json"] = text(5)
    return files
  }

  private static let schema = #"""
    {"x-documents": {"*/*.json": {"properties": {
      "last": {"x-merge": "mostRecent"}, "n": {"x-merge": "counterMerge"},
      "steps": {"x-merge": {"using": "orderedMerge", "id": "/id", "position": "p"}}
    }}}}
    """#

  /// A version of a file, of which each side changed parts or all.
  private static func text(_ number: Int, _ ours: Int, _ theirs: Int, of side: String = "")
    -> String
  {
    let both = max(ours, 2 * theirs)
    let places = ours > theirs ? [10, 20, 5] : theirs > ours ? [10, 5, 30] : [10, 20, 30]
    let steps = zip("abc", places).sorted { $0.1 < $1.1 }
      .map { #"{"id": "\#($0)", "p": \#($1)}"# }.joined(separator: ", ")
    switch number % 7 {
    case 0: return "{\"a\": \(ours),\n\"b\": 0,\n\"n\": \(both), \"c\": \(theirs)}\n"
    case 1: return "line \(ours)\nno JSON\n\n\nline \(theirs)\n"
    case 2: return "{\"last\": \(both), \"side\": \"\(side)\"}\n"
    case 3: return "// \(ours)\n{\"a\": \(ours), // \(theirs)\n \"b\": \(theirs)}\n"
    case 4: return "{\"steps\": [\(steps)], \"n\": \(both)}\n"
    case 5: return "{\"a\": {\"b\": \(both)}, \"c\": \(number)}\n"
    default: return "{\"id\": \(number), \"added\": \(both)}\n"
    }
  }

  /// A history for `git fast-import`.
  private struct Stream {
    private(set) var text = ""
    private var time = 1_600_000_000

    mutating func commit(
      _ fork: String, from: String? = nil, merging other: String? = nil, files: [String: String]
    ) {
      time += 1
      text += "commit refs/heads/\(fork)\ncommitter C <c@d> \(time) +0000\ndata 1\nm\n"
      if let from { text += "from refs/heads/\(from)\n" }
      if let other { text += "merge refs/heads/\(other)\n" }
      for (path, content) in files.sorted(by: { $0.key < $1.key }) {
        text += "M 100644 inline \(path)\ndata \(content.utf8.count)\n\(content)\n"
      }
    }
  }
}
