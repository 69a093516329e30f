import Forked
import ForkedJSON
import ForkedSchema

/// Judges from the three versions if what a merge followed to another place was moved there, and if the versions that
/// it merged differ from the three in nothing else.
struct MoveAudit {
  private let before: DocumentMerge
  private let after: DocumentMerge
  private let moves: [SubtreeMove]
  /// The moves that both sides made to different places, and that the user decides.
  private let disputes: [SubtreeMove]
  /// The paths of the conflicts and choices about them.
  private let disputedPaths: [PropertyPath]
  private let table = ElementParts()
  private let lookup = ElementLookup()

  /// - Parameters:
  ///   - before: the merge of the three versions.
  ///   - followed: the merge of the same versions with what was moved at its new place.
  ///   - merged: its result.
  init(_ before: DocumentMerge, _ followed: FollowedMoves, _ merged: MergeResult<[UInt8]>) {
    (self.before, after) = (before, followed.merge)
    moves = merged.decisions.compactMap(\.move)
    disputes = followed.moves.filter { $0.to == nil }
    disputedPaths =
      merged.conflicts.filter { $0.reason == .movedByBoth }.map(\.path)
      + merged.decisions.filter(\.isAboutPlace).map(\.path)
  }

  /// The defects. - Complexity: O(bytes), in expectation.
  var defects: [AuditDefect] {
    guard let base = before.base?.root, let moved = after.base?.root else {
      return [defect("a move without a merge base")]
    }
    var defects: [AuditDefect] = []
    var told: Set<PropertyPath> = []
    for side in MergeSide.both {
      let made = (moves + disputes).filter { $0.path(in: side) != $0.from }
      guard !made.isEmpty else { continue }
      let changes = SideChanges(of: side, in: before, from: base, by: table, lookup)
      defects += made.filter { !changes.hold($0) || !isOpenToOther($0, than: side, base) }.map {
        AuditDefect(pointer: $0.formerPointer, message: "this was not moved to another place")
      }
      told.formUnion(made.filter(changes.tell).map(\.from))
    }
    if !moves.allSatisfy({ told.contains($0.from) }) {
      defects.append(defect("nothing tells that this was moved to another place"))
    }
    for (old, new, path) in [
      (base, moved, \SubtreeMove.from), (before.ours.root, after.ours.root, \.ours),
      (before.theirs.root, after.theirs.root, \.theirs),
    ] where !MovedValues(old, moves, from: path, lookup).areHeld(by: new, lookup) {
      defects.append(defect("a version was changed in more than its moved parts"))
    }
    let places = Set(disputes.flatMap { [$0.ours, $0.theirs] })
    if !disputedPaths.allSatisfy(places.contains) {
      defects.append(defect("both sides are said to have moved what they did not"))
    }
    var spelling = SpellingAudit(rows: AuditRows(UsualIdentityCache()))
    let (old, new) = (before.ours.root, after.ours.root)
    spelling.check(FourVersions(base: old, ours: old, theirs: new, merged: new), .none)
    return defects + spelling.defects
  }

  /// Returns true if the other side moved it too, and not to that place or with changes; or if it has it at its former
  /// place, changed, and nothing at the new one.
  private func isOpenToOther(
    _ move: SubtreeMove, than side: MergeSide, _ base: JSONNode
  ) -> Bool {
    let (other, new) = (before.root(of: side.other), move.path(in: side))
    let (value, there) = (move.from.value(in: other, by: lookup), new.value(in: other, by: lookup))
    guard move.side != nil else {
      return (value == nil || new.isPart(of: move.from)) && (there == nil) == move.isDisputed
    }
    guard let value, value != move.from.value(in: base, by: lookup) else { return false }
    guard move.from.isPart(of: new), case .key(let key)? = move.from.steps.last else {
      return there == nil
    }
    return there.isSame(as: new.value(in: base, by: lookup), apartFrom: key)
  }

  private func defect(_ message: String) -> AuditDefect {
    AuditDefect(pointer: JSONPointer(), message: message)
  }
}

extension MergeDecision {
  /// True if the user decided to which of two places something is moved.
  fileprivate var isAboutPlace: Bool {
    if case .movedByBoth? = reason { decider == .user } else { false }
  }
}

extension DocumentMerge {
  fileprivate func root(of side: MergeSide) -> JSONNode { side == .ours ? ours.root : theirs.root }
}

/// The subtrees that one side deleted, and those that it added, by their parts.
private struct SideChanges {
  private let side: MergeSide
  private let old: JSONNode
  private let new: JSONNode
  private let table: ElementParts
  private let lookup: ElementLookup
  private var deleted: [JSONNode] = []
  private var added: [JSONNode] = []
  private var holders = (deleted: PartHolders(), added: PartHolders())
  /// A part that more subtrees hold is no evidence for any of them.
  private static let fewHolders = 16

  /// Finds what each subtree holds. Values without a place on the other side are no evidence.
  init(
    of side: MergeSide, in merge: DocumentMerge, from base: JSONNode, by table: ElementParts,
    _ lookup: ElementLookup
  ) {
    (self.side, old, new) = (side, base, merge.root(of: side))
    (self.table, self.lookup) = (table, lookup)
    compare(old, new, merge.root(of: side.other))
    let (gone, come) = (PartLists(deleted, table), PartLists(added, table))
    holders.deleted = PartHolders(gone, count: table.count)
    holders.added = PartHolders(come, count: table.count)
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
    let to = move.path(in: side)
    guard let gone = move.from.value(in: old, by: lookup), let come = to.value(in: new, by: lookup),
      gone.kind == come.kind,
      areApart(gone, move.from.value(in: new, by: lookup), to.isPart(of: move.from)),
      areApart(come, to.value(in: old, by: lookup), move.from.isPart(of: to))
    else { return false }
    let (before, after) = (table.numbers(of: gone), table.numbers(of: come))
    let common = before.sharedCount(with: after)
    guard common >= 2, common * 3 >= max(before.count, after.count) * 2 else { return false }
    let rivals = (
      mostShared(after, holders.deleted, apartFrom: { deleted[$0].isIdentical(to: gone) }),
      mostShared(before, holders.added, apartFrom: { added[$0].isIdentical(to: come) })
    )
    return max(rivals.0, rivals.1) < common
  }

  /// Returns true if a subtree has two equal strings or numbers at both places, beside its id: by chance one may be.
  func tell(_ move: SubtreeMove) -> Bool {
    guard let gone = move.from.value(in: old, by: lookup),
      let come = move.path(in: side).value(in: new, by: lookup)
    else { return false }
    return gone.countOfCommonValues(with: come, beside: move.from.lastIdentity) >= 2
  }

  /// Returns true if the other version has no value at the same path, or if it may have one and no key is in both.
  private func areApart(_ value: JSONNode, _ other: JSONNode?, _ mayBeInBoth: Bool) -> Bool {
    guard let other else { return true }
    return mayBeInBoth && !value.members.contains { other.member(sameKeyAs: $0.key) != nil }
  }

  /// Returns the greatest number of these parts that another subtree holds.
  private func mostShared(
    _ parts: [Int], _ holders: PartHolders, apartFrom isOwn: (Int) -> Bool
  ) -> Int {
    var others: [Int] = []
    for part in parts where holders[part].count <= Self.fewHolders {
      for index in holders[part] where !isOwn(index) { others.append(index) }
    }
    return others.greatestMultiplicity
  }
}

/// The values of a version, as they are with some of them at other places.
private final class MovedValues {
  /// The change of one value that is moved, or in whose place another one is moved.
  private enum Change {
    case gone
    case comes(JSONNode)
    /// It becomes the only member of an object.
    case isWrapped(PropertyPath.Step)
    /// A part of it takes its place.
    case isUnwrapped(JSONNode)
  }

  private let value: JSONNode
  /// The values below that come or go, by the step.
  private var parts: [PropertyPath.Step: MovedValues] = [:]
  private var change: Change?

  private init(_ value: JSONNode) { self.value = value }

  /// Creates the values of a whole version.
  /// - Parameter path: gives the path of what was moved in that version.
  convenience init(
    _ root: JSONNode, _ moves: [SubtreeMove], from path: KeyPath<SubtreeMove, PropertyPath>,
    _ lookup: ElementLookup
  ) {
    self.init(root)
    for move in moves {
      let from = move[keyPath: path]
      guard let to = move.to, from != to, let moved = from.value(in: root, by: lookup) else {
        continue
      }
      if to.isPart(of: from), let step = to.steps.last {
        place(from.steps[...], moved, lookup).change = .isWrapped(step)
      } else if from.isPart(of: to) {
        place(to.steps[...], moved, lookup).change = .isUnwrapped(moved)
      } else {
        place(from.steps[...], moved, lookup).change = .gone
        place(to.steps[...], moved, lookup).change = .comes(moved)
      }
    }
  }

  private func place(
    _ steps: ArraySlice<PropertyPath.Step>, _ moved: JSONNode, _ lookup: ElementLookup
  ) -> MovedValues {
    guard let step = steps.first else { return self }
    let next = parts[step] ?? MovedValues(step.value(in: value, by: lookup) ?? moved)
    parts[step] = next
    return next.place(steps.dropFirst(), moved, lookup)
  }

  /// Returns true if another version has exactly these values.
  func areHeld(by other: JSONNode?, _ lookup: ElementLookup) -> Bool {
    switch change {
    case .gone: return other == nil
    case .comes(let moved), .isUnwrapped(let moved): return other == moved
    case .isWrapped(let step):
      return other?.kind == .object && other?.count == 1
        && other.flatMap { step.value(in: $0) } == value
    case nil: break
    }
    guard let other, !parts.isEmpty else { return other == value }
    return parts.allSatisfy { step, part in
      part.areHeld(by: step.value(in: other, by: lookup), lookup)
    } && haveSameRest(other, lookup)
  }

  /// Returns true if the other members, or elements in their order, are equal.
  private func haveSameRest(_ other: JSONNode, _ lookup: ElementLookup) -> Bool {
    let (mine, its) = (rest(of: value, lookup), rest(of: other, lookup))
    guard value.kind == other.kind, mine.count == its.count else { return false }
    if value.kind == .array { return zip(mine, its).allSatisfy { $0 == $1 } }
    var others = JSONMemberCursor(other)
    let known = Set(mine.map(\.ordinal))
    return value.members.allSatisfy {
      !known.contains($0.value.ordinal) || others.value($0.key) == $0.value
    }
  }

  /// The members or elements that come and go in neither.
  private func rest(of node: JSONNode, _ lookup: ElementLookup) -> [JSONNode] {
    let named = Set(parts.keys.compactMap { $0.value(in: node, by: lookup)?.ordinal })
    return node.childValues.filter { !named.contains($0.ordinal) }
  }
}
