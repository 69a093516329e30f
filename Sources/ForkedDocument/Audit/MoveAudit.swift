import Forked
import ForkedJSON
import ForkedSchema

/// Judges from the three versions if what a merge followed to another place was moved there, and if the versions that it
/// merged differ from the three in nothing else.
struct MoveAudit {
  private let before: DocumentMerge
  private let after: DocumentMerge
  private let moves: [SubtreeMove]
  private let table = ElementParts()

  /// - Parameters:
  ///   - before: the merge of the three versions.
  ///   - after: the merge of the same versions with what was moved at its new place.
  ///   - decisions: the report.
  init(_ before: DocumentMerge, _ after: DocumentMerge, _ decisions: [MergeDecision]) {
    (self.before, self.after) = (before, after)
    moves = decisions.compactMap { if case .moved(let move) = $0.outcome { move } else { nil } }
  }

  /// The defects. - Complexity: O(bytes), in expectation.
  var defects: [AuditDefect] {
    guard let base = before.base?.root, let moved = after.base?.root else {
      return [defect("a move without a merge base")]
    }
    var defects: [AuditDefect] = []
    for side in [MergeSide.ours, .theirs] {
      let made = moves.filter { $0.isMade(by: side) }
      guard !made.isEmpty else { continue }
      let changes = SideChanges(
        from: base, to: before.root(of: side), beside: before.root(of: side.other), by: table)
      defects += made.filter { !changes.hold($0) || !isLeftToFollow($0, base) }.map {
        AuditDefect(pointer: $0.formerPointer, message: "this was not moved to another place")
      }
    }
    for (old, new, moves) in [
      (base, moved, moves),
      (before.ours.root, after.ours.root, moves.filter { $0.side == .theirs }),
      (before.theirs.root, after.theirs.root, moves.filter { $0.side == .ours }),
    ] where !MovedValues(old, moves).areHeld(by: new) {
      defects.append(defect("a version was changed in more than its moved parts"))
    }
    var spelling = SpellingAudit(rows: AuditRows(UsualIdentityCache()))
    let (old, new) = (before.ours.root, after.ours.root)
    spelling.check(FourVersions(base: old, ours: old, theirs: new, merged: new), .none)
    return defects + spelling.defects
  }

  /// Returns true if the side that did not move it has it at its place, changed, and nothing at the new place.
  private func isLeftToFollow(_ move: SubtreeMove, _ base: JSONNode) -> Bool {
    guard let side = move.side else { return true }
    let other = before.root(of: side.other)
    guard let value = move.from.value(in: other), move.to.value(in: other) == nil else {
      return false
    }
    return value != move.from.value(in: base)
  }

  private func defect(_ message: String) -> AuditDefect {
    AuditDefect(pointer: JSONPointer(), message: message)
  }
}

extension DocumentMerge {
  fileprivate func root(of side: MergeSide) -> JSONNode { side == .ours ? ours.root : theirs.root }
}

/// The subtrees that one side deleted, and those that it added, by their parts.
private struct SideChanges {
  private let base: JSONNode
  private let side: JSONNode
  private let table: ElementParts
  private var deleted: [JSONNode] = []
  private var added: [JSONNode] = []
  private var holders: [Int: (deleted: [Int], added: [Int])] = [:]
  /// A part that more subtrees hold is no evidence for any of them.
  private static let fewHolders = 16

  /// - Parameter other: the other side; what it has no place for is no evidence.
  init(from base: JSONNode, to side: JSONNode, beside other: JSONNode, by table: ElementParts) {
    (self.base, self.side, self.table) = (base, side, table)
    compare(base, side, other)
    for (index, node) in deleted.enumerated() {
      for part in table.numbers(of: node) { holders[part, default: ([], [])].deleted.append(index) }
    }
    for (index, node) in added.enumerated() {
      for part in table.numbers(of: node) { holders[part, default: ([], [])].added.append(index) }
    }
  }

  private mutating func compare(_ old: JSONNode, _ new: JSONNode, _ other: JSONNode) {
    guard old.kind == .object, new.kind == .object, other.kind == .object,
      !old.hasSameBytes(as: new)
    else { return }
    var news = JSONMemberCursor(new)
    var others = JSONMemberCursor(other)
    for member in old.members where member.value.kind.isContainer {
      let (value, opposite) = (news.value(member.key), others.value(member.key))
      if let value, let opposite { compare(member.value, value, opposite) }
      if value == nil { deleted.append(member.value) }
    }
    var formers = JSONMemberCursor(old)
    for member in new.members where member.value.kind.isContainer {
      if formers.value(member.key) == nil { added.append(member.value) }
    }
  }

  /// Returns true if the side moved a subtree so: it is gone from the one place and new at the other, with most of its
  /// parts, and nothing that the side deleted or added is as like it.
  func hold(_ move: SubtreeMove) -> Bool {
    guard let old = move.from.value(in: base), let new = move.to.value(in: side),
      move.from.value(in: side) == nil, move.to.value(in: base) == nil, old.kind == new.kind
    else { return false }
    let (before, after) = (table.numbers(of: old), table.numbers(of: new))
    let common = Set(before).intersection(after)
    guard common.count >= 2, common.count * 3 >= max(before.count, after.count) * 2 else {
      return false
    }
    let rivals = (
      counts(of: after, \.deleted, apartFrom: { deleted[$0].isIdentical(to: old) }),
      counts(of: before, \.added, apartFrom: { added[$0].isIdentical(to: new) })
    )
    return max(rivals.0, rivals.1) < common.count
  }

  /// Returns the greatest number of these parts that another subtree holds.
  private func counts(
    of parts: [Int], _ list: KeyPath<(deleted: [Int], added: [Int]), [Int]>,
    apartFrom isOwn: (Int) -> Bool
  ) -> Int {
    var counts: [Int: Int] = [:]
    for part in parts {
      guard let found = holders[part]?[keyPath: list], found.count <= Self.fewHolders else {
        continue
      }
      for index in found where !isOwn(index) { counts[index, default: 0] += 1 }
    }
    return counts.values.max() ?? 0
  }
}

/// The values of a version, as they are with some of them at other places.
private final class MovedValues {
  private let value: JSONNode
  /// The values below that come or go, by the step.
  private var parts: [PropertyPath.Step: MovedValues] = [:]
  private var isGone = false
  /// The value that comes here.
  private var arrival: JSONNode?

  private init(_ value: JSONNode) { self.value = value }

  /// Creates the values of a whole version; a move of something that it doesn't have is none.
  convenience init(_ root: JSONNode, _ moves: [SubtreeMove]) {
    self.init(root)
    for move in moves {
      guard let moved = move.from.value(in: root) else { continue }
      place(move.from.steps[...], moved).isGone = true
      place(move.to.steps[...], moved).arrival = moved
    }
  }

  private func place(_ steps: ArraySlice<PropertyPath.Step>, _ moved: JSONNode) -> MovedValues {
    guard let step = steps.first else { return self }
    let next = parts[step] ?? MovedValues(step.value(in: value) ?? moved)
    parts[step] = next
    return next.place(steps.dropFirst(), moved)
  }

  /// Returns true if another version has exactly these values.
  func areHeld(by other: JSONNode) -> Bool {
    if parts.isEmpty { return value == other }
    let areRight = parts.allSatisfy { step, part in
      let found = step.value(in: other)
      if part.isGone { return found == nil }
      return found.map { part.arrival == $0 || part.arrival == nil && part.areHeld(by: $0) }
        ?? false
    }
    return areRight && haveSameRest(other)
  }

  /// Returns true if the other members, or elements in their order, are equal.
  private func haveSameRest(_ other: JSONNode) -> Bool {
    let (mine, its) = (rest(of: value), rest(of: other))
    guard value.kind == other.kind, mine.count == its.count else { return false }
    if value.kind == .array { return zip(mine, its).allSatisfy { $0 == $1 } }
    var others = JSONMemberCursor(other)
    let known = Set(mine.map(\.ordinal))
    return value.members.allSatisfy {
      !known.contains($0.value.ordinal) || others.value($0.key) == $0.value
    }
  }

  /// The members or elements that come and go in neither.
  private func rest(of node: JSONNode) -> [JSONNode] {
    let named = Set(parts.keys.compactMap { $0.value(in: node)?.ordinal })
    return node.childValues.filter { !named.contains($0.ordinal) }
  }
}
