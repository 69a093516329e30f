import Forked
import ForkedJSON
import ForkedSchema

/// The merge of subtrees that one side moved: the other side's changes follow them.
///
/// The versions are merged as if what was moved had always been at its new place. So no strategy knows of moves, and
/// everything inside and around them is merged as usual.
extension DocumentMerge {
  /// Returns the merge with subtrees at their new places.
  /// - Parameter run: merges.
  func followingMoves(
    _ run: (DocumentMerge) throws -> MergeResult<[UInt8]>
  ) throws -> MergeResult<[UInt8]> {
    var inPlace = self
    let search = moves(relocates: !hasNotation)
    if search != nil || mergesComments { inPlace.mapping = search?.mapping ?? mappingOfVersions }
    guard let search, !search.isEmpty else { return try run(inPlace) }
    let moves = try search.moves.map(placed)
    let merged = try result(of: moves, search, run)
    guard let merged else { return try run(self) }
    let choices = Dictionary(
      merged.decisions.compactMap { decision in decision.choice.map { (decision.path, $0) } }
    ) { first, _ in first }
    let chosen = moves.map { $0.placed(by: choices) }
    let isChosen = zip(moves, chosen).contains { $0.target != $1.target }
    return isChosen ? try result(of: chosen, search, run) ?? merged : merged
  }

  /// Returns the merge of the versions with what was moved at its new place; nil if there is none that is valid.
  private func result(
    of moves: [SubtreeMove], _ search: MoveSearch,
    _ run: (DocumentMerge) throws -> MergeResult<[UInt8]>
  ) throws -> MergeResult<[UInt8]>? {
    guard let followed = FollowedMoves(moves, search, in: self) else { return nil }
    var merged = try run(followed.merge)
    guard try isValid(merged) else { return nil }
    merged.decisions.insert(contentsOf: followed.decisions, at: 0)
    if listing >= .pairings {
      merged.pairings += moves.filter(\.isReported).flatMap { pairings(of: $0, search.mapping) }
    }
    return followed.addingFormerPlaces(merged)
  }

  /// Returns what a moved value was matched by, for each place where the result or a conflict has it.
  private func pairings(of move: SubtreeMove, _ mapping: Mapping) -> [MergePairing] {
    let side = Mapping.Version(move.side ?? .ours)
    guard let row = move.row, var evidence = mapping.evidence(of: row, .base, side) else {
      return []
    }
    evidence.reason = .elsewhere
    return (move.to.map { [$0] } ?? [move.ours, move.theirs]).map {
      MergePairing(
        pointer: move.formerPointer, path: $0, evidence: evidence.description, isReported: true)
    }
  }

  /// Returns false if the result is not valid by the schema and both versions are.
  private func isValid(_ merged: MergeResult<[UInt8]>) throws -> Bool {
    guard merged.isClean, !merged.value.isEmpty, plan.isBinding else { return true }
    return try failures(of: document(mergedFile: merged.value)).isEmpty
  }

  /// Returns the merge of the versions with what was moved at its new place, without their comments; nil if nothing was.
  func followedMoves() throws -> FollowedMoves? {
    try moves(relocates: true).flatMap { search in
      search.isEmpty
        ? nil : FollowedMoves(try search.moves.map(placed), search, in: self)
    }
  }

  /// Returns the search for moves; nil if there can be none, or none are followed: nobody pays for moves in other merges.
  /// - Parameter relocates: false if nothing can be put to another place, for the comments beside it.
  private func moves(relocates: Bool) -> MoveSearch? {
    guard followsMoves, duplicateKeys == .refused, plan.followsMoves, let base,
      MoveSigns.areIn(
        Versions(base: base.root, ours: ours.root, theirs: theirs.root),
        countsNumbers: plan.mayHoldIDs)
    else { return nil }
    var search = MoveSearch(
      mappingOfVersions, plan: plan, restoresContainers: effectivePolicy == .mostRecent,
      relocates: relocates)
    search.run()
    return search
  }

  /// The mapping of the three versions: one that was made, or a new one.
  var mappingOfVersions: Mapping {
    mapping ?? Mapping(base: base?.root, ours: ours.root, theirs: theirs.root, plan: plan)
  }

  /// Returns the same move, to the place that the policy decides for if each side moved the subtree to another one.
  private func placed(_ move: SubtreeMove) throws -> SubtreeMove {
    guard move.isDisputed else { return move }
    var move = move
    switch effectivePolicy {
    case .base: move.target = .base
    case .prefer(let side): move.target = Mapping.Version(side)
    case .mostRecent where !move.isManual:
      move.target = try recency(move.from).map { Mapping.Version($0.later) }
    case .mostRecent, .manual, .versions: break
    }
    return move
  }
}

extension SubtreeMove {
  /// Returns the report of the move; nil if the user decides about it.
  fileprivate func decision(in ours: JSONNode, _ lookup: ElementLookup) -> MergeDecision? {
    guard let to else { return nil }
    if let deleted {
      return MergeDecision(
        pointer: formerPointer, path: from, decider: .move,
        outcome: .movedAndDeleted(elements: [deleted]))
    }
    return MergeDecision(
      pointer: to.pointer(in: ours, by: lookup) ?? pointer, path: to, decider: .move,
      outcome: .moved(self), reason: isDisputed ? disputeNote : nil)
  }

  /// Returns the same move, to the place that the user chose at both places; unchanged if they chose none.
  fileprivate func placed(by choices: [PropertyPath: ConflictChoice]) -> SubtreeMove {
    guard target == nil else { return self }
    var move = self
    switch (choices[ours], choices[theirs]) {
    case (.ours, .ours): move.target = .ours
    case (.theirs, .theirs): move.target = .theirs
    case (.base, .base): move.target = .base
    default: break
    }
    return move
  }
}

extension MergeDecision {
  fileprivate var choice: ConflictChoice? {
    if case .chosen(let choice, _, _) = outcome { choice } else { nil }
  }
}

/// A merge of versions in which what a side moved has always been at its new place.
struct FollowedMoves {
  let merge: DocumentMerge
  let moves: [SubtreeMove]
  let decisions: [MergeDecision]
  private let places: FormerPlaces

  /// Nil if a version has something else at a new place.
  init?(_ moves: [SubtreeMove], _ search: MoveSearch, in merge: DocumentMerge) {
    let relocations = Relocations(moves, search.mapping)
    guard let base = relocations.document(.base, merge.duplicateKeys),
      let ours = relocations.document(.ours, merge.duplicateKeys),
      let theirs = relocations.document(.theirs, merge.duplicateKeys)
    else { return nil }
    let lookup = ElementLookup()
    let containers = MovedContainers(moves)
    let moves = moves.map { containers.following($0) }
    self.moves = moves
    var followed = merge
    if relocations.isEmpty { followed.mapping = search.mapping }
    (followed.base, followed.ours, followed.theirs) = (base, ours, theirs)
    followed.plan = moves.reduce(merge.plan) { $1.plan(in: $0) ?? $0 }
    let disputed = moves.filter { $0.to == nil } + search.disputed
    followed.disputes = DisputedPlaces(
      (search.contradictions + disputed.flatMap(\.disputes)).map { containers.following($0) },
      ours: ours.root, theirs: theirs.root, lookup)
    places = FormerPlaces(moves)
    followed.recency = { [places] path in try merge.recency(places.adding(to: path)) }
    let decisions = moves.map { $0.decision(in: ours.root, lookup) }
    self.decisions = zip(moves, decisions).compactMap { $0.isReported ? $1 : nil }
    followed.unmoved = UnmovedVersions(
      base: merge.base?.root, ours: merge.ours.root, theirs: merge.theirs.root,
      moves: decisions.compactMap { $0 })
    self.merge = followed
  }
}

/// The versions of a document before what moved was put to its new place, and the report of it.
struct UnmovedVersions {
  var base: JSONNode?
  var ours: JSONNode
  var theirs: JSONNode
  var moves: [MergeDecision]
}

extension FollowedMoves {
  /// Returns the result with all places of what was moved in the paths by which the history is asked.
  ///
  /// A conflict about the place itself is asked for by the former one: each side's last change there is its move.
  func addingFormerPlaces(_ merged: MergeResult<[UInt8]>) -> MergeResult<[UInt8]> {
    var merged = merged
    let disputed = Dictionary(
      moves.filter { $0.to == nil }.flatMap { [($0.ours, $0.from), ($0.theirs, $0.from)] }
    ) { first, _ in first }
    for index in merged.conflicts.indices {
      let path = merged.conflicts[index].path
      merged.conflicts[index].history = disputed[path] ?? places.adding(to: path)
    }
    for index in merged.changedByBoth.indices {
      merged.changedByBoth[index].history = places.adding(to: merged.changedByBoth[index].path)
    }
    return merged
  }
}

extension SubtreeMove {
  /// Returns the plan of a document with that of the former place at the new one; nil if there is none to be kept, or
  /// no new place yet.
  fileprivate func plan(in plan: FieldPlan) -> FieldPlan? {
    guard let formerPlan, let keys = to?.keys else { return nil }
    return plan.with(formerPlan, at: keys)
  }

  /// Returns true if the plan of the former place can be that of the new one, wherever that is, or need not be.
  func mayKeepPlan(in plan: FieldPlan) -> Bool {
    guard let formerPlan else { return true }
    return [ours, theirs].allSatisfy { path in
      path == from || path.keys.flatMap { plan.with(formerPlan, at: $0) } != nil
    }
  }
}

/// The moved values, by their places in the versions that don't have them where the result does.
private struct MovedContainers {
  private var moves: [Mapping.Version: [[PropertyPath.Step]: SubtreeMove]] = [:]

  init(_ moves: [SubtreeMove]) {
    for move in moves {
      guard let target = move.target else { continue }
      for version in Mapping.Version.allCases where version != target {
        self.moves[version, default: [:]][move.path(in: version).steps] = move
      }
    }
  }

  /// Returns the same contradiction, where it is once the containers around it are at their new places.
  /// - Complexity: O(steps squared), in expectation, for each of the containers.
  func following(_ contradiction: MoveSearch.Contradiction) -> MoveSearch.Contradiction {
    var contradiction = contradiction
    contradiction.path =
      relocated(contradiction.path, in: contradiction.version) ?? contradiction.path
    return contradiction
  }

  /// Returns the same move, to where the container of its new place went by another one.
  /// - Parameter followers: the rows that follow this one, directly or not: each side may have put one into the other.
  /// - Complexity: O(steps squared), in expectation, for each of the containers.
  func following(_ move: SubtreeMove, followers: Set<Int> = []) -> SubtreeMove {
    guard let target = move.target, let row = move.row,
      let path = relocated(move.path(in: target), in: target, followers: followers.union([row]))
    else { return move }
    var move = move
    move.moved = path
    return move
  }

  /// Returns where a path of a version leads once the containers on it are at their new places; nil if none of them moved.
  private func relocated(
    _ path: PropertyPath, in version: Mapping.Version, followers: Set<Int> = []
  ) -> PropertyPath? {
    guard let others = moves[version] else { return nil }
    for depth in path.steps.indices.reversed() {
      guard let container = others[Array(path.steps.prefix(depth))],
        let row = container.row, !followers.contains(row),
        let to = following(container, followers: followers).to
      else { continue }
      return PropertyPath(to.steps + path.steps.dropFirst(depth))
    }
    return nil
  }
}

/// The places of what was moved in the versions that don't have it at its new one.
private struct FormerPlaces {
  private var places: [[PropertyPath.Step]: [[PropertyPath.Step]]] = [:]

  init(_ moves: [SubtreeMove]) {
    for move in moves {
      guard let to = move.to else { continue }
      places[to.steps] = [move.from, move.ours, move.theirs].map(\.steps).filter { $0 != to.steps }
    }
  }

  /// Returns the path with the other places of the property.
  /// - Complexity: O(steps squared), in expectation.
  func adding(to path: PropertyPath) -> PropertyPath {
    guard !places.isEmpty else { return path }
    var path = path
    for depth in 0...path.steps.count {
      guard let others = places[Array(path.steps.prefix(depth))] else { continue }
      path.otherPlaces = others.map { $0 + path.steps.dropFirst(depth) }
      break
    }
    return path
  }
}
