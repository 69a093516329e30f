import ForkedJSON

/// Numbers for the parts of array elements: equal numbers for equal values under the same keys.
///
/// A part is a scalar, or a container at the depth limit. Elements of arrays within an element are parts without regard
/// to their index.
///
/// The stored properties are read for each part of each element, and are never changed while they are read. So their
/// exclusivity is not checked at run time.
final class ElementParts {
  @exclusivity(unchecked) private var numbers = JSONPartNumbers(levels: 4)
  /// The parts of the element that is being read, in its order.
  @exclusivity(unchecked) private var current: [Int] = []

  /// The number of parts so far.
  var count: Int { numbers.parts.count }

  /// The number of paths so far.
  var pathCount: Int { numbers.paths.count }

  /// True if an element holds a list.
  var holdLists: Bool { numbers.holdLists }

  /// Returns the path of a part.
  func path(of part: Int) -> Int { numbers.parts[part].path }

  /// Returns the paths of some parts, ascending, each once. Elements of an array have the path of the array, as an
  /// empty array has.
  func listPaths(of parts: [Int]) -> [Int] {
    var paths = parts.map { numbers.paths[path(of: $0)].list }
    paths.sort()
    return paths.withoutRepetitions
  }

  /// Returns the path of the values that elements have under that key.
  func path(under key: JSONString) -> Int { numbers.path(under: key) }

  /// Returns the known paths that end with the same key as this one; of a combination, also its members.
  func paths(endingLike path: Int) -> Set<Int> {
    guard let combination, combination.path == path else {
      return Set(numbers.paths(endingLike: path))
    }
    return Set(combination.members.flatMap(numbers.paths)).union([path])
  }

  /// The combination of members that identifies the elements, if no member does so alone.
  private(set) var combination: (path: Int, members: [Int])?

  /// The names of the members that identify an element together; those within other members with their whole way.
  var combinedNames: [String] {
    combination?.members.map { numbers.keys(to: $0).map(\.description).joined(separator: ".") }
      ?? []
  }

  /// Adds a part for each combination of the values of some members.
  /// - Parameters:
  ///   - members: the paths of the members.
  ///   - lists: for each version, the combination that each element has: parts, one for each member.
  /// - Returns: for each version, the new part of each element, greater than all parts before.
  /// - Complexity: O(elements), in expectation.
  func addParts(for members: [Int], _ lists: [[[Int]]]) -> [[Int]] {
    let path = numbers.addPath()
    combination = (path, members)
    var known: [[Int]: Int] = [:]
    return lists.map { combinations in
      combinations.map { combination in
        if let part = known[combination] { return part }
        let part = numbers.addPart(under: path, like: combination[0])
        known[combination] = part
        return part
      }
    }
  }

  /// Returns true if the part is a string or a number; true, false, null and empty containers are too common to match
  /// by.
  func isTelling(_ part: Int) -> Bool {
    let kind = numbers.parts[part].kind
    return kind == .string || kind == .number
  }

  /// Returns true if the part is a number.
  func isNumber(_ part: Int) -> Bool { numbers.parts[part].kind == .number }

  /// Returns true if the part may be a key: a string or a number whose path goes only through members of objects.
  func mayBeKey(_ part: Int) -> Bool {
    isTelling(part) && numbers.paths[numbers.parts[part].path].isOfMembers
  }

  /// Returns for each path true if it is one of these.
  func marks(of paths: Set<Int>) -> [Bool] {
    var marks = Array(repeating: false, count: numbers.paths.count)
    for path in paths { marks[path] = true }
    return marks
  }

  /// Returns the parts of an element, ascending, each once; none of a scalar.
  /// - Complexity: O(bytes) in expectation.
  func numbers(of element: JSONNode) -> [Int] {
    var found: [Int] = []
    append(numbersOf: element, to: &found)
    return found
  }

  /// Appends the parts of an element, ascending, each once.
  /// - Complexity: O(bytes) in expectation.
  func append(numbersOf element: JSONNode, to found: inout [Int]) {
    current.removeAll(keepingCapacity: true)
    numbers.append(partsOf: element, to: &current)
    current.sort()
    current.appendWithoutRepetitions(to: &found)
  }
}

extension [Int] {
  /// The ascending numbers, each once.
  fileprivate var withoutRepetitions: [Int] {
    var result: [Int] = []
    result.reserveCapacity(count)
    appendWithoutRepetitions(to: &result)
    return result
  }

  fileprivate func appendWithoutRepetitions(to result: inout [Int]) {
    var last: Int?
    for number in self where number != last {
      result.append(number)
      last = number
    }
  }
}

/// The elements of one version of an array, by their parts.
struct PartedElements {
  /// The parts of each element, ascending, each once.
  let parts: PartLists
  /// The number of containers among the elements.
  let containerCount: Int
  /// For each part, the only element that holds it, or ``none`` or ``several``.
  private var holders: [Int32] = []

  private static let none: Int32 = -1
  private static let several: Int32 = -2

  /// - Parameter known: returns the parts of an element, if an equal element was read before.
  init(
    _ elements: (some Collection<JSONNode>)?, _ table: ElementParts,
    known: (Int) -> ArraySlice<Int>? = { _ in nil }
  ) {
    self.init(
      PartLists(elements, table, known: known),
      containerCount: elements?.count { $0.kind.isContainer } ?? 0, table)
  }

  /// - Parameters:
  ///   - read: some of the elements, which were read before.
  ///   - places: their indices, ascending.
  init(
    _ elements: JSONElementList, reusing read: PartedElements, at places: [Int],
    _ table: ElementParts
  ) {
    var next = 0
    self.init(elements, table) { place in
      guard next < places.count, places[next] == place else { return nil }
      next += 1
      return read.parts[next - 1]
    }
  }

  private init(_ parts: PartLists, containerCount: Int, _ table: ElementParts) {
    self.parts = parts
    self.containerCount = containerCount
    holders = Array(repeating: Self.none, count: table.count)
    for place in parts.indices {
      for part in parts[place] {
        holders[part] = holders[part] == Self.none ? Int32(truncatingIfNeeded: place) : Self.several
      }
    }
  }

  /// Returns the same elements with one more part each, which is greater than all others.
  func adding(_ more: [Int], _ table: ElementParts) -> PartedElements {
    PartedElements(parts.adding(more), containerCount: containerCount, table)
  }

  /// Returns the only element that holds the part; nil if none does, or several do.
  func holder(of part: Int) -> Int? {
    guard part < holders.count, holders[part] >= 0 else { return nil }
    return Int(holders[part])
  }

  /// Returns true if an element holds the part.
  func holds(_ part: Int) -> Bool { part < holders.count && holders[part] != Self.none }

  /// Returns the paths under which all elements hold the same part, and no other one.
  /// - Complexity: O(parts).
  func uniformPaths(_ table: ElementParts) -> Set<Int> {
    var counts = Array(repeating: 0, count: table.pathCount)
    var first = [Int?](repeating: nil, count: table.pathCount)
    for part in parts.all {
      let path = table.path(of: part)
      if first[path] == nil { first[path] = part }
      if first[path] == part { counts[path] += 1 } else { counts[path] = .min }
    }
    return Set(counts.indices.filter { counts[$0] > 0 && counts[$0] == parts.count })
  }

  /// Returns the paths under which each element holds a string or number that no other element holds.
  func keyPaths(_ table: ElementParts) -> Set<Int> {
    var counts = Array(repeating: 0, count: table.pathCount)
    for part in parts.all where holder(of: part) != nil && table.mayBeKey(part) {
      counts[table.path(of: part)] += 1
    }
    return Set(counts.indices.filter { counts[$0] > 0 && counts[$0] == containerCount })
  }
}

extension [PartedElements] {
  /// Returns the paths whose values are unique in each version that has containers.
  func keyPaths(_ table: ElementParts) -> Set<Int> {
    filter { $0.containerCount > 0 }.map { $0.keyPaths(table) }
      .reduce(nil as Set<Int>?) { $0?.intersection($1) ?? $1 } ?? []
  }
}

/// Lists of parts, one for each element, in one block of memory.
struct PartLists: RandomAccessCollection {
  /// The parts of all elements, in their order.
  private(set) var all: [Int] = []
  /// The end in ``all`` of the parts of each element.
  private var ends: [Int] = []

  init(
    _ elements: (some Collection<JSONNode>)?, _ table: ElementParts,
    known: (Int) -> ArraySlice<Int>? = { _ in nil }
  ) {
    guard let elements else { return }
    ends.reserveCapacity(elements.count)
    for element in elements {
      if let parts = known(ends.count) {
        all += parts
      } else {
        table.append(numbersOf: element, to: &all)
      }
      ends.append(all.count)
    }
  }

  /// Creates no lists.
  init() {}

  /// Returns the lists with one more part at the end of each.
  func adding(_ more: [Int]) -> PartLists {
    var lists = PartLists()
    for (place, part) in more.enumerated() {
      lists.all += self[place]
      lists.all.append(part)
      lists.ends.append(lists.all.count)
    }
    return lists
  }

  var startIndex: Int { 0 }
  var endIndex: Int { ends.count }

  /// The parts of the element at that index.
  subscript(place: Int) -> ArraySlice<Int> {
    all[(place > 0 ? ends[place - 1] : 0)..<ends[place]]
  }
}

/// A cache of the parted elements of arrays, as a merge and its audit ask for the same ones.
final class PartedArrays {
  private let known = ArrayTable<(table: ElementParts, elements: [PartedElements])>()
  private let identified = ArrayTable<(table: ElementParts, elements: [PartedElements])>()

  /// Returns the elements of these arrays, whose documents must outlive this object, and the numbers of their parts.
  /// - Parameter tokens: for each array, integers that are equal for equal elements; empty if they are not known.
  /// - Complexity: O(bytes) in expectation the first time; elements that also the first array has are not read again.
  func elements(
    of arrays: [JSONNode?], tokens: [[Int]] = []
  ) -> (table: ElementParts, elements: [PartedElements]) {
    known.value(of: arrays) { Self.elements(of: arrays, tokens) }
  }

  /// Returns the same, with one more part for each element if the elements have a learned identity.
  /// - Complexity: also that of ``LearnedIdentity``, the first time.
  func identifiedElements(
    of arrays: [JSONNode?], tokens: [[Int]]
  ) -> (table: ElementParts, elements: [PartedElements]) {
    identified.value(of: arrays) {
      let (table, elements) = self.elements(of: arrays, tokens: tokens)
      guard let identity = LearnedIdentity(elements, table) else { return (table, elements) }
      let parts = table.addParts(for: identity.members, identity.combinations)
      return (table, zip(elements, parts).map { $0.adding($1, table) })
    }
  }

  private static func elements(
    of arrays: [JSONNode?], _ tokens: [[Int]]
  ) -> (table: ElementParts, elements: [PartedElements]) {
    let table = ElementParts()
    var elements: [PartedElements] = []
    let firstPlaces = places(of: tokens.first ?? [])
    for (version, array) in arrays.enumerated() {
      let first = elements.first
      elements.append(
        PartedElements(array.map { JSONElementList($0) }, table) { place in
          guard let first, !tokens.isEmpty else { return nil }
          let token = tokens[version][place]
          return token < firstPlaces.count ? first.parts[firstPlaces[token]] : nil
        })
    }
    return (table, elements)
  }

  /// Returns an index for each of these tokens.
  private static func places(of tokens: [Int]) -> [Int] {
    var places = Array(repeating: 0, count: (tokens.max() ?? -1) + 1)
    for (place, token) in tokens.enumerated() { places[token] = place }
    return places
  }
}
