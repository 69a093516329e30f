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
  /// It is if it has no conflict that the other one doesn't have.
  /// - Parameters:
  ///   - plain: the result without regard to moves.
  ///   - run: merges.
  func followingMoves(
    insteadOf plain: MergeResult<[UInt8]>,
    _ run: (DocumentMerge) throws -> MergeResult<[UInt8]>
  ) throws -> MergeResult<[UInt8]> {
    guard mayHaveMoves(plain), let followed = followedMoves() else { return plain }
    var merged = try run(followed.merge)
    guard merged.conflicts.isEmpty || !plain.isClean, try isValid(merged) else { return plain }
    merged.decisions.insert(contentsOf: followed.decisions, at: 0)
    if policy != .base {
      merged.defects += MoveAudit(self, followed.merge, merged.decisions).defects
    }
    return merged
  }

  /// Returns true if one side may have deleted what the other changed: nobody pays for moves in other merges.
  private func mayHaveMoves(_ plain: MergeResult<[UInt8]>) -> Bool {
    followsMoves && !isNoted && duplicateKeys == .refused && plan.followsMoves
      && !plan.mayHoldUnits
      && (policy == .base || !plain.conflicts.isEmpty || !plain.decisions.isEmpty)
  }

  /// Returns false if the result is not valid by the schema and both versions are.
  private func isValid(_ merged: MergeResult<[UInt8]>) throws -> Bool {
    guard merged.isClean, !merged.value.isEmpty, plan.isBinding else { return true }
    return try failures(of: document(mergedFile: merged.value)).isEmpty
  }

  /// Returns the merge of the versions with what was moved at its new place; nil if nothing was.
  func followedMoves() -> FollowedMoves? {
    guard let base else { return nil }
    let versions = Versions(base: base.root, ours: ours.root, theirs: theirs.root)
    let moves = MoveSearch.moves(in: MissingParts(versions, plan: plan).parts)
    return moves.isEmpty ? nil : FollowedMoves(moves, in: self)
  }
}

/// A merge of versions in which what a side moved has always been at its new place.
struct FollowedMoves {
  let merge: DocumentMerge
  let decisions: [MergeDecision]

  init?(_ moves: [SubtreeMove], in merge: DocumentMerge) {
    let (ours, theirs) = (
      moves.filter { $0.isMade(by: .ours) }, moves.filter { $0.side == .theirs }
    )
    func document(
      _ document: JSONDocument?, _ moves: [SubtreeMove], like model: JSONDocument
    ) -> JSONDocument? {
      guard let document, !moves.isEmpty else { return document }
      return MovedDocument(document, moving: moves, like: model.root)?.document(merge.duplicateKeys)
    }
    guard
      let base = document(
        document(merge.base, ours, like: merge.ours), theirs, like: merge.theirs),
      let our = document(merge.ours, theirs, like: merge.theirs),
      let their = document(
        merge.theirs, ours.filter { $0.side != nil }, like: merge.ours)
    else { return nil }
    var followed = merge
    (followed.base, followed.ours, followed.theirs) = (base, our, their)
    followed.recency = { path in try merge.recency(path.before(moves) ?? path) }
    self.merge = followed
    decisions = moves.map { move in
      MergeDecision(
        pointer: move.to.pointer(in: our.root) ?? JSONPointer(), path: move.to, decider: .move,
        outcome: .moved(move))
    }
  }
}

extension PropertyPath {
  /// The same path as it was before one of these moves; nil if it was not moved.
  ///
  /// By that path the history has both sides' changes: the move counts as the last change of the side that made it.
  func before(_ moves: [SubtreeMove]) -> PropertyPath? {
    moves.first { steps.starts(with: $0.to.steps) }.map {
      PropertyPath($0.from.steps + steps.dropFirst($0.to.steps.count), aspect: aspect)
    }
  }
}
