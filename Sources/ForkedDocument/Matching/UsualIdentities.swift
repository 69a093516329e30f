import ForkedJSON
import ForkedSchema

/// The ids of an array's elements if no schema names them, with their reliability.
struct UsualIdentities {
  /// The elements by their ids.
  var numbering: UsualIdentity.Numbering
  /// True if both sides use the ids for the same elements as base.
  ///
  /// False if a side has most elements under ids of others, or if both sides have one such element. Also false if one
  /// side may have one, and both sides have an equal new element under its id: the ids don't tell if the other side
  /// deleted it. Without a base, false if an element of one side may be one of the other under another number. False if
  /// a side has none of base's ids.
  private(set) var isTrusted = true
  /// The numbers of ids that may not name the same element in all versions.
  var uncertain: Set<Int> = []
  /// The numbers of ids of base whose elements both sides have under new ids, each side under a different one.
  var renamedByBoth: [Int] = []
  private let table = ElementParts()

  fileprivate init?(of arrays: [JSONNode]) {
    let lists = arrays.map { JSONElementList($0) }
    guard let numbering = UsualIdentity.Numbering(surviving: lists) else { return nil }
    self.numbering = numbering
    guard lists.count > 1 else { return }
    guard numbering.survives(in: lists) else {
      isTrusted = false
      return
    }
    // Without a base, nothing tells which of two numbers an element had first.
    guard arrays.count == 3, !lists[0].isEmpty else {
      let (ours, theirs) = (lists.count - 2, lists.count - 1)
      isTrusted = [(ours, theirs), (theirs, ours)].allSatisfy { side, other in
        let trust = trust(in: side, lists, like: other)
        return trust.isTrusted && trust.uncertain.isEmpty
      }
      return
    }
    let trusts = (1...2).map { trust(in: $0, lists, like: 0) }
    guard !trusts.contains(where: { $0.isUnchanged }) else { return }
    uncertain = trusts[0].uncertain.union(trusts[1].uncertain)
    let shifted = Set(trusts.flatMap { $0.shifted })
    let equalAdditions = equalAdditions(beside: shifted, lists)
    isTrusted =
      trusts.allSatisfy { $0.isTrusted } && trusts.contains { $0.shifted.isEmpty }
      && !Self.haveSameSuccessor(of: uncertain, lists, numbering.numbers)
      && (shifted.isEmpty || equalAdditions.isEmpty)
    uncertain.formUnion(equalAdditions)
    renamedByBoth = trusts[0].renamed.keys.filter {
      trusts[1].renamed[$0] != nil && trusts[1].renamed[$0] != trusts[0].renamed[$0]
    }.sorted()
  }

  private func trust(
    in side: Int, _ lists: [JSONElementList], like base: Int
  ) -> IdentityTrust {
    IdentityTrust(
      numbering.key, base: lists[base], numbering.numbers[base], side: lists[side],
      numbering.numbers[side])
  }

  /// Returns true if both sides have equal elements under one of these numbers, and base has another one.
  private static func haveSameSuccessor(
    of uncertain: Set<Int>, _ lists: [JSONElementList], _ numbers: [[Int]]
  ) -> Bool {
    guard !uncertain.isEmpty else { return false }
    let places = numbers.map { Dictionary(uniqueKeysWithValues: zip($0, $0.indices)) }
    return uncertain.contains { number in
      let versions = zip(lists, places).map { list, places in places[number].map { list[$0] } }
      return versions[1] != nil && versions[1].isSame(as: versions[2])
        && !versions[1].isSame(as: versions[0])
    }
  }

  /// Returns the numbers of new elements that are equal in both sides under different numbers: then numbers tell indices,
  /// and each side gave the element the next one.
  ///
  /// They matter only if numbers were shifted, or if both sides have a new element under one number.
  /// - Complexity: O(bytes of the new elements), in expectation.
  private func equalAdditions(beside shifted: Set<Int>, _ lists: [JSONElementList]) -> Set<Int> {
    let old = Set(numbering.numbers[0]).subtracting(shifted)
    let added = (1...2).map { side in
      zip(lists[side], numbering.numbers[side]).filter { !old.contains($0.1) }
    }
    guard !shifted.isEmpty || !Set(added[0].map(\.1)).isDisjoint(with: added[1].map(\.1)) else {
      return []
    }
    let path = table.path(under: numbering.key)
    let contents = added.map { elements in
      elements.map { (table.numbers(of: $0.0).filter { table.path(of: $0) != path }, $0.1) }
    }
    let ours = Dictionary(contents[0]) { first, _ in first }
    return Set(
      contents[1].flatMap { content, number in
        guard !content.isEmpty, let other = ours[content], other != number else { return [Int]() }
        return [number, other]
      })
  }

  /// Returns true if the elements with one number may be two different elements.
  ///
  /// Two users who each take the next free number get the same one, and renumbering gives one element's number to
  /// another. So it may be if both sides added an element with the number, and more of its parts differ than are equal.
  /// The same holds if both changed base's element, and one of them changed all of it.
  /// - Complexity: O(bytes of the versions) in expectation.
  func mayBeTwo(_ parts: Versions) -> Bool {
    guard let ours = parts.ours, let theirs = parts.theirs else { return false }
    guard [ours, theirs].allSatisfy({ $0[numbering.key]?.kind == .number }) else { return false }
    guard let base = parts.base else {
      let common = CommonParts(of: ours, and: theirs, table)
      return common.different > max(common.equal, 1)
    }
    return [ours, theirs].contains { side in
      if base.hasEqualMember(in: side, apartFrom: numbering.key) { return false }
      let common = CommonParts(of: base, and: side, table)
      return common.different > 1 && common.equal == 0
    }
  }
}

extension JSONNode {
  /// Returns true if both objects have equal values under some other key; then they have equal parts.
  /// - Complexity: O(bytes).
  func hasEqualMember(in other: JSONNode, apartFrom key: JSONString) -> Bool {
    var others = JSONMemberCursor(other)
    return members.contains { member in
      others.value(member.key).map { $0 == member.value && !member.key.stringEquals(key) } ?? false
    }
  }
}

/// The number of equal parts of two elements with one id, without the id, and of keys under which they have none.
private struct CommonParts {
  let equal: Int
  let different: Int

  init(of one: JSONNode, and other: JSONNode, _ table: ElementParts) {
    let parts = (table.numbers(of: one), table.numbers(of: other))
    let common = parts.0.filter(Set(parts.1).contains)
    equal = common.count - 1
    let keys = (table.listPaths(of: parts.0), table.listPaths(of: parts.1))
    different = keys.0.sharedCount(with: keys.1) - table.listPaths(of: common).count
  }
}

/// A cache of the usual ids of arrays.
///
/// With many elements, finding ids is most of the work of a merge and of its audit.
final class UsualIdentityCache {
  private let known = ArrayTable<UsualIdentities?>()
  /// The parts of elements without reliable ids.
  lazy var parts = PartedArrays()

  /// Returns the ids of the elements of these arrays, whose documents must outlive this object; nil if they have none.
  /// - Parameter arrays: base, ours and theirs, as far as they exist.
  func identities(of arrays: [JSONNode]) -> UsualIdentities? {
    known.value(of: arrays) { UsualIdentities(of: arrays) }
  }

  /// Returns the elements of these arrays by reliable ids; nil if they have none.
  func numbering(of arrays: [JSONNode]) -> UsualIdentity.Numbering? {
    identities(of: arrays).flatMap { $0.isTrusted ? $0.numbering : nil }
  }
}
