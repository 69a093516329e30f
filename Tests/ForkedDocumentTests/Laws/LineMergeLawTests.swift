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
    #expect(failures > 0 || refused * 20 > DocumentLawTests.count)
  }

  @Test func noListPassesAsALineMergeOfOneThatNoMergeHoldsBothChangesOf() throws {
    var (refused, failures) = (0, 0)
    for seed in DocumentLawTests.seeds where failures < 3 {
      var random = SeededGenerator(drawnFrom: seed)
      let lists = Self.lists(&random)
      let texts = lists.map(Self.text)
      let merge = try DocumentMerge(
        parsing: texts[0], ours: texts[1], theirs: texts[2], plan: .none)
      guard try merge.run().conflicts.contains(where: \.isAboutScalars) else { continue }
      refused += 1
      let mixed = try (0..<20).map { _ in
        try JSONDocument(parsing: Self.text(Self.mixed(lists[1], lists[2], &random)))
      }
      for document in try Self.documents(merge) + mixed
      where merge.audit(document, decisions: [report], conflicts: []).isEmpty {
        failures += 1
        Issue.record("seed \(seed): \(lists), \(String(decoding: document.bytes, as: UTF8.self))")
      }
    }
    #expect(failures > 0 || refused * 10 > DocumentLawTests.count)
  }

  /// A list and two edited ones; now and then with values that repeat.
  private static func lists(_ random: inout SeededGenerator) -> [[String]] {
    let values = (0..<random.pick([4, 12, 40])).map { "v\($0)" }
    let base = (0..<(1 + random.below(8))).map { _ in random.pick(values) }
    var lists = [base, base, base]
    for side in 1...2 {
      for _ in 0..<(1 + random.below(3)) {
        let place = random.below(lists[side].count + 1)
        let end = min(lists[side].count, place + random.below(3))
        let new = (0..<random.below(3)).map { _ in random.pick(values) }
        lists[side].replaceSubrange(place..<end, with: new)
      }
    }
    return lists
  }

  /// Elements of both lists, in the order of each.
  private static func mixed(
    _ ours: [String], _ theirs: [String], _ random: inout SeededGenerator
  ) -> [String] {
    var (ours, theirs, mixed) = (ours[...], theirs[...], [String]())
    while let next = random.oneIn(2)
      ? ours.popFirst() ?? theirs.popFirst() : theirs.popFirst() ?? ours.popFirst()
    {
      if !random.oneIn(3), mixed.last != next { mixed.append(next) }
      if ours.first == next { ours.removeFirst() }
      if theirs.first == next { theirs.removeFirst() }
    }
    return mixed
  }

  private static func text(_ list: [String]) -> [UInt8] {
    Array(("[" + list.map { "\"\($0)\"" }.joined(separator: ", ") + "]").utf8)
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

  @Test func linesAreAskedForUnlessBothChangedOneScalarOrListOfScalars() throws {
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
    #expect(try !asks([#"{"a": ["b"]}"#, #"{"a": ["c"]}"#, #"{"a": ["d"]}"#]))
    #expect(try !asks(["[1, 2]", "[1, 3]", "[4, 1, 5]"]))
    #expect(try asks([#"{"a": [1]}"#, #"{"a": [2]}"#, #"{"a": [3]}"#]))
    #expect(try asks([#"{"a": [[1]]}"#, #"{"a": [[2]]}"#, #"{"a": [[3]]}"#]))
    #expect(try asks([#"{"a": 1}"#, #"{"a": {"b": 2}}"#, #"{"a": 3}"#]))
    #expect(try asks(["1", "2", "3"]))
  }
}
