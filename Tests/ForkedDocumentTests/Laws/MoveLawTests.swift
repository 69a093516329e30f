import Forked
import ForkedJSON
import ForkedTestSupport
import Testing

@testable import ForkedDocument

/// The changes of one side are in what the other moved, at its new place, and at no other record.
///
/// Each record has an identity that its text does not show, so the true merge is known without the search for moves.
/// `FORK_LAW_CASES` and `FORK_LAW_SEED` as for ``DocumentLawTests``.
@Suite struct MoveLawTests {
  /// A clean merge is the true one, in both directions; most moves are followed.
  @Test func changesFollow() throws {
    var (moved, followed, failures) = (0, 0, 0)
    for seed in DocumentLawTests.seeds where failures < 3 {
      let moveCase = MoveCase(seed: seed, moves: true)
      for isSwapped in [false, true] {
        let result = try moveCase.merge(isSwapped: isSwapped).run()
        let isFollowed = result.decisions.contains { $0.move != nil }
        moved += moveCase.isOpen ? 0 : 1
        followed += result.isClean && isFollowed ? 1 : 0
        guard let violation = try moveCase.violation(by: result) else { continue }
        failures += 1
        Issue.record("\(violation)\n\(moveCase.trail(isSwapped: isSwapped))\n\(result.report)")
      }
    }
    print("MoveLawTests: \(followed) of \(moved) merges with moves are clean and follow them")
    #expect(failures > 0 || followed * 5 > moved * 3)
  }

  /// What both sides moved to different places is reported, and one place has the changes of both if a side is
  /// preferred.
  @Test func bothPlacesAreReported() throws {
    var (count, reported, failures) = (0, 0, 0)
    for seed in DocumentLawTests.seeds where failures < 3 {
      let moveCase = MoveCase(seed: seed, moves: true, isApart: true)
      for isSwapped in [false, true] {
        var merge = try moveCase.merge(isSwapped: isSwapped)
        let result = try merge.run()
        let places = result.conflicts.filter { $0.reason == .movedByBoth }
        count += 1
        // A record that stands in both places is refused.
        if result.conflicts.isEmpty, !result.defects.isEmpty { continue }
        reported += places.isEmpty ? 0 : 1
        merge.policy = .prefer(isSwapped ? .theirs : .ours)
        let decided = try merge.run()
        let isDecided = decided.decisions.contains { $0.move?.isDisputed ?? false }
        let violation: String? =
          if places.count % 2 != 0 || !result.defects.isEmpty {
            "a place is missing"
          } else if isDecided == places.isEmpty {
            "a conflict is not decided"
          } else {
            isDecided ? try moveCase.violation(by: decided) : nil
          }
        guard let violation else { continue }
        failures += 1
        Issue.record(
          """
          \(violation)
          \(moveCase.trail(isSwapped: isSwapped))
          \(result.report)
          preferred: \(decided.report)
          """)
      }
    }
    print("MoveLawTests: \(reported) of \(count) merges report what both sides moved")
    #expect(failures > 0 || reported * 5 > count * 3)
  }

  /// Where nothing was moved, nothing is followed, whatever was deleted and added.
  @Test func nothingElseIsFollowed() throws {
    var failures = 0
    for seed in DocumentLawTests.seeds where failures < 3 {
      let moveCase = MoveCase(seed: seed, moves: false)
      let merge = try moveCase.merge()
      var fixed = merge
      fixed.followsMoves = false
      let (result, expected) = (try merge.run(), try fixed.run())
      guard result.bytes != expected.bytes || result.decisions.contains(where: { $0.move != nil })
      else { continue }
      failures += 1
      Issue.record("\(moveCase.trail())\n\(result.report)")
    }
  }

  /// The audit objects to a result in which a followed change is lost.
  @Test func theAuditObjects() throws {
    var (lost, seen) = (0, 0)
    for seed in DocumentLawTests.seeds.prefix(2000) {
      let merge = try MoveCase(seed: seed, moves: true).merge()
      let result = try merge.run()
      guard result.isClean, let followed = try merge.followedMoves() else { continue }
      lost += 1
      let merged = try followed.merge.merged().with(
        MergedValue.value(.keep(followed.merge.ours.root)))
      seen += try followed.merge.audited(merged).defects.isEmpty ? 0 : 1
    }
    #expect(lost == seen && lost > 0)
  }
}

extension MergeResult<[UInt8]> {
  fileprivate var report: String {
    """
    result: \(text)
    decisions: \(decisions.map { "\($0.pointer) \($0.outcome)" })
    conflicts: \(conflicts.map { "\($0.pointer) \($0.reason)" }), defects: \(defects)
    """
  }
}

/// Three versions of a document of records in sections, of which one side moved some.
private struct MoveCase {
  let seed: UInt64
  private var base = Sections()
  private var ours = Sections()
  private var theirs = Sections()
  /// The true merge; nil if both sides cannot have what they want.
  private var truth: Sections?
  private var styles: [LawStyle] = []
  /// True if there is none.
  var isOpen: Bool { truth == nil }

  /// - Parameters:
  ///   - moves: true if records are moved, or put into an object or out of one.
  ///   - isApart: true if the first one is moved to different places by both sides; ours is the true one.
  init(seed: UInt64, moves: Bool, isApart: Bool = false) {
    self.seed = seed
    var random = SeededGenerator(drawnFrom: seed)
    base = Sections(&random)
    let records = base.places.shuffled(using: &random)
    let isWrapping = moves && !isApart && base.mayWrap(records[0]) && random.oneIn(3)
    let isUnwrapping = isWrapping && random.oneIn(2)
    let wrapper = Record.Wrapper(&random)
    if isUnwrapping { base.wrap(records[0], in: wrapper) }
    (ours, theirs) = (base, base)
    var truth = base
    var isOpen = false
    /// What the side and the true merge have.
    func both(_ side: WritableKeyPath<MoveCase, Sections>, _ edit: (inout Sections) -> Void) {
      edit(&self[keyPath: side])
      edit(&truth)
    }
    for (index, place) in records.enumerated() {
      switch index == 0 ? 0 : random.below(isApart ? 3 : 6) + (isApart ? 3 : 0) {
      case 0 where isWrapping && index == 0:
        for edit in Record.edits(of: base[place], isByBoth: false, &random) where !edit.isOurs {
          both(\.theirs) { $0.edit(place, by: edit.change) }
        }
        both(\.ours) { $0.wrap(place, in: isUnwrapping ? nil : wrapper) }
        if isUnwrapping, wrapper.hasOther, random.oneIn(4) {
          theirs.wrap(place, in: wrapper.changed)
          isOpen = true
        }
      case 0 where moves:
        let target = base.newPlace(for: place, index, &random)
        let isByBoth = isApart || random.oneIn(8)
        for edit in Record.edits(of: base[place], isByBoth: isByBoth, &random) {
          both(edit.isOurs ? \.ours : \.theirs) { $0.edit(place, by: edit.change) }
        }
        both(\.ours) { $0.move(place, to: target) }
        if isApart {
          theirs.move(place, to: base.newPlace(for: place, 1000, besides: target, &random))
        } else if isByBoth {
          theirs.move(place, to: target)
        }
      case 0, 1:
        // Deleted by one side, changed by the other, and another record of the same form added.
        both(\.ours) { $0.remove(place) }
        if random.oneIn(2) {
          theirs.edit(place, by: .set(0, "\"changed \(index)\""))
          isOpen = true
        }
        let target = base.newPlace(for: place, index, &random)
        let added = Record(like: base[place], &random)
        both(\.ours) { $0.add(added, at: target) }
      case 2:
        let leaf = random.below(base[place].leaves.count)
        both(\.ours) { $0.edit(place, by: .set(leaf, "\"ours \(index)\"")) }
      case 3:
        both(\.theirs) { $0.edit(place, by: .add("new", "\"theirs \(index)\"")) }
      default: break
      }
    }
    self.truth = isOpen ? nil : truth
    let style = LawStyle.random(&random)
    styles = (0..<3).map { _ in random.oneIn(2) ? style : .random(&random) }
  }

  func merge(isSwapped: Bool = false) throws -> DocumentMerge {
    let texts = zip(styles, [base, ours, theirs]).map { $0.document($1.tree) }
    return try DocumentMerge(isSwapped ? [texts[0], texts[2], texts[1]] : texts)
  }

  /// The difference of a result from the true merge; nil if there is none, or a conflict.
  func violation(by result: MergeResult<[UInt8]>) throws -> String? {
    guard result.defects.isEmpty else { return "the audit objects" }
    guard result.conflicts.isEmpty else { return nil }
    guard let truth else { return "a conflict was decided" }
    let wanted = try json(LawStyle.plain.document(truth.tree))
    let found = try JSONDocument(parsing: result.bytes)
    return found.root.hasSameRecords(as: wanted) ? nil : "wanted: \(wanted)"
  }

  func trail(isSwapped: Bool = false) -> String {
    let texts = zip(["base", "ours", "theirs"], [base, ours, theirs]).map {
      "\($0): \(LawStyle.plain.document($1.tree))"
    }
    return "seed \(seed), swapped \(isSwapped)\n\(texts.joined(separator: "\n"))"
  }
}

extension JSONNode {
  /// Returns true if both have the same values; lists of records have no order.
  fileprivate func hasSameRecords(as other: JSONNode) -> Bool {
    guard kind == other.kind, count == other.count else { return false }
    switch kind {
    case .object:
      return members.allSatisfy { member in
        other.member(sameKeyAs: member.key).map { member.value.hasSameRecords(as: $0.value) }
          ?? false
      }
    case .array where elements.allSatisfy { $0["id"] != nil }:
      return elements.allSatisfy { element in
        other.elements.contains { $0["id"] == element["id"] && element.hasSameRecords(as: $0) }
      }
    default: return self == other
    }
  }
}

/// An object of scalars, or an array of texts.
private struct Record {
  var leaves: [(key: String, value: String)]
  var isArray = false
  var id: Int?
  /// The object around it; nil if there is none.
  var wrapper: Wrapper?

  /// An object of which a record is a member.
  struct Wrapper {
    /// The value of another member.
    var other: String?
    var hasOther: Bool { other != nil }

    init(_ random: inout SeededGenerator) {
      other = random.oneIn(2) ? "\"beside \(random.below(1_000_000))\"" : nil
    }

    /// The same with another value in the other member.
    var changed: Wrapper {
      var wrapper = self
      wrapper.other = "\"changed\""
      return wrapper
    }
  }

  /// A change of one side.
  enum Change {
    case set(Int, String)
    case add(String, String)
  }

  /// A record with values of which some are common to many.
  init(_ random: inout SeededGenerator, id: Int) {
    let count = 4 + random.below(8)
    leaves = (0..<count).map { index in
      ("k\(index)", Self.value(index, &random))
    }
    leaves.insert(("own", "\"record \(id) \(random.below(1_000_000))\""), at: random.below(count))
    leaves.append(("text", "\"\(random.below(1_000_000)) of \(id)\""))
    isArray = random.oneIn(6)
  }

  /// Another record of the same form.
  init(like other: Record, _ random: inout SeededGenerator) {
    self = other
    id = other.id.map { $0 + 1000 }
    for index in leaves.indices where random.oneIn(3) || leaves[index].value.utf8.count > 8 {
      leaves[index].value = "\"other \(random.below(1_000_000))\""
    }
  }

  private static func value(_ index: Int, _ random: inout SeededGenerator) -> String {
    switch random.below(4) {
    case 0: "\"common\""
    case 1: random.pick(["true", "false", "null"])
    case 2: "\(index)"
    default: "\"value \(random.below(1_000_000))\""
    }
  }

  /// Changes of both sides that touch different leaves, fewer of the side that moves it.
  static func edits(
    of record: Record, isByBoth: Bool, _ random: inout SeededGenerator
  ) -> [(isOurs: Bool, change: Change)] {
    var edits: [(isOurs: Bool, change: Change)] = []
    let places = record.leaves.indices.shuffled(using: &random)
    let most = isByBoth ? 1 : 2
    for place in places.prefix(1 + random.below(most)) {
      edits.append((false, .set(place, "\"theirs \(place)\"")))
    }
    if record.isArray { return edits }
    if random.oneIn(3) { edits.append((false, .add("more", "\"of theirs\""))) }
    if random.oneIn(3), places.count > 5 { edits.append((true, .set(places[3], "\"ours\""))) }
    return edits
  }

  mutating func apply(_ change: Change) {
    switch change {
    case .set(let place, let value): leaves[place].value = value
    case .add(let key, let value):
      if isArray { leaves.append(("", value)) } else { leaves.append((key, value)) }
    }
  }

  var tree: LawTree {
    guard let wrapper else { return ownTree }
    let other = wrapper.other.map { [LawTree.Member(key: "beside", value: .scalar($0))] } ?? []
    return .object([.init(key: "record", value: ownTree)] + other)
  }

  private var ownTree: LawTree {
    if isArray, id == nil { return .array(leaves.map { .scalar($0.value) }) }
    let own = id.map { [LawTree.Member(key: "id", value: .scalar(String($0)))] } ?? []
    return .object(own + leaves.map { .init(key: $0.key, value: .scalar($0.value)) })
  }
}

/// Objects of records by key, and lists of records by id, at any depth.
private struct Sections {
  struct Place: Hashable {
    var section: Int
    var key: String
  }

  private var isList: [Bool] = []
  private var entries: [[(key: String, record: Record)]] = []

  init() {}

  init(_ random: inout SeededGenerator) {
    var id = 0
    isList = (0..<(2 + random.below(3))).map { _ in random.oneIn(3) }
    entries = isList.map { isList in
      (0..<(1 + random.below(4))).map { _ in
        id += 1
        var record = Record(&random, id: id)
        if isList { (record.id, record.isArray) = (id, false) }
        return (isList ? "\(id)" : "r\(id)", record)
      }
    }
  }

  var places: [Place] {
    entries.indices.flatMap { section in
      entries[section].map { Place(section: section, key: $0.key) }
    }
  }

  subscript(place: Place) -> Record {
    entries[place.section][index(of: place) ?? 0].record
  }

  private func index(of place: Place) -> Int? {
    entries[place.section].firstIndex { $0.key == place.key }
  }

  /// Another key, in an object or another list; another list than that of the other place, if there is one.
  func newPlace(
    for place: Place, _ index: Int, besides other: Place? = nil, _ random: inout SeededGenerator
  ) -> Place {
    let fitting = isList.indices.filter { isList[$0] == isList[place.section] }
    guard isList[place.section] else {
      return Place(section: random.pick(fitting), key: "to\(index)")
    }
    let others = fitting.filter { $0 != place.section && $0 != other?.section }
    return others.isEmpty
      ? other ?? place : Place(section: random.pick(others), key: place.key)
  }

  /// Returns true if the record may be put into an object, which then has no id.
  func mayWrap(_ place: Place) -> Bool { !isList[place.section] }

  mutating func wrap(_ place: Place, in wrapper: Record.Wrapper?) {
    guard let index = index(of: place) else { return }
    entries[place.section][index].record.wrapper = wrapper
  }

  mutating func edit(_ place: Place, by change: Record.Change) {
    guard let index = index(of: place) else { return }
    entries[place.section][index].record.apply(change)
  }

  mutating func move(_ place: Place, to target: Place) {
    guard place != target, let index = index(of: place) else { return }
    let entry = entries[place.section].remove(at: index)
    add(entry.record, at: target)
  }

  mutating func remove(_ place: Place) {
    if let index = index(of: place) { entries[place.section].remove(at: index) }
  }

  mutating func add(_ record: Record, at place: Place) {
    entries[place.section].append((place.key, record))
  }

  /// The document: each section is in the one before it, or beside it.
  var tree: LawTree {
    var members: [LawTree.Member] = [.init(key: "version", value: .scalar("1"))]
    for section in entries.indices {
      let list = entries[section].map { LawTree.Member(key: $0.key, value: $0.record.tree) }
      let value: LawTree = isList[section] ? .array(list.map(\.value)) : .object(list)
      let isDeep = section % 2 == 1
      members.append(
        .init(
          key: "s\(section)",
          value: isDeep ? .object([.init(key: "in", value: value)]) : value))
    }
    return .object(members)
  }
}
