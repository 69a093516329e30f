import ForkedTestSupport

/// A generator of versions whose things have hidden identities.
struct MappingLaw: Sendable {
  let name: String
  /// Returns base, ours and theirs.
  let versions: @Sendable (UInt64) -> [HiddenThing]

  /// The things of the formats of records, edited as people and programs do.
  static let records = RecordFormat.allCases.map { format in
    MappingLaw(name: format.rawValue) { seed in
      var editor = RecordEditor(random: SeededGenerator(drawnFrom: seed))
      let base = editor.document(of: format)
      let most = editor.random.pick([1, 2, 2, 3, 8])
      let start = editor.random.oneIn(10) ? editor.edited(base, times: 1) : base
      let sides = (0..<2).map { _ in editor.edited(start, times: 1 + editor.random.below(most)) }
      return HiddenThing.versions([base] + sides)
    }
  }

  static let all = records + edits

  /// Maps the versions of these seeds, and compares.
  /// - Parameter shows: reports a few of the verdicts for which it returns true.
  func tally(
    of seeds: Range<UInt64>, showing shows: (MappingVerdict) -> Bool = { !$0.wrong.isEmpty }
  ) throws -> (tally: MappingTally, trails: [String]) {
    var tally = MappingTally(name)
    var trails: [String] = []
    for seed in seeds {
      let verdict = try MappingVerdict(versions(seed))
      tally.add(verdict)
      if trails.count < 3, shows(verdict) {
        trails.append("FORK_LAW_FORMAT=\(name) FORK_LAW_SEED=\(seed)\n\(verdict.trail)")
      }
    }
    return (tally, trails)
  }
}
