import ForkedJSON
import ForkedTestSupport
import Testing

@testable import ForkedDocument

/// A line merge is not tried where no result of it would pass the audit.
@Suite struct LineMergeLawTests {
  private let report = MergeDecision(strategy: .object, outcome: .lineMerge)

  @Test func noDocumentPassesAsALineMergeOfOneScalarThatBothChanged() throws {
    var (refused, failures) = (0, 0)
    for seed in DocumentLawTests.seeds where failures < 3 {
      var lawCase = try LawCase(seed: seed)
      lawCase.policy = .manual
      let merge = try lawCase.merge()
      guard try merge.run().conflicts.contains(where: \.isAboutScalar) else { continue }
      refused += 1
      for document in try Self.documents(merge)
      where merge.audit(document, decisions: [report], conflicts: []).isEmpty {
        failures += 1
        Issue.record("\(String(decoding: document.bytes, as: UTF8.self))\n\(lawCase.trail)")
      }
    }
    if LawSeeds.isLong {
      #expect(failures > 0 || refused * 20 > DocumentLawTests.count)
    }
  }

  /// What a line merge might be taken for: the three versions, and the result for either side.
  private static func documents(_ merge: DocumentMerge) throws -> [JSONDocument] {
    try [merge.base, merge.ours, merge.theirs].compactMap { $0 }
      + [ConflictPolicy.prefer(.ours), .prefer(.theirs)].map { policy in
        var decided = merge
        decided.policy = policy
        return try JSONDocument(parsing: decided.run().value)
      }
  }

  @Test func linesAreAskedForUnlessBothChangedOneScalar() throws {
    func asks(_ texts: [String]) throws -> Bool {
      let texts = texts.map { Array($0.utf8) }
      let merge = try DocumentMerge(
        parsing: texts[0], ours: texts[1], theirs: texts[2], plan: .none)
      var isAsked = false
      _ = try merge.run(orByLines: {
        isAsked = true
        return nil
      })
      return isAsked
    }
    #expect(try !asks([#"{"a": 1}"#, #"{"a": 2}"#, #"{"a": 3}"#]))
    #expect(try !asks([#"[{"id": 1}]"#, #"[{"id": 1, "a": 2}]"#, #"[{"id": 1, "a": 3}]"#]))
    #expect(try asks([#"{"a": ["b"]}"#, #"{"a": ["c"]}"#, #"{"a": ["d"]}"#]))
    #expect(try asks(["[1, 2]", "[1, 3]", "[4, 1, 5]"]))
    #expect(try asks([#"{"a": [1]}"#, #"{"a": [2]}"#, #"{"a": [3]}"#]))
    #expect(try asks([#"{"a": [[1]]}"#, #"{"a": [[2]]}"#, #"{"a": [[3]]}"#]))
    #expect(try asks([#"{"a": 1}"#, #"{"a": {"b": 2}}"#, #"{"a": 3}"#]))
    #expect(try asks(["1", "2", "3"]))
  }

  /// An object in its place, between others that nobody touched, may have changes of both; what one side put in its place
  /// may not have the other's.
  @Test func anObjectInItsPlaceHasTheChangesOfBoth() throws {
    func isAccepted(_ middle: [String]) throws -> Bool {
      let texts = middle.map {
        Array(#"[{"p": "a", "n": 1, "m": "x"}, {\#($0)}, {"p": "c", "n": 3, "m": "x"}]"#.utf8)
      }
      let merge = try DocumentMerge(
        parsing: texts[0], ours: texts[1], theirs: texts[2], plan: .none)
      let merged = try JSONDocument(parsing: texts[3])
      return merge.audit(merged, decisions: [report], conflicts: []).isEmpty
    }
    let (base, theirs) = (#""p": "b", "n": 2, "m": "x""#, #""p": "b", "n": 2, "m": "y""#)
    let (changed, other) = (#""p": "b", "n": 7, "m": "x""#, #""p": "d", "n": 7, "m": "x""#)
    #expect(try isAccepted([base, changed, theirs, #""p": "b", "n": 7, "m": "y""#]))
    #expect(try !isAccepted([base, changed, theirs, changed]))
    #expect(try !isAccepted([base, changed, theirs, #""p": "b", "n": 8, "m": "y""#]))
    #expect(try !isAccepted([base, other, theirs, #""p": "d", "n": 7, "m": "y""#]))
  }
}
