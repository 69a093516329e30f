import ForkedTestSupport

/// Makes documents of things with hidden identities, and edits them as people and programs do.
struct HiddenGenerator {
  var random: SeededGenerator
  private var identities = 0
  private var names = 0
  private var columns: [Column] = []

  /// A member that all records of a document have.
  private struct Column {
    var name: String
    var kind: Kind
  }

  private enum Kind {
    /// A value that no other thing has.
    case unique
    case few([String])
    case number
    case object([Column])
    case texts
    case records([Column])
  }

  init(seed: UInt64) { random = SeededGenerator(drawnFrom: seed) }

  // MARK: - Things

  private mutating func identity() -> Int {
    identities += 1
    return identities
  }

  mutating func name() -> String {
    names += 1
    return String((names &* 0x9E37_79B1) & 0xFFFFF, radix: 36) + "_" + String(names, radix: 36)
  }

  private mutating func scalar(_ text: String) -> HiddenThing {
    HiddenThing(identity: identity(), body: .scalar(text))
  }

  mutating func array(_ elements: [HiddenThing]) -> HiddenThing {
    HiddenThing(identity: identity(), body: .array(elements))
  }

  mutating func object(_ members: [(String, HiddenThing)]) -> HiddenThing {
    HiddenThing(
      identity: identity(),
      body: .object(members.map { HiddenThing.Member(key: $0.0, value: $0.1) }))
  }

  /// Draws the columns of the document's records, of which two hold values of their own.
  mutating func drawColumns() {
    var names = ["title", "kind", "count", "price", "state", "owner", "color", "size"]
    names.shuffle(using: &random)
    let kinds: [Kind] =
      [.unique, .unique] + (0..<1 + random.below(5)).map { _ in drawKind(nests: true) }
    columns = zip(names, kinds).map { Column(name: $0, kind: $1) }
    columns.shuffle(using: &random)
  }

  private mutating func drawKind(nests: Bool) -> Kind {
    switch random.below(nests ? 12 : 8) {
    case 0..<2: .unique
    case 2..<4: .few(["\"a\"", "\"b\"", "\"c\""])
    case 4..<6: .few(["true", "false"])
    case 6..<8: .number
    case 8: .texts
    case 9:
      .object([
        Column(name: "min", kind: .number), Column(name: "max", kind: drawKind(nests: false)),
      ])
    default:
      .records([
        Column(name: "label", kind: .unique), Column(name: "on", kind: .few(["true", "false"])),
        Column(name: "n", kind: drawKind(nests: false)),
      ])
    }
  }

  private mutating func value(_ kind: Kind) -> HiddenThing {
    switch kind {
    case .unique: return scalar("\"\(name())\"")
    case .few(let choices): return scalar(random.pick(choices))
    case .number: return scalar("\(random.below(900))")
    case .object(let columns):
      let members = columns.map { ($0.name, value($0.kind)) }
      return object(members)
    case .texts:
      let texts = (0..<random.below(4)).map { _ in text() }
      return array(texts)
    case .records(let columns):
      let records = (0..<random.below(4)).map { _ in value(.object(columns)) }
      return array(records)
    }
  }

  private mutating func text() -> HiddenThing {
    HiddenThing(identity: 0, body: .scalar("\"\(random.pick(["red", "green", "blue", "new"]))\""))
  }

  mutating func record() -> HiddenThing { value(.object(columns)) }

  mutating func literal(_ text: String) -> HiddenThing { scalar(text) }

  /// The same value as another thing, with the things in it.
  mutating func copy(_ thing: HiddenThing) -> HiddenThing {
    var new = thing
    if thing.identity > 0 { new.identity = identity() }
    switch thing.body {
    case .scalar: break
    case .array(let elements): new.elements = elements.map { copy($0) }
    case .object(let members):
      new.members = members.map { .init(key: $0.key, value: copy($0.value)) }
    }
    return new
  }

  // MARK: - Edits

  /// Changes a few values of a record, at most a third of its columns.
  mutating func change(_ record: inout HiddenThing) {
    for _ in 0..<1 + random.below(max(1, columns.count / 3)) {
      let column = random.pick(columns)
      guard let old = record[column.name] else { continue }
      record[column.name] = changed(old, column.kind)
    }
  }

  private mutating func changed(_ old: HiddenThing, _ kind: Kind) -> HiddenThing {
    var new = old
    switch kind {
    case .unique, .few, .number: new.body = value(kind).body
    case .object(let columns):
      let column = random.pick(columns)
      if let inner = old[column.name] { new[column.name] = changed(inner, column.kind) }
    case .texts:
      var texts = old.elements
      if !texts.isEmpty, random.oneIn(2) { texts.remove(at: random.below(texts.count)) }
      texts.insert(text(), at: random.below(texts.count + 1))
      new.elements = texts
    case .records(let columns):
      var records = old.elements
      switch random.below(4) {
      case 0: records.insert(value(.object(columns)), at: random.below(records.count + 1))
      case 1 where !records.isEmpty: records.remove(at: random.below(records.count))
      case 2 where records.count > 1: records.swapAt(0, records.count - 1)
      default:
        guard !records.isEmpty else { break }
        let place = random.below(records.count)
        let column = random.pick(columns)
        if let inner = records[place][column.name] {
          records[place][column.name] = changed(inner, column.kind)
        }
      }
      new.elements = records
    }
    return new
  }

  /// An edit that any list knows: a change, an insertion, a deletion, or a record in another place.
  mutating func editList(_ list: inout [HiddenThing]) {
    switch random.below(10) {
    case 0..<5 where !list.isEmpty: change(&list[random.below(list.count)])
    case 5, 6: list.insert(record(), at: random.below(list.count + 1))
    case 7 where !list.isEmpty: list.remove(at: random.below(list.count))
    case 8 where list.count > 1:
      let moved = list.remove(at: random.below(list.count))
      list.insert(moved, at: random.below(list.count + 1))
    default:
      guard let last = list.indices.last else { return }
      change(&list[last])
    }
  }

  /// Some records.
  mutating func records(_ counts: [Int]) -> [HiddenThing] {
    (0..<random.pick(counts)).map { _ in record() }
  }
}
