import Forked
import ForkedMerge
import ForkedTestSupport
import Testing

/// Random texts whose words have identities, edited by two sides.
@Suite struct TextLawTests {
  @Test func noWordIsLostInventedOrDecidedInSilence() {
    var failures = 0
    for seed in LawCases.seeds {
      let merge = TextCase(seed: seed)
      let result = Self.merged(merge)
      let violations = TextLaw(merge, result).violations
      guard !violations.isEmpty else { continue }
      failures += 1
      guard failures <= 5 else { continue }
      Issue.record(
        """
        seed \(seed)
        \(merge)
        merged: \(String(reflecting: result.text))
        reported: \(result.placesChangedByBoth)
        \(violations)
        """)
    }
    print(
      "texts: \(failures) of \(LawCases.count) from seed \(LawCases.seeds.lowerBound) on break the law"
    )
    #expect(failures == 0)
  }

  @Test func sidesExchangedMergeAlike() {
    for seed in LawCases.seeds {
      let merge = TextCase(seed: seed)
      let result = Self.merged(merge)
      let swapped = TextMerge.merge(
        base: merge.base.text, ours: merge.theirs.text, theirs: merge.ours.text, first: .theirs)
      #expect(result.text.utf8.elementsEqual(swapped.text.utf8), "seed \(seed)\n\(merge)")
      #expect(result.placesChangedByBoth.count == swapped.placesChangedByBoth.count, "seed \(seed)")
    }
  }

  /// Counts the merges that are reported, beside the line merge of git; for every tenth case.
  @Test func reportsBesideGit() throws {
    var counts = ["both": 0, "only git": 0, "only textMerge": 0, "neither": 0]
    let seeds = LawCases.seeds.prefix(max(1, LawCases.count / 10))
    for seed in seeds {
      let merge = TextCase(seed: seed)
      let lines = try LineMerger.merge([merge.base, merge.ours, merge.theirs].map(\.text))
      let key =
        Self.merged(merge).isChangedByBoth
        ? (lines == nil ? "both" : "only textMerge") : (lines == nil ? "only git" : "neither")
      counts[key, default: 0] += 1
    }
    print("reported, of \(seeds.count) merges: \(counts.sorted { $0.key < $1.key })")
    #expect(counts["only textMerge", default: 0] < counts["only git", default: 0])
  }

  private static func merged(_ merge: TextCase) -> TextMerge.Result {
    TextMerge.merge(
      base: merge.base.text, ours: merge.ours.text, theirs: merge.theirs.text, first: .ours)
  }
}
