import ForkedTestSupport
import Foundation
import Testing

/// A clean merge puts each edit of a record on that record, whatever the records are known by.
///
/// `FORK_LAW_CASES` sets how many cases each format has, `FORK_LAW_SEED` the first seed, `FORK_LAW_GIT` how many of
/// them git merges, too, for comparison, `FORK_LAW_FORMAT` the only format.
@Suite struct RecordLawTests {
  static let count = LawSeeds.count(usually: 60)
  static let firstSeed = LawSeeds.first
  static let gitCount = LawSeeds.number("FORK_LAW_GIT") ?? min(count / 3, 3000)
  static let shown = LawSeeds.number("FORK_LAW_SHOWN") ?? 3
  private static let formats = RecordFormat.allCases.filter { format in
    ProcessInfo.processInfo.environment["FORK_LAW_FORMAT"].map { $0 == format.rawValue } ?? true
  }

  @Test(arguments: formats)
  func editsStayOnTheirRecords(in format: RecordFormat) throws {
    var tally = RecordTally(format: format)
    var wrong: [String] = []
    for index in 0..<UInt64(Self.count) {
      let lawCase = RecordCase(seed: Self.firstSeed + index, format: format)
      let verdict = try tally.add(lawCase, comparesGit: index < Self.gitCount)
      guard case .wrong(let faults) = verdict, wrong.count < Self.shown else { continue }
      wrong.append(
        """
        \(faults.joined(separator: "\n"))
        \(lawCase.trail)
        minimized: \(lawCase.minimized(\.isWrong).report)
        """)
    }
    print(tally.row)
    #expect(tally.engineBesideGit["right"] >= tally.git["right"], "\(tally.row)")
    for report in wrong { Issue.record("\(report)") }
    #expect(tally.engine["wrong"] + tally.engine["revived"] == 0, "\(tally.row)")
    #expect(tally.engine["refused"] * 20 <= Self.count, "\(tally.row)")
  }
}
