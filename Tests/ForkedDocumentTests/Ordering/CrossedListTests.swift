import Forked
import ForkedJSON
import ForkedSchema
import ForkedTestSupport
import Testing

@testable import ForkedDocument

/// Documents with an ordered list, where each side brought the same two ancestors together by itself, and went on.
///
/// Each law is tried on half as many cases as `FORK_LAW_CASES` says; `FORK_LAW_SEED` sets the first seed.
@Suite struct CrossedListTests {
  @Test func mergesAreCleanAndAudited() throws {
    try forAll { merged in
      merged.result.isClean
        ? [] : merged.result.conflicts.map { "\($0)" } + merged.result.defects.map { "\($0)" }
    }
  }

  @Test func bothSidesMergeAlike() throws {
    try forAll { merged in
      let other = try merged.case.swapped.merged()
      return other.list == merged.list ? [] : ["swapped: \(other.list)"]
    }
  }

  @Test func nothingIsLost() throws {
    try forAll { merged in
      let (base, ours, theirs) = (merged.case.base, merged.case.ours, merged.case.theirs)
      let ids = Set(ours.ids + theirs.ids)
      return ids.compactMap { id in
        let (old, mine, other) = (base[id], ours[id], theirs[id])
        let isWanted = old == nil || mine != nil && other != nil
        guard let element = merged.list[id] else { return isWanted ? "\(id) is lost" : nil }
        guard isWanted else {
          let text = (mine ?? other)?.text
          return text == old?.text ? "\(id) came back" : nil
        }
        let texts = Set([mine?.text, other?.text].compactMap { $0 }.filter { $0 != old?.text })
        return texts.isEmpty || texts.contains(element.text) ? nil : "the text of \(id) is lost"
      }
    }
  }

  /// A position that one side alone changed stands, or is in the report, or its element stands between the same others.
  @Test func everyDroppedPositionIsReported() throws {
    try forAll { merged in
      [(merged.case.ours, merged.case.theirs), (merged.case.theirs, merged.case.ours)].flatMap {
        merged.silent(of: $0, against: $1)
      }
    }
  }

  @Test func theAuditNoticesTwoThatAreSwapped() throws {
    var noticed = 0
    try forAll { merged in
      guard let damaged = try merged.withAgreedOnesSwapped() else { return [] }
      noticed += 1
      let defects = try merged.case.merge.audit(
        damaged, decisions: merged.result.decisions, conflicts: [])
      return defects.isEmpty
        ? ["unnoticed: \(damaged.root)"] : []
    }
    #expect(noticed > Self.seeds.count / 25)
  }

  /// Of two elements in exchanged order, the one that a user moved gets another position.
  @Test(arguments: [(id: "p", at: 7000), (id: "q", at: 2000)])
  func droppedPositionsAreReported(id: String, at: Int) throws {
    let merged = try CrossedCase.pair(moving: id, to: at).merged()
    #expect(merged.list.ids == ["p", "z", "q"])
    #expect(merged.result.decisions.map(\.strategy) == [.orderedMerge])
    #expect(merged.silent(of: merged.case.ours, against: merged.case.theirs).isEmpty, "\(merged)")
  }

  /// A move by another merge base is no move of the side that has it.
  @Test func aLaterMoveOfOneSideIsKept() throws {
    let merged = try CrossedCase.movedBack().merged()
    #expect(merged.list.ids == ["a", "f", "o", "t"], "\(merged)")
    #expect(merged.result.decisions.isEmpty)
  }

  /// Whatever the ancestors hold, it is only asked for orders.
  @Test(arguments: [
    "{}", "[]", "null", #"{"steps": null}"#, #"{"steps": {"id": "p"}}"#, #"{"steps": [1, [], {}]}"#,
    #"{"steps": [{"id": "q"}, {"id": "q"}, {"id": "p"}, {"id": ["p"]}, {"at": 1}]}"#,
  ]) func oddAncestorsAreNoReasonToFail(text: String) throws {
    for count in 1...3 {
      var merge = try CrossedCase.pair(moving: "p", to: 7000).merge
      let ancestor = try parse(text)
      merge.ancestors = {
        [ancestor] + (merge.base.map { Array(repeating: $0, count: count) } ?? [])
      }
      let merged = try merge.run()
      #expect(merged.isClean, "\(merged.defects)")
      #expect(ListVersion(try JSONDocument(parsing: merged.bytes)).ids.sorted() == ["p", "q", "z"])
    }
  }

  private static let seeds = LawSeeds.range(usually: 200).prefix(
    (LawSeeds.count(usually: 200) + 1) / 2)

  private func forAll(_ violations: (MergedLists) throws -> [String]) throws {
    var failures = 0
    for seed in Self.seeds where failures < 3 {
      let merged = try CrossedCase(seed: seed).merged()
      let found = try violations(merged)
      guard !found.isEmpty else { continue }
      failures += 1
      Issue.record("\(found)\n\(merged)")
    }
  }
}

/// Two ancestors, and what two sides made of both.
struct CrossedCase {
  private(set) var base: ListVersion
  private(set) var ours: ListVersion
  private(set) var theirs: ListVersion
  private var ancestors: [ListVersion]
  private var later = MergeSide.ours

  static var plan: FieldPlan {
    get throws {
      try ForkedDocumentTests.plan(
        #"{"properties": {"steps": {"x-merge": {"using": "orderedMerge", "id": "/id", "position": "at"}}}}"#
      )
    }
  }

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let spacing = random.pick([1, 40, 10_000])
    let first = try ListVersion(
      (0..<random.below(5)).map { .init(id: "f\($0)", at: $0 * spacing, text: "-") })
    let (one, other) = (try first.edited("a", &random), try first.edited("b", &random))
    ancestors = [one, other]
    (ours, theirs) = (try one.edited("x", &random), try other.edited("y", &random))
    base = one
    base = try joined(one, other, since: first, .base)
    ours = try joined(ours, other, since: first).edited("o", &random)
    theirs = try joined(one, theirs, since: first).edited("t", &random)
    later = random.below(2) == 0 ? .ours : .theirs
  }

  /// Two elements of two ancestors, one of which we moved past the other, while they inserted something between.
  static func pair(moving id: String, to position: Int) throws -> CrossedCase {
    let (p, q) = (
      ListVersion.Element(id: "p", at: 3000, text: "-"),
      ListVersion.Element(id: "q", at: 5000, text: "-")
    )
    var moved = [p, q]
    for place in moved.indices where moved[place].id == id { moved[place].at = position }
    moved.swapAt(0, 1)
    return CrossedCase(
      base: try ListVersion([p, q]), ours: try ListVersion(moved),
      theirs: try ListVersion([p, .init(id: "z", at: 4000, text: "-"), q]),
      ancestors: [try ListVersion([p]), try ListVersion([q])])
  }

  /// An ancestor moved `f` before an element that only the other one has, and their side put that first again.
  static func movedBack() throws -> CrossedCase {
    let (a, f) = (
      ListVersion.Element(id: "a", at: 6000, text: "-"),
      ListVersion.Element(id: "f", at: 3000, text: "-")
    )
    var (first, old) = (a, f)
    (first.at, old.at) = (1000, 9000)
    return CrossedCase(
      base: try ListVersion([f, a]),
      ours: try ListVersion([f, a, .init(id: "o", at: 9400, text: "-")]),
      theirs: try ListVersion([first, f, .init(id: "t", at: 9500, text: "-")]),
      ancestors: [try ListVersion([a, old]), try ListVersion([f])])
  }

  private init(
    base: ListVersion, ours: ListVersion, theirs: ListVersion, ancestors: [ListVersion]
  ) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    self.ancestors = ancestors
  }

  /// The case with our side as theirs.
  var swapped: CrossedCase {
    var swapped = self
    (swapped.ours, swapped.theirs) = (theirs, ours)
    swapped.later = later.other
    return swapped
  }

  var merge: DocumentMerge {
    get throws {
      var merge = DocumentMerge(
        base: base.document, ours: ours.document, theirs: theirs.document,
        plan: try Self.plan
      ) { _ in Recency(later: later) }
      merge.ancestors = { ancestors.map(\.document) }
      return merge
    }
  }

  func merged() throws -> MergedLists {
    let result = try merge.run()
    return MergedLists(
      case: self, result: result, list: ListVersion(try JSONDocument(parsing: result.bytes)))
  }

  private func joined(
    _ ours: ListVersion, _ theirs: ListVersion, since base: ListVersion,
    _ policy: ConflictPolicy? = nil
  ) throws -> ListVersion {
    let merge = DocumentMerge(
      base: base.document, ours: ours.document, theirs: theirs.document,
      plan: try Self.plan, policy: policy
    ) { _ in Recency(later: later) }
    return ListVersion(try JSONDocument(parsing: merge.run().bytes))
  }
}

/// A crossed merge and what came out.
struct MergedLists: CustomStringConvertible {
  let `case`: CrossedCase
  let result: MergeResult<[UInt8]>
  let list: ListVersion

  /// The elements to which a side alone gave a position that is neither kept nor reported, and that stand between others
  /// than it put them.
  func silent(of side: ListVersion, against other: ListVersion) -> [String] {
    list.ids.filter { id in
      guard let old = `case`.base[id]?.at, let mine = side[id]?.at, mine != old,
        other[id]?.at == old, list[id]?.at != mine
      else { return false }
      return !isReported(id, mine) && !isBetweenTheSame(id, side, other)
    }.map { "\($0) is not where one side alone put it" }
  }

  private func isReported(_ id: String, _ position: Int) -> Bool {
    result.decisions.contains { resolution in
      guard case .keptOneSide(_, let dropped) = resolution.outcome else { return false }
      guard case .element(_, let key)? = resolution.path.steps.dropFirst().first else {
        return false
      }
      return key.first?.string == JSONString(id) && dropped.value?.number?.int == position
    }
  }

  /// True if what the other side left alone, and stands in the result, stands there on the same side of the element.
  private func isBetweenTheSame(_ id: String, _ side: ListVersion, _ other: ListVersion) -> Bool {
    let (before, standing) = (Set(side.ids.prefix { $0 != id }), Set(list.ids.prefix { $0 != id }))
    let shared = Set(side.ids).intersection(list.ids).filter { id in
      other[id].map { $0.at == `case`.base[id]?.at } ?? true
    }
    return before.intersection(shared) == standing.intersection(shared)
  }

  /// The result with two neighbours swapped that all three versions have behind the same others, in this order.
  func withAgreedOnesSwapped() throws -> JSONDocument? {
    let versions = [`case`.base, `case`.ours, `case`.theirs].map(\.ids)
    func isAgreed(_ id: String) -> Bool {
      [(0, 1), (0, 2), (1, 2)].allSatisfy { one, other in
        let shared = Set(versions[one]).intersection(versions[other])
        let before = [one, other].map { Set(versions[$0].prefix { $0 != id }).intersection(shared) }
        return shared.contains(id) && before[0] == before[1]
      }
    }
    for (place, pair) in zip(list.elements, list.elements.dropFirst()).enumerated()
    where isAgreed(pair.0.id) && isAgreed(pair.1.id) {
      var elements = list.elements
      elements.swapAt(place, place + 1)
      (elements[place].at, elements[place + 1].at) = (pair.0.at, pair.1.at)
      return try ListVersion(elements).document
    }
    return nil
  }

  var description: String {
    """
    base \(`case`.base)
    ours \(`case`.ours)
    theirs \(`case`.theirs)
    merged \(list)
    \(result.decisions.map { "\($0.pointer): \($0.outcome)" }.joined(separator: "\n"))
    """
  }
}

/// One version of the list.
struct ListVersion: Equatable, CustomStringConvertible {
  struct Element: Equatable {
    var id: String
    var at: Int?
    var text: String
  }

  let document: JSONDocument
  let elements: [Element]

  init(_ elements: [Element]) throws {
    let steps = elements.map { element in
      let at = element.at.map { #", "at": \#($0)"# } ?? ""
      return #"{"id": "\#(element.id)", "t": "\#(element.text)"\#(at)}"#
    }
    self.init(try parse("{\"steps\": [\(steps.joined(separator: ", "))]}"))
  }

  init(_ document: JSONDocument) {
    self.document = document
    elements = (document.root["steps"].map { Array($0.elements) } ?? []).map { element in
      Element(
        id: element["id"]?.string.map { "\($0)" } ?? "", at: element["at"]?.number?.int,
        text: element["t"]?.string.map { "\($0)" } ?? "")
    }
  }

  static func == (one: ListVersion, other: ListVersion) -> Bool { one.elements == other.elements }

  var ids: [String] { elements.map(\.id) }

  subscript(id: String) -> Element? { elements.first { $0.id == id } }

  /// The list after some insertions, moves, deletions and changes, as `fork update` would write it.
  func edited(_ name: String, _ random: inout SeededGenerator) throws -> ListVersion {
    var version = self
    for number in 0..<random.below(4) {
      var elements = version.elements
      let place = random.below(elements.count)
      switch random.below(8) {
      case 0 where !elements.isEmpty: elements.remove(at: place)
      case 1 where !elements.isEmpty: elements[place].text = name
      case 2...4 where !elements.isEmpty:
        var element = elements.remove(at: place)
        element.at = nil
        elements.insert(element, at: random.below(elements.count + 1))
      default:
        elements.insert(
          Element(id: "\(name)\(number)", text: "-"), at: random.below(elements.count + 1))
      }
      let repaired = try OrderedLists.repaired(
        ListVersion(elements).document, since: nil, plan: CrossedCase.plan, using: &random)
      version = ListVersion(try JSONDocument(parsing: repaired.bytes))
    }
    return version
  }

  var description: String {
    elements.map { "\($0.id)@\($0.at.map(String.init) ?? "-")\($0.text)" }.joined(separator: " ")
  }
}
