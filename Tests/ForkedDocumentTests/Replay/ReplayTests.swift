import Foundation
import Testing

@testable import ForkedDocument
import ForkedJSON
import ForkedSchema

/// Real merges of real JSON, run through the engine without a schema and judged by code of its own.
///
/// `FORK_MERGED` names a folder that the merged documents are written to, for reading.
@Suite struct ReplayTests {
  static let merges = try? RealMerge.all()

  @Test(.enabled(if: merges != nil, "the real merges are not beside the checkout (FORK_MERGES)"))
  func nothingIsLostAndNothingIsInvalid() throws {
    var table = Tally()
    for merge in Self.merges ?? [] {
      table.add(try Self.verdict(of: merge), merge)
    }
    print(table.description)
    #expect(table.failures.isEmpty)
  }

  static func verdict(of merge: RealMerge) throws -> Verdict {
    let versions = try ["base", "ours", "theirs", "people"].map { try merge.bytes($0) }
    guard let base = try? JSONDocument(parsing: versions[0]),
      let ours = try? JSONDocument(parsing: versions[1]),
      let theirs = try? JSONDocument(parsing: versions[2])
    else { return .notJSON }
    let request = DocumentMerge(
      base: base, ours: ours, theirs: theirs,
      recency: { _ in merge.later.map { Recency(later: $0) } })
    let result = try request.run(orByLines: {
      let lines = try merge.lineMerge()
      return lines.isClean ? lines.bytes : nil
    })
    guard result.defects.isEmpty else { return .failed("audit: \(result.defects)") }
    guard result.conflicts.isEmpty else {
      return try .conflicts(result.conflicts.count, lineMergeIsClean: merge.lineMerge().isClean)
    }
    guard let merged = try? JSONDocument(parsing: result.bytes) else { return .failed("invalid") }
    let lost = LeafBag.unexplained(
      base: LeafBag(base), ours: LeafBag(ours), theirs: LeafBag(theirs), merged: LeafBag(merged))
    guard lost.isEmpty || !result.resolutions.isEmpty else { return .failed("lost \(lost)") }
    if let place = ProcessInfo.processInfo.environment["FORK_MERGED"] {
      let file = URL(filePath: place).appending(
        path: merge.name.replacing("/", with: "+") + ".json")
      try Data(result.bytes).write(to: file)
    }
    let people = try? JSONDocument(parsing: versions[3])
    return .merged(equalsPeople: people.map { $0.root == merged.root } ?? false)
  }
}

/// What the engine made of one real merge.
enum Verdict {
  case notJSON
  case failed(String)
  case conflicts(Int, lineMergeIsClean: Bool)
  case merged(equalsPeople: Bool)
}

/// Verdicts by class of merge.
struct Tally: CustomStringConvertible {
  private struct Row {
    var merges = 0
    var notJSON = 0
    var conflicts = 0
    var conflictsAlone = 0
    var equal = 0
    var failed = 0
  }
  private var rows: [String: Row] = [:]
  private(set) var failures: [String] = []
  private var notes: [String] = []

  mutating func add(_ verdict: Verdict, _ merge: RealMerge) {
    var row = rows[merge.category] ?? Row()
    row.merges += 1
    switch verdict {
    case .notJSON: row.notJSON += 1
    case .failed(let why):
      row.failed += 1
      failures.append("\(merge.name) \(why)")
    case .conflicts(_, let lineMergeIsClean):
      row.conflicts += 1
      row.conflictsAlone += lineMergeIsClean ? 1 : 0
      let expected = merge.category.contains("true:") && !lineMergeIsClean
      if !expected { notes.append("conflict \(merge.name) \(merge.category)") }
    case .merged(let equal):
      row.equal += equal ? 1 : 0
      if !equal { notes.append("differs \(merge.name) \(merge.category)") }
    }
    rows[merge.category] = row
  }

  var description: String {
    let lines = rows.sorted { $0.key < $1.key }.map { category, row in
      "\(row.merges) merges, \(row.conflicts) conflicts (\(row.conflictsAlone) where lines have none), "
        + "\(row.equal) equal to people's, \(row.notJSON) not JSON, \(row.failed) failed: \(category)"
    }
    return (lines + notes.sorted() + failures).joined(separator: "\n")
  }
}
