import Forked
import ForkedJSON
import ForkedSchema

/// Finds what the sides moved to another object, list or key, and the other side touched.
///
/// The ``Mapping`` tells what moved. What nobody else touched needs no following: it is deleted at one place and added
/// at another.
struct MoveSearch {
  /// A thing that a side moved.
  struct Candidate {
    var row: Int
    var from: Mapping.Place
    /// The place in ours, or theirs; that in base if the side didn't move it, or deleted it.
    var ours: Mapping.Place
    var theirs: Mapping.Place

    /// The side that moved it; nil if both did.
    var side: MergeSide? { theirs == from ? .ours : ours == from ? .theirs : nil }
    var isDisputed: Bool { side == nil && ours != theirs }
    /// The place in the result; nil if the user decides.
    var to: Mapping.Place? { isDisputed ? nil : ours != from ? ours : theirs }

    subscript(side: MergeSide) -> Mapping.Place { side == .ours ? ours : theirs }
  }

  /// The moves in the order of base, each with its row.
  private(set) var moves: [SubtreeMove] = []
  /// The other places that the user decides about.
  private(set) var contradictions: [Contradiction] = []
  /// The moves of both sides to different places of which neither can be followed, and those of one side into what the
  /// other deleted.
  private(set) var disputed: [SubtreeMove] = []
  let mapping: Mapping
  /// True if what nobody else touched is followed, too, to compare two versions: nothing is deleted with it then.
  private let isComparison: Bool
  /// True if what one side deleted and the other put something into stays, with all that is in it.
  private let restoresContainers: Bool
  /// False if nothing can be put to another place: what moved and was touched is left to the user then.
  private let relocates: Bool
  let members: MembersByPlace
  private let plan: FieldPlan
  var tracer: PlaceTracer
  private(set) var candidates: [Int: Candidate] = [:]
  private let lookup = ElementLookup()

  init(
    _ mapping: Mapping, plan: FieldPlan, isComparison: Bool = false,
    restoresContainers: Bool = false, relocates: Bool = true
  ) {
    self.mapping = mapping
    self.isComparison = isComparison
    self.restoresContainers = restoresContainers
    self.relocates = relocates
    self.plan = plan
    tracer = PlaceTracer(mapping, plan)
    for row in mapping.rows.indices {
      if let candidate = Self.candidate(row, mapping) { candidates[row] = candidate }
    }
    let places = candidates.values.flatMap { [$0.from, $0.ours, $0.theirs] }
    members = MembersByPlace(of: Set(places.map(\.container)), mapping)
  }

  private static func candidate(_ row: Int, _ mapping: Mapping) -> Candidate? {
    guard let from = mapping.place(of: row, in: .base), !mapping.isOpen(row) else { return nil }
    let ours = mapping.place(of: row, in: .ours) ?? from
    let theirs = mapping.place(of: row, in: .theirs) ?? from
    guard ours != from || theirs != from else { return nil }
    return Candidate(row: row, from: from, ours: ours, theirs: theirs)
  }

  /// Finds the moves.
  ///
  /// What stands at the new place moves with it. Where it stays there, nothing is followed.
  /// - Complexity: O(rows, and depth of what moved), in expectation.
  mutating func run() {
    var found: [Int: SubtreeMove] = [:]
    let homeless = isComparison ? [] : candidates.values.filter(isIntoDeleted)
    let rewritten = isComparison ? [] : rewrittenContainers()
    let apart = Set(homeless.map(\.row) + rewritten.map(\.row))
    var gathered = Dictionary(grouping: candidates.values.filter(isGathered), by: \.to?.container)
    var open = Set(candidates.values.filter(isTouched).map(\.row)).subtracting(apart).sorted()
    var along: [Int] = []
    var unfollowed: [Candidate] = []
    while !open.isEmpty || !along.isEmpty {
      let isAlong = open.isEmpty
      let row = isAlong ? along.removeLast() : open.removeLast()
      guard found[row] == nil, !apart.contains(row), let candidate = candidates[row] else {
        continue
      }
      guard relocates, var move = move(candidate) else {
        unfollowed.append(candidate)
        continue
      }
      move.isReported = !isAlong
      found[row] = move
      open += occupants(of: candidate).filter { candidates[$0] != nil }
      along += gathered.removeValue(forKey: candidate.to?.container)?.map(\.row) ?? []
    }
    let blocked = removeBlocked(from: &found)
    moves = found.keys.sorted().compactMap { found[$0] }
    if isComparison { return }
    disputed =
      blocked.filter(\.isDisputed)
      + homeless.sorted { $0.row < $1.row }.compactMap { move($0) }
    contradictions = findContradictions(blocking: blocked, unfollowed, rewritten)
  }

  /// True if there is nothing to follow, and no contradiction.
  var isEmpty: Bool { moves.isEmpty && contradictions.isEmpty && disputed.isEmpty }

  /// Returns true if one side moved it and the other changed, moved or deleted it, or what stands at the new place; or if
  /// both moved and changed it, though equally where equal changes add up.
  private func isTouched(_ candidate: Candidate) -> Bool {
    if isComparison { return true }
    guard let mover = candidate.side else {
      return candidate.isDisputed || isChanged(candidate.row, .ours, .theirs)
        || plan.mayHoldCounter && isChanged(candidate.row, .base, .ours)
    }
    return isChanged(candidate.row, .base, Mapping.Version(mover.other))
      || isContradicted(candidate.row)
  }

  /// Returns true if a side put it into something new: then all that it put there moves together, so that every version has
  /// that.
  func isGathered(_ candidate: Candidate) -> Bool {
    guard let place = candidate.to, candidate.side != nil, !isComparison else { return false }
    return mapping.rows[place.container][.base] == nil
  }

  /// The values that do not stand at two places by chance, that base holds once, and that stand in what a side added: a node of
  /// the side for the number of each.
  func soleNumbers(addedBy side: MergeSide, _ base: NodeTable) -> [Int: Int] {
    guard let table = mapping.tables[Mapping.Version(side).rawValue] else { return [:] }
    let added = (0..<table.count).filter { node in
      !table.areKeys[node] && table.node(node).isDistinctive
        && mapping.rows[mapping.row(of: node, in: Mapping.Version(side))][.base] == nil
    }
    let nodes = Dictionary(added.map { (table.number($0), $0) }) { first, _ in first }
    var counts = nodes.mapValues { _ in 0 }
    for node in 0..<base.count where !base.areKeys[node] { counts[base.number(node)]? += 1 }
    return nodes.filter { counts[$0.key] == 1 }
  }

  /// Returns true if one side moved it into what the other side deleted, and the other has it elsewhere.
  private func isIntoDeleted(_ candidate: Candidate) -> Bool {
    guard let mover = candidate.side else { return false }
    let other = Mapping.Version(mover.other)
    guard mapping.rows[candidate.row][other] != nil,
      !restoresContainers || isChanged(candidate.row, .base, other)
    else { return false }
    var container: Int? = candidate[mover].container
    while let row = container, mapping.rows[row][other] == nil {
      if mapping.rows[row][.base] != nil { return true }
      container = mapping.container(of: row, in: Mapping.Version(mover))
    }
    return false
  }

  /// Returns true if the other side changed what stands at the new place of a row, or put it there.
  private func isContradicted(_ row: Int) -> Bool {
    guard let candidate = candidates[row], let mover = candidate.side else { return false }
    return occupants(of: candidate).contains { isChanged($0, .base, Mapping.Version(mover.other)) }
  }

  func isChanged(
    _ row: Int, _ one: Mapping.Version, _ other: Mapping.Version
  ) -> Bool {
    mapping.number(of: row, in: one) != mapping.number(of: row, in: other)
  }

  // MARK: - What stands at the new place

  /// The rows that stand at a new place in base, or in the version of the side that didn't move it.
  private func occupants(of candidate: Candidate) -> [Int] {
    MergeSide.both.filter { candidate[$0] != candidate.from }.flatMap { side in
      [Mapping.Version.base, Mapping.Version(side.other)].compactMap {
        members.row(at: candidate[side], in: $0)
      }.filter { $0 != candidate.row }
    }
  }

  /// Removes the moves to places at which something stays, and then those to the places of these, and returns them.
  private func removeBlocked(from moves: inout [Int: SubtreeMove]) -> [SubtreeMove] {
    var blocked: [SubtreeMove] = []
    var waiting: [Int: [Int]] = [:]
    for row in moves.keys {
      for occupant in candidates[row].map(occupants) ?? [] {
        waiting[occupant, default: []].append(row)
      }
    }
    var staying = waiting.keys.filter { occupant in
      guard moves[occupant] != nil, let place = candidates[occupant]?.to else { return true }
      return waiting[occupant]?.contains { candidates[$0]?.to == place } ?? false
    }
    while let occupant = staying.popLast() {
      for row in waiting[occupant] ?? [] where moves[row] != nil {
        guard !isDeleted(occupant, for: row) else { continue }
        blocked += [moves.removeValue(forKey: row)].compactMap { $0 }
        staying.append(row)
      }
    }
    return blocked.sorted { $0.row ?? 0 < $1.row ?? 0 }
  }

  private func isDeletedByBoth(_ row: Int) -> Bool {
    MergeSide.both.allSatisfy { mapping.rows[row][Mapping.Version($0)] == nil }
  }

  /// Returns true if both sides deleted a row, or one did and the other left it unchanged, apart from what moves out of it.
  private func isDeleted(_ row: Int, for part: Int) -> Bool {
    guard let old = mapping.node(row, in: .base) else { return false }
    if isDeletedByBoth(row) { return true }
    return MergeSide.both.contains { side in
      guard mapping.rows[row][Mapping.Version(side)] == nil else { return false }
      if isComparison { return old.count == 1 && mapping.container(of: part, in: .base) == row }
      return !isChanged(row, by: side.other, apartFrom: part)
    }
  }

  private func isChanged(_ row: Int, by side: MergeSide, apartFrom part: Int) -> Bool {
    let version = Mapping.Version(side)
    guard isChanged(row, .base, version) else { return false }
    guard let old = mapping.node(row, in: .base), let new = mapping.node(row, in: version),
      let place = mapping.place(of: part, in: .base), place.container == row,
      mapping.place(of: part, in: version) == place, let key = mapping.key(of: part, in: .base)
    else { return true }
    return !old.isSame(as: new, apartFrom: key)
  }

  // MARK: - Paths

  /// Returns the move with its paths; nil if the schema decides a place as a whole, or another place needs another id.
  mutating func move(_ candidate: Candidate) -> SubtreeMove? {
    let row = candidate.row
    let (isOurs, isTheirs) = (
      candidate.ours != candidate.from, candidate.theirs != candidate.from
    )
    guard let from = tracer.place(of: row, in: .base),
      let ours = isOurs ? tracer.place(of: row, in: .ours) : from,
      let theirs = isTheirs ? tracer.place(of: row, in: .theirs) : from
    else { return nil }
    let places = (isOurs ? [ours] : []) + (isTheirs ? [theirs] : [])
    guard !from.isFixed, places.allSatisfy({ !$0.isFixed && from.mayKeepPlan(at: $0) }),
      !isOurs || haveID(ours, candidate.ours, row),
      !isTheirs || haveID(theirs, candidate.theirs, row)
    else { return nil }
    let move = SubtreeMove(
      from: from.path, ours: ours.path, theirs: theirs.path,
      side: candidate.side, isDisputed: candidate.isDisputed,
      target: candidate.isDisputed ? nil : isOurs ? .ours : .theirs,
      formerPointer: from.pointer,
      isManual: places.contains { $0.plan.leavesToUser },
      formerPlan: places.lazy.compactMap { from.plan(at: $0) }.first,
      ourPointer: ours.pointer, theirPointer: theirs.pointer,
      deleted: deleted(candidate, apartFrom: places.first?.position), row: row)
    return move.mayKeepPlan(in: plan) ? move : nil
  }

  /// Returns the value in base, if its mover left it unchanged and the other side has it no more.
  /// - Parameter position: the member that holds its position at the new place.
  private func deleted(_ candidate: Candidate, apartFrom position: JSONString?) -> JSONNode? {
    guard let mover = candidate.side,
      mapping.rows[candidate.row][Mapping.Version(mover.other)] == nil,
      let old = mapping.node(candidate.row, in: .base),
      let new = mapping.node(candidate.row, in: Mapping.Version(mover)),
      old.isSame(as: new, apartFrom: position)
    else { return nil }
    return old
  }

  /// Returns true if each version of a row has the id that tells elements apart at its new place, and nothing else has
  /// it there.
  private func haveID(
    _ traced: PlaceTracer.TracedPlace, _ place: Mapping.Place, _ row: Int
  ) -> Bool {
    guard case .element(let identity, let id)? = traced.path.steps.last else { return true }
    return Mapping.Version.allCases.allSatisfy { version in
      guard let node = mapping.node(row, in: version) else { return true }
      guard traced.path.mayLead(to: node) else { return false }
      guard mapping.place(of: row, in: version) != place else { return true }
      let list = mapping.node(place.container, in: version)
      return list.flatMap { lookup.element(of: $0, with: id, at: identity) } == nil
    }
  }
}

extension MoveSearch {
  /// Returns what was moved among members of objects between two versions, and their mapping; nil if nothing was.
  static func moves(
    from old: JSONNode, to new: JSONNode, plan: FieldPlan
  ) -> (moves: [SubtreeMove], mapping: Mapping)? {
    guard !old.document.hasDuplicateKeys, !new.document.hasDuplicateKeys,
      MoveSigns.areBetween(old, and: new)
    else { return nil }
    let mapping = Mapping(base: old, ours: new, theirs: old, plan: plan)
    var search = MoveSearch(mapping, plan: plan, isComparison: true)
    search.run()
    let moves = search.moves.filter { move in
      move.from.keys != nil && move.ours.keys != nil
        && move.from.value(in: old)?.kind.isContainer ?? false
    }
    return moves.isEmpty ? nil : (moves, mapping)
  }
}
