import ForkedJSON

/// Numbers for the parts of array elements: equal numbers for equal values under the same keys.
///
/// A part is a scalar, or a container that lies deeper than elements are looked into. The elements of arrays within an
/// element count as parts wherever they stand.
final class ElementParts {
  /// Levels of containers within an element that are looked into.
  private static let levels = 4

  private struct Step: Hashable {
    var parent: Int
    var key: JSONString?
  }

  private struct Part: Hashable {
    var path: Int
    var value: Int
  }

  private var paths: [Step: Int] = [:]
  /// For each path whether it leads through no array, so that an element has at most one part there.
  private var isMemberPath: [Bool] = [true]
  private var values = JSONValueNumbers()
  private var parts: [Part: Int] = [:]
  private var pathOfPart: [Int] = []
  private var kinds: [JSONKind] = []

  /// The number of parts so far.
  var count: Int { pathOfPart.count }

  /// The path of a part.
  func path(of part: Int) -> Int { pathOfPart[part] }

  /// The path of what elements hold under that key.
  func path(under key: JSONString) -> Int { number(of: Step(parent: 0, key: key)) }

  /// True if the part is a string or a number: true, false, null and what is empty are too common to tell elements apart.
  func isTelling(_ part: Int) -> Bool { kinds[part] == .string || kinds[part] == .number }

  /// True if the part is a number.
  func isNumber(_ part: Int) -> Bool { kinds[part] == .number }

  /// True if the part is a string or a number that its element holds under keys alone, so that it may be a key.
  func mayBeKey(_ part: Int) -> Bool { isTelling(part) && isMemberPath[pathOfPart[part]] }

  /// The parts of an element, ascending, each once; none of a scalar. Complexity: O(bytes) in expectation.
  func numbers(of element: JSONNode) -> [Int] {
    guard element.kind.isContainer else { return [] }
    var found: [Int] = []
    collect(element, path: 0, levels: Self.levels, into: &found)
    found.sort()
    var last = -1
    return found.filter { part in
      defer { last = part }
      return part != last
    }
  }

  private func collect(_ node: JSONNode, path: Int, levels: Int, into found: inout [Int]) {
    guard node.kind.isContainer, node.count > 0, levels > 0 else {
      return found.append(number(of: node, path: path))
    }
    if node.kind == .object {
      for member in node.members {
        let below = number(of: Step(parent: path, key: member.key.string))
        collect(member.value, path: below, levels: levels - 1, into: &found)
      }
    } else {
      let below = number(of: Step(parent: path, key: nil))
      for element in node.elements {
        collect(element, path: below, levels: levels - 1, into: &found)
      }
    }
  }

  private func number(of step: Step) -> Int {
    if let known = paths[step] { return known }
    let number = isMemberPath.count
    paths[step] = number
    isMemberPath.append(isMemberPath[step.parent] && step.key != nil)
    return number
  }

  private func number(of node: JSONNode, path: Int) -> Int {
    let part = Part(path: path, value: values.number(of: node))
    if let known = parts[part] { return known }
    let number = pathOfPart.count
    parts[part] = number
    pathOfPart.append(path)
    kinds.append(node.kind)
    return number
  }
}

/// The elements of one version of an array, by their parts.
struct PartedElements {
  /// The parts of each element, ascending, each once.
  let parts: [[Int]]
  /// The number of containers among the elements.
  let containerCount: Int
  /// For each part the only element that holds it, or ``none`` or ``several``.
  private var holders: [Int32] = []

  private static let none: Int32 = -1
  private static let several: Int32 = -2

  init(_ elements: some Collection<JSONNode>, _ table: ElementParts) {
    parts = elements.map { table.numbers(of: $0) }
    containerCount = elements.count { $0.kind.isContainer }
    holders = Array(repeating: Self.none, count: table.count)
    for (place, element) in parts.enumerated() {
      for part in element {
        holders[part] = holders[part] == Self.none ? Int32(truncatingIfNeeded: place) : Self.several
      }
    }
  }

  /// The only element that holds the part; nil where none does, or several do.
  func holder(of part: Int) -> Int? {
    guard part < holders.count, holders[part] >= 0 else { return nil }
    return Int(holders[part])
  }

  /// True if some element holds the part.
  func holds(_ part: Int) -> Bool { part < holders.count && holders[part] != Self.none }

  /// The paths under which each element holds a string or number that no other holds.
  func keyPaths(_ table: ElementParts) -> Set<Int> {
    var counts: [Int: Int] = [:]
    for element in parts {
      for part in element where table.mayBeKey(part) && holder(of: part) != nil {
        counts[table.path(of: part), default: 0] += 1
      }
    }
    return Set(counts.filter { $0.value == containerCount }.keys)
  }
}
