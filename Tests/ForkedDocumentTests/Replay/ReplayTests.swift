import Forked
import ForkedDocument
import ForkedJSON
import ForkedTestSupport
import Foundation
import Testing

/// Real merges of real JSON, run through the engine without a schema and judged by code of its own.
///
/// `FORK_MERGES` names the folder of merges. A row is printed for each class of them.
@Suite struct ReplayTests {
  private static let merges = try? RealMerge.all()

  @Test(.enabled(if: merges != nil, "FORK_MERGES names no folder of real merges"))
  func nothingIsLostAndNothingIsInvalid() throws {
    var rows: [String: Counts] = [:]
    for merge in Self.merges ?? [] {
      let replay = try Replay(merge)
      for row in [merge.category, "all"] {
        for outcome in replay.outcomes { rows[row, default: Counts()].add(outcome) }
      }
      #expect(replay.failures.isEmpty, "\(merge.name)")
    }
    for (category, row) in rows.sorted(by: { $0.key < $1.key }) {
      let counts = row.text("merges", "by lines", "conflict", "conflict of git", "as people merged")
      print("\(category): \(counts)")
    }
  }
}

/// One real merge, run through the engine.
private struct Replay {
  private let merge: RealMerge
  private(set) var outcomes = ["merges"]
  /// What must never happen.
  private(set) var failures: [String] = []

  init(_ merge: RealMerge) throws {
    self.merge = merge
    do {
      var request = try DocumentMerge(
        parsing: merge.bytes("base"), ours: merge.bytes("ours"), theirs: merge.bytes("theirs"),
        plan: .none)
      request.recency = { _ in merge.later.map { Recency(later: $0) } }
      try judge(request)
    } catch is UnreadableVersion {
      outcomes.append("by lines")
    }
  }

  private mutating func judge(_ request: DocumentMerge) throws {
    let lines = try merge.lineMerge()
    let result = try request.run(orByLines: { lines })
    failures = result.defects.map { "audit: \($0.pointer) \($0.message)" }
    failures += try Self.losses(result, request)
    if lines == nil { outcomes.append("conflict of git") }
    if !result.conflicts.isEmpty {
      outcomes.append("conflict")
      if lines != nil { failures.append("a conflict, and lines have none") }
    } else if try Self.value(merge.bytes("people")) == Self.value(result.bytes) {
      outcomes.append("as people merged")
    } else if merge.category == "line-clean-equal" {
      failures.append("the line merge has it right, and this has not")
    }
  }

  /// The changes of one side alone that the result lacks; a merge with conflicts is read with ours in their place.
  private static func losses(
    _ result: MergeResult<[UInt8]>, _ request: DocumentMerge
  ) throws -> [String] {
    var decided = request
    decided.policy = .prefer(.ours)
    let result = result.conflicts.isEmpty ? result : try decided.run()
    let merged = try JSONDocument(parsing: result.bytes, duplicateKeys: .kept)
    let moved = result.decisions.compactMap(\.move).flatMap { [$0.from, $0.ours, $0.theirs] }
    let reported =
      (result.decisions.map(\.path) + result.conflicts.map(\.path) + moved).map(LeafBag.keys)
    let leaves = LeafBag.unexplained(
      base: LeafBag(request.base ?? merged), ours: LeafBag(request.ours),
      theirs: LeafBag(request.theirs), merged: LeafBag(merged))
    return leaves.filter { leaf in !reported.contains { leaf.keys.starts(with: $0) } }
      .map { "lost: \($0)" }
  }

  /// The value of a text, in which people may have left duplicate keys; nil if it is no JSON.
  private static func value(_ text: [UInt8]) -> JSONNode? {
    try? JSONDocument(parsing: text, duplicateKeys: .kept).root
  }
}
