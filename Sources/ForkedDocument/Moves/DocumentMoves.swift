public import ForkedJSON
public import ForkedSchema

/// The objects and arrays that were moved between two versions of a document, among members of objects.
public struct DocumentMoves: Sendable {
  private let moves: [SubtreeMove]
  private let newer: JSONDocument

  /// Finds the moves; nil if there are none.
  ///
  /// - Parameter plan: the plan that tells which parts of an element are its id.
  /// - Complexity: O(bytes of both) in expectation if a value both went and came, else of the containers that differ.
  public init?(from old: JSONNode, to new: JSONNode, plan: FieldPlan) {
    newer = new.document
    moves = MoveSearch.moves(from: old, to: new, plan: plan)?.moves ?? []
    if moves.isEmpty { return nil }
  }

  /// Returns an older version as it would be if the subtrees had always been at their new places, as far as it has
  /// them.
  /// - Complexity: O(bytes).
  public func applied(to root: JSONNode) -> JSONNode {
    guard !root.document.hasDuplicateKeys else { return root }
    var document = RelocatedDocument(root.document)
    for move in moves { document.move(move, like: newer) }
    return document.document(.refused)?.root ?? root
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

extension RelocatedDocument {
  /// Puts a member of objects at the place that it has in a later version, if this document has it, and nothing there.
  fileprivate mutating func move(_ move: SubtreeMove, like later: JSONDocument) {
    guard let value = move.from.value(in: root), let former = move.from.container.value(in: root),
      let model = move.ours.container.value(in: later.root),
      case .key(let name)? = move.ours.steps.last,
      let key = model.members.first(where: { $0.key.stringEquals(name) })?.key
    else { return }
    if move.ours.isPart(of: move.from) {
      guard case .key(let name)? = move.from.steps.last, let outer = former.member(name) else {
        return
      }
      remove(value, from: former)
      let container = addContainer(
        like: model, under: outer.key, to: .known(former.ordinal), behind: value.ordinal)
      return add(value, under: key, to: container, behind: -1)
    }
    guard let container = move.ours.container.value(in: root), container.kind == .object else {
      return
    }
    let occupant = move.ours.value(in: root)
    guard occupant == nil || move.from.isPart(of: move.ours) else { return }
    if container.isIdentical(to: former) { return rename(value, of: former, to: key) }
    remove(value, from: former)
    if let occupant { remove(occupant, from: container) }
    add(
      value, under: key, to: .known(container.ordinal),
      behind: occupant?.ordinal ?? container.predecessor(of: key, like: model))
  }
}

extension JSONNode {
  /// Returns the ordinal of the last member before a key of a like object that both have; -1 if there is none.
  /// - Complexity: O(members of both).
  fileprivate func predecessor(of key: JSONNode, like model: JSONNode) -> Int {
    var (own, last) = (JSONMemberCursor(self), -1)
    for member in model.members {
      if member.key == key { break }
      if let found = own.value(member.key) { last = found.ordinal }
    }
    return last
  }
}
