import ForkedJSON
import ForkedSchema

/// The ids of an array's elements where no schema names them, and how far they are to be trusted.
struct UsualIdentities {
  /// The elements by their ids.
  var numbering: UsualIdentity.Numbering
  /// Whether ours and theirs use the ids for what they name in base; false where a side holds most elements under ids of
  /// others.
  private(set) var trusts = (ours: true, theirs: true)
  /// The numbers of ids of which it isn't certain that they name one element in all versions.
  var uncertain: Set<Int> = []
  /// The numbers of ids of base whose elements both sides have under other ids, each under one of its own.
  var renamedByBoth: [Int] = []

  /// True if both sides use the ids as base does.
  var isTrusted: Bool { trusts.ours && trusts.theirs }

  fileprivate init?(of arrays: [JSONNode]) {
    let lists = arrays.map { JSONElementList($0) }
    guard let numbering = UsualIdentity.numbering(of: lists) else { return nil }
    self.numbering = numbering
    uncertain = Self.numbersAddedByBoth(lists, numbering)
    guard arrays.count == 3 else { return }
    let trusts = (1...2).map {
      IdentityTrust(
        numbering.key, base: lists[0], numbering.numbers[0], side: lists[$0],
        numbering.numbers[$0])
    }
    guard !trusts.contains(where: \.isUnchanged) else { return }
    self.trusts = (trusts[0].isTrusted, trusts[1].isTrusted)
    uncertain.formUnion(trusts[0].uncertain.union(trusts[1].uncertain))
    renamedByBoth = trusts[0].renamed.keys.filter {
      trusts[1].renamed[$0] != nil && trusts[1].renamed[$0] != trusts[0].renamed[$0]
    }.sorted()
  }

  /// The ids that are numbers, and under which the sides added elements that say more different things than equal ones: who
  /// counts on from the last one comes to the number that others came to.
  private static func numbersAddedByBoth(
    _ lists: [JSONElementList], _ numbering: UsualIdentity.Numbering
  ) -> Set<Int> {
    let baseCount = lists.count > 2 ? lists[0].count : 0
    let added = zip(lists, numbering.numbers).suffix(2).map { list, numbers in
      zip(numbers, list.indices).filter { $0.0 >= baseCount && list[$0.1].isNumbered(numbering.key) }
    }
    guard added.count == 2, !added[0].isEmpty, !added[1].isEmpty else { return [] }
    let (ours, theirs) = (lists[lists.count - 2], lists[lists.count - 1])
    let theirPlaces = Dictionary(uniqueKeysWithValues: added[1])
    let table = ElementParts()
    return Set(
      added[0].compactMap { number, place -> Int? in
        guard let other = theirPlaces[number], !ours[place].hasSameBytes(as: theirs[other]) else {
          return nil
        }
        let parts = (table.numbers(of: ours[place]), table.numbers(of: theirs[other]))
        // The id itself is no evidence.
        let shared = parts.0.sharedCount(with: parts.1) - 1
        let paths = (Set(parts.0.map(table.path)), Set(parts.1.map(table.path)))
        let different = paths.0.intersection(paths.1).count - 1 - shared
        return different > max(shared, 1) ? number : nil
      })
  }
}

/// The usual ids of arrays, found out once for each list of arrays: with many elements that is most of the work of a
/// merge, and of its audit.
final class UsualIdentityCache {
  /// An array, by its document and where it begins there.
  private struct Place: Hashable {
    let document: ObjectIdentifier
    let start: Int

    init(_ array: JSONNode) {
      document = ObjectIdentifier(array.document)
      start = array.range.lowerBound
    }
  }

  private var known: [[Place]: UsualIdentities?] = [:]

  /// The ids of the elements of these arrays, of documents that outlive this; nil where they have none.
  /// - Parameter arrays: base, ours and theirs, as far as they are there.
  func identities(of arrays: [JSONNode]) -> UsualIdentities? {
    let places = arrays.map { Place($0) }
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

extension JSONNode {
  fileprivate func isNumbered(_ key: JSONString) -> Bool { self[key]?.kind == .number }
}
