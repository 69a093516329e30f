import ForkedJSON
import ForkedTestSupport
import Testing

@testable import ForkedDocument

/// A clean line merge is not accepted if it joins what the two sides did to different elements, and not tried where no
/// result of it would pass the audit.
@Suite struct LineMergeTests {
  private static func file(_ name: String, _ size: Int, _ mode: String = "x") -> String {
    #"{"path": "\#(name)", "size": \#(size), "mode": "\#(mode)"}"#
  }

  private static func path(_ path: String, _ size: Int) -> String {
    #"{"file": {"path": "\#(path)"}, "size": \#(size)}"#
  }

  private static func cell(_ output: String, _ source: String) -> String {
    #"{"output": \#(output), "source": [\#(source)]}"#
  }

  private static let (a, b, c) = (file("a", 1), file("b", 2), file("c", 3))
  private static let (new, changed) = (file("n", 4), file("b", 7, "w"))
  /// Nothing of `b` is left in either side's first element, so that the merge by property leaves it to the user.
  private static let (first, second) = (file("d", 5, "y"), file("e", 6, "z"))
  private static let (one, two) = (path("src/main.c", 419), path("src/tree.c", 443))
  private static let (list, other) = (path("src/list.c", 419), path("src/list.c", 465))
  private static let load = #""import numpy", "load()""#
  private static let plot = #""draw()", "label()", "show()""#

  /// The elements of base, ours, theirs and the lines.
  private static let joined = [
    "an element that both sides inserted stands once":
      [[a, b, c], [first, new, c], [second, b, new, c], [first, new, new, c]],
    "a deleted element that the other side changed is a conflict":
      [[a, b, c], [first, c], [second, changed, c], [first, changed, c]],
    "a changed element is not kept beside what replaced it":
      [[a, b, c], [first, c], [a, changed, c], [first, changed, c]],
    "a path that both sides added stands once, though the lines stand apart":
      [[one, two], [list, one, two], [one, other, two], [list, one, other, two]],
    "an output stays with its source, which one side moved to where the other ran one":
      [
        [cell("null", load), cell("null", plot)], [cell("null", plot), cell("3", load)],
        [cell("4", load), cell("null", plot)], [cell("4", plot), cell("3", load)],
      ],
  ]

  @Test(arguments: joined)
  func joinedElementsAreNotAccepted(name: String, lists: [[String]]) throws {
    let texts = lists.map { ListKind.objects.text($0) }
    let merge = try DocumentMerge(texts)
    #expect(try !merge.run().isClean)
    #expect(try !merge.run(orByLines: { Array(texts[3].utf8) }).isClean)
  }

  private static let report = MergeDecision(strategy: .object, outcome: .lineMerge)

  @Test func noDocumentPassesAsALineMergeOfOneScalarThatBothChanged() throws {
    var (refused, failures) = (0, 0)
    for seed in DocumentLawTests.seeds where failures < 3 {
      var lawCase = try LawCase(seed: seed)
      lawCase.policy = .manual
      let merge = try lawCase.merge()
      guard try merge.run().conflicts.contains(where: \.isAboutScalar) else { continue }
      refused += 1
      for document in try Self.documents(merge)
      where merge.audit(document, decisions: [Self.report], conflicts: []).isEmpty {
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

  @Test(arguments: [
    ([#"{"a": 1}"#, #"{"a": 2}"#, #"{"a": 3}"#], false),
    ([#"[{"id": 1}]"#, #"[{"id": 1, "a": 2}]"#, #"[{"id": 1, "a": 3}]"#], false),
    ([#"{"a": ["b"]}"#, #"{"a": ["c"]}"#, #"{"a": ["d"]}"#], true),
    (["[1, 2]", "[1, 3]", "[4, 1, 5]"], true),
    ([#"{"a": [1]}"#, #"{"a": [2]}"#, #"{"a": [3]}"#], true),
    ([#"{"a": [[1]]}"#, #"{"a": [[2]]}"#, #"{"a": [[3]]}"#], true),
    ([#"{"a": 1}"#, #"{"a": {"b": 2}}"#, #"{"a": 3}"#], true), (["1", "2", "3"], true),
  ])
  func linesAreAskedForUnlessBothChangedOneScalar(texts: [String], asks: Bool) throws {
    var isAsked = false
    _ = try DocumentMerge(texts).run(orByLines: {
      isAsked = true
      return nil
    })
    #expect(isAsked == asks)
  }

  /// An object in its place, between others that nobody touched, may have changes of both; what one side put in its place
  /// may not have the other's.
  @Test(arguments: [
    (file("b", 7), file("b", 7, "y"), true), (file("b", 7), file("b", 7), false),
    (file("b", 7), file("b", 8, "y"), false), (file("d", 7), file("d", 7, "y"), false),
  ])
  func anObjectInItsPlaceHasTheChangesOfBoth(ours: String, lines: String, isAccepted: Bool) throws {
    let texts = [Self.b, ours, Self.file("b", 2, "y"), lines].map {
      "[\(Self.a), \($0), \(Self.c)]"
    }
    let defects = try DocumentMerge(texts)
      .audit(parse(texts[3]), decisions: [Self.report], conflicts: [])
    #expect(defects.isEmpty == isAccepted)
  }
}
