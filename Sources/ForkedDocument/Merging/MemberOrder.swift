import Forked
import ForkedJSON
import ForkedMerge

/// The order of the members of a merged object, if the two sides have their members in different orders.
///
/// The side that alone changed the order of the members that all versions have decides it; if both did, ours does.
struct MemberOrder {
  /// The side whose members keep their order in the result.
  private(set) var leading = MergeSide.ours
  /// The keys that both sides moved, to different places.
  private(set) var movedByBoth: [JSONNode] = []

  /// The order of ours.
  init() {}

  /// - Complexity: O(members log members).
  init(_ versions: Versions) {
    var (base, theirs) = (JSONMemberCursor(versions.base), JSONMemberCursor(versions.theirs))
    let members = versions.ours.map { Array($0.members) } ?? []
    let common = members.compactMap { member -> (key: JSONNode, base: Int, theirs: Int)? in
      guard let its = theirs.member(member.key), let old = base.member(member.key) else {
        return nil
      }
      return (member.key, old.place, its.place)
    }
    if common.map(\.theirs).isAscending { return }
    if common.map(\.base).isAscending {
      leading = .theirs
    } else if !common.sorted(by: { $0.base < $1.base }).map(\.theirs).isAscending {
      let theirOrder = common.indices.sorted { common[$0].theirs < common[$1].theirs }
      movedByBoth = OrderMerge.moved(base: Array(common.indices), order: theirOrder)
        .map { common[$0].key }
    }
  }
}

extension [Int] {
  fileprivate var isAscending: Bool { zip(self, dropFirst()).allSatisfy(<) }
}

extension [JSONRewrite.Entry] {
  /// Returns the same members in the order of theirs. A member that theirs lacks comes after its predecessor in ours.
  /// - Complexity: O(members) on average.
  func arranged(likeTheirs versions: Versions) -> [JSONRewrite.Entry] {
    var (ours, theirs) = (JSONMemberCursor(versions.ours), JSONMemberCursor(versions.theirs))
    let count = versions.theirs?.count ?? 0
    var placed = [JSONRewrite.Entry?](repeating: nil, count: count)
    var added = [[JSONRewrite.Entry]](repeating: [], count: count + 1)
    var place = 0
    for entry in self {
      guard let key = entry.key else { continue }
      let isOurs = ours.member(key) != nil
      if let its = theirs.member(key) {
        placed[its.place] = entry
        if isOurs { place = its.place + 1 }
      } else {
        added[place].append(entry)
      }
    }
    return added[0] + placed.indices.flatMap { [placed[$0]].compactMap { $0 } + added[$0 + 1] }
  }

  /// Returns the same members sorted by their keys.
  func sorted(in order: JSONSortOrder) -> [JSONRewrite.Entry] {
    let keyed = compactMap { entry in entry.key.map { (key: $0, entry: entry) } }
    return keyed.sorted { order.precedes($0.key, $1.key) }.map(\.entry)
  }
}

extension JSONRewrite.Entry {
  /// The key of a member, or of a conflict about one.
  fileprivate var key: JSONNode? {
    switch self {
    case .member(let key, _): key
    case .conflict(let conflict):
      (conflict.ours.first ?? conflict.theirs.first ?? conflict.base?.first)?.key
    case .beside(_, let entry): entry.key
    case .newMember, .element: nil
    }
  }
}

extension Versions {
  /// Returns the order in which the keys of these sides are sorted, and of base, if it counts; nil if there are too few
  /// keys to tell, or they are not sorted, or a key repeats: the order of equal keys counts.
  func sortOrder(of sides: [MergeSide], andBase countsBase: Bool) -> JSONSortOrder? {
    guard !present.contains(where: \.holdsDuplicateKeys) else { return nil }
    let lists = sides.map { self[$0]?.keys ?? [] }
    guard lists.allSatisfy({ $0.count >= JSONSortOrder.leastCount }) else { return nil }
    return JSONSortOrder.sorting(lists + (countsBase ? [base?.keys ?? []] : []))
  }
}

extension JSONSortOrder {
  /// The number of values below which they may be in order by accident.
  static let leastCount = 3
}

extension JSONNode {
  fileprivate var keys: [JSONNode] { members.map(\.key) }
}
