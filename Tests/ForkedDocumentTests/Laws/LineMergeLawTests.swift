import ForkedJSON
import Testing

@testable import ForkedDocument

/// A line merge is not tried where no result of it would pass the audit.
@Suite struct LineMergeLawTests {
  @Test func noDocumentPassesAsALineMergeOfOneScalarThatBothChanged() throws {
    let report = MergeDecision(strategy: .object, outcome: .lineMerge)
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
    #expect(failures > 0 || refused * 20 > DocumentLawTests.count)
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
    #expect(try asks([#"{"a": [1]}"#, #"{"a": [2]}"#, #"{"a": [3]}"#]))
    #expect(try asks([#"{"a": 1}"#, #"{"a": {"b": 2}}"#, #"{"a": 3}"#]))
    #expect(try asks(["1", "2", "3"]))
  }
}
