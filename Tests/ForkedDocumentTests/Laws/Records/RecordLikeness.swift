/// The likeness of the records of two versions of a list.
struct RecordLikeness {
  private let old: [RecordList.Item]
  private let new: [RecordList.Item]
  private let table: [[Int]]

  init(_ base: RecordList, _ version: RecordList) {
    (old, new) = (base.items, version.items)
    let common = Self.common(old.map { Set(Self.leaves($0.value)) })
    // A key of which no record has the old value may have been given anew to all.
    let keyWay = base.element.keyWay.flatMap { way in
      let keys = [base, version].map { Set($0.items.map { $0.value[way[...]]?.tree() }) }
      return keys[0].isDisjoint(with: keys[1]) ? nil : way
    }
    let records = [old, new].map { items in
      items.map { Record($0.value, keyWay: keyWay, without: common) }
    }
    table = records[0].map { one in records[1].map { one.likeness(to: $0) } }
  }

  private struct Record {
    var key: LawTree?
    var leaves: Set<Leaf>
    var tree: LawTree

    init(_ value: RecordNode, keyWay: [String]?, without common: Set<Leaf>) {
      key = keyWay.flatMap { value[$0[...]] }?.tree()
      leaves = Set(RecordLikeness.leaves(value)).subtracting(common)
      tree = value.tree()
    }

    /// The weight of the members that are alike, and one more if all are; 0 where that is less than half of all,
    /// by weight and by number.
    func likeness(to other: Record) -> Int {
      guard key == other.key else { return 0 }
      if tree == other.tree { return leaves.weight + 1 }
      let shared = leaves.intersection(other.leaves)
      let isHalf =
        shared.weight * 2 >= max(leaves.weight, other.leaves.weight)
        || shared.count * 2 >= max(leaves.count, other.leaves.count)
      return isHalf ? shared.weight : 0
    }
  }

  /// The identities for the new records by which the versions are most alike, others than the true ones if these are no more
  /// alike; nil where the true ones are the only best.
  ///
  /// - Parameters:
  ///   - start: the new record that comes first, where several are equally alike, of 0 up to their number.
  ///   - keepsOthers: true if a record that is like none is what it truly is, else a new one.
  func likelierIdentities(from start: Int, keepingOthers keepsOthers: Bool) -> [Int]? {
    let places = Dictionary(old.enumerated().map { ($0.element.identity, $0.offset) }) { a, _ in a }
    func isTrue(_ one: Int, _ other: Int) -> Bool { old[one].identity == new[other].identity }
    let trueSum = new.indices.reduce(0) { sum, j in
      sum + (places[new[j].identity].map { table[$0][j] } ?? 0)
    }
    // Of equally good ones those that are not the true ones, then the first ones.
    let count = new.count
    let scale = count * (count + 1)
    let ranked = table.indices.map { i in
      new.indices.map { j -> Int in
        let loss = (isTrue(i, j) ? scale : 0) + (j + count - start) % count
        return table[i][j] == 0 ? 0 : table[i][j] * scale * (count + 2) - loss
      }
    }
    let partners = Assignment.greatest(ranked, columns: count)
    let pairs = partners.enumerated().compactMap { i, j in j.map { (i, $0) } }
      .filter { table[$0][$1] > 0 }
    let sum = pairs.reduce(0) { $0 + table[$1.0][$1.1] }
    let areRecords = old.contains { $0.value.members != nil }
    let isTie = areRecords && sum == trueSum && !pairs.allSatisfy(isTrue)
    guard sum > trueSum || isTie else { return nil }
    let taken = Set(pairs.map { old[$0.0].identity })
    var identities = new.map(\.identity).map { identity in
      places[identity] == nil || keepsOthers && !taken.contains(identity) ? identity : -identity
    }
    for (i, j) in pairs { identities[j] = old[i].identity }
    return identities
  }

  fileprivate struct Leaf: Hashable {
    var way: [String]
    var value: LawTree

    /// Strings and numbers say more of a record than true, false and null.
    var weight: Int { ["true", "false", "null"].contains(value.text) ? 1 : 2 }
  }

  private static func leaves(_ node: RecordNode, _ way: [String] = []) -> [Leaf] {
    if let members = node.members, !members.isEmpty {
      return members.flatMap { leaves($0.value, way + [$0.key]) }
    }
    if let list = node.list, !list.items.isEmpty {
      return list.items.flatMap { leaves($0.value, way + ["*"]) }
    }
    return [Leaf(way: way, value: node.tree())]
  }

  /// The values that more than half of the records have, which identify none.
  private static func common(_ records: [Set<Leaf>]) -> Set<Leaf> {
    let counts = records.joined().reduce(into: [Leaf: Int]()) { $0[$1, default: 0] += 1 }
    return Set(counts.filter { records.count > 2 && $0.value * 2 > records.count }.keys)
  }
}

/// The assignment of rows to columns with the greatest sum.
///
/// Source: the Hungarian method with potentials (E. Lawler, Combinatorial Optimization).
enum Assignment {
  /// The column of each row; nil for rows beyond the columns. O(n³).
  static func greatest(_ table: [[Int]], columns: Int) -> [Int?] {
    let size = max(table.count, columns)
    func cost(_ row: Int, _ column: Int) -> Int {
      row < table.count && column < columns ? -table[row][column] : 0
    }
    var (u, v) = (Array(repeating: 0, count: size + 1), Array(repeating: 0, count: size + 1))
    var rows = Array(repeating: 0, count: size + 1)
    for row in stride(from: 1, through: size, by: 1) {
      rows[0] = row
      var column = 0
      var least = Array(repeating: Int.max, count: size + 1)
      var way = Array(repeating: 0, count: size + 1)
      var used = Array(repeating: false, count: size + 1)
      repeat {
        used[column] = true
        let current = rows[column]
        var (delta, next) = (Int.max, 0)
        for j in 1...size where !used[j] {
          let reduced = cost(current - 1, j - 1) - u[current] - v[j]
          if reduced < least[j] { (least[j], way[j]) = (reduced, column) }
          if least[j] < delta { (delta, next) = (least[j], j) }
        }
        for j in 0...size {
          if used[j] {
            u[rows[j]] += delta
            v[j] -= delta
          } else if least[j] < Int.max {
            least[j] -= delta
          }
        }
        column = next
      } while rows[column] != 0
      while column != 0 {
        rows[column] = rows[way[column]]
        column = way[column]
      }
    }
    var result = [Int?](repeating: nil, count: table.count)
    for j in stride(from: 1, through: columns, by: 1) where rows[j] <= table.count {
      result[rows[j] - 1] = j - 1
    }
    return result
  }
}

extension Set<RecordLikeness.Leaf> {
  fileprivate var weight: Int { reduce(0) { $0 + $1.weight } }
}
