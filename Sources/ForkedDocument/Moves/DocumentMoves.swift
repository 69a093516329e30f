public import ForkedJSON
public import ForkedSchema

/// The objects and arrays that were moved between two versions of a document.
public struct DocumentMoves: Sendable {
  private let moves: [SubtreeMove]
  private let newer: JSONDocument

  /// Finds the moves; nil if there are none.
  ///
  /// - Parameter plan: the plan that tells which parts of an element are its id.
  /// - Complexity: O(members and elements of the containers that differ, and bytes of what came and went).
  public init?(from old: JSONNode, to new: JSONNode, plan: FieldPlan) {
    guard !old.document.hasDuplicateKeys, !new.document.hasDuplicateKeys else { return nil }
    newer = new.document
    moves = MoveSearch.moves(from: old, to: new, plan: plan)
    if moves.isEmpty { return nil }
  }

  /// Returns an older version as it would be if the subtrees had always been at their new places, as far as it has
  /// them.
  /// - Complexity: O(bytes).
  public func applied(to root: JSONNode) -> JSONNode {
    let known = moves.filter { move in
      move.from.value(in: root) != nil && move.ours.container.value(in: root) != nil
        && (move.isInPlace || move.ours.value(in: root) == nil)
    }
    guard !known.isEmpty, !root.document.hasDuplicateKeys else { return root }
    return MovedDocument(root.document, known, like: newer)?.document(.refused)?.root ?? root
  }
}
