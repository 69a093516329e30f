import ForkedTestSupport
import Testing

/// Law 4 through the real repository: several forks, made at random moments, that edit, merge each other's present
/// and former versions, and sync. In the end all hold the same, and that is what their edits say, whatever the
/// topology was.
///
/// `FORK_FORK_CASES` sets how many histories are tried, `FORK_LAW_SEED` the first seed.
@Suite("law 4: forks in any topology") struct ForkLawTests {
  static let count = LawSeeds.number("FORK_FORK_CASES") ?? 8
  static let firstSeed = LawSeeds.number("FORK_LAW_SEED") ?? 0

  @Test("they come to hold the same, and all that was put in")
  func converge() { EntityLawTests.hold(Self.count) { try NoteHistory(seed: $0) } }
}
