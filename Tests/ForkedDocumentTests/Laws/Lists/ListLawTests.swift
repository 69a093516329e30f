import ForkedDocument
import ForkedTestSupport
import Foundation
import Testing

/// In a list of values each change of either side happens once, at its place.
///
/// Values that stand more than once have no identity but their place, so the truth is known by construction: base with
/// what both sides did. `FORK_LAW_CASES` sets the number of lists of each kind, `FORK_LAW_SEED` the first seed, and
/// `FORK_LAW_GIT` how many of them git merges, too.
@Suite struct ListLawTests {
  private static let count = LawSeeds.count(usually: 500)
  private static let firstSeed = LawSeeds.first
  private static let gitCount = LawSeeds.number("FORK_LAW_GIT") ?? min(count / 3, 300)
  private static let shown = LawSeeds.number("FORK_LAW_SHOWN") ?? 3

  @Test(arguments: ListKind.allCases, [true, false])
  func eachChangeHappensOnce(in kind: ListKind, isApart: Bool) throws {
    var (engine, besideGit, git) = (Counts(), Counts(), Counts())
    var wrong: [String] = []
    var refused = 0
    for index in 0..<UInt64(Self.count) {
      let lawCase = ListCase(seed: Self.firstSeed + index, kind: kind, isApart: isApart)
      let result = try lawCase.merge().run()
      // What the audit refuses is left to git's lines, or to the user.
      if !result.defects.isEmpty { refused += 1 }
      let verdict = result.defects.isEmpty ? try lawCase.verdict(of: result) : .conflict
      engine.add(verdict)
      if case .wrong = verdict, wrong.count < Self.shown {
        wrong.append("\(lawCase.trail)\nmerged \(try lawCase.list(of: result.bytes))")
      }
      guard index < Self.gitCount else { continue }
      let lines = try LineMerger.merge(lawCase.texts)
      besideGit.add(try lawCase.verdict(of: lawCase.merge().run(orByLines: { lines })))
      git.add(lawCase.verdict(of: lines.flatMap { try? lawCase.list(of: $0) }))
    }
    print(
      "lists of \(kind)\(isApart ? ", apart" : ""): \(engine.text), refused \(refused); beside git: "
        + "\(besideGit.text); git: \(git.text)")
    for report in wrong { Issue.record("\(report)") }
    if LawSeeds.isLong {
      #expect(refused * 50 <= Self.count, "\(refused) refused by the audit")
    }
    #expect(engine["wrong"] == 0 && besideGit["wrong"] <= git["wrong"], "\(engine.text)")
    #expect(besideGit["clean"] >= git["right"], "\(besideGit.text); git: \(git.text)")
  }
}

extension Counts {
  fileprivate mutating func add(_ verdict: ListVerdict) {
    if case .conflict = verdict { add("conflict") } else { add("\(verdict)", "clean") }
  }

  fileprivate var text: String { text("clean", "right", "unclear", "wrong", "conflict") }
}
