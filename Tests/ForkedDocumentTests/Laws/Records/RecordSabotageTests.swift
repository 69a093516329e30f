import Testing

@testable import ForkedDocument

/// A merger that is broken on purpose, on lists of records: nearly all that the audit lets pass is right by the identities
/// that only the generator knows.
///
/// Of lists that hold a value twice, no text says which of them a side replaced, so a broken result may well be right.
/// If elements of a list were moved as well, the audit checks only the numbers of elements.
@Suite struct RecordSabotageTests {
  private static let sabotages = [
    Sabotage.hidesAConflict, .takesOursWhole, .takesTheirsWhole, .takesTheBaseWhole,
  ]

  /// The least number of a hundred that is caught, or right, over all formats.
  private static func leastHeld(_ sabotage: Sabotage) -> Int {
    sabotage == .hidesAConflict ? 90 : 94
  }

  /// Each case is merged, broken and judged four times: a fifth of the law's cases will do.
  private static let count = max(12, RecordLawTests.count / 5)

  private struct Tally {
    var (tried, caught, right) = (0, 0, 0)
    var missed: [String] = []
  }

  @Test(arguments: sabotages)
  func wrongMergesAreMostlyCaught(by sabotage: Sabotage) throws {
    var tally = Tally()
    for format in RecordFormat.allCases {
      let before = tally
      for index in 0..<UInt64(Self.count) {
        try Self.judge(
          RecordCase(seed: RecordLawTests.firstSeed + index, format: format), sabotage, &tally)
      }
      print(
        "\(format), \(sabotage): tried \(tally.tried - before.tried), "
          + "caught \(tally.caught - before.caught), right after all \(tally.right - before.right), "
          + "missed \(tally.missed.count - before.missed.count)")
    }
    #expect(tally.tried > 20, "the sabotage met too few merges to show anything")
    let holds = tally.missed.count * 100 <= tally.tried * (100 - Self.leastHeld(sabotage))
    let shown = tally.missed.prefix(RecordLawTests.shown).joined(separator: "\n")
    #expect(holds, "\(sabotage): missed \(tally.missed.count) of \(tally.tried)\n\(shown)")
  }

  private static func judge(
    _ lawCase: RecordCase, _ sabotage: Sabotage, _ tally: inout Tally
  ) throws {
    let merge = try lawCase.merge()
    guard let word = try sabotage.spoiling(MergersWord(of: merge), of: merge),
      word.conflicts.isEmpty
    else { return }
    tally.tried += 1
    let result = MergeResult(
      word.merged.bytes, decisions: word.decisions,
      defects: merge.audit(word.merged, decisions: word.decisions, conflicts: []))
    if !result.defects.isEmpty {
      tally.caught += 1
    } else if case .wrong(let faults) = lawCase.verdict(of: result) {
      tally.missed.append(
        "\(faults.joined(separator: "\n"))\n\(lawCase.trail)--- merged\n\(word.merged.root)")
    } else {
      tally.right += 1
    }
  }
}
