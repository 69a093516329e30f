import Forked
import ForkedJSON
import ForkedMerge
import ForkedTestSupport
import Testing

@testable import ForkedDocument

/// The audit lets every good merge pass and catches every seeded defect, row by row of its table.
struct AuditTests {
  @Test(arguments: try TableCase.all(in: "audit"))
  func goodMergesPassAndSeededDefectsAreCaught(_ row: TableCase) throws {
    #expect(!(row[all: "good"] + row[all: "bad"]).isEmpty)
    let audited = try AuditCase(row)
    for merged in row[all: "good"] {
      let defects = try audited.defects(of: merged)
      #expect(defects.isEmpty, "\(merged): \(defects)")
    }
    for merged in row[all: "bad"] {
      #expect(try !audited.defects(of: merged).isEmpty, "\(merged)")
    }
  }
}

/// Three versions of a document, and the decisions of a merge of them.
private struct AuditCase {
  private let merge: DocumentMerge
  private var decisions: [MergeDecision] = []
  private var conflicts: [MergeConflict] = []

  init(_ row: TableCase) throws {
    merge = DocumentMerge(
      base: try row[optional: "base"].map(parse), ours: try parse(row["ours"]),
      theirs: try parse(row["theirs"]),
      plan: try row[optional: "merge"].map {
        try plan(#"{"type": "object", "properties": {"v": {"x-merge": \#($0)}}}"#)
      } ?? .none)
    for report in row[all: "report"] { try add(report.split(separator: " ")) }
  }

  /// - Parameter words: the kind of the decision, the side that it keeps, if it keeps one, and the path.
  private mutating func add(_ words: [Substring]) throws {
    let path = try path(words[words.count - 1])
    if words[0] == "conflict" {
      conflicts.append(
        MergeConflict(
          pointer: JSONPointer(), path: path, reason: .bothChanged,
          base: path.value(in: merge.base?.root), ours: path.value(in: merge.ours.root),
          theirs: path.value(in: merge.theirs.root)))
    } else {
      decisions.append(
        MergeDecision(
          pointer: JSONPointer(), path: path, strategy: .mostRecent, origin: .inferred,
          outcome: try outcome(words, path)))
    }
  }

  private func outcome(_ words: [Substring], _ path: PropertyPath) throws -> MergeDecision.Outcome {
    if words[0] == "combined" { return .combined }
    let side = try #require(MergeSide(rawValue: String(words[1])))
    let (kept, dropped) = (value(path, side), value(path, side.other))
    return words[0] == "kept"
      ? .keptOneSide(kept: kept, dropped: dropped)
      : .changeBeatDeletion(kept: kept, dropped: dropped)
  }

  private func value(_ path: PropertyPath, _ side: MergeSide) -> SideValue {
    SideValue(
      side: side, value: path.value(in: side == .ours ? merge.ours.root : merge.theirs.root))
  }

  private func path(_ text: Substring) throws -> PropertyPath {
    PropertyPath(
      try text.split(separator: "/").map { step in
        guard step.hasPrefix("#") else { return .key(JSONString(String(step))) }
        let id = try json("\"\(step.dropFirst())\"")
        return .element(identity: [JSONPointer(["id"])], id: [id])
      })
  }

  func defects(of merged: String) throws -> [AuditDefect] {
    merge.audit(try parse(merged), decisions: decisions, conflicts: conflicts)
  }
}
