import Forked
import ForkedJSON
import ForkedSchema

/// The merge of subtrees that one side moved: the other side's changes follow them.
///
/// The versions are merged again as if what was moved had always been at its new place. So no strategy knows of moves,
/// and everything inside and around them is merged as usual.
extension DocumentMerge {
  /// Returns the merge with subtrees at their new places, if that is better than the merge without.
  ///
  /// It is if it has no conflict that the other one doesn't have, or if both sides moved a subtree to different places:
  /// the other one has it twice.
  /// - Parameters:
  ///   - plain: the result without regard to moves.
  ///   - identities: the ids of arrays of the versions that are known from it.
  ///   - run: merges.
  func followingMoves(
    insteadOf plain: MergeResult<[UInt8]>, _ identities: UsualIdentityCache,
    _ run: (DocumentMerge) throws -> MergeResult<[UInt8]>
  ) throws -> MergeResult<[UInt8]> {
    guard mayHaveMoves(plain), let found = moves(identities) else { return plain }
    let moves = try found.map(placed)
    let merged = try result(of: moves, run)
    guard moves.contains(where: \.isDisputed) else {
      return merged.flatMap { $0.conflicts.isEmpty || !plain.isClean ? $0 : nil } ?? plain
    }
    guard let merged else { return try result(of: found, run) ?? plain }
    let choices = Dictionary(
      merged.decisions.compactMap { decision in decision.choice.map { (decision.path, $0) } }
    ) { first, _ in first }
    let chosen = moves.map { $0.placed(by: choices) }
    let isChosen = zip(moves, chosen).contains { $0.to != $1.to }
    return isChosen ? try result(of: chosen, run) ?? merged : merged
  }

  /// Returns the merge of the versions with what was moved at its new place; nil if there is none that is valid.
  private func result(
    of moves: [SubtreeMove], _ run: (DocumentMerge) throws -> MergeResult<[UInt8]>
  ) throws -> MergeResult<[UInt8]>? {
    guard let followed = FollowedMoves(moves, in: self) else { return nil }
    var merged = try run(followed.merge)
    guard try isValid(merged) else { return nil }
    merged.decisions.insert(contentsOf: followed.decisions, at: 0)
    if policy != .base { merged.defects += MoveAudit(self, followed, merged).defects }
    return followed.tellingHistory(merged)
  }

  /// Returns true if one side may have deleted what the other changed, or both may have moved the same: nobody pays for
  /// moves in other merges.
  private func mayHaveMoves(_ plain: MergeResult<[UInt8]>) -> Bool {
    followsMoves && !isNoted && duplicateKeys == .refused && plan.followsMoves
      && !plan.mayHoldUnits
      && (policy == .base || plain.mayHideMoves || !plain.conflicts.isEmpty
        || !plain.decisions.isEmpty)
  }

  /// Returns false if the result is not valid by the schema and both versions are.
  private func isValid(_ merged: MergeResult<[UInt8]>) throws -> Bool {
    guard merged.isClean, !merged.value.isEmpty, plan.isBinding else { return true }
    return try failures(of: document(mergedFile: merged.value)).isEmpty
  }

  /// Returns the merge of the versions with what was moved at its new place; nil if nothing was.
  func followedMoves() throws -> FollowedMoves? {
    try moves(UsualIdentityCache()).flatMap { FollowedMoves(try $0.map(placed), in: self) }
  }

  /// The moves; nil if there are none.
  private func moves(_ identities: UsualIdentityCache) -> [SubtreeMove]? {
    guard let base else { return nil }
    let versions = Versions(base: base.root, ours: ours.root, theirs: theirs.root)
    let moves = MoveSearch.moves(in: MissingParts(versions, plan: plan, identities).parts)
      .filter { $0.mayKeepPlan(in: plan) }
    return moves.isEmpty ? nil : moves
  }

  /// Returns the same move, to the place that the policy decides for if each side moved the subtree to another one.
  private func placed(_ move: SubtreeMove) throws -> SubtreeMove {
    guard move.isDisputed else { return move }
    var move = move
    switch effectivePolicy {
    case .base: move.to = move.from
    case .prefer(let side): move.to = move.path(in: side)
    case .mostRecent where !move.isManual:
      move.to = try recency(move.from).map { move.path(in: $0.later) }
    case .mostRecent, .manual, .versions: break
    }
    return move
  }
}

extension SubtreeMove {
  /// Returns the same move, to the place that the user chose at both places; unchanged if they chose none.
  fileprivate func placed(by choices: [PropertyPath: ConflictChoice]) -> SubtreeMove {
    guard to == nil else { return self }
    var move = self
    switch (choices[ours], choices[theirs]) {
    case (.ours, .ours): move.to = ours
    case (.theirs, .theirs): move.to = theirs
    case (.base, .base) where !isInPlace: move.to = from
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
  init?(_ moves: [SubtreeMove], in merge: DocumentMerge) {
    guard let base = merge.base else { return nil }
    let lookup = ElementLookup()
    let models = [merge.ours.root, merge.theirs.root, base.root]
    func moved(_ document: JSONDocument, from path: (SubtreeMove) -> PropertyPath) -> JSONDocument?
    {
      let relocations = moves.relocations(from: path, like: models, lookup)
      guard !relocations.isEmpty else { return document }
      return MovedDocument(document, relocations, lookup)?.document(merge.duplicateKeys)
    }
    guard let newBase = moved(base, from: \.from), let ours = moved(merge.ours, from: \.ours),
      let theirs = moved(merge.theirs, from: \.theirs)
    else { return nil }
    self.moves = moves
    var followed = merge
    (followed.base, followed.ours, followed.theirs) = (newBase, ours, theirs)
    followed.plan = moves.reduce(merge.plan) { $1.plan(in: $0) ?? $0 }
    followed.disputes = DisputedPlaces(
      moves.filter { $0.to == nil }, ours: ours.root, theirs: theirs.root, lookup)
    places = FormerPlaces(moves)
    followed.recency = { [places] path in try merge.recency(places.adding(to: path)) }
    self.merge = followed
    decisions = moves.compactMap { move in
      guard let to = move.to else { return nil }
      return MergeDecision(
        pointer: to.pointer(in: ours.root, by: lookup) ?? JSONPointer(), path: to, decider: .move,
        outcome: .moved(move),
        reason: move.isDisputed
          ? move.note(ours: merge.ours.root, theirs: merge.theirs.root, lookup) : nil)
    }
  }
}

extension FollowedMoves {
  /// Returns the result with all places of what was moved in the paths by which the history is asked.
  ///
  /// A conflict about the place itself is asked for by the former one: each side's last change there is its move.
  func tellingHistory(_ merged: MergeResult<[UInt8]>) -> MergeResult<[UInt8]> {
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
  fileprivate func mayKeepPlan(in plan: FieldPlan) -> Bool {
    guard let formerPlan else { return true }
    return [ours, theirs].allSatisfy { path in
      path == from || path.keys.flatMap { plan.with(formerPlan, at: $0) } != nil
    }
  }
}

extension [SubtreeMove] {
  /// Returns the relocations of a document's subtrees to their new places, in the order that these have in the models.
  /// - Parameters:
  ///   - path: gives the path of a subtree in the document.
  ///   - models: the roots of ours, of theirs and of the base.
  fileprivate func relocations(
    from path: (SubtreeMove) -> PropertyPath, like models: [JSONNode], _ lookup: ElementLookup
  ) -> [Relocation] {
    compactMap { move -> (place: (Int, Int), relocation: Relocation)? in
      guard let to = move.to, path(move) != to,
        let model = [move.ours, move.theirs, move.from].firstIndex(of: to),
        let moved = to.value(in: models[model], by: lookup)
      else { return nil }
      let relocation = Relocation(from: path(move), to: to, model: models[model])
      return ((model, moved.ordinal), relocation)
    }.sorted { $0.place < $1.place }.map(\.relocation)
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
