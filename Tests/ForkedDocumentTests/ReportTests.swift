import Forked
import ForkedDocument
import ForkedJSON
import Testing

/// The report of a merge about its decisions.
@Suite struct ReportTests {
  @Test(arguments: [MergeSide.ours, .theirs])
  func eachValueNamesTheCommitThatMadeIt(later: MergeSide) throws {
    let merged = try DocumentMerge(
      base: parse(#"{"a":1}"#), ours: parse(#"{"a":2}"#), theirs: parse(#"{"a":3}"#),
      policy: .mostRecent,
      recency: { _ in Recency(later: later, ours: "our commit", theirs: "their commit") }
    ).run()
    guard case .keptOneSide(let kept, let dropped)? = merged.decisions.first?.outcome else {
      Issue.record("no value was replaced")
      return
    }
    let commits = [MergeSide.ours: "our commit", .theirs: "their commit"]
    #expect(kept.side == later)
    #expect(kept.commit == commits[later])
    #expect(dropped.commit == commits[dropped.side])
  }
}
