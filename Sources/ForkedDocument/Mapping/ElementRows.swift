import ForkedJSON
import ForkedSchema

/// The rows of the elements in three versions of one list.
struct ElementRows {
  /// One element, by its indices in the versions that have it in the list.
  struct Row {
    var base: Int?
    var ours: Int?
    var theirs: Int?
  }

  /// The rows in the order of base, of what ours added, and of what theirs added.
  private(set) var rows: [Row] = []
  /// Elements of one version that may be one of another, by their indices, though nothing singles them out.
  private(set) var open: [Row] = []
  /// Elements of base, by their indices, that may be what a side has beside them, or what both added: where both sides
  /// touched such a one, nothing tells whose change is whose.
  private(set) var rivals: [Int] = []
  /// True if something singles out each element that is in several versions.
  private(set) var isCertain = true
  private let lists: [JSONNode?]
  private let mapping: Mapping
  /// The mapping's rows of base's elements.
  private var rowsOfBase: [Int: Int] = [:]
  private let siblings = SiblingParts()

  /// Maps three versions of a list; without a base, both sides added it.
  /// - Parameter document: a mapping that may hold the list as one thing.
  /// - Complexity: that of ``Mapping``, unless that of the document is used.
  init(
    base: JSONNode?, ours: JSONNode, theirs: JSONNode, plan: FieldPlan, in document: Mapping? = nil
  ) {
    lists = [base, ours, theirs]
    mapping =
      document.flatMap { $0.hasRow(of: [base, ours, theirs]) ? $0 : nil }
      ?? Mapping(base: base, ours: ours, theirs: theirs, plan: plan)
    var places: [Int: Row] = [:]
    for (version, list) in zip(Mapping.Version.allCases, lists) {
      guard let list, list.kind == .array else { continue }
      for (place, element) in list.elements.enumerated() {
        let row = mapping.row(of: element, in: version)
        places[row, default: Row()][version] = place
      }
    }
    let numbers = places.keys.sorted()
    rows = numbers.compactMap { places[$0] }
    for (number, row) in zip(numbers, rows) {
      if let element = row.base { rowsOfBase[element] = number }
    }
    for number in numbers {
      guard let row = places[number] else { continue }
      for candidate in mapping.candidates(of: number) where candidate > number {
        guard let other = places[candidate] else { continue }
        isCertain = false
        open += Self.pairs(of: row, other)
        if row.overlaps(other), (row.base == nil) != (other.base == nil) {
          rivals += [row.base ?? other.base].compactMap { $0 }
        }
      }
    }
  }

  /// Returns the indices of two rows as one, for each two versions of which each row has but one.
  private static func pairs(of one: Row, _ other: Row) -> [Row] {
    var pairs: [Row] = []
    for (row, candidate) in [(one, other), (other, one)] {
      for version in [Mapping.Version.base, .ours] where row[version] != nil {
        for second in [Mapping.Version.ours, .theirs] where second.rawValue > version.rawValue {
          guard row[second] == nil, candidate[version] == nil, let place = candidate[second] else {
            continue
          }
          var pair = Row()
          pair[version] = row[version]
          pair[second] = place
          pairs.append(pair)
        }
      }
    }
    return pairs
  }

  /// The numbers of a version's elements, equal for equal values; nil if it has no list.
  func numbers(_ version: Mapping.Version) -> [Int]? {
    guard let table = mapping.tables[version.rawValue], let list = lists[version.rawValue] else {
      return nil
    }
    return table.children(table.ordinal(of: list)).map(table.number)
  }

  /// Returns the evidence for which an element of base is the same in the side that has less in common with it.
  func evidence(ofBase element: Int) -> String? {
    guard let row = rowsOfBase[element] else { return nil }
    let found = [Mapping.Version.ours, .theirs].compactMap {
      mapping.evidence(of: row, .base, $0, siblings)
    }
    return found.min { $0.equal * $1.all < $1.equal * $0.all }?.description
  }
}

extension ElementRows.Row {
  /// True if a version has elements of both.
  fileprivate func overlaps(_ other: Self) -> Bool {
    ours != nil && other.ours != nil || theirs != nil && other.theirs != nil
  }

  fileprivate(set) subscript(version: Mapping.Version) -> Int? {
    get {
      switch version {
      case .base: base
      case .ours: ours
      case .theirs: theirs
      }
    }
    set {
      switch version {
      case .base: base = newValue
      case .ours: ours = newValue
      case .theirs: theirs = newValue
      }
    }
  }
}
