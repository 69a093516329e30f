import Forked
import ForkedJSON

extension Mapping.Version {
  init(_ side: MergeSide) { self = side == .ours ? .ours : .theirs }
}

extension Mapping {
  /// A member of an object, by the object's row and the number of its key, or the elements of a list.
  struct Place: Hashable, Comparable {
    var container: Int
    /// Negative in a list.
    var key: Int

    static func < (one: Self, other: Self) -> Bool {
      (one.container, one.key) < (other.container, other.key)
    }
  }

  /// Returns the place of a row; nil for the root, and where it is missing.
  func place(of row: Int, in version: Version) -> Place? {
    guard let node = rows[row][version], let table = tables[version.rawValue],
      let container = container(of: row, in: version)
    else { return nil }
    return Place(container: container, key: table.key(node))
  }

  /// Returns the key under which a row stands; nil for elements.
  func key(of row: Int, in version: Version) -> JSONString? {
    guard let node = rows[row][version], let table = tables[version.rawValue],
      table.isMember(node)
    else { return nil }
    return table.node(node - 1).string
  }

  /// The rows of an object's members in a version; none for a list.
  func members(of object: Int, in version: Version) -> [Int] {
    guard let table = tables[version.rawValue], let node = rows[object][version],
      table.kinds[node] == .object
    else { return [] }
    return table.children(node).map { row(of: $0, in: version) }
  }

  /// Returns the number of a row's value, equal for equal values; nil where it is missing.
  func number(of row: Int, in version: Version) -> Int? {
    guard let node = rows[row][version] else { return nil }
    return tables[version.rawValue]?.number(node)
  }
}

/// The members of some objects in each version.
struct MembersByPlace {
  private var rows: [[Mapping.Place: Int]] = [[:], [:], [:]]

  /// - Complexity: O(members), in expectation.
  init(of containers: Set<Int>, _ mapping: Mapping) {
    for version in Mapping.Version.allCases {
      guard let table = mapping.tables[version.rawValue] else { continue }
      for container in containers {
        for row in mapping.members(of: container, in: version) {
          guard let member = mapping.rows[row][version] else { continue }
          let place = Mapping.Place(container: container, key: table.key(member))
          rows[version.rawValue][place] = row
        }
      }
    }
  }

  func row(at place: Mapping.Place, in version: Mapping.Version) -> Int? {
    rows[version.rawValue][place]
  }
}
