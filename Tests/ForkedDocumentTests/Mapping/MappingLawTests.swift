import ForkedTestSupport
import Foundation
import Testing

/// A row never joins two things of different identity, whatever the things are known by.
///
/// `FORK_LAW_CASES` sets how many cases each generator has, `FORK_LAW_SEED` the first seed, `FORK_LAW_FORMAT` the only
/// generator.
@Suite struct MappingLawTests {
  private static let laws = MappingLaw.all.filter { law in
    ProcessInfo.processInfo.environment["FORK_LAW_FORMAT"].map { $0 == law.name } ?? true
  }

  @Test(arguments: laws)
  func rowsJoinWhatIsOneThing(by law: MappingLaw) throws {
    let (tally, trails) = try law.tally(of: LawSeeds.range(usually: 200))
    print(tally.row)
    for trail in trails { print(trail) }
    // The goal is two in a hundred thousand; until it is reached, no generator gets worse than this.
    let counts = tally.counts
    #expect(counts["wrong"] * 200 <= max(counts["cases"], 200), "\(tally.row)")
    if LawSeeds.isOptimized {
      #expect(counts["joined"] * 100 >= counts["joinable"] * 95, "\(tally.row)")
    }
  }
}
