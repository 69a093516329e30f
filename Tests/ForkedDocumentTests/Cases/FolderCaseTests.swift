import ForkedDocument
import ForkedJSON
import Testing

/// Every folder below `Tests/Fixtures/Merges` is a test.
@Suite struct FolderCaseTests {
  @Test(arguments: try FolderCase.all())
  func merges(_ folder: FolderCase) throws {
    let merge = try folder.merge()
    let merged = try merge.run()
    if try folder.isRefused {
      #expect(!merged.defects.isEmpty, "the merge is right now")
      let lines = try folder.mergedByGit().flatMap { try merge.accepts(lines: $0) ? $0 : nil }
      return #expect(lines == folder.version("expected"))
    }
    #expect(merged.defects.isEmpty)
    let expected = folder.version("expected") ?? []
    #expect(text(merged.bytes) == text(expected))
    #expect(merged.bytes == expected)
    try expectReport(of: merged, folder)
  }

  /// The same values whichever side is called ours, unless there are conflicts.
  @Test(arguments: try FolderCase.all())
  func isSymmetric(_ folder: FolderCase) throws {
    var merge = try folder.merge()
    let merged = try merge.run()
    guard merged.isClean, merge.choices.isEmpty else { return }
    (merge.ours, merge.theirs) = (merge.theirs, merge.ours)
    merge.policy = merge.policy.map(\.swapped)
    let recency = merge.recency
    merge.recency = { try recency($0).map { Recency(later: $0.later == .ours ? .theirs : .ours) } }
    let swapped = try merge.run()
    #expect(swapped.defects.isEmpty)
    let values = try [merged, swapped].map {
      try JSONDocument.reading($0.bytes, as: folder.notation, duplicateKeys: .kept).root
    }
    #expect(values[0] == values[1])
  }

  private func expectReport(of merged: MergeResult<[UInt8]>, _ folder: FolderCase) throws {
    let report = try folder.document("report.json")?.root
    let resolved = merged.decisions.map {
      "\($0.pointer) \($0.strategy.name) \($0.outcome.name)"
    }
    let conflicts = merged.conflicts.map { "\($0.pointer) \($0.reason.rawValue)" }
    #expect(resolved == lines(report?["resolved"], "pointer", "strategy", "outcome"))
    #expect(conflicts == lines(report?["conflicts"], "pointer", "reason"))
  }

  private func lines(_ rows: JSONNode?, _ names: JSONString...) -> [String] {
    rows?.elements.map { row in
      names.map { row[$0]?.string?.description ?? "?" }.joined(separator: " ")
    } ?? []
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension MergeDecision.Outcome {
  /// The name that `report.json` uses.
  var name: String {
    switch self {
    case .keptOneSide(let kept, _): "kept \(kept.side.rawValue)"
    case .combined: "combined"
    case .changeBeatDeletion(let kept, _): "kept \(kept.side.rawValue)"
    case .movedByBoth(let side, _): "order of \(side.rawValue)"
    case .movedAndDeleted: "moved and deleted"
    case .distrustedIdentity: "distrusted identity"
    case .withoutIdentity: "without identity"
    case .noPosition(let dropped): "no position of \(dropped.side.rawValue)"
    case .outOfOrder(let dropped): "out of order in \(dropped.side.rawValue)"
    case .paired: "paired"
    case .chosen: "chosen"
    case .moved(let move): "moved by \(move.side?.rawValue ?? "both")"
    case .nothingDropped: "nothing dropped"
    case .preferred(let kept, _): "preferred \(kept.side.rawValue)"
    case .lineMerge: "line merge"
    }
  }
}

extension ConflictPolicy {
  fileprivate var swapped: ConflictPolicy {
    switch self {
    case .prefer(let side): .prefer(side == .ours ? .theirs : .ours)
    default: self
    }
  }
}
