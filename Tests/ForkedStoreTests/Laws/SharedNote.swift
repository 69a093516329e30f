/// A document with a field for each strategy. Whatever is put into it is new in all of its history, so that each
/// piece can be found again after any merge.
struct SharedNote: Codable {
  struct Item: Codable {
    var id: String
    var text: Int
    var likes: Int
  }

  struct Step: Codable {
    var id: String
    var position: Int
  }

  var count = 0
  var high = 0
  var low = 0
  var last = 0
  var parts = ["a": 0, "b": 0]
  var tags: [String] = ["t0"]
  var map: [String: Int] = ["m0": 0]
  var free: [String: Int] = ["f0": 0]
  /// Lines of two words each, the first of which stays what it is.
  var title = "w0 x0\nw1 x1\nw2 x2"
  var list = ["l0", "l1", "l2"]
  var items = [Item(id: "i0", text: 0, likes: 0), Item(id: "i1", text: 0, likes: 0)]
  var steps = [Step(id: "s0", position: 1000)]

  static let schema = """
    {"x-documents": {"note.json": {"type": "object", "properties": {
      "count": {"x-merge": "counterMerge"}, "high": {"x-merge": "maxMerge"}, "low": {"x-merge": "minMerge"},
      "last": {"x-merge": "mostRecent"}, "tags": {"x-merge": "setMerge"},
      "map": {"x-merge": "dictionaryMerge"}, "title": {"x-merge": "textMerge"}, "list": {"x-merge": "arrayMerge"},
      "items": {"x-merge": "arrayOfIdentifiableMerge",
        "items": {"properties": {"likes": {"x-merge": "counterMerge"}}}},
      "steps": {"x-merge": {"using": "orderedMerge", "id": "/id", "position": "position"}}
    }}, "\(SharedDocument.pattern)": \(SharedDocument.schema)}}
    """

  var lines: [String] {
    get { title.split(separator: "\n").map(String.init) }
    set { title = newValue.joined(separator: "\n") }
  }
}

/// One change of a note. What it hits follows from `pick` and from what stands there, so that it means something
/// wherever it is made; what it adds is named after `stamp`, which no other change has.
struct NoteEdit {
  enum Kind: String, CaseIterable {
    case count, raise, lower, last, part
    case addTag, removeTag, addKey, removeKey, setKey, addFree, removeFree, setFree
    case addLine, removeLine, changeLine, addToList, removeFromList
    case addItem, removeItem, textItem, likeItem, moveItem, addStep, removeStep, moveStep, dragStep
  }

  var kind: Kind
  var pick: Int
  var stamp: Int

  /// Changes the note, and notes in the ledger what must come of it.
  func apply(to note: inout SharedNote, _ ledger: inout NoteLedger) {
    switch kind {
    case .count:
      note.count += 1 + pick % 3
      ledger.count += 1 + pick % 3
    case .raise:
      note.high += pick % 5
      ledger.high = max(ledger.high, note.high)
    case .lower:
      note.low -= pick % 5
      ledger.low = min(ledger.low, note.low)
    case .last:
      note.last = stamp
      ledger.last = stamp
    case .part:
      note.parts[["a", "b"][pick % 2]] = stamp
      ledger.parts[["a", "b"][pick % 2]] = stamp
    default: applyToCollections(&note, &ledger)
    }
  }

  private func applyToCollections(_ note: inout SharedNote, _ ledger: inout NoteLedger) {
    switch kind {
    case .addTag: insert("t\(stamp)", &note.tags, &ledger.atoms)
    case .removeTag: remove(&note.tags, &ledger.atoms)
    case .addToList: insert("l\(stamp)", &note.list, &ledger.atoms)
    case .removeFromList: remove(&note.list, &ledger.atoms)
    case .addKey: set("m\(stamp)", &note.map, &ledger.atoms)
    case .setKey: chosen(note.map).map { set($0, &note.map, &ledger.atoms) }
    case .removeKey: remove(&note.map, &ledger.atoms)
    case .addFree: set("f\(stamp)", &note.free, &ledger.atoms)
    case .setFree: chosen(note.free).map { set($0, &note.free, &ledger.atoms) }
    case .removeFree: remove(&note.free, &ledger.atoms)
    case .addLine, .removeLine, .changeLine: applyToLines(&note.lines, &ledger.atoms)
    case .addStep, .removeStep, .moveStep, .dragStep: applyToSteps(&note.steps, &ledger.atoms)
    default: applyToItems(&note.items, &ledger)
    }
  }

  private func applyToLines(_ lines: inout [String], _ atoms: inout AtomLedger) {
    let place = pick % max(1, lines.count)
    switch kind {
    case .addLine:
      lines.insert("w\(stamp) x\(stamp)", at: min(place, lines.count))
      atoms.add("w\(stamp)")
    case .removeLine where lines.count > 1: atoms.remove(word(lines.remove(at: place)))
    case .changeLine where !lines.isEmpty:
      atoms.change(word(lines[place]))
      lines[place] = word(lines[place]) + " y\(stamp)"
    default: break
    }
  }

  private func word(_ line: String) -> String { String(line.prefix { $0 != " " }) }

  private func applyToSteps(_ steps: inout [SharedNote.Step], _ atoms: inout AtomLedger) {
    let place = pick % max(1, steps.count)
    switch kind {
    case .addStep:
      steps.append(.init(id: "s\(stamp)", position: 1 + pick * 7919 % 100_000))
      steps.sort { ($0.position, $0.id) < ($1.position, $1.id) }
      atoms.add("s\(stamp)")
    case .removeStep where !steps.isEmpty: atoms.remove(steps.remove(at: place).id)
    case .moveStep where !steps.isEmpty:
      steps[place].position = 1 + pick * 104_729 % 100_000
      steps.sort { ($0.position, $0.id) < ($1.position, $1.id) }
    case .dragStep where !steps.isEmpty:
      // As in a text editor: the positions do not show it.
      let step = steps.remove(at: place)
      steps.insert(step, at: pick / 7 % (steps.count + 1))
    default: break
    }
  }

  private func applyToItems(_ items: inout [SharedNote.Item], _ ledger: inout NoteLedger) {
    let place = pick % max(1, items.count)
    switch kind {
    case .addItem:
      items.insert(.init(id: "i\(stamp)", text: stamp, likes: 0), at: min(place, items.count))
      ledger.atoms.add("i\(stamp)")
      ledger.atoms.values["i\(stamp)"] = stamp
    case .removeItem where !items.isEmpty: ledger.atoms.remove(items.remove(at: place).id)
    case .textItem where !items.isEmpty:
      items[place].text = stamp
      ledger.atoms.change(items[place].id, to: stamp)
    case .likeItem where !items.isEmpty:
      items[place].likes += 1
      ledger.atoms.change(items[place].id)
      ledger.likes[items[place].id, default: 0] += 1
    case .moveItem where !items.isEmpty:
      let item = items.remove(at: place)
      items.insert(item, at: pick / 7 % (items.count + 1))
    default: break
    }
  }

  // MARK: - Lists and maps

  private func insert(_ atom: String, _ list: inout [String], _ atoms: inout AtomLedger) {
    list.insert(atom, at: pick % (list.count + 1))
    atoms.add(atom)
  }

  private func remove(_ list: inout [String], _ atoms: inout AtomLedger) {
    if !list.isEmpty { atoms.remove(list.remove(at: pick % list.count)) }
  }

  private func chosen(_ map: [String: Int]) -> String? {
    map.isEmpty ? nil : map.keys.sorted()[pick % map.count]
  }

  private func set(_ key: String, _ map: inout [String: Int], _ atoms: inout AtomLedger) {
    if map.updateValue(stamp, forKey: key) == nil { atoms.add(key) } else { atoms.change(key) }
    atoms.values[key] = stamp
  }

  private func remove(_ map: inout [String: Int], _ atoms: inout AtomLedger) {
    guard let key = chosen(map) else { return }
    map[key] = nil
    atoms.remove(key)
  }
}
