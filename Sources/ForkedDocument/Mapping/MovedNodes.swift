import ForkedJSON

/// Finds what moved to another container or key, by values that each version holds once.
final class MovedNodes {
  private let old: NodeTable
  private let new: NodeTable
  /// For each scalar, the number of its value under its key.
  private let oldParts: [Int32]
  private let newParts: [Int32]
  /// For each part the only node that holds it; negative for none, or for several.
  private let oldPlaces: [Int32]
  private let newPlaces: [Int32]
  /// The rarity of each part; nothing for what may be equal by chance.
  private let weights: [Weight]
  /// The sums of weights before each node.
  private let oldSums: [Weight]
  private let newSums: [Weight]
  /// The number of times that each key stands in a version, by its number.
  private let oldKeys: [Int: Int]
  private let newKeys: [Int: Int]
  /// The numbers of the keys that hold ids: the usual ones, and those that are declared.
  var idKeys: Set<Int> = []
  /// The levels of containers in which a part is looked for.
  private static let levels = 12

  /// - Complexity: O(n) in expectation.
  init(_ old: NodeTable, _ new: NodeTable) {
    self.old = old
    self.new = new
    var numbers = PairNumbers()
    let (oldColumns, newColumns) = (Self.columns(old), Self.columns(new))
    func parts(_ table: NodeTable, _ columns: [Int32]) -> [Int32] {
      (0..<table.count).map { node in
        table.kinds[node].isContainer || table.areKeys[node]
          ? -1
          : Int32(
            truncatingIfNeeded: numbers.number(of: Int(columns[node]), table.number(node)))
      }
    }
    let lists = [parts(old, oldColumns), parts(new, newColumns)]
    var areDistinctive = [Bool](repeating: false, count: numbers.count)
    for (table, list) in zip([old, new], lists) {
      for (node, part) in list.enumerated() where part >= 0 {
        areDistinctive[Int(part)] = areDistinctive[Int(part)] || table.node(node).isDistinctive
      }
    }
    let counts = lists.map { list -> [Int] in
      var counts = [Int](repeating: 0, count: numbers.count)
      for part in list where part >= 0 { counts[Int(part)] += 1 }
      return counts
    }
    let columns = counts.map { counts in
      counts.indices.reduce(into: [Int32: Int]()) {
        $0[numbers.pairs[$1].0, default: 0] += counts[$1]
      }
    }
    weights = (0..<numbers.count).map { part in
      guard areDistinctive[part] else { return 0 }
      let column = numbers.pairs[part].0
      let size = max(columns[0][column] ?? 0, columns[1][column] ?? 0)
      return Weight(oneOf: size + 1) - Weight(oneOf: max(counts[0][part], counts[1][part]))
    }
    (oldParts, newParts) = (lists[0], lists[1])
    func places(_ list: [Int32], _ counts: [Int]) -> [Int32] {
      var places = [Int32](repeating: -1, count: counts.count)
      for (node, part) in list.enumerated() where part >= 0 && counts[Int(part)] == 1 {
        places[Int(part)] = Int32(truncatingIfNeeded: node)
      }
      return places
    }
    oldPlaces = places(lists[0], counts[0])
    newPlaces = places(lists[1], counts[1])
    let weights = weights
    func sums(_ list: [Int32]) -> [Weight] {
      var (sums, sum) = ([0], 0)
      for part in list {
        if part >= 0 { sum += weights[Int(part)] }
        sums.append(sum)
      }
      return sums
    }
    (oldSums, newSums) = (sums(oldParts), sums(newParts))
    (oldKeys, newKeys) = (Self.keys(old), Self.keys(new))
    for node in 0..<old.count where old.areKeys[node] {
      if old.node(node).string.map(Self.usualIDs.contains) ?? false {
        idKeys.insert(old.number(node))
      }
    }
  }

  /// The usual keys of ids; names are no proof.
  static let usualIDs: Set<JSONString> = ["id", "_id", "uuid", "key"]

  /// For each member the number of its key; negative for elements, which keep their column where their list gets
  /// another key.
  private static func columns(_ table: NodeTable) -> [Int32] {
    (0..<table.count).map { Int32(truncatingIfNeeded: table.key($0)) }
  }

  private static func keys(_ table: NodeTable) -> [Int: Int] {
    (0..<table.count).reduce(into: [:]) { counts, node in
      if table.areKeys[node] { counts[table.number(node), default: 0] += 1 }
    }
  }

  // MARK: - Ids

  /// Returns true if two objects have one id that nothing else in either version has.
  ///
  /// A text is enough. Users who each take the next free number get the same one, so with a number most of the other
  /// scalars must be equal.
  func haveOneID(_ one: Int, _ other: Int) -> Bool { object(withIDOf: one) == other }

  /// Returns the new object that alone has the id of an old one.
  private func object(withIDOf node: Int) -> Int? {
    guard old.kinds[node] == .object else { return nil }
    for member in old.children(node)
    where idKeys.contains(old.key(member)) && oldParts[member] >= 0 {
      let part = Int(oldParts[member])
      guard oldPlaces[part] == member, newPlaces[part] >= 0 else { continue }
      let other = new.parent(Int(newPlaces[part]))
      if old.kinds[member] == .string || agree(node, other) { return other }
    }
    return nil
  }

  /// Returns true if more of the scalars that two objects have besides an id are equal than not.
  private func agree(_ one: Int, _ other: Int) -> Bool {
    let others = Dictionary(new.children(other).map { (new.key($0), $0) }) { first, _ in first }
    let scalars = old.children(one).filter { oldParts[$0] >= 0 }
    let equal = scalars.count { oldParts[$0] == others[old.key($0)].map { newParts[$0] } }
    return 2 * (equal - 1) > scalars.count - 1
  }

  // MARK: - Containers

  /// Returns the container that an old one without a partner is now, somewhere else: each is the other's best by the
  /// margin, by parts that each version holds once.
  func counterpart(of node: Int, _ toNew: [Int32], _ toOld: [Int32]) -> Int? {
    func mayMove(_ one: Int, _ other: Int) -> Bool { self.mayMove(one, other, toNew, toOld) }
    if let other = object(withIDOf: node), toNew[node] < 0, toOld[other] < 0 {
      let areMembers = old.isMember(node) && Int(toNew[old.parent(node)]) == new.parent(other)
      if areMembers || mayMove(node, other) { return other }
    }
    guard
      let other = best(of: node, old, oldParts, newPlaces, oldPlaces, new, toOld, mayBe: mayMove),
      areOne(node, other),
      let back = best(
        of: other, new, newParts, oldPlaces, newPlaces, old, toNew, mayBe: { mayMove($1, $0) }),
      back == node
    else { return nil }
    return other
  }

  private func mayMove(_ one: Int, _ other: Int, _ toNew: [Int32], _ toOld: [Int32]) -> Bool {
    guard old.kinds[one] == new.kinds[other], one > 0, other > 0 else { return false }
    let (parent, newParent) = (old.parent(one), new.parent(other))
    // What stands in one container in both versions was compared there.
    guard Int(toNew[parent]) != newParent else { return false }
    // Nothing moves out of a deleted thing into an added one, unless the whole does, or one stands for the other, as an
    // object for a list.
    return toNew[parent] >= 0 || toOld[newParent] >= 0
      || old.isMember(parent) && old.key(parent) == new.key(newParent)
        && Int(toNew[old.parent(parent)]) == new.parent(newParent)
  }

  /// Returns true if two containers at different places are one thing: beyond the least weight, what is equal and
  /// stands nowhere else outweighs what differs by the margin.
  ///
  /// Equal parts that stand elsewhere, too, say nothing: two records of one form have it in common. The same
  /// key is one more part. One part of several may be equal by chance, so there must be two. Where most of the usual
  /// values are equal, too, one is enough, and what was added says nothing.
  /// - Complexity: O(n log n) for n parts.
  func areOne(_ one: Int, _ other: Int) -> Bool {
    if haveOneID(one, other) { return true }
    var (sole, all, count) = shared(one, other)
    if let name = nameThatIsKey(one, other) {
      (sole, all, count) = (sole + name, all + name, count + 1)
    }
    let sum = max(sum(oldSums, old, one), sum(newSums, new, other))
    let isSameKey = old.isMember(one) && old.key(one) == new.key(other)
    if sole > 0, haveUsualValues(one, other) {
      let missing = min(self.sum(oldSums, old, one), self.sum(newSums, new, other)) - all
      return missing == 0 || sole.outweighs(missing)
    }
    let excess = sole - MappingConstants.leastWeight + (isSameKey ? Weight(oneOf: 2) : 0)
    let isByChance =
      count + (isSameKey ? 1 : 0) < min(2, parts(of: one)) && old.number(one) != new.number(other)
    return !isByChance && excess > 0 && (sum == all || excess.outweighs(sum - all))
  }

  /// Returns the weight of what one of two objects holds and the other is called by, as where a list became an object; nil if
  /// there is nothing such.
  private func nameThatIsKey(_ one: Int, _ other: Int) -> Weight? {
    func weight(_ table: NodeTable, _ object: Int, _ parts: [Int32], _ key: Int) -> Weight? {
      guard key >= 0, table.kinds[object] == .object else { return nil }
      return table.children(object).first { table.number($0) == key }.map {
        weights[Int(parts[$0])]
      }
    }
    return weight(old, one, oldParts, new.key(other)) ?? weight(new, other, newParts, old.key(one))
  }

  /// Returns true if most of the members of two objects whose values may be equal by chance are equal.
  private func haveUsualValues(_ one: Int, _ other: Int) -> Bool {
    guard old.kinds[one] == .object, new.kinds[other] == .object else { return false }
    func isUsual(_ part: Int32) -> Bool { part >= 0 && weights[Int(part)] == 0 }
    let olds = old.children(one).map { oldParts[$0] }.filter(isUsual)
    let news = Set(new.children(other).map { newParts[$0] }.filter(isUsual))
    return 2 * olds.count(where: news.contains) > max(olds.count, news.count)
  }

  /// The number of scalars in an old container.
  private func parts(of node: Int) -> Int { old.range(node).count { oldParts[$0] >= 0 } }

  /// Returns the weight of equal parts that each version holds once, and of all equal parts, and the number of the
  /// former: an id that is a short number counts, without weight.
  func shared(_ one: Int, _ other: Int) -> (
    sole: Weight, all: Weight, count: Int
  ) {
    let (olds, news) = (
      oldParts[old.range(one)].filter { $0 >= 0 }.sorted(),
      newParts[new.range(other)].filter { $0 >= 0 }.sorted()
    )
    var (sole, all, count, next) = (0, 0, 0, 0)
    for part in olds {
      while next < news.count, news[next] < part { next += 1 }
      guard next < news.count, news[next] == part else { continue }
      next += 1
      all += weights[Int(part)]
      let (place, newPlace) = (oldPlaces[Int(part)], newPlaces[Int(part)])
      guard place >= 0, newPlace >= 0 else { continue }
      guard weights[Int(part)] > 0 || idKeys.contains(old.key(Int(place))) else { continue }
      sole += weights[Int(part)]
      count += 1
    }
    return (sole, all, count)
  }

  /// The new nodes of the parts of an old container that each version holds once, and that have weight.
  func soleParts(of node: Int) -> [Int] {
    old.range(node).compactMap { place in
      guard oldParts[place] >= 0 else { return nil }
      let part = Int(oldParts[place])
      guard weights[part] > 0, oldPlaces[part] == place, newPlaces[part] >= 0 else { return nil }
      return Int(newPlaces[part])
    }
  }

  private func sum(_ sums: [Weight], _ table: NodeTable, _ node: Int) -> Weight {
    sums[Int(table.ends[node])] - sums[node]
  }

  /// Returns the container of the other version, without a partner, that has the greatest share of a node's own parts;
  /// nil if another one has as many, but for the margin.
  private func best(
    of node: Int, _ table: NodeTable, _ parts: [Int32], _ otherPlaces: [Int32],
    _ ownPlaces: [Int32], _ other: NodeTable, _ partners: [Int32], mayBe: (Int, Int) -> Bool
  ) -> Int? {
    var shared: [Int: Weight] = [:]
    for place in table.range(node) where parts[place] >= 0 {
      let part = Int(parts[place])
      guard ownPlaces[part] >= 0, otherPlaces[part] >= 0,
        let container = container(
          of: Int(otherPlaces[part]), other, like: node, above: place, table),
        partners[container] < 0
      else { continue }
      shared[container, default: 0] += weights[part]
    }
    let isOld = table.document === old.document
    let sums = isOld ? newSums : oldSums
    let own = sum(isOld ? oldSums : newSums, table, node)
    let found = shared.filter { mayBe(node, $0.key) }
    // The greatest share: a whole has all that its parts have, and more that is not shared.
    func isBetter(_ one: (key: Int, value: Weight), _ two: (key: Int, value: Weight)) -> Bool {
      let (first, second) = (
        one.value * (own + sum(sums, other, two.key)), two.value * (own + sum(sums, other, one.key))
      )
      return first != second ? first > second : one.key < two.key
    }
    guard let best = found.min(by: isBetter) else { return nil }
    let range = other.range(best.key)
    let isSingle = found.allSatisfy { rival in
      range.contains(rival.key) || other.range(rival.key).contains(best.key)
        || best.value.outweighs(rival.value)
    }
    return isSingle ? best.key : nil
  }

  /// Returns the container that a value stands in by the same path as the like one in a node.
  private func container(
    of value: Int, _ other: NodeTable, like node: Int, above place: Int, _ table: NodeTable
  ) -> Int? {
    var (one, two) = (place, value)
    for _ in 0..<Self.levels {
      if one == node { return two }
      guard two > 0, table.key(one) == other.key(two) else { return nil }
      (one, two) = (table.parent(one), other.parent(two))
    }
    return nil
  }

  // MARK: - Scalars

  /// Returns the scalar that an old member is now in another object: its key stands once in either version, and its
  /// value is the same.
  func scalar(like node: Int, _ toNew: [Int32], _ toOld: [Int32]) -> Int? {
    guard old.isMember(node), oldKeys[old.key(node)] == 1, newKeys[old.key(node)] == 1,
      old.node(node).isDistinctive, oldParts[node] >= 0, newPlaces[Int(oldParts[node])] >= 0
    else { return nil }
    let other = Int(newPlaces[Int(oldParts[node])])
    guard new.isMember(other), toOld[other] < 0 else { return nil }
    return mayMove(node, other, toNew, toOld) ? other : nil
  }

  /// Returns the scalar under another key that an old member may be now: each version has its value once. A value alone
  /// is not enough to make them one, and too much to call one deleted and the other new.
  func renamedScalar(_ node: Int, _ toNew: [Int32], _ toOld: [Int32]) -> Int? {
    guard old.isMember(node), old.node(node).isDistinctive,
      let other = soleScalars[old.number(node)], new.isMember(other),
      old.key(node) != new.key(other), toOld[other] < 0
    else { return nil }
    let isHere = Int(toNew[old.parent(node)]) == new.parent(other)
    return isHere || mayMove(node, other, toNew, toOld) ? other : nil
  }

  /// The new nodes of the values that each version holds once, by their numbers.
  private lazy var soleScalars: [Int: Int] = {
    var places = [Int: Int]()
    for node in 0..<new.count where !new.areKeys[node] && !new.kinds[node].isContainer {
      places[new.number(node)] = places[new.number(node)] == nil ? node : -1
    }
    var counts = [Int: Int]()
    for node in 0..<old.count where !old.areKeys[node] { counts[old.number(node), default: 0] += 1 }
    return places.filter { $0.value >= 0 && counts[$0.key] == 1 }
  }()
}

/// The search for what moved, made when it is asked for.
final class MovedNodesOnDemand {
  private let old: NodeTable
  private let new: NodeTable
  private(set) lazy var nodes = MovedNodes(old, new)

  init(_ old: NodeTable, _ new: NodeTable) { (self.old, self.new) = (old, new) }
}

extension JSONNode {
  /// True for a string or number that does not stand at two places by chance.
  var isDistinctive: Bool {
    (kind == .string || kind == .number) && range.count >= MappingConstants.leastLength
  }
}
