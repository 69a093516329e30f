import ForkedTestSupport

/// Makes documents of records, and edits them as people and programs do.
struct RecordEditor {
  var random: SeededGenerator
  /// The part of a list that both sides prefer to edit, from 0 to 1.
  let hotSpot: Double
  /// True if a program numbers all records anew after each change.
  let renumbers: Bool
  private var identities = 0
  private var names = 0
  private var keys = 0

  init(random: SeededGenerator) {
    self.random = random
    hotSpot = Double(self.random.below(1000)) / 1000
    renumbers = !self.random.oneIn(3)
  }

  mutating func document(of format: RecordFormat) -> RecordNode {
    let lists = format.lists(&random)
    if lists.count == 1, random.oneIn(3) { return value(lists[0].kind) }
    let version = RecordNode.Member(key: "version", value: .scalar("1"))
    return .object([version] + lists.map { .init(key: $0.name, value: value($0.kind)) })
  }

  mutating func value(_ kind: RecordColumn.Kind) -> RecordNode {
    switch kind {
    case .key: return .scalar("\"k\(name())\"")
    case .place: return .scalar("0")
    case .unique: return .scalar("\"u\(name())\"")
    case .few(let choices), .label(let choices): return .scalar(random.pick(choices))
    case .number: return .scalar("\(random.below(900))")
    case .point(let count):
      return .tuple((0..<count).map { _ in .scalar("\(random.below(180)).\(1 + random.below(9))") })
    case .halfKey(let half): return .scalar(half.text(of: keys))
    case .object(let columns):
      keys += 1
      return .object(columns.map { .init(key: $0.name, value: value($0.kind)) })
    case .list(let element, let most):
      let count = most < 8 ? random.below(most + 1) : 1 + random.below(most)
      var list = RecordList(element: element, items: [])
      for _ in 0..<count { list.items.append(item(element)) }
      list.renumber()
      return .list(list)
    }
  }

  /// Gives a record another key, if it has one.
  mutating func rename(_ record: inout RecordNode, _ element: RecordColumn.Kind) {
    keys += 1
    for (way, kind) in element.ways where kind.isOfKey { record[way[...]] = value(kind) }
  }

  mutating func item(_ element: RecordColumn.Kind) -> RecordList.Item {
    item(value(element))
  }

  mutating func item(_ value: RecordNode) -> RecordList.Item {
    identities += 1
    return RecordList.Item(identity: identities, value: withNewIdentities(value))
  }

  /// A copy, whose inner records are other records than the template's.
  private mutating func withNewIdentities(_ node: RecordNode) -> RecordNode {
    switch node {
    case .scalar, .tuple: return node
    case .object(var members):
      for index in members.indices {
        members[index].value = withNewIdentities(members[index].value)
      }
      return .object(members)
    case .list(var list):
      for index in list.items.indices { list.items[index] = item(list.items[index].value) }
      return .list(list)
    }
  }

  /// A text that was not there before, in no order.
  private mutating func name() -> String {
    names += 1
    return String((names &* 0x9E37_79B1) & 0xFFFFF, radix: 36) + "_" + String(names, radix: 36)
  }

  // MARK: - Editing

  mutating func edited(_ node: RecordNode, times: Int) -> RecordNode {
    var node = node
    for _ in 0..<times { edit(&node) }
    return node
  }

  /// Edits one of the lists.
  private mutating func edit(_ node: inout RecordNode) {
    switch node {
    case .scalar, .tuple: return
    case .object(var members):
      let places = members.indices.filter { members[$0].value.holdsList }
      guard !places.isEmpty else { return }
      edit(&members[random.pick(places)].value)
      node = .object(members)
    case .list(var list):
      let places = list.items.indices.filter { list.items[$0].value.holdsList }
      if !places.isEmpty, random.oneIn(3) {
        edit(&list.items[random.pick(places)].value)
      } else {
        edit(&list)
      }
      node = .list(list)
    }
  }

  /// An index in the list, often one where the other side edits, too.
  mutating func place(in list: RecordList) -> Int {
    let count = list.items.count
    guard random.oneIn(3) else { return random.below(count) }
    return min(count - 1, max(0, Int(hotSpot * Double(count)) + random.below(3) - 1))
  }
}

extension RecordList {
  /// Numbers the records by their indices, if they have such a number.
  mutating func renumber() {
    guard let way = placeWay else { return }
    for index in items.indices { items[index].value[way[...]] = .scalar("\(index + 1)") }
  }

  /// The number of one more record.
  var nextNumber: Int {
    guard let way = placeWay else { return 0 }
    let numbers = items.compactMap { item -> Int? in
      if case .scalar(let text)? = item.value[way[...]] { Int(text) } else { nil }
    }
    return (numbers.max() ?? 0) + 1
  }

  var placeWay: [String]? {
    element.ways.first { if case .place = $0.kind { true } else { false } }?.way
  }
}
