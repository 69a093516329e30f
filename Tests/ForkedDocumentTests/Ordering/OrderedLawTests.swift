import Forked
import ForkedDocument
import ForkedJSON
import ForkedMerge
import ForkedSchema
import ForkedTestSupport
import Foundation
import Testing

/// The laws of merging for documents with an ordered list that programs, people and scripts edited.
///
/// `FORK_LAW_CASES` sets how many cases each law is tried on, `FORK_LAW_SEED` the first seed.
@Suite struct OrderedLawTests {
  static let count = LawSeeds.count(usually: 200)
  static let firstSeed = LawSeeds.first

  @Test func mergesAreCleanAuditedAndSorted() throws {
    try forAll { lists, merged, document in
      #expect(merged.isClean, "\(lists)\n\(merged.conflicts) \(merged.defects)")
      let problems = OrderedLists.problems(in: document, plan: try ListDocuments.plan)
      #expect(
        problems.isEmpty || lists.isChangedByOne || lists.hasElementsWithoutIdentity,
        "\(lists)\n\(document.root)")
    }
  }

  @Test func itIsSymmetric() throws {
    try forAll { lists, _, document in
      let swapped = try lists.swapped.merge().run()
      let other = try JSONDocument(parsing: swapped.bytes)
      #expect(other.root == document.root, "\(lists)\n\(document.root)\n\(other.root)")
    }
  }

  /// An element that is no object, or shares its id, is placed by its neighbours, one of which may be renumbered.
  @Test(arguments: [
    (
      base: "[]", ours: #"[{"id": "1", "at": 1}, 2, {"id": 3, "at": 1}]"#,
      theirs: #"[{"at": -10}]"#
    ),
    (
      base: #"[{"id": 0, "at": 0}]"#, ours: #"[{"id": 0, "at": 0}, {"id": 1, "at": 21}]"#,
      theirs: #"[{"id": 0, "at": 56}, {"id": 0, "at": 440}]"#
    ),
  ]) func elementsWithoutAPositionAreRenumbered(base: String, ours: String, theirs: String) throws {
    func document(_ list: String) throws -> JSONDocument {
      try JSONDocument(parsing: Array("{\"steps\": \(list)}".utf8))
    }
    let lists = ListDocuments(
      base: try document(base), ours: try document(ours), theirs: try document(theirs))
    let merged = try lists.merge().run()
    #expect(merged.defects.isEmpty, "\(merged.defects)")
    #expect(merged.isClean)
  }

  private func forAll(
    _ check: (ListDocuments, MergeResult<[UInt8]>, JSONDocument) throws -> Void
  ) throws {
    for seed in Self.firstSeed..<Self.firstSeed + UInt64(Self.count) {
      let lists = try ListDocuments(seed: seed)
      let merged = try lists.merge().run()
      try check(lists, merged, JSONDocument(parsing: merged.bytes))
    }
  }
}

/// Three versions of a document that is an ordered list and little else.
struct ListDocuments: CustomStringConvertible {
  var seed: UInt64 = 0
  var later = MergeSide.ours
  var base: JSONDocument
  var ours: JSONDocument
  var theirs: JSONDocument

  static var plan: FieldPlan {
    get throws {
      let schema = """
        {"x-documents": {"*.json": {"properties": {
          "steps": {"x-merge": {"using": "orderedMerge", "id": "/id", "position": "at"}}}}}}
        """
      return try SchemaSet(root: Array(schema.utf8), load: { _ in nil })
        .plan(forDocument: "a.json")
    }
  }

  var swapped: ListDocuments {
    ListDocuments(
      seed: seed, later: later == .ours ? .theirs : .ours, base: base, ours: theirs, theirs: ours)
  }

  private struct Place: Equatable {
    var id: JSONNode?
    var at: Int?
  }

  /// True if a side left the list as it was, or both made the same of it.
  var isChangedByOne: Bool {
    func places(_ document: JSONDocument) -> [Place] {
      document.steps.map { Place(id: $0["id"], at: $0["at"]?.number?.int) }
    }
    let (base, ours, theirs) = (places(base), places(ours), places(theirs))
    return ours == base || theirs == base || ours == theirs
  }

  /// True if elements have no id, or share one.
  var hasElementsWithoutIdentity: Bool {
    [base, ours, theirs].contains { document in
      let ids = document.steps.compactMap { $0["id"] }
      return Set(ids).count < document.steps.count
    }
  }

  var description: String {
    "seed \(seed)\nbase \(base.root)\nours \(ours.root)\ntheirs \(theirs.root)"
  }

  func merge() throws -> DocumentMerge {
    DocumentMerge(base: base, ours: ours, theirs: theirs, plan: try Self.plan) { _ in
      Recency(later: later)
    }
  }
}

extension ListDocuments {
  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let base = (0..<random.below(6)).map { ListElement(id: "\"e\($0)\"", at: "\($0 * 50)") }
    var (ours, theirs) = (base, base)
    for name in 0..<random.below(4) { Self.edit(&ours, "o\(name)", &random) }
    for name in 0..<random.below(4) { Self.edit(&theirs, "t\(name)", &random) }
    let style = random.below(2)
    self.init(
      seed: seed, base: try Self.document(base, 0), ours: try Self.document(ours, style),
      theirs: try Self.document(theirs, 1 - style))
  }

  private static func edit(
    _ list: inout [ListElement], _ name: String, _ random: inout SeededGenerator
  ) {
    let index = random.below(list.count + 1)
    let odd = ["1.5", "\"7\"", "null", "1e2", "-0", "9007199254740993", "99999999999999999999"]
    guard index < list.count else {
      let at = random.below(3) == 0 ? nil : "\(random.below(300))"
      return list.insert(ListElement(id: "\"\(name)\"", at: at), at: random.below(list.count + 1))
    }
    switch random.below(8) {
    case 0: list.remove(at: index)
    case 1: list[index].text = name
    case 2: list[index].at = odd[random.below(odd.count)]
    case 3: list[index].at = nil
    case 4: list[index].at = "\(random.below(300))"
    case 5: list.insert(list.remove(at: index), at: random.below(list.count + 1))
    case 6 where random.below(4) == 0: list[index].id = random.below(2) == 0 ? nil : "\"e0\""
    default: for place in index..<list.count { list[place].at = "\(400 + 40 * place)" }
    }
  }

  private static func document(_ list: [ListElement], _ style: Int) throws -> JSONDocument {
    let elements = list.map { $0.text(inLines: style == 1) }
    let text =
      style == 1
      ? "{\n  \"steps\": [\n    " + elements.joined(separator: ",\n    ") + "\n  ]\n}\n"
      : "{\"steps\":[" + elements.joined(separator: ",") + "]}"
    return try JSONDocument(parsing: Array(text.utf8))
  }
}

/// An element as its members are spelled.
private struct ListElement {
  var id: String?
  var at: String?
  var text = "-"

  func text(inLines: Bool) -> String {
    let members = [id.map { ("id", $0) }, ("t", "\"\(text)\""), at.map { ("at", $0) }]
    let parts = members.compactMap { $0 }.map { name, value in
      inLines ? "\"\(name)\": \(value)" : "\"\(name)\":\(value)"
    }
    return inLines
      ? "{ " + parts.joined(separator: ", ") + " }" : "{\(parts.joined(separator: ","))}"
  }
}

extension JSONDocument {
  fileprivate var steps: [JSONNode] { root["steps"].map { Array($0.elements) } ?? [] }
}

extension SeededGenerator {
  fileprivate mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
