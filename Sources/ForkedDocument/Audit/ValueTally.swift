import ForkedJSON
import ForkedSchema

/// The number of times that each version holds a string or number under a key, and the objects that hold it.
///
/// Values that a declared strategy computes or chooses are left out. Nothing is counted if no property below the root
/// was changed by both sides: then no change can have reached another record.
struct ValueTally {
  /// One value under one key, or in a list, in one of the versions.
  struct Occurrences {
    var count = 0
    /// The object in which the last one stands, itself or in a list; nil if there is none.
    var holder: JSONNode?
    /// The number of that object's place in ``ValueTally/places``; negative if no other version has one there.
    var place = -1
  }

  /// One value under one key, or in a list, in base, ours, theirs and the result.
  struct Row {
    let value: JSONNode
    private(set) var base = Occurrences()
    private(set) var ours = Occurrences()
    private(set) var theirs = Occurrences()
    private(set) var merged = Occurrences()

    fileprivate mutating func count(in version: Int, _ holder: JSONNode?, _ place: Int) {
      func add(to known: inout Occurrences) {
        known = Occurrences(count: known.count + 1, holder: holder, place: place)
      }
      switch version {
      case 0: add(to: &base)
      case 1: add(to: &ours)
      case 2: add(to: &theirs)
      default: add(to: &merged)
      }
    }
  }

  /// A property whose versions differ.
  private struct Property {
    var versions: FourVersions
    var plan: FieldPlan
    /// The key under which it stands; nil in a list.
    var key: JSONNode?
    /// The place of the object around it.
    var place = -1
  }

  private(set) var rows: [Row] = []
  /// The objects that stand at one place in several versions.
  private(set) var places: [FourVersions] = []
  private var properties: [Property] = []
  private var isChangedByBoth = false
  private var numbers = JSONValueNumbers()
  private var pairs = PairNumbers()
  private let bytes = JSONByteComparison()

  /// - Complexity: O(bytes of what differs between the versions), in expectation.
  init(_ versions: FourVersions, _ plan: FieldPlan) {
    collect(versions, plan, nil, -1)
    guard isChangedByBoth else { return }
    for property in properties { count(property) }
  }

  // MARK: - What differs

  /// Collects the smallest properties that differ. What all four have changes no count.
  /// - Parameters:
  ///   - outer: the plan of the object around a member, else of the property itself.
  ///   - key: the key of a member.
  private mutating func collect(
    _ versions: FourVersions, _ outer: FieldPlan, _ key: JSONNode?, _ place: Int
  ) {
    let isOurs = bytes.haveSameBytes(versions.base, versions.ours)
    let isTheirs = bytes.haveSameBytes(versions.base, versions.theirs)
    if isOurs, isTheirs, bytes.haveSameBytes(versions.base, versions.merged) { return }
    let plan = (key.map { outer.member($0) } ?? outer).fitting(versions.all)
    guard plan.conservesValues else { return }
    let kind = versions.commonKind
    // Members of the root have no other place, and elements are in a list.
    let isCounted = key != nil || place < 0 && kind != .object
    if !isOurs, !isTheirs, isCounted { isChangedByBoth = true }
    switch kind {
    case .object: collectMembers(versions, plan)
    case .array:
      collectElements(
        versions.all.compactMap { $0.map { JSONElementList($0) } },
        of: Property(versions: versions, plan: plan, place: place))
    default:
      properties.append(Property(versions: versions, plan: plan, key: key, place: place))
    }
  }

  private mutating func collectMembers(_ versions: FourVersions, _ plan: FieldPlan) {
    guard let base = versions.base else { return }
    places.append(versions)
    let place = places.count - 1
    var ours = JSONMemberCursor(versions.ours)
    var theirs = JSONMemberCursor(versions.theirs)
    var merged = JSONMemberCursor(versions.merged)
    for member in base.members {
      let values = FourVersions(
        base: member.value, ours: ours.value(member.key), theirs: theirs.value(member.key),
        merged: merged.value(member.key))
      collect(values, plan, member.key, place)
    }
    guard ours.hasUnasked || theirs.hasUnasked || merged.hasUnasked else { return }
    for (key, values) in versions.allMembers where values.base == nil {
      collect(values, plan, key, place)
    }
  }

  /// The number of elements within which equal ones are looked for, after some that differ.
  private static let window = 4

  /// Collects the elements between those that all four lists have. Any pairs do, since counts are of the whole document.
  private mutating func collectElements(_ lists: [JSONElementList], of list: Property) {
    let least = lists.map(\.count).min() ?? 0
    let end =
      (0..<least).first { index in !areSame(lists, lists.map { $0.count - 1 - index }) } ?? least
    var starts = [0, 0, 0, 0]
    while true {
      while areLeft(lists, starts, end: end), areSame(lists, starts) {
        for version in starts.indices { starts[version] += 1 }
      }
      let next = nextCommon(lists, from: starts, end: end)
      let ends = next ?? lists.map { $0.count - end }
      var gaps = lists.indices.map { Array(starts[$0]..<max(starts[$0], ends[$0])) }
      if next == nil { dropCommon(&gaps, of: lists) }
      collect(gaps, of: lists, in: list)
      guard let next else { return }
      starts = next.map { $0 + 1 }
    }
  }

  /// Collects elements, in pairs if all lists have as many of them.
  private mutating func collect(
    _ gaps: [[Int]], of lists: [JSONElementList], in list: Property
  ) {
    let arePaired = gaps.allSatisfy { $0.count == gaps[0].count }
    for (version, gap) in gaps.enumerated() where !arePaired || version == 0 {
      for (offset, index) in gap.enumerated() {
        let versions = lists.indices.map {
          arePaired ? lists[$0][gaps[$0][offset]] : $0 == version ? lists[$0][index] : nil
        }
        collect(FourVersions(versions), list.plan.element(at: index), nil, list.place)
      }
    }
  }

  /// Drops the elements that all four lists have equally often, in whatever order.
  private func dropCommon(_ gaps: inout [[Int]], of lists: [JSONElementList]) {
    var numbers = JSONValueNumbers()
    let tokens = lists.indices.map { list in
      gaps[list].map { numbers.number(of: lists[list][$0]) }
    }
    var counts = Array(repeating: 0, count: numbers.count * 4)
    for list in lists.indices {
      for token in tokens[list] { counts[token * 4 + list] += 1 }
    }
    for list in lists.indices {
      let kept = gaps[list].indices.filter { index in
        let token = tokens[list][index] * 4
        return !(1...3).allSatisfy { counts[token] == counts[token + $0] }
      }
      gaps[list] = kept.map { gaps[list][$0] }
    }
  }

  private func areLeft(_ lists: [JSONElementList], _ places: [Int], end: Int) -> Bool {
    for list in 0...3 where places[list] >= lists[list].count - end { return false }
    return true
  }

  private func areSame(_ lists: [JSONElementList], _ places: [Int]) -> Bool {
    for list in 1...3 {
      let isSame = lists[0].hasSameBytes(
        at: places[0], as: lists[list], at: places[list], by: bytes)
      if !isSame { return false }
    }
    return true
  }

  /// Returns the places of the next element that all four lists have; nil if it is not near.
  private func nextCommon(
    _ lists: [JSONElementList], from starts: [Int], end: Int
  ) -> [Int]? {
    func near(_ list: Int) -> Range<Int> {
      let last = lists[list].count - end
      return min(starts[list], last)..<min(starts[list] + Self.window, last)
    }
    for place in near(0) {
      var places = [place]
      for list in 1...3 {
        let same = near(list).first {
          lists[0].hasSameBytes(at: place, as: lists[list], at: $0, by: bytes)
        }
        guard let same else { break }
        places.append(same)
      }
      if places.count == 4 { return places }
    }
    return nil
  }

  // MARK: - Counts

  /// Counts the strings and numbers in a property.
  private mutating func count(_ property: Property) {
    let isObject = property.versions.all.contains { $0?.kind == .object }
    if isObject { places.append(property.versions) }
    let place = isObject ? places.count - 1 : -1
    for (version, value) in property.versions.all.enumerated() {
      guard let value else { continue }
      if value.kind == .object {
        for member in value.members {
          count(
            member.value, property.plan.member(member.key), in: version, member.key, value, place)
        }
      } else {
        let holder = property.place < 0 ? nil : places[property.place].all[version]
        count(value, property.plan, in: version, property.key, holder, property.place)
      }
    }
  }

  private mutating func count(
    _ value: JSONNode, _ plan: FieldPlan, in version: Int, _ key: JSONNode?, _ holder: JSONNode?,
    _ place: Int
  ) {
    switch value.kind {
    case .true, .false, .null: return
    case .string, .number:
      let number = pairs.number(
        of: key.map { numbers.number(of: $0) } ?? -1, numbers.number(of: value))
      if number == rows.count { rows.append(Row(value: value)) }
      return rows[number].count(in: version, holder, place)
    case .object, .array: break
    }
    let plan = plan.fitting([value])
    guard plan.conservesValues else { return }
    for member in value.members {
      count(member.value, plan.member(member.key), in: version, member.key, value, -1)
    }
    for (index, element) in value.elements.enumerated() {
      count(element, plan.element(at: index), in: version, nil, holder, place)
    }
  }
}

extension FourVersions {
  /// Creates a row of base, ours, theirs and the result.
  fileprivate init(_ values: [JSONNode?]) {
    self.init(base: values[0], ours: values[1], theirs: values[2], merged: values[3])
  }

  /// The kind of all four versions; nil if one is absent or of another kind.
  fileprivate var commonKind: JSONKind? {
    guard let kind = base?.kind, ours?.kind == kind, theirs?.kind == kind, merged?.kind == kind
    else { return nil }
    return kind
  }

  /// Each key that one of the objects has, with its values.
  /// - Complexity: O(members) in expectation.
  var allMembers: [(key: JSONNode, values: FourVersions)] {
    var members: [(key: JSONNode, values: FourVersions)] = []
    var cursors = all.map(JSONMemberCursor.init)
    for (index, object) in all.enumerated() where cursors[index].hasUnasked {
      var earlier = all[..<index].map(JSONMemberCursor.init)
      for member in object?.members.map({ $0 }) ?? [] {
        if earlier.indices.contains(where: { earlier[$0].value(member.key) != nil }) { continue }
        let values = cursors.indices.map { cursors[$0].value(member.key) }
        members.append((member.key, FourVersions(values)))
      }
    }
    return members
  }
}

extension FieldPlan {
  /// True if no strategy here computes values, or takes one side's without a report.
  fileprivate var conservesValues: Bool {
    guard !isSilent else { return true }
    guard together == nil, entityIdentity == nil else { return false }
    switch strategy {
    case nil, .object, .arrayMerge, .arrayOfIdentifiableMerge, .dictionaryMerge: return true
    default: return false
    }
  }
}
