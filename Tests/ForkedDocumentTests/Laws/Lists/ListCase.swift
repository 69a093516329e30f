import ForkedDocument
import ForkedJSON
import ForkedTestSupport

/// What the values of a list are.
enum ListKind: String, CaseIterable, Sendable {
  case booleans, nulls, numbers, strings, words, mixed, lists, objects, lines

  /// The values, as JSON texts; few of most kinds, so that equal ones abound.
  var values: [String] {
    switch self {
    case .booleans: ["true", "false"]
    case .nulls: ["null", "true", "false"]
    case .numbers: (0..<4).map { "\($0)" }
    case .strings: ["a", "b", "c"].map { "\"\($0)\"" }
    case .words: (0..<16).map { "\"w\($0)\"" }
    case .mixed: ["true", "false", "null", "0", "1", "\"\"", "\"a\"", "\"1\"", "{}", "[]"]
    // Two that have half in common would be one list, of which each side changed another element.
    case .lists: ["[]", "[0]", "[1]", "[2]", "[[0]]"]
    case .objects, .lines: ["s", "t", "u", "v"].map { "{\"m\":\"\($0)\"}" }
    }
  }

  var holdsContainers: Bool { self == .lists || self == .objects || self == .lines }

  var notation: JSONNotation { JSONNotation(path: self == .lines ? "a.jsonl" : "a.json") }

  /// The document that has these elements, one on each line.
  func text(_ list: [String]) -> String {
    if self == .lines { return list.map { $0 + "\n" }.joined() }
    return "[\n" + list.map { "  \($0)" }.joined(separator: ",\n") + "\n]\n"
  }
}

/// What one side did to a list: each change stands at its place in base.
struct ListScript {
  /// For each element of base what stands in its place: itself, another value, or nothing.
  var elements: [String?]
  /// What was inserted before each element of base, and at the end.
  var inserted: [[String]]
  /// The places of the changes: twice the index for a gap, one more for the element behind it.
  var places: Set<Int> = []

  init(_ base: [String]) {
    elements = base
    inserted = Array(repeating: [], count: base.count + 1)
  }

  var list: [String] { ListScript.merge([self]) }

  /// The list with the changes of all scripts, of which no two touch the same place.
  static func merge(_ scripts: [ListScript]) -> [String] {
    var list: [String] = []
    for gap in scripts[0].inserted.indices {
      for script in scripts { list += script.inserted[gap] }
      guard gap < scripts[0].elements.count else { continue }
      let changed = scripts.first { $0.places.contains(2 * gap + 1) } ?? scripts[0]
      if let element = changed.elements[gap] { list.append(element) }
    }
    return list
  }

  /// Returns true if a change of one stands at, or next to, the place of a change of the other.
  func touches(_ other: ListScript, within distance: Int) -> Bool {
    places.contains { place in other.places.contains { abs($0 - place) <= distance } }
  }
}

/// A list and what two sides did to it, whose true merge is known by construction.
struct ListCase {
  /// The least distance between the changes of the two sides, in places: three elements.
  static let distance = 6

  let seed: UInt64
  let kind: ListKind
  let base: [String]
  let ours: ListScript
  let theirs: ListScript

  /// - Parameter isApart: true if changes of the two sides stand at least three elements apart.
  init(seed: UInt64, kind: ListKind, isApart: Bool) {
    var random = SeededGenerator(drawnFrom: seed)
    self.seed = seed
    self.kind = kind
    let values = kind.values
    // Of now and then fewer values, there are long runs of equal ones.
    let few = Array(values.prefix(random.pick([2, values.count, values.count])))
    base = (0..<(isApart ? 6 + random.below(9) : 1 + random.below(9))).map { _ in random.pick(few) }
    ours = Self.edited(base, values, &random) { _ in true }
    let (list, other) = (base, ours)
    theirs = Self.edited(list, values, &random) { place in
      !isApart || !other.places.contains { abs($0 - place) < Self.distance }
    }
  }

  private static func edited(
    _ base: [String], _ values: [String], _ random: inout SeededGenerator,
    at isAllowed: (Int) -> Bool
  ) -> ListScript {
    var script = ListScript(base)
    for _ in 0..<(1 + random.below(4)) {
      let place = random.below(2 * base.count + 1)
      guard isAllowed(place), !script.places.contains(place) else { continue }
      script.places.insert(place)
      let value = random.pick(values)
      if place % 2 == 0 {
        script.inserted[place / 2].append(value)
      } else {
        script.elements[place / 2] =
          value == base[place / 2] || random.oneIn(3) ? nil : value
      }
    }
    return script
  }

  /// Base with both scripts; nil where changes of the two sides touch.
  var truth: [String]? {
    ours.touches(theirs, within: 1) ? nil : ListScript.merge([ours, theirs])
  }

  /// Base, ours and theirs.
  var versions: [[String]] { [base, ours.list, theirs.list] }

  var texts: [String] { versions.map(kind.text) }

  func merge() throws -> DocumentMerge {
    try DocumentMerge(texts, notation: kind.notation)
  }

  /// Returns the elements of a merged document.
  func list(of bytes: [UInt8]) throws -> [String] {
    try JSONDocument.reading(bytes, as: kind.notation).root.elements.map { element in
      element.description.filter { !$0.isWhitespace }
    }
  }

  var trail: String {
    """
    FORK_LAW_SEED=\(seed) FORK_LAW_CASES=1, \(kind)
    base   \(base)
    ours   \(ours.list) by \(ours.places.sorted())
    theirs \(theirs.list) by \(theirs.places.sorted())
    truth  \(truth.map { "\($0)" } ?? "the changes touch")
    """
  }
}
