/// The expected pieces in the end, of those that are put in once: it knows the edits and nothing of any merge, so the
/// topology of the forks makes no difference to it.
struct AtomLedger {
  private(set) var added: Set<String> = []
  private var removed: Set<String> = []
  private var changed: Set<String> = []
  /// The last value that each was given.
  var values: [String: Int] = [:]

  mutating func add(_ atom: String) { added.insert(atom) }
  mutating func remove(_ atom: String) { removed.insert(atom) }

  mutating func change(_ atom: String, to value: Int? = nil) {
    changed.insert(atom)
    if let value { values[atom] = value }
  }

  func isChanged(_ atom: String) -> Bool { changed.contains(atom) }

  /// The elements that were not removed.
  func mustBeKept(_ atom: String) -> Bool { added.contains(atom) && !removed.contains(atom) }

  /// The elements that were removed and never changed: a change could have won over the removal.
  func mustBeGone(_ atom: String) -> Bool { removed.contains(atom) && !changed.contains(atom) }

  /// The differences between the present and the expected atoms, of those with this initial.
  func violations(in present: [String], initial: Character) -> [String] {
    let mine = added.filter { $0.first == initial }
    let counts = present.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let lost = mine.filter { mustBeKept($0) && counts[$0] == nil }.map { "\($0) is lost" }
    let back = present.filter(mustBeGone).map { "\($0) was removed and is there" }
    let twice = counts.filter { $0.value > 1 }.keys.map { "\($0) is there more than once" }
    let foreign = present.filter { !mine.contains($0) }.map { "\($0) comes from nowhere" }
    return (lost + back + twice + foreign).sorted()
  }

  /// The differences between the values of kept elements and the last ones that were set.
  func violations(in values: [String: Int]) -> [String] {
    values.filter { mustBeKept($0.key) && self.values[$0.key, default: 0] != $0.value }.map {
      "\($0.key) is \($0.value), was last set to \(self.values[$0.key, default: 0])"
    }.sorted()
  }
}

/// The expected note in the end, in any order of merges (law 4 b).
struct NoteLedger {
  var count = 0
  var high = 0
  var low = 0
  var last = 0
  var parts = ["a": 0, "b": 0]
  var likes: [String: Int] = [:]
  var atoms = AtomLedger()

  init() {
    for atom in ["t0", "m0", "f0", "w0", "w1", "w2", "l0", "l1", "l2", "i0", "i1", "s0"] {
      atoms.add(atom)
    }
  }

  /// The differences between a note and the expected one.
  func violations(in note: SharedNote) -> [String] {
    var violations: [String] = []
    func expect(_ name: String, _ value: Int, _ wanted: Int?) {
      if value != wanted { violations.append("\(name) is \(value), not \(wanted ?? 0)") }
    }
    expect("count", note.count, count)
    expect("high", note.high, high)
    expect("low", note.low, low)
    expect("last", note.last, last)
    for (key, value) in note.parts { expect(key, value, parts[key]) }
    for item in note.items where atoms.mustBeKept(item.id) {
      expect("likes of \(item.id)", item.likes, likes[item.id, default: 0])
    }
    violations += atoms.violations(in: note.tags, initial: "t")
    violations += atoms.violations(in: Array(note.map.keys), initial: "m")
    violations += atoms.violations(in: Array(note.free.keys), initial: "f")
    violations += atoms.violations(in: note.list, initial: "l")
    violations += atoms.violations(in: note.items.map(\.id), initial: "i")
    violations += atoms.violations(in: note.steps.map(\.id), initial: "s")
    let places = note.steps.map { ($0.position, $0.id) }
    if !zip(places, places.dropFirst()).allSatisfy(<) {
      violations.append("the steps stand out of order: \(places)")
    }
    let words = note.title.split { $0 == " " || $0 == "\n" }.map(String.init)
    violations += atoms.violations(in: words.filter { $0.first == "w" }, initial: "w")
    for values in [note.map, note.free] { violations += atoms.violations(in: values) }
    violations += atoms.violations(
      in: Dictionary(note.items.map { ($0.id, $0.text) }, uniquingKeysWith: { one, _ in one }))
    return violations
  }
}
