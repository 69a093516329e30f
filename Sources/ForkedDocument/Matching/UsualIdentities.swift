import ForkedJSON
import ForkedSchema

/// The ids of an array's elements where no schema names them, and how far they are to be trusted.
struct UsualIdentities {
  /// The elements by their ids.
  var numbering: UsualIdentity.Numbering
  /// True if both sides use the ids for what they name in base; false where a side holds most elements under ids of others, or
  /// both one of them, or one side one where both put the same under its own: whether the other deleted it, ids don't tell.
  private(set) var isTrusted = true
  /// The numbers of ids of which it isn't certain that they name one element in all versions.
  var uncertain: Set<Int> = []
  /// The numbers of ids of base whose elements both sides have under other ids, each under one of its own.
  var renamedByBoth: [Int] = []
  private let table = ElementParts()

  fileprivate init?(of arrays: [JSONNode]) {
    let lists = arrays.map { JSONElementList($0) }
    guard let numbering = UsualIdentity.numbering(of: lists) else { return nil }
    self.numbering = numbering
    guard arrays.count == 3 else { return }
    let trusts = (1...2).map {
      IdentityTrust(
        numbering.key, base: lists[0], numbering.numbers[0], side: lists[$0],
        numbering.numbers[$0])
    }
    guard !trusts.contains(where: \.isUnchanged) else { return }
    isTrusted =
      trusts.allSatisfy(\.isTrusted) && trusts.contains(where: \.shifted.isEmpty)
      && !Self.haveSameSuccessor(of: trusts.flatMap(\.shifted), lists, numbering.numbers)
    uncertain = trusts[0].uncertain.union(trusts[1].uncertain)
    renamedByBoth = trusts[0].renamed.keys.filter {
      trusts[1].renamed[$0] != nil && trusts[1].renamed[$0] != trusts[0].renamed[$0]
    }.sorted()
  }

  /// True if both sides have the same under one of these numbers, and base something else.
  private static func haveSameSuccessor(
    of shifted: [Int], _ lists: [JSONElementList], _ numbers: [[Int]]
  ) -> Bool {
    guard !shifted.isEmpty else { return false }
    let places = numbers.map { Dictionary(uniqueKeysWithValues: zip($0, $0.indices)) }
    return shifted.contains { number in
      let versions = zip(lists, places).map { list, places in places[number].map { list[$0] } }
      return versions[1] != nil && versions[1].isSame(as: versions[2])
        && !versions[1].isSame(as: versions[0])
    }
  }

  /// True if what stands under one number may be two elements: who counts on from the last one comes to the number that others
  /// came to, and who counts anew gives one's number to another.
  ///
  /// Both added something under it, and these say more different things than equal ones; or both changed what base has there,
  /// and one of them all of it. Complexity: O(bytes of the versions) in expectation.
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
  /// True if both objects have equal values under some key other than this one: then they have equal parts. O(bytes).
  fileprivate func hasEqualMember(in other: JSONNode, apartFrom key: JSONString) -> Bool {
    var others = JSONMemberCursor(other)
    return members.contains { member in
      others.value(member.key).map { $0 == member.value && !member.key.stringEquals(key) } ?? false
    }
  }
}

/// The parts that two elements with one id have under the same keys, but for the id.
private struct CommonParts {
  let equal: Int
  let different: Int

  init(of one: JSONNode, and other: JSONNode, _ table: ElementParts) {
    let parts = (table.numbers(of: one), table.numbers(of: other))
    equal = parts.0.sharedCount(with: parts.1) - 1
    let paths = (table.paths(of: parts.0), table.paths(of: parts.1))
    different = paths.0.sharedCount(with: paths.1) - 1 - equal
  }
}

/// The usual ids of arrays, found out once for each list of arrays: with many elements that is most of the work of a
/// merge, and of its audit.
final class UsualIdentityCache {
  private var known: [[ArrayPlace]: UsualIdentities?] = [:]
  /// The parts of elements without trusted ids.
  let parts = PartedArrays()

  /// The ids of the elements of these arrays, of documents that outlive this; nil where they have none.
  /// - Parameter arrays: base, ours and theirs, as far as they are there.
  func identities(of arrays: [JSONNode]) -> UsualIdentities? {
    let places = arrays.map { ArrayPlace($0) }
    if let known = known[places] { return known }
    let found = UsualIdentities(of: arrays)
    known[places] = .some(found)
    return found
  }

  /// The elements of these arrays by ids that can be trusted; nil where they have none.
  func numbering(of arrays: [JSONNode]) -> UsualIdentity.Numbering? {
    identities(of: arrays).flatMap { $0.isTrusted ? $0.numbering : nil }
  }
}
