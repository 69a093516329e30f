import Forked
import ForkedDocument
import ForkedJSON
import ForkedMerge
import ForkedTestSupport

/// The mistakes of a merged document, by the identities that only the generator knows.
struct RecordJudge {
  /// A decision that the merge reports.
  struct Decision {
    var pointer: [String]
    /// The side whose value was kept, if the other's was replaced.
    var kept: MergeSide?
    var values: [LawTree]
  }

  let decisions: [Decision]
  /// True if a decision about a whole list excuses what the other side's list alone has.
  var acceptsWholeLists = false
  /// True if records may stand that one side deleted and the other moved.
  var acceptsRevived = false

  /// - Parameter decisions: the decisions that the merge reports.
  init(decisions: [Decision] = []) { self.decisions = decisions }

  /// Each value of the merged one that can't be, or is missing; none where all is as both sides' edits say.
  func faults(
    _ base: RecordNode?, _ ours: RecordNode?, _ theirs: RecordNode?, merged: LawTree?,
    at pointer: [String] = []
  ) -> [String] {
    let trees = [base, ours, theirs].map { $0?.tree() }
    if let expected = Self.decided(base, ours, theirs) {
      return merged == expected ? [] : ["\(pointer.text): \(merged.text) is not \(expected.text)"]
    }
    switch (base.orEmpty(like: ours), ours, theirs, merged) {
    case (.object(let base), .object(let ours), .object(let theirs), .object(let members)):
      let keys = Set((base + ours + theirs).map(\.key) + members.map(\.key))
      return keys.sorted().flatMap { key in
        faults(
          base.value(key), ours.value(key), theirs.value(key), merged: merged?[key],
          at: pointer + [key])
      }
    case (.list(let base), .list(let ours), .list(let theirs), .array(let elements)):
      let lists = RecordLists(base: base, ours: ours, theirs: theirs)
      return lists.holdScalars
        ? scalarFaults(lists, elements, at: pointer)
        : recordFaults(lists, elements, at: pointer)
    case (.tuple(let base), .tuple(let ours), .tuple(let theirs), .array(let parts))
    where Set([base.count, ours.count, theirs.count, parts.count]).count == 1:
      return parts.indices.flatMap { index in
        faults(
          base[index], ours[index], theirs[index], merged: parts[index],
          at: pointer + ["\(index)"])
      }
    default:
      let isOneSide = merged == trees[1] || merged == trees[2]
      if isOneSide, isReported(at: pointer) { return [] }
      return [
        "\(pointer.text): \(merged.text) though \(trees[1].text) and \(trees[2].text)"
          + (isOneSide ? ", unreported" : "")
      ]
    }
  }

  /// The value where one side alone changed it, or both alike; nil where both changed it.
  ///
  /// A side that put a record in place of an equal one changed something.
  static func decided(
    _ base: RecordNode?, _ ours: RecordNode?, _ theirs: RecordNode?
  ) -> LawTree?? {
    if ours.isSame(as: base) { return .some(theirs?.tree()) }
    let our = ours?.tree()
    return theirs.isSame(as: base) || our == theirs?.tree() ? .some(our) : nil
  }

  /// The same for values that hold no records.
  private static func decided(_ trees: [LawTree?]) -> LawTree?? {
    if trees[1] == trees[0] { return .some(trees[2]) }
    if trees[2] == trees[0] || trees[1] == trees[2] { return .some(trees[1]) }
    return nil
  }

  /// True if a decision is about the property, what holds it, or a part of it.
  func isReported(at pointer: [String]) -> Bool {
    decisions.contains {
      pointer.starts(with: $0.pointer) || $0.pointer.starts(with: pointer)
    }
  }

  /// True if a decision is about the element, or about the list as a whole.
  func isReported(_ element: LawTree?, of pointer: [String]) -> Bool {
    decisions.contains { decision in
      pointer.starts(with: decision.pointer)
        || decision.pointer.starts(with: pointer) && element.map(decision.values.contains) == true
    }
  }

  /// True if a decision in the list is about this value.
  private func isDecided(_ value: LawTree, in pointer: [String]) -> Bool {
    decisions.contains { $0.pointer.starts(with: pointer) && $0.values.contains(value) }
  }

  /// The side that a decision about a whole list kept, where that counts.
  func side(ofWhole pointer: [String]) -> MergeSide? {
    guard acceptsWholeLists else { return nil }
    return decisions.first { $0.kept != nil && pointer.starts(with: $0.pointer) }?.kept
  }
}

/// Three versions of a list.
struct RecordLists {
  let base: RecordList
  let ours: RecordList
  let theirs: RecordList

  var all: [RecordList] { [base, ours, theirs] }

  subscript(side: MergeSide) -> RecordList { side == .ours ? ours : theirs }

  /// The records that one side moved and the other deleted.
  var movedAndDeleted: Set<Int> {
    ours.moved(since: base).subtracting(theirs.order)
      .union(theirs.moved(since: base).subtracting(ours.order))
  }

  /// True if a side changed the item with that identity, but another of its items has the value that it had.
  func changed(_ identity: Int, butHold tree: LawTree) -> Bool {
    [ours, theirs].contains { side in
      side.items.contains { $0.identity != identity && $0.value.tree() == tree }
    }
  }

  var holdScalars: Bool { all.allSatisfy(\.holdsScalars) }
}

extension RecordJudge {
  /// Counts of each scalar, since a scalar has nothing else to know it by; and what both replaced.
  fileprivate func scalarFaults(
    _ lists: RecordLists, _ merged: [LawTree], at pointer: [String]
  ) -> [String] {
    if holdsByIndex(lists, merged, at: pointer) { return [] }
    let old = lists.base.items.map { $0.value.tree() }.counts
    // A scalar that a side moved may also be one that it deleted and one that it inserted.
    let moved = [lists.ours, lists.theirs].map { $0.moved(since: lists.base) }
    let asMade = [[[], []], moved].map { moved in
      zip([lists.ours, lists.theirs], moved).map {
        ScalarChanges(from: lists.base, to: $0, moved: $1)
      }
    }
    let readings = asMade + [asMade[0].map(\.seen)]
    let found = merged.counts
    let kept = side(ofWhole: pointer).map { side in
      lists[side].items.map { $0.value.tree() }.counts
    }
    let values = readings.joined().reduce(into: Set(old.keys).union(found.keys)) {
      $0.formUnion($1.inserted.keys)
    }
    var faults = values.sorted { $0.text < $1.text }.compactMap { value -> String? in
      let count = found[value, default: 0]
      let ranges = readings.map { Self.range(of: value, old[value, default: 0], $0[0], $0[1]) }
      let bounds = ranges.flatMap { [$0.lowerBound, $0.upperBound] } + [kept?[value] ?? 0]
      if kept != nil, let least = bounds.min(), let most = bounds.max(), least...most ~= count {
        return nil
      }
      if ranges.contains(where: { $0.contains(count) }) { return nil }
      if acceptsWholeLists, isDecided(value, in: pointer) { return nil }
      return "\(pointer.text): \(value.text) stands \(count) times"
    }
    let (ours, theirs) = (lists.ours.byIdentity, lists.theirs.byIdentity)
    let sides = [lists.ours, lists.theirs].map { $0.items.map { $0.value.tree() } }
    let all = lists.base.items.map { $0.value.tree() }
    for (index, item) in lists.base.items.enumerated()
    where !moved.contains(where: { $0.contains(item.identity) }) {
      // Of equal ones nothing says which of them a side changed, or if a side that has an equal one changed any.
      let tree = item.value.tree()
      guard old[tree] == 1, !lists.changed(item.identity, butHold: tree) else { continue }
      let trees = [item.value, ours[item.identity], theirs[item.identity]].map { $0?.tree() }
      // One that became a scalar that was there before, or that the other side inserted, may have been deleted.
      let others = [readings[0][1].inserted, readings[0][0].inserted]
      let isChanged = zip(trees.dropFirst(), others).allSatisfy { tree, inserted in
        tree.map { old[$0] == nil && inserted[$0] == nil } ?? true
      }
      guard isChanged, Self.decided(trees) == nil, !isReported(at: pointer) else { continue }
      let seemDeleted = zip(trees.dropFirst(), sides).allSatisfy {
        $0 == nil || Self.seemsDeleted(index, of: all, in: $1)
      }
      if !seemDeleted {
        faults.append("\(pointer.text): both changed \(trees[0].text), unreported")
      }
    }
    return faults
  }

  /// True if a longest common subsequence leaves the value out and has nothing inserted where it stood, so that the text
  /// does not say what it became. O(n · m).
  private static func seemsDeleted(_ index: Int, of old: [LawTree], in new: [LawTree]) -> Bool {
    let heads = commonCounts(old, new)
    let tails = commonCounts(old.reversed(), new.reversed())
    func common(from start: Int, _ place: Int) -> Int {
      tails[old.count - start][new.count - place]
    }
    let (before, after) = (0..<index, (index + 1)..<old.count)
    return (0...new.count).contains { place in
      let (head, tail) = (heads[index][place], common(from: after.lowerBound, place))
      guard head + tail == heads[old.count][new.count] else { return false }
      let endsAlike =
        place == 0
        || before.contains {
          old[$0] == new[place - 1] && heads[$0][place - 1] + 1 == head
        }
      let startsAlike =
        place == new.count
        || after.contains {
          old[$0] == new[place] && common(from: $0 + 1, place + 1) + 1 == tail
        }
      return endsAlike && startsAlike
    }
  }

  /// True if as many numbers stand there as in all versions, each as the numbers of its index say: coordinates.
  private func holdsByIndex(
    _ lists: RecordLists, _ merged: [LawTree], at pointer: [String]
  ) -> Bool {
    let trees = lists.all.map { $0.items.map { $0.value.tree() } }
    guard trees.allSatisfy({ $0.count == merged.count && $0.allSatisfy { Double($0.text) != nil } })
    else { return false }
    return merged.indices.allSatisfy { index in
      let versions = trees.map { $0[index] as LawTree? }
      if let decided = Self.decided(versions) { return decided == merged[index] }
      return versions.dropFirst().contains(merged[index]) && isReported(at: pointer + ["\(index)"])
    }
  }

  /// The possible numbers of a scalar in the merged list: what both deleted, or inserted, may be one or two.
  private static func range(
    of value: LawTree, _ count: Int, _ ours: ScalarChanges, _ theirs: ScalarChanges
  ) -> ClosedRange<Int> {
    let deleted = [ours, theirs].map { $0.deleted[value, default: 0] }
    let inserted = [ours, theirs].map { $0.inserted[value, default: 0] }
    let least = max(0, count - deleted[0] - deleted[1]) + max(inserted[0], inserted[1])
    return least...max(least, count - max(deleted[0], deleted[1]) + inserted[0] + inserted[1])
  }
}

/// The numbers of each scalar that a side deleted and inserted; one that it moved counts as both.
private struct ScalarChanges {
  private(set) var deleted: [LawTree: Int]
  private(set) var inserted: [LawTree: Int]

  /// The changes as the text shows them: a scalar that was deleted where an equal one was inserted is still there.
  var seen: ScalarChanges {
    var seen = self
    for (value, count) in inserted {
      let kept = min(count, deleted[value, default: 0])
      seen.inserted[value] = count - kept
      seen.deleted[value, default: 0] -= kept
    }
    return seen
  }

  init(from base: RecordList, to side: RecordList, moved: Set<Int>) {
    func changed(_ list: RecordList, since other: RecordList) -> [LawTree: Int] {
      let others = other.byIdentity
      return list.items.filter {
        moved.contains($0.identity) || others[$0.identity]?.tree() != $0.value.tree()
      }.map { $0.value.tree() }.counts
    }
    deleted = changed(base, since: side)
    inserted = changed(side, since: base)
  }
}

extension RecordNode? {
  /// True if both say the same, of the same records.
  func isSame(as other: RecordNode?) -> Bool {
    self?.tree() == other?.tree() && self?.recordIdentities == other?.recordIdentities
  }

  /// An empty object or list where both sides added one.
  fileprivate func orEmpty(like other: RecordNode?) -> RecordNode? {
    switch (self, other) {
    case (nil, .object): .object([])
    case (nil, .list(let list)): .list(RecordList(element: list.element, items: []))
    default: self
    }
  }
}

extension [RecordNode.Member] {
  fileprivate func value(_ key: String) -> RecordNode? { first { $0.key == key }?.value }
}

extension [LawTree] {
  /// The number of occurrences of each.
  var counts: [LawTree: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}

extension LawTree {
  var text: String { LawStyle.plain.document(self).trimmingSuffix("\n") }
}

extension LawTree? {
  var text: String { self?.text ?? "nothing" }
}

extension [String] {
  /// As a JSON Pointer.
  var text: String { map { "/" + $0 }.joined() }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
