import Testing

/// The later of two changes, over random histories: the walk agrees with a simple model.
///
/// `FORK_FORK_CASES` sets how many histories are tried, `FORK_LAW_SEED` the first seed.
@Suite("recency, against a simple model") struct RecencyLawTests {
  @Test("over histories of merges, renames, and commits of plain git")
  func agrees() throws {
    // Each history is a repository of its own, and many pairs of versions in it: a quarter of them will do.
    let count = max(1, ForkLawTests.count / 4)
    for seed in ForkLawTests.firstSeed..<ForkLawTests.firstSeed + count {
      let imported = try ImportedRepository(ImportedHistory(seed: UInt64(seed)))
      let disagreement = try imported.disagreement
      #expect(disagreement == nil, "seed \(seed)\n\(imported.history.stream)")
      if disagreement != nil { return }
    }
  }

  @Test("of three merge bases, a change that only two of them hold counts")
  func threeBases() throws {
    func file(_ a: Int, _ b: Int) -> [String: ImportedHistory.File] {
      ["m.json": .init(tag: "m", values: ["a": a, "b": b], order: [])]
    }
    let imported = try ImportedRepository(
      ImportedHistory(commits: [
        .init(parents: [], seconds: 1, files: file(0, 0)),
        .init(parents: [0], seconds: 2, files: file(1, 0)),
        .init(parents: [0], seconds: 3, files: file(0, 1)),
        .init(parents: [1], seconds: 4, files: file(1, 0)),
        .init(parents: [1, 2], seconds: 5, files: file(1, 1)),
        .init(parents: [2], seconds: 6, files: file(0, 1)),
        .init(parents: [3, 4, 5], seconds: 7, files: file(1, 1)),
        .init(parents: [3, 4, 5], seconds: 8, files: file(1, 1)),
      ]))
    let recency = try imported.recency(of: "m.json", ours: 6, theirs: 7)
    #expect(try recency(.a)?.ours == imported.ids[1].hex)
    #expect(try recency(.b)?.theirs == imported.ids[2].hex)
    #expect(try imported.disagreement == nil)
  }

  @Test(
    "of changes at one time, that of the greatest commit id counts, whatever the order of parents")
  func equalTimes() throws {
    func file(_ a: Int) -> [String: ImportedHistory.File] {
      ["m.json": .init(tag: "m", values: ["a": a], order: [])]
    }
    let imported = try ImportedRepository(
      ImportedHistory(commits: [
        .init(parents: [], seconds: 1, files: file(0)),
        .init(parents: [0], seconds: 2, files: file(1)),
        .init(parents: [0], seconds: 2, files: file(1)),
        .init(parents: [1, 2], seconds: 3, files: file(1)),
        .init(parents: [2, 1], seconds: 3, files: file(1)),
        .init(parents: [0], seconds: 4, files: file(2)),
      ]))
    let greatest = max(imported.ids[1], imported.ids[2])
    for merge in [3, 4] {
      let recency = try imported.recency(of: "m.json", ours: merge, theirs: 5)
      #expect(try recency(.a)?.ours == greatest.hex)
    }
  }
}
