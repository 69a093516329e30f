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

  /// Returns the known paths that end with the same key as this one.
  func paths(endingLike path: Int) -> Set<Int> { Set(numbers.paths(endingLike: path)) }

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

  /// Returns the only element that holds the part; nil if none does, or several do.
  func holder(of part: Int) -> Int? {
    guard part < holders.count, holders[part] >= 0 else { return nil }
    return Int(holders[part])
  }

  /// Returns true if an element holds the part.
  func holds(_ part: Int) -> Bool { part < holders.count && holders[part] != Self.none }
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

  /// Returns the elements of these arrays, whose documents must outlive this object, and the numbers of their parts.
  /// - Parameter tokens: for each array, integers that are equal for equal elements; empty if they are not known.
  /// - Complexity: O(bytes) in expectation the first time; elements that also the first array has are not read again.
  func elements(
    of arrays: [JSONNode?], tokens: [[Int]] = []
  ) -> (table: ElementParts, elements: [PartedElements]) {
    known.value(of: arrays) { Self.elements(of: arrays, tokens) }
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
