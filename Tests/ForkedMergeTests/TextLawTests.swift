import Forked
import ForkedMerge
import ForkedTestSupport
import Foundation
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
    let git = try GitMergeFile()
    defer { git.remove() }
    var counts = ["both": 0, "only git": 0, "only textMerge": 0, "neither": 0]
    let seeds = LawCases.seeds.prefix(max(1, LawCases.count / 10))
    for seed in seeds {
      let merge = TextCase(seed: seed)
      let conflicts = try git.hasConflicts(merge)
      let key =
        Self.merged(merge).isChangedByBoth
        ? (conflicts ? "both" : "only textMerge") : (conflicts ? "only git" : "neither")
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

/// The line merge of git, in a folder for its files.
private struct GitMergeFile {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "texts-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func hasConflicts(_ merge: TextCase) throws -> Bool {
    let versions = [("ours", merge.ours), ("base", merge.base), ("theirs", merge.theirs)]
    for (name, version) in versions {
      try Data(version.text.utf8).write(to: folder.appending(path: name))
    }
    let status = ChildProgram.run(
      ["git", "merge-file", "-p", "-q"] + versions.map(\.0),
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"],
      in: folder.path)
    let conflicts = try #require(status)
    #expect(conflicts < 128)
    return conflicts > 0
  }
}
