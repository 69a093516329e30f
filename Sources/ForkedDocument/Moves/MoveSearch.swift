import Forked
import ForkedJSON
import ForkedSchema

/// Finds the objects and arrays that one side moved and the other changed, and those that both moved.
///
/// A subtree that a side deleted is found again among those that it added. Two thirds of the parts must be equal. Each
/// must be the other's best by far, and values that are nowhere else must outweigh what differs: a change must not
/// reach another record.
struct MoveSearch {
  private let side: MergeSide
  /// True if also what the other side left as it was is looked for.
  private let findsUnchanged: Bool
  private let departures: [MissingPart]
  private let arrivals: [MissingPart]
  private let table = ElementParts()
  private let counts = ValueCounts()
  private var left = SubtreeParts()
  private var added = SubtreeParts()
  /// The parts of the base's subtrees beside them that the side left where they are.
  private var staying: Set<Int> = []
  /// The number of departures from each of the base's containers, by its ordinal.
  private var departed: [Int: Int] = [:]

  /// A subtree that a side seems to have moved.
  fileprivate struct Candidate {
    var from: MissingPart
    var to: MissingPart
    /// True if nothing but a move explains it.
    var isCertain: Bool
  }

  /// Returns the moves, those by both sides first, and each side's in the order of the base.
  ///
  /// A subtree that both moved to one place is alike in all three versions, so that one certain pair suffices.
  /// - Complexity: O(bytes of what the sides deleted and added, and of its neighbours), in expectation.
  static func moves(in parts: [MissingPart]) -> [SubtreeMove] {
    let ours = MoveSearch(of: .ours, in: parts)?.candidates ?? []
    let theirs = MoveSearch(of: .theirs, in: parts)?.candidates ?? []
    let others = Dictionary(
      theirs.filter(\.isByBoth).map { ($0.from.path, $0) }
    ) { first, _ in first }
    let common = ours.filter(\.isByBoth).compactMap { candidate in
      others[candidate.from.path].flatMap { SubtreeMove(candidate, and: $0) }
    }
    let moves =
      common + ours.compactMap { SubtreeMove($0, by: .ours) }
      + theirs.compactMap { SubtreeMove($0, by: .theirs) }
    return moves.withoutNested
  }

  /// Returns what was moved among members of objects between two versions.
  static func moves(from old: JSONNode, to new: JSONNode, plan: FieldPlan) -> [SubtreeMove] {
    let parts = MissingParts(Versions(base: old, ours: new, theirs: old), plan: plan).parts
    let candidates = MoveSearch(of: .ours, in: parts, findingUnchanged: true)?.candidates ?? []
    return candidates.filter(\.leavesNothing).compactMap { SubtreeMove($0, by: .ours) }.filter {
      move in
      (move.from.steps + move.ours.steps).allSatisfy { if case .key = $0 { true } else { false } }
    }
  }

  /// Nil if there is nothing to look for, or nothing that it may be.
  private init?(of side: MergeSide, in parts: [MissingPart], findingUnchanged: Bool = false) {
    departures = parts.filter {
      $0.versions.base?.kind.isContainer ?? false && $0.versions[side] == nil
    }
    arrivals = parts.filter {
      $0.versions.base == nil && $0.versions[side]?.kind.isContainer ?? false
    }
    self.side = side
    findsUnchanged = findingUnchanged
    guard !arrivals.isEmpty, departures.contains(where: isWanted) else { return nil }
    left = SubtreeParts(departures.compactMap(\.versions.base), table)
    added = SubtreeParts(arrivals.compactMap { $0.versions[side] }, table)
    staying = partsOfNeighbours()
    departed = departures.reduce(into: [:]) { $0[$1.container.ordinal, default: 0] += 1 }
  }

  /// Returns true if the other side changed what this one deleted, or deleted it too.
  private func isWanted(_ departure: MissingPart) -> Bool {
    guard !departure.isFixed else { return false }
    guard let other = departure.versions[side.other] else { return true }
    return other.kind == departure.versions.base?.kind
      && (findsUnchanged || other != departure.versions.base)
  }

  private func partsOfNeighbours() -> Set<Int> {
    let gone = Set(departures.compactMap { $0.versions.base?.ordinal })
    var seen: Set<Int> = []
    var parts: Set<Int> = []
    for container in (departures + arrivals).map(\.container)
    where seen.insert(container.ordinal).inserted {
      for value in container.childValues where !gone.contains(value.ordinal) {
        parts.formUnion(table.numbers(of: value))
      }
    }
    return parts
  }

  private var candidates: [Candidate] {
    departures.indices.filter { isWanted(departures[$0]) }.compactMap { departure in
      added.best(for: left[departure]).flatMap { arrival in
        left.best(for: added[arrival]) == departure ? candidate(departure, arrival) : nil
      }
    }
  }

  private func candidate(_ departure: Int, _ arrival: Int) -> Candidate? {
    let (from, to) = (departures[departure], arrivals[arrival])
    guard !to.isFixed, from.mayMove(to: to, by: side), let base = from.versions.base,
      let moved = to.versions[side], base.kind == moved.kind, base.mayBe(moved),
      left[departure].isMostly(added[arrival]),
      from.mayKeepPlan(at: to), !isShifted(from, to)
    else { return nil }
    return Candidate(from: from, to: to, isCertain: isCertain(departure, arrival))
  }

  /// Returns true if the subtree fills the same place of another record, alone or with the whole list that it stands
  /// in: then a column was shifted, as a rule, and the other side's change belongs to the record.
  private func isShifted(_ from: MissingPart, _ to: MissingPart) -> Bool {
    guard from.path.isCounterpart(of: to.path) else { return false }
    guard case .element? = from.path.steps.last else { return true }
    return [from, to].allSatisfy { departed[$0.container.ordinal] ?? 0 == $0.container.count }
  }

  /// Returns true if no part differs, or if more values that are nowhere else are equal: two records of one form
  /// have their common values in common. One such value may be equal by chance, so there must be two.
  private func isCertain(_ departure: Int, _ arrival: Int) -> Bool {
    guard haveTwoCommonValues(departure, arrival) else { return false }
    let (before, after) = (left[departure], added[arrival])
    let most = max(before.count(where: table.isTelling), after.count(where: table.isTelling))
    let differing = most - before.sharedCount(with: after, where: table.isTelling)
    guard differing > 0 else {
      let path = departures[departure].path
      return before.sharedCount(with: after) {
        isOwn($0) && !path.isIdentity(table.path(of: $0), table)
      } > 1
    }
    return uniqueValues(departure, arrival) > differing
  }

  private func haveTwoCommonValues(_ departure: Int, _ arrival: Int) -> Bool {
    let from = departures[departure]
    guard let before = from.versions.base, let after = arrivals[arrival].versions[side] else {
      return false
    }
    return before.countOfCommonValues(with: after, beside: from.path.lastIdentity) > 1
  }

  /// Returns true if nothing else that came or went, or stands beside it, has that part.
  private func isOwn(_ part: Int) -> Bool {
    table.isTelling(part) && !staying.contains(part) && left.isHeldOnce(part)
      && added.isHeldOnce(part)
  }

  /// The number of values, apart from ids, that each document holds once, and there.
  private func uniqueValues(_ departure: Int, _ arrival: Int) -> Int {
    let from = departures[departure]
    guard let before = from.versions.base, let after = arrivals[arrival].versions[side] else {
      return 0
    }
    let values = Set(before.tellingValues).intersection(after.tellingValues)
      .subtracting(from.path.lastIdentity)
    return values.count {
      counts[before.document, $0] == 1 && counts[after.document, $0] == 1
    }
  }
}

extension PropertyPath {
  /// The id of the element to which the path leads, which tells it from the others of its list alone; empty for a
  /// member.
  var lastIdentity: [JSONNode] {
    if case .element(_, let id)? = steps.last { id } else { [] }
  }

  /// Returns true if the other path leads to the same place below other elements of the same arrays.
  fileprivate func isCounterpart(of other: PropertyPath) -> Bool {
    guard steps.count == other.steps.count, steps.dropLast() != other.steps.dropLast() else {
      return false
    }
    return zip(steps, other.steps).allSatisfy { one, other in
      if case (.element(let pointers, _), .element(let others, _)) = (one, other) {
        return pointers == others
      }
      return one == other
    }
  }

  /// Returns true if the path of a part is that of an id of the element.
  fileprivate func isIdentity(_ path: Int, _ table: ElementParts) -> Bool {
    guard case .element(let pointers, _)? = steps.last else { return false }
    return pointers.contains { pointer in
      pointer.tokens.count == 1 && pointer.tokens.first.map(table.path(under:)) == path
    }
  }
}

extension MoveSearch.Candidate {
  /// True if the other side deleted the subtree too.
  var isByBoth: Bool { from.versions.present.count == 1 }

  /// True if the subtree is now a part of a new container at its place, or in the place of its container.
  var isInPlace: Bool { from.replaced != nil || to.replaced != nil }

  /// True if the base has nothing beside the subtree in a container whose place it takes.
  fileprivate var leavesNothing: Bool { to.replaced?.base?.count ?? 1 == 1 }
}

extension MissingPart {
  /// Returns true if a subtree may be moved from here to another place: if another value is here now, only to a part of
  /// it; and only from a part to the place of its container, if the other side left the rest of that as it was.
  fileprivate func mayMove(to other: MissingPart, by side: MergeSide) -> Bool {
    if replaced != nil { return other.replaced == nil && other.path.isPart(of: path) }
    guard let container = other.replaced else { return true }
    guard path.isPart(of: other.path), case .key(let key)? = path.steps.last else { return false }
    return other.versions[side.other] != nil
      || container.base.isSame(as: container[side.other], apartFrom: key)
  }
}

extension SubtreeMove {
  /// Creates the move of a subtree that the other side left where it was; nil if it is none.
  fileprivate init?(_ candidate: MoveSearch.Candidate, by side: MergeSide) {
    guard candidate.isCertain, !candidate.isByBoth, candidate.to.versions[side.other] == nil,
      candidate.from.versions.present.allSatisfy(candidate.to.path.mayLead)
    else { return nil }
    self.init(
      from: candidate.from.path, ours: side == .ours ? candidate.to.path : candidate.from.path,
      theirs: side == .ours ? candidate.from.path : candidate.to.path, to: candidate.to.path,
      formerPointer: candidate.from.pointer, formerPlan: candidate.from.plan(at: candidate.to))
  }

  /// Creates the move of a subtree that both sides deleted; nil if not both moved it, or to one place and alike.
  fileprivate init?(_ ours: MoveSearch.Candidate, and theirs: MoveSearch.Candidate) {
    let isOnePlace = ours.to.path == theirs.to.path
    guard ours.isInPlace == theirs.isInPlace else { return nil }
    let (our, their) = (ours.to.versions, theirs.to.versions)
    guard
      isOnePlace
        ? our.ours != our.theirs && (ours.isCertain || theirs.isCertain)
        : our.theirs == nil && their.ours == nil && ours.isCertain && theirs.isCertain
    else { return nil }
    self.init(
      from: ours.from.path, ours: ours.to.path, theirs: theirs.to.path,
      to: isOnePlace ? ours.to.path : nil, formerPointer: ours.from.pointer,
      isManual: [ours.to, theirs.to].contains { $0.plan.strategy == .manual },
      formerPlan: ours.from.plan(at: ours.to) ?? theirs.from.plan(at: theirs.to))
  }
}

extension [SubtreeMove] {
  /// The moves apart from those out of, or into, something that is moved as a whole within its place.
  /// - Complexity: O(moves), in expectation.
  fileprivate var withoutNested: [SubtreeMove] {
    let places = Set(filter(\.isInPlace).map { $0.place.steps })
    guard !places.isEmpty else { return self }
    return filter { move in
      move.isInPlace
        || ![move.from, move.ours, move.theirs].contains { $0.isAtOrBelow(oneOf: places) }
    }
  }
}

/// The number of times that the base and a side hold each value; counted at the first question.
private final class ValueCounts {
  private var known: [ObjectIdentifier: [JSONNode: Int]] = [:]

  /// - Complexity: O(bytes of the document) the first time.
  subscript(document: JSONDocument, value: JSONNode) -> Int {
    let key = ObjectIdentifier(document)
    if let counts = known[key] { return counts[value] ?? 0 }
    let counts = Dictionary(document.root.tellingValues.map { ($0, 1) }, uniquingKeysWith: +)
    known[key] = counts
    return counts[value] ?? 0
  }
}

/// The parts of some subtrees, and the subtrees that hold each part.
private struct SubtreeParts {
  private let parts: PartLists
  private let holders: PartHolders
  /// A part that more subtrees hold tells none of them apart.
  private static let mostHolders = 16

  init() { (parts, holders) = (PartLists(), PartHolders()) }

  init(_ subtrees: [JSONNode], _ table: ElementParts) {
    parts = PartLists(subtrees, table)
    holders = PartHolders(parts, count: table.count)
  }

  subscript(place: Int) -> ArraySlice<Int> { parts[place] }

  func isHeldOnce(_ part: Int) -> Bool { holders[part].count == 1 }

  /// Returns the subtree with the most of these parts; nil if another one has more than half as many.
  func best(for wanted: ArraySlice<Int>) -> Int? {
    var places: [Int] = []
    for part in wanted where holders[part].count <= Self.mostHolders { places += holders[part] }
    places.sort()
    var (best, count, nextCount) = (nil as Int?, 0, 0)
    for run in places.chunked {
      if run.count > count {
        (best, count, nextCount) = (run.first, run.count, count)
      } else {
        nextCount = max(nextCount, run.count)
      }
    }
    return nextCount * 2 > count ? nil : best
  }
}

extension ArraySlice<Int> {
  /// Returns true if two thirds of both, and two at least, are equal; the numbers are ascending, each once.
  fileprivate func isMostly(_ other: Self) -> Bool {
    let common = sharedCount(with: other)
    return common > 1 && common * 3 >= Swift.max(count, other.count) * 2
  }
}

extension JSONNode {
  /// The members' values, or the elements.
  var childValues: [JSONNode] {
    kind == .object ? members.map(\.value) : Array(elements)
  }

  /// The strings and numbers at any depth that are not too short to tell anything.
  fileprivate var tellingValues: [JSONNode] {
    if kind.isContainer { return childValues.flatMap(\.tellingValues) }
    return (kind == .string || kind == .number) && range.count >= 4 ? [self] : []
  }

  /// Returns false if both have a usual id, and not the same one.
  fileprivate func mayBe(_ other: JSONNode) -> Bool {
    UsualIdentity.keys.allSatisfy { key in
      guard let one = self[key], let two = other[key], !one.kind.isContainer else { return true }
      return one == two
    }
  }
}

extension MissingPart {
  /// Returns true if what the schema says about a subtree here is not forgotten at another place: it says something
  /// there too, or what it says here can apply there.
  fileprivate func mayKeepPlan(at other: MissingPart) -> Bool {
    guard !plan.mayHoldEntities, !other.plan.mayHoldEntities else { return false }
    return plan.isSilent || !other.plan.isSilent || other.path.keys != nil
  }

  /// The plan that applies at another place; nil if the other place has its own.
  fileprivate func plan(at other: MissingPart) -> FieldPlan? {
    plan.isSilent || !other.plan.isSilent ? nil : plan
  }
}
