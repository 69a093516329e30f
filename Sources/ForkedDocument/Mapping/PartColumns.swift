/// The children of a container in one version.
struct Children {
  let table: NodeTable
  /// Their ordinals, in order.
  let nodes: [Int]

  init(_ table: NodeTable, of container: Int) {
    self.table = table
    nodes = table.children(container)
  }

  var count: Int { nodes.count }
  func number(_ place: Int) -> Int { table.number(nodes[place]) }
  func key(_ place: Int) -> Int { table.key(nodes[place]) }
  /// The keys of an object's members; none for elements.
  var keys: [Int] { nodes.lazy.map(table.key).filter { $0 >= 0 } }
  func isContainer(_ place: Int) -> Bool { table.kinds[nodes[place]].isContainer }
}

/// The parts of the children of two versions of a container, by columns, with weights.
///
/// A part is a scalar at any depth with its path, apart from positions in lists; the key of a member is one, too. All
/// parts under one path are a column.
struct PartColumns {
  let old: IntegerLists
  let new: IntegerLists
  let oldHolders: IntegerLists
  let newHolders: IntegerLists
  /// For each part, its rarity times the survival of its column.
  let weights: [Weight]
  private let oldTotals: [Weight]
  private let newTotals: [Weight]
  /// For each part, true if its column tells the children apart: each one that is an object has a value of its own.
  private let areIDs: [Bool]
  /// For each part, true if it is such a one, a text, and half of its column's values are in both versions.
  private let areNames: [Bool]
  /// For each part, true if it is a name, and enough of its column are in both versions for it to decide alone.
  private let areSureNames: [Bool]
  /// For each part, true if it is a text that one old and one new child holds.
  private let areSoleTexts: [Bool]
  /// For each part, true if it is the key of a member.
  private let areKeys: [Bool]

  /// Collects the parts.
  /// - Parameters:
  ///   - equals: for each new child, the index of an old one with equal value and key; negative for none.
  ///   - identity: the evidence by which members are known.
  /// - Complexity: O(bytes) in expectation, with levels below the deepest one as one part.
  init(
    _ old: Children, _ new: Children, equals: [Int], _ identity: MemberIdentity = MemberIdentity()
  ) {
    var collector = PartCollector(identity)
    var (oldParts, newParts) = (IntegerLists(), IntegerLists())
    for place in 0..<old.count { oldParts.append(sorting: collector.parts(of: place, in: old)) }
    for place in 0..<new.count {
      if equals[place] >= 0 {
        newParts.append(oldParts[equals[place]])
      } else {
        newParts.append(sorting: collector.parts(of: place, in: new))
      }
    }
    self.old = oldParts
    self.new = newParts
    oldHolders = oldParts.holders(of: collector.count)
    newHolders = newParts.holders(of: collector.count)
    let columns = collector.columns(oldHolders, newHolders)
    let weights = collector.weights(
      oldHolders, newHolders, columns, of: max(old.count, new.count))
    self.weights = weights
    func totals(_ lists: IntegerLists) -> [Weight] {
      (0..<lists.count).map { lists[$0].reduce(0) { $0 + weights[Int($1)] } }
    }
    (oldTotals, newTotals) = (totals(oldParts), totals(newParts))
    areIDs = collector.ids((oldParts, oldHolders, old), (newParts, newHolders, new))
    areNames = collector.names(areIDs, columns)
    areSureNames = collector.sureNames(areNames, columns)
    areSoleTexts = collector.soleTexts(oldHolders, newHolders)
    areKeys = collector.keys
  }

  // MARK: - Ids

  /// Returns true if a text that each version has once is in both: it is no proof, but speaks for one thing.
  func shareText(_ one: Int, _ other: Int) -> Bool { share(one, other) { areSoleTexts[$0] } }

  /// Returns true if an old and a new child have names that the other version has not, and share no id that is a text.
  func haveOtherNames(_ one: Int, _ other: Int) -> Bool {
    old[one].contains { areNames[Int($0)] && newHolders[Int($0)].isEmpty }
      && new[other].contains { areNames[Int($0)] && oldHolders[Int($0)].isEmpty }
      && !share(one, other) { areIDs[$0] && areSoleTexts[$0] }
  }

  /// Returns true if a part that is meant, and that one new child at most holds, is in both.
  private func share(_ one: Int, _ other: Int, _ isMeant: (Int) -> Bool) -> Bool {
    old[one].contains { part in
      isMeant(Int(part)) && newHolders[Int(part)].first.map { Int($0) } == other
    }
  }

  /// Returns true if the ids that an old and a new child share, a text among them, outweigh those that differ.
  func idsSay(_ one: Int, _ other: Int) -> Bool {
    guard shareText(one, other) else { return false }
    let shared = evidence(old[one].filter { areIDs[Int($0)] }[...], new[other]).weight
    let both = [old[one], new[other]].map { list in
      list.reduce(0) { $0 + (areIDs[Int($1)] ? weights[Int($1)] : 0) }
    }
    return shared.outweighs((both[0] + both[1]) / 2 - shared)
  }

  /// Returns true if a name that each version has once, and that is kept by most, says that they are one.
  private func haveOneName(_ one: Int, _ other: Int) -> Bool {
    share(one, other) { areSureNames[$0] }
  }

  /// The new children that have an id of an old one.
  func sharingIDs(_ one: Int) -> [Int] {
    let ids = old[one].filter { areIDs[Int($0)] }
    return Set(ids.flatMap { newHolders[Int($0)] }).map { Int($0) }.sorted()
  }

  /// The old children that have an id of a new one.
  func sharedIDs(_ other: Int) -> [Int] {
    let ids = new[other].filter { areIDs[Int($0)] }
    return Set(ids.flatMap { oldHolders[Int($0)] }).map { Int($0) }.sorted()
  }

  // MARK: - Weights

  /// Returns true if two members under one key share, beside it, the least share of what the one that says less does:
  /// always if that is nothing.
  func keepsContent(_ one: Int, _ other: Int) -> Bool {
    func content(_ parts: ArraySlice<Int32>) -> [Int32] { parts.filter { !areKeys[Int($0)] } }
    func weight(_ parts: [Int32]) -> Weight { parts.reduce(0) { $0 + weights[Int($1)] } }
    let (before, after) = (content(old[one]), content(new[other]))
    let least = min(weight(before), weight(after))
    return least == 0 || evidence(before[...], after[...]).weight.isShare(of: least, and: least)
  }

  /// The parts that an old and a new child share.
  func shared(_ one: Int, _ other: Int) -> Evidence { evidence(old[one], new[other]) }

  /// Returns true if that is the least share of what the two say, by weight, and by number of the one that says more, or
  /// all that the other one says; or if it holds a name, which decides alone.
  ///
  /// Weights are estimates: one rare value must not outweigh all that else is said.
  func isShare(_ shared: Evidence, _ one: Int, _ other: Int) -> Bool {
    if haveOneName(one, other) { return true }
    let (least, most) = (
      min(old[one].count, new[other].count), max(old[one].count, new[other].count)
    )
    return shared.weight.isShare(of: oldTotals[one], and: newTotals[other])
      && (shared.count == least || shared.count.isShare(of: most, and: most))
  }

  /// The parts that all lists hold.
  /// - Complexity: O(parts).
  func evidence(_ one: ArraySlice<Int32>, _ other: ArraySlice<Int32>) -> Evidence {
    var (sum, next) = (Evidence(), other.startIndex)
    for part in one {
      while next < other.endIndex, other[next] < part { next += 1 }
      if next < other.endIndex, other[next] == part { sum.add(weights[Int(part)]) }
    }
    return sum
  }

  func evidence(
    _ one: ArraySlice<Int32>, _ other: ArraySlice<Int32>, _ third: ArraySlice<Int32>
  ) -> Evidence {
    var (sum, next, last) = (Evidence(), other.startIndex, third.startIndex)
    for part in one {
      while next < other.endIndex, other[next] < part { next += 1 }
      while last < third.endIndex, third[last] < part { last += 1 }
      if next < other.endIndex, other[next] == part, last < third.endIndex, third[last] == part {
        sum.add(weights[Int(part)])
      }
    }
    return sum
  }
}

/// Parts that speak for one counterpart.
struct Evidence {
  private(set) var weight: Weight = 0
  private(set) var count = 0

  mutating func add(_ weight: Weight) {
    self.weight += weight
    count += 1
  }

  /// Returns true if this outweighs the other evidence by the margin, and is no less by number, both apart from what
  /// speaks for either.
  func outweighs(_ other: Evidence, apartFrom common: Evidence) -> Bool {
    (weight - common.weight).outweighs(other.weight - common.weight) && count >= other.count
  }
}

/// The evidence by which the members of an object are known, beside their keys.
///
/// A member is known by the scalars that it holds itself: what stands in its lists and objects may move to another one,
/// which doesn't thereby become the same. Only where it has none, and its key says nothing, is it known by all of its
/// content. Where keys were given to other content, so are all whose content went, and all that came.
struct MemberIdentity {
  /// The keys under which both versions have a member that keeps its content.
  var kept: Set<Int> = []
  /// True if both versions have a member under some key, and the new one does not keep the old one's content.
  var hasOthers = false

  func isAllContent(_ key: Int, hasScalars: Bool) -> Bool {
    !kept.contains(key) && (hasOthers || !hasScalars)
  }
}

/// Numbers the parts of elements.
private struct PartCollector {
  private var pathNumbers = PairNumbers()
  private var numbers = PairNumbers()
  private var areTexts: [Bool] = []
  private var found: [Int32] = []
  private let root: Int
  private let keyPath: Int
  /// The number of levels whose scalars are parts of their own: with it, the work is linear in the bytes.
  private static let levels = 12
  private let identity: MemberIdentity

  init(_ identity: MemberIdentity) {
    self.identity = identity
    root = pathNumbers.number(of: -1, 0)
    keyPath = pathNumbers.number(of: -1, 1)
  }

  var count: Int { numbers.count }

  /// Returns true for the parts of columns of which each object has one value, and no other object in its version has
  /// the same.
  func ids(
    _ versions: (parts: IntegerLists, holders: IntegerLists, children: Children)...
  ) -> [Bool] {
    var areIDs = [Bool](repeating: true, count: pathNumbers.count)
    for (parts, holders, children) in versions {
      let objects = children.nodes.count { children.table.kinds[$0] == .object }
      var counts = [Int](repeating: 0, count: pathNumbers.count)
      // The last child that had a part of the column.
      var last = [Int](repeating: -1, count: pathNumbers.count)
      for child in 0..<parts.count {
        for part in parts[child] {
          let path = Int(numbers.pairs[Int(part)].0)
          if holders[Int(part)].count > 1 || last[path] == child { areIDs[path] = false }
          (counts[path], last[path]) = (counts[path] + 1, child)
        }
      }
      for path in areIDs.indices where counts[path] != objects || objects < 2 {
        areIDs[path] = false
      }
    }
    return numbers.pairs.map { areIDs[Int($0.0)] }
  }

  /// Returns true for the keys of members.
  var keys: [Bool] { numbers.pairs.map { Int($0.0) == keyPath } }

  /// Collects the parts of a child.
  mutating func parts(of place: Int, in children: Children) -> [Int32] {
    found.removeAll(keepingCapacity: true)
    let (node, table, key) = (children.nodes[place], children.table, children.key(place))
    guard key >= 0 else {
      collect(node, root, Self.levels, table)
      return found
    }
    append(keyPath, key, isText: false)
    let members = table.kinds[node] == .object ? table.children(node) : []
    let scalars = members.filter { !table.kinds[$0].isContainer }
    if identity.isAllContent(key, hasScalars: !scalars.isEmpty) {
      collect(node, root, Self.levels, table)
      return found
    }
    for scalar in scalars {
      append(
        pathNumbers.number(of: root, table.key(scalar)), table.number(scalar),
        isText: table.kinds[scalar] == .string)
    }
    return found
  }

  private mutating func append(_ path: Int, _ number: Int, isText: Bool) {
    let part = numbers.number(of: path, number)
    if part == areTexts.count { areTexts.append(isText) }
    found.append(Int32(truncatingIfNeeded: part))
  }

  private mutating func collect(_ node: Int, _ path: Int, _ levels: Int, _ table: NodeTable) {
    guard table.kinds[node].isContainer else {
      return append(path, table.number(node), isText: table.kinds[node] == .string)
    }
    guard levels > 0, levels == Self.levels || !table.isListOfNumbers(node) else {
      return append(path, table.number(node), isText: false)
    }
    let isObject = table.kinds[node] == .object
    var child = node + 1
    let end = Int(table.ends[node])
    while child < end {
      let below = pathNumbers.number(of: path, isObject ? table.number(child) : -1)
      if isObject { child += 1 }
      collect(child, below, levels - 1, table)
      child = Int(table.ends[child])
    }
  }

  /// Returns true for the texts that each version has once.
  func soleTexts(_ old: IntegerLists, _ new: IntegerLists) -> [Bool] {
    (0..<count).map { areTexts[$0] && old[$0].count == 1 && new[$0].count == 1 }
  }

  /// The number of values of a column, in each version and in both.
  struct Column {
    var old = 0
    var new = 0
    var both = 0
  }

  func columns(_ old: IntegerLists, _ new: IntegerLists) -> [Column] {
    var columns = [Column](repeating: Column(), count: pathNumbers.count)
    for part in 0..<count {
      let path = Int(numbers.pairs[part].0)
      let (isOld, isNew) = (!old[part].isEmpty, !new[part].isEmpty)
      columns[path].old += isOld ? 1 : 0
      columns[path].new += isNew ? 1 : 0
      columns[path].both += isOld && isNew ? 1 : 0
    }
    return columns
  }

  /// Returns for each part log((n + 1) / children that hold it), times the share of its column's values that both
  /// versions have.
  ///
  /// The share is estimated by the rule of succession, so that one or two values decide little.
  func weights(
    _ old: IntegerLists, _ new: IntegerLists, _ columns: [Column], of children: Int
  ) -> [Weight] {
    let most = Weight(oneOf: children + 1)
    let (kept, known) = MappingConstants.priorSurvival
    return (0..<count).map { part in
      let column = columns[Int(numbers.pairs[part].0)]
      let rarity = most - Weight(oneOf: max(old[part].count, new[part].count))
      return rarity * (column.both + kept) / (min(column.old, column.new) + known)
    }
  }

  /// Returns true for the ids that are texts, in columns of which both versions have the least share of either's values.
  func names(_ areIDs: [Bool], _ columns: [Column]) -> [Bool] {
    (0..<count).map { part in
      let column = columns[Int(numbers.pairs[part].0)]
      return areIDs[part] && areTexts[part] && column.both.isShare(of: column.old, and: column.new)
    }
  }

  /// Returns true for the names of which both versions have more than are taken to be known before: few records have
  /// different values by chance.
  func sureNames(_ areNames: [Bool], _ columns: [Column]) -> [Bool] {
    (0..<count).map { part in
      areNames[part]
        && columns[Int(numbers.pairs[part].0)].both >= MappingConstants.priorSurvival.known
    }
  }
}
