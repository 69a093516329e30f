/// The smallest combination of members that tells the elements of an array apart in each version, where no member does
/// so alone.
///
/// Each side has at least half of base's combinations, or half of its own are base's. If two combinations of that size
/// do so, it is not certain which of them identifies the elements, and neither is used.
struct LearnedIdentity {
  /// The paths of the members, in ascending order.
  let members: [Int]
  /// For each version, the parts of each element under these paths.
  let combinations: [[[Int]]]

  /// The greatest number of members of a combination.
  private static let mostMembers = 3
  /// The greatest number of members that are tried, those with the most values.
  private static let mostColumns = 10
  /// The least number of elements: combinations of fewer are unique by chance.
  private static let leastElements = 4

  /// - Parameter versions: base, ours and theirs.
  /// - Complexity: O(parts) if a member is unique alone or elements have few members in common; else O(elements) for
  ///   each of at most 165 combinations, most of which repeat early.
  init?(_ versions: [PartedElements], _ table: ElementParts) {
    let areRecords = versions.allSatisfy {
      $0.containerCount == $0.parts.count && $0.containerCount >= Self.leastElements
    }
    guard areRecords, versions.keyPaths(table).isEmpty else { return nil }
    let columns = Self.columns(of: versions, table)
    for size in 2...Self.mostMembers {
      let found = columns.combinations(of: size).map(Combination.init).filter {
        $0.holdsString(table) && $0.isUnique(in: versions.indices) && $0.isStable
      }
      guard let only = found.first else { continue }
      guard found.count == 1 else { return nil }
      members = only.columns.map(\.path)
      combinations = versions.indices.map(only.parts)
      return
    }
    return nil
  }

  /// Returns the members that each element of each version has, with a string or a number.
  private static func columns(of versions: [PartedElements], _ table: ElementParts) -> [Column] {
    let parts = versions.map { version in
      version.parts.all.filter(table.mayBeKey).reduce(into: [Int: [Int]]()) {
        $0[table.path(of: $1), default: []].append($1)
      }
    }
    let paths = parts[0].keys.filter { path in
      zip(parts, versions).allSatisfy { $0[path]?.count == $1.parts.count }
    }
    let columns = paths.map { path in Column(path: path, parts: parts.map { $0[path] ?? [] }) }
      .filter { $0.count > 1 }
      .sorted { ($1.count, $0.path) < ($0.count, $1.path) }
    return columns.prefix(mostColumns).sorted { $0.path < $1.path }
  }
}

/// A member that all elements have.
private struct Column {
  let path: Int
  /// For each version, the part of each element.
  let parts: [[Int]]
  /// The same as numbers from 0.
  let numbers: [[Int]]
  /// The number of different parts.
  let count: Int

  init(path: Int, parts: [[Int]]) {
    var known: [Int: Int] = [:]
    (self.path, self.parts) = (path, parts)
    numbers = parts.map { parts in
      parts.map { part in
        let number = known[part] ?? known.count
        known[part] = number
        return number
      }
    }
    count = known.count
  }
}

/// Some members, as one key.
private struct Combination {
  let columns: [Column]
  /// The number of possible keys; nil if they are too many to be numbered.
  private let possibleCount: Int?

  init(_ columns: [Column]) {
    self.columns = columns
    possibleCount = columns.reduce(1 as Int?) { product, column in
      product.flatMap {
        let (product, overflows) = $0.multipliedReportingOverflow(by: column.count)
        return overflows ? nil : product
      }
    }
  }

  /// Numbers only may tell elements apart by chance.
  func holdsString(_ table: ElementParts) -> Bool {
    columns.contains { column in !column.parts[0].contains(where: table.isNumber) }
  }

  /// Returns true if no two elements of one version have the same key.
  func isUnique(in versions: Range<Int>) -> Bool {
    guard let possibleCount else { return false }
    return versions.allSatisfy { version in
      guard columns[0].numbers[version].count <= possibleCount else { return false }
      var seen: Set<Int> = []
      return keys(in: version).allSatisfy { seen.insert($0).inserted }
    }
  }

  /// True if at least half of the elements of the shorter version have a key that is in the other one, for both sides.
  var isStable: Bool {
    let base = Set(keys(in: 0))
    return columns[0].numbers.indices.dropFirst().allSatisfy { version in
      let keys = keys(in: version)
      return keys.count(where: base.contains) * 2 >= min(base.count, keys.count)
    }
  }

  /// Returns the parts of each element under the members.
  func parts(in version: Int) -> [[Int]] {
    columns[0].parts[version].indices.map { place in columns.map { $0.parts[version][place] } }
  }

  private func keys(in version: Int) -> some Collection<Int> {
    columns[0].numbers[version].indices.lazy.map { place in
      columns.reduce(0) { $0 * $1.count + $1.numbers[version][place] }
    }
  }
}

extension Array {
  /// Returns all choices of that many elements, in their order.
  fileprivate func combinations(of size: Int) -> [[Element]] {
    guard size > 0 else { return [[]] }
    return indices.flatMap { first in
      Array(self[(first + 1)...]).combinations(of: size - 1).map { [self[first]] + $0 }
    }
  }
}
