import ForkedDocument
import ForkedJSON
import ForkedMerge

/// The rules of laws 1, 3 and 6 for a merged document, as simple as possible: it knows the shape of
/// the document, but neither the engine's code nor the audit's.
struct LawComparison {
  struct Four {
    var base: JSONNode?
    var ours: JSONNode?
    var theirs: JSONNode?
    var merged: JSONNode?

    var sides: [JSONNode?] { [ours, theirs] }
    /// The versions that have a value, a missing or null base apart.
    var all: [JSONNode] { (base.present.map { [$0] } ?? []) + [ours, theirs].compactMap { $0 } }

    func areAll(_ kind: JSONKind) -> Bool {
      ours?.kind == kind && theirs?.kind == kind && merged?.kind == kind
        && (base.present == nil || base?.kind == kind)
    }

    /// True if nothing but an id tells that a side's object is base's.
    var mayBeTwo: Bool {
      guard let base else { return true }
      return sides.contains { side in
        guard let side, side["id"]?.kind == .number else { return false }
        return base.members.allSatisfy { member in
          guard let key = member.key.string, key != "id" else { return true }
          return side[key] != member.value
        }
      }
    }

    func map(_ part: (JSONNode?) -> JSONNode?) -> Four {
      Four(base: part(base), ours: part(ours), theirs: part(theirs), merged: part(merged))
    }
  }

  private let reported: [String]
  /// The properties at which one side's value was replaced.
  private let decided: Set<String>
  /// The arrays whose ids may name other elements in one version; how these were matched is for the laws of records.
  private let distrusted: Set<String>
  /// The former and new places of what a side moved; how the other's changes follow it is for the laws of moves.
  private let moved: Set<String>
  private(set) var violations: [String] = []

  init(_ result: MergeResult<[UInt8]>) {
    reported =
      result.decisions.map { "\($0.pointer)" } + result.conflicts.map { "\($0.pointer)" }
    decided = Set(
      result.decisions.compactMap { row in
        if case .keptOneSide = row.outcome { "\(row.pointer)" } else { nil }
      })
    moved = Set(
      result.decisions.flatMap { row -> [String] in
        guard case .moved(let move) = row.outcome else { return [] }
        return ["\(row.pointer)", "\(move.formerPointer)"]
      })
    distrusted = Set(result.decisions.filter(\.isOfDistrustedIdentity).map { "\($0.pointer)" })
  }

  mutating func compare(_ four: Four, _ shape: LawShape, at pointer: String = "") {
    if moved.contains(pointer) { return }
    // A list that the other side only put in another order may outlive its deletion, reported.
    let mayReport = shape.holdsOrdered && isReported(below: pointer)
    if four.theirs == four.base {
      return expect(mayReport || four.merged == four.ours, "ours alone changed it", pointer)
    }
    if four.ours == four.base {
      return expect(mayReport || four.merged == four.theirs, "theirs alone changed it", pointer)
    }
    if four.ours == four.theirs, !shape.holdsCounter {
      return expect(four.merged == four.ours, "both changed it alike", pointer)
    }
    // Two elements that got one number are two: one is replaced whole.
    let isWhole = four.merged == four.ours || four.merged == four.theirs
    if four.mayBeTwo, decided.contains(pointer), isWhole { return }
    switch shape {
    case .value(.counterMerge) where four.areAll(.number) && four.base?.kind == .number:
      expectSum(four, pointer)
    case .value(.maxMerge) where four.areAll(.number): expectExtreme(four, pointer, >)
    case .value(.minMerge) where four.areAll(.number): expectExtreme(four, pointer, <)
    case .value(.textMerge) where four.areAll(.string) && four.base?.kind == .string:
      expectBothTexts(four, pointer)
    case .set where four.areAll(.array): expectSet(four, pointer)
    case .free, .elements, .ordered, .list:
      if four.areAll(.array), four.base.present != nil || four.haveIDs || shape.goesByID {
        compareArrays(four, shape, pointer)
      } else if four.areAll(.object), shape.isFree {
        compareMembers(four, shape, pointer)
      } else if four.areAll(.array), !shape.isList {
        expectOneSideOrBoth(four, pointer)
      } else {
        expectOneSide(four, pointer)
      }
    case .object where four.areAll(.array):  // The schema says nothing about arrays there.
      compare(four, .free, at: pointer)
    case .object, .map:
      if four.areAll(.object) {
        compareMembers(four, shape, pointer)
      } else {
        expectOneSide(four, pointer)
      }
    default: expectOneSide(four, pointer)
    }
  }

  private mutating func compareMembers(_ four: Four, _ shape: LawShape, _ pointer: String) {
    let keys = Set((four.all + [four.merged].compactMap { $0 }).flatMap { $0.members.map(\.key) })
    for key in keys {
      guard let name = key.string, let text = name.exactString else { continue }
      compare(
        four.map { $0?[name] }, shape.member(text),
        at: pointer + "\(JSONPointer().appending(name))")
    }
  }

  private mutating func compareArrays(_ four: Four, _ shape: LawShape, _ pointer: String) {
    if distrusted.contains(pointer) {
      if four.base.present == nil { expectOneSideOrBoth(four, pointer) }
      return
    }
    if four.haveIDs, !shape.isList { return compareElements(four, shape, pointer) }
    guard !shape.goesByID, !isReported(at: pointer) else { return }
    let counts = four.all.map { $0.counts }
    let merged = four.merged?.counts ?? [:]
    for (value, count) in merged {
      let most = counts.suffix(2).reduce(0) { $0 + $1[value, default: 0] }
      expect(count <= most || isReported(below: pointer), "\(value) comes from nowhere", pointer)
    }
    let mayRepeat = shape.isList || four.all.contains(where: \.hasRepeated)
    expect(
      mayRepeat || isReported(below: pointer) || four.merged?.hasRepeated == false,
      "a value stands twice", pointer)
    let new = Set(counts.suffix(2).flatMap(\.keys)).subtracting(counts[0].keys)
    for value in new where !isReported(below: pointer) {
      let least = counts.suffix(2).map { $0[value, default: 0] }.max() ?? 0
      expect(merged[value, default: 0] >= least, "\(value) was inserted and is lost", pointer)
    }
  }

  private mutating func compareElements(_ four: Four, _ shape: LawShape, _ pointer: String) {
    let ids = Set(four.all.flatMap { $0.elements.compactMap { $0["id"] } })
    for id in ids {
      let place = four.merged?.elements.enumerated().first { $0.element["id"] == id }?.offset
      compare(
        four.map { $0?.elements.first { $0["id"] == id } }, shape.element,
        at: pointer + (place.map { "/\($0)" } ?? "/"))
    }
    let known = four.merged?.elements.allSatisfy { $0["id"].map(ids.contains) ?? false } ?? true
    expect(known, "an element comes from nowhere", pointer)
  }

  // MARK: - Both changed it

  private mutating func expectSum(_ four: Four, _ pointer: String) {
    guard let base = four.base?.number, let ours = four.ours?.number,
      let theirs = four.theirs?.number
    else { return }
    let sum = ours.adding(theirs)?.subtracting(base)
    expect(four.merged?.number == sum, "the counter is no sum", pointer)
  }

  private mutating func expectExtreme(
    _ four: Four, _ pointer: String, _ isMore: (ExactDecimal, ExactDecimal) -> Bool
  ) {
    guard let ours = four.ours?.number, let theirs = four.theirs?.number else { return }
    let wanted = isMore(ours, theirs) ? ours : theirs
    expect(four.merged?.number == wanted, "not the extreme", pointer)
    expect(isReported(at: pointer), "was replaced without a report", pointer)
  }

  private mutating func expectBothTexts(_ four: Four, _ pointer: String) {
    let scalars = { (node: JSONNode?) in
      Set((node?.string?.exactString ?? "").unicodeScalars.filter { !$0.properties.isWhitespace })
    }
    let new = scalars(four.ours).union(scalars(four.theirs)).subtracting(scalars(four.base))
    expect(new.isSubset(of: scalars(four.merged)), "inserted text is lost", pointer)
  }

  private mutating func expectSet(_ four: Four, _ pointer: String) {
    let sets = [four.base.present, four.ours, four.theirs].map {
      Set($0?.elements.map { $0 } ?? [])
    }
    let kept = sets[0].intersection(sets[1]).intersection(sets[2])
    let wanted = kept.union(sets[1].subtracting(sets[0])).union(sets[2].subtracting(sets[0]))
    let isWanted = Set(four.merged?.elements.map { $0 } ?? []) == wanted
    let isSet = four.merged?.count == wanted.count || four.all.contains { $0.hasRepeated }
    expect(isWanted && isSet, "not the set that both made", pointer)
  }

  private mutating func expectOneSide(_ four: Four, _ pointer: String) {
    expect(four.sides.contains { $0 == four.merged }, "neither ours nor theirs", pointer)
    let isAlike = four.ours == four.theirs || four.sides.allSatisfy { $0.present == nil }
    expect(isAlike || isReported(at: pointer), "was replaced without a report", pointer)
  }

  /// Lists that both added stand one after the other where they have nothing in common.
  private mutating func expectOneSideOrBoth(_ four: Four, _ pointer: String) {
    let lists = [four.ours, four.theirs].map { $0?.elements.map { $0 } ?? [] }
    let merged = four.merged?.elements.map { $0 }
    guard merged == lists[0] + lists[1] || merged == lists[1] + lists[0] else {
      return expectOneSide(four, pointer)
    }
    expect(Set(lists[0]).isDisjoint(with: lists[1]), "a list in common stands twice", pointer)
    expect(isReported(at: pointer), "both stand, silently", pointer)
  }

  // MARK: - Noting

  /// True if the report names the property, or one that contains it; an element that is gone has no pointer.
  private func isReported(at pointer: String) -> Bool {
    reported.contains {
      pointer == $0 || pointer.hasPrefix($0 + "/")
        || pointer.hasSuffix("/") && $0.hasPrefix(pointer)
    }
  }

  private func isReported(below pointer: String) -> Bool {
    reported.contains { $0.hasPrefix(pointer) }
  }

  private mutating func expect(_ holds: Bool, _ message: String, _ pointer: String) {
    if !holds { violations.append("\(pointer): \(message)") }
  }
}

extension LawComparison.Four {
  /// True if every element of every version is an object with an id of its own.
  fileprivate var haveIDs: Bool {
    all.contains { $0.count > 0 }
      && all.allSatisfy { array in
        let ids = array.elements.compactMap { element -> JSONNode? in
          guard let id = element["id"], !id.kind.isContainer, id.kind != .null else { return nil }
          return id
        }
        return Set(ids).count == array.count
      }
  }
}

extension LawShape {
  fileprivate var goesByID: Bool {
    switch self {
    case .elements, .ordered: true
    default: false
    }
  }
}

extension JSONNode? {
  /// Nil for null, too.
  fileprivate var present: JSONNode? { self?.kind == .null ? nil : self }
}

extension JSONNode {
  fileprivate var hasRepeated: Bool { Set(elements).count < count }

  /// The number of occurrences of each element.
  fileprivate var counts: [JSONNode: Int] {
    elements.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
