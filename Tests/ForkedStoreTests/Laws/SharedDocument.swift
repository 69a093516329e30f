/// One of many documents that forks add, change, rename and remove. Whatever is put into it is new in all of its history.
struct SharedDocument: Codable {
  /// A container that no strategy is declared for, around a counter.
  struct Part: Codable {
    var count = 0
    var value: Int
  }

  let id: String
  var value: Int
  var count = 0
  var tags: [String] = []
  var parts: [String: Part] = [:]
  /// Lines that nobody changes: by them a renamed document is known.
  let text: [String]

  static let pattern = "d*.json"

  static let schema = """
    {"type": "object", "properties": {
      "count": {"x-merge": "counterMerge"}, "tags": {"x-merge": "setMerge"},
      "parts": {"additionalProperties": {"properties": {"count": {"x-merge": "counterMerge"}}}}
    }}
    """

  init(id: String, value: Int) {
    self.id = id
    self.value = value
    text = (0..<12).map { "line \($0) of \(id)" }
  }

  /// Makes the change that follows from `pick` and `stamp`, and notes in the ledger what must come of it.
  mutating func change(_ pick: Int, _ stamp: Int, _ ledger: inout DocumentLedger) {
    let part = parts.isEmpty ? nil : parts.keys.sorted()[pick % parts.count]
    ledger.documents.change(id)
    switch (pick / 7 % 8, part) {
    case (0, _):
      value = stamp
      ledger.documents.change(id, to: stamp)
    case (1, _) where !tags.isEmpty: ledger.atoms.remove(tags.remove(at: pick % tags.count))
    case (2, _):
      tags.append("t\(stamp)")
      ledger.add("t\(stamp)", to: id)
    case (3, let part?):
      parts[part] = nil
      ledger.atoms.remove(part)
    case (4, let part?), (5, let part?):
      parts[part]?.count += ledger.raise(part)
      ledger.atoms.change(part)
    case (6, _):
      parts["p\(stamp)"] = Part(value: stamp)
      ledger.add("p\(stamp)", to: id)
    default: count += ledger.raise(id)
    }
  }
}

/// The expected documents in the end, in any order of merges.
struct DocumentLedger {
  var documents = AtomLedger()
  var atoms = AtomLedger()
  /// The documents into which the atoms were put.
  private var holders: [String: String] = [:]
  private var raises: [String: Int] = [:]

  mutating func add(_ document: SharedDocument) {
    documents.add(document.id)
    documents.values[document.id] = document.value
  }

  mutating func add(_ atom: String, to document: String) {
    atoms.add(atom)
    holders[atom] = document
  }

  /// The next increment of a counter: a power of four, so that one that is missing or counts twice is seen in the sum.
  mutating func raise(_ counter: String) -> Int {
    guard raises[counter, default: 0] < 30 else { return 0 }
    defer { raises[counter, default: 0] += 1 }
    return 1 << (2 * raises[counter, default: 0])
  }

  /// The differences between the present and the expected documents. Of what was removed and is there, since a change
  /// won over the removal, no increment counts twice.
  func violations(in present: [SharedDocument]) -> [String] {
    let values = Dictionary(present.map { ($0.id, $0.value) }) { one, _ in one }
    // What was removed, and is there since two forks gave it two names, may be there under both.
    let ids = present.map(\.id)
    let held = ids.filter(documents.mustBeKept) + Set(ids).filter { !documents.mustBeKept($0) }
    return documents.violations(in: held, initial: "d")
      + documents.violations(in: values)
      + present.flatMap(violations(in:))
  }

  private func violations(in document: SharedDocument) -> [String] {
    let isKept = documents.mustBeKept(document.id)
    var violations = self.violations(of: document.id, document.count, mustBeAll: isKept)
    for (name, part) in document.parts {
      violations += self.violations(
        of: name, part.count, mustBeAll: isKept && atoms.mustBeKept(name))
    }
    guard isKept else { return violations }
    let mine = Set(holders.filter { $0.value == document.id }.keys)
    for (initial, present) in [(Character("t"), document.tags), ("p", Array(document.parts.keys))] {
      let others = atoms.added.subtracting(mine).filter {
        $0.first == initial && atoms.mustBeKept($0)
      }
      violations += atoms.violations(in: present + others, initial: initial)
      violations += Set(present).intersection(others).map { "\($0) is in \(document.id), too" }
    }
    return violations
  }

  private func violations(of counter: String, _ sum: Int, mustBeAll: Bool) -> [String] {
    let all = (0..<raises[counter, default: 0]).reduce(0) { $0 | 1 << (2 * $1) }
    let isRight = mustBeAll ? sum == all : sum & ~all == 0
    return isRight ? [] : ["\(counter) counts \(sum), of \(all)"]
  }
}
