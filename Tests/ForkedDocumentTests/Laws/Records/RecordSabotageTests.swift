import Testing

@testable import ForkedDocument

/// A merger that is broken on purpose, on lists of records: nearly all that the audit lets pass is right by the identities
/// that only the generator knows.
///
/// Of lists that hold a value twice, no text says which of them a side replaced, so a broken result may well be right.
/// Where elements of a list were moved as well, the audit asks only for the numbers in which they stand.
@Suite struct RecordSabotageTests {
  private static let sabotages = [
    Sabotage.hidesAConflict, .takesOursWhole, .takesTheirsWhole, .takesTheBaseWhole,
  ]

  /// How many of a hundred must be caught, or right.
  private static func leastHeld(_ sabotage: Sabotage) -> Int {
    sabotage == .hidesAConflict ? 90 : 94
  }

  @Test(arguments: RecordWorld.allCases)
  func wrongMergesAreMostlyCaught(in world: RecordWorld) throws {
    for sabotage in Self.sabotages {
      var (tried, caught, right) = (0, 0, 0)
      var missed: [String] = []
      for index in 0..<UInt64(RecordLawTests.count) {
        let lawCase = RecordCase(seed: RecordLawTests.firstSeed + index, world: world)
        let merge = try lawCase.merge()
        guard let word = try sabotage.spoiling(MergersWord(of: merge), of: merge),
          word.conflicts.isEmpty
        else { continue }
        tried += 1
        let result = MergeResult(
          word.merged.bytes, decisions: word.decisions,
          defects: merge.audit(word.merged, decisions: word.decisions, conflicts: []))
        guard result.defects.isEmpty else {
          caught += 1
          continue
        }
        let verdict = lawCase.verdict(of: result)
        guard case .wrong(let faults) = verdict else {
          right += 1
          continue
        }
        missed.append(
          "\(faults.joined(separator: "\n"))\n\(lawCase.trail)--- merged\n\(word.merged.root)")
      }
      let row =
        "\(world), \(sabotage): tried \(tried), caught \(caught), right after all \(right), "
        + "missed \(missed.count)"
      print(row)
      let holds = missed.count * 100 <= tried * (100 - Self.leastHeld(sabotage))
      #expect(holds, "\(row)\n\(missed.prefix(RecordLawTests.shown).joined(separator: "\n"))")
    }
  }
}
