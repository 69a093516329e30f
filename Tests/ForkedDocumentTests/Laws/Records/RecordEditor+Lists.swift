import ForkedTestSupport

/// Edits of one list.
extension RecordEditor {
  mutating func edit(_ list: inout RecordList) {
    let before = list.order
    if list.items.isEmpty {
      insert(into: &list)
    } else if list.element.columns.isEmpty {
      editScalars(&list)
    } else {
      editRecords(&list)
    }
    if renumbers, before != list.order { list.renumber() }
  }

  private mutating func editScalars(_ list: inout RecordList) {
    switch random.below(10) {
    case 0..<4: insert(into: &list)
    case 4..<6: delete(from: &list)
    case 6..<8: list.items[place(in: list)].value = value(list.element)
    case 8: move(in: &list)
    default: replace(in: &list)
    }
  }

  private mutating func editRecords(_ list: inout RecordList) {
    switch random.below(40) {
    case 0..<14:
      for _ in 0..<random.pick([1, 1, 1, 2]) { setField(in: &list, at: place(in: list)) }
    case 14..<17: setColumn(of: &list)
    case 17: rotateColumn(of: &list)
    case 18: addColumn(to: &list)
    case 19: removeColumn(of: &list)
    case 20..<26: insert(into: &list)
    case 26..<29: copy(in: &list)
    case 29..<33: delete(from: &list)
    case 33..<36: move(in: &list)
    case 36: sort(&list)
    case 37: replace(in: &list)
    case 38: rename(in: &list)
    default: setField(in: &list, at: place(in: list))
    }
  }

  // MARK: - Fields

  private mutating func setField(in list: inout RecordList, at index: Int) {
    let fields = list.fields
    guard !fields.isEmpty else { return }
    let (way, kind) = random.pick(fields)
    if case .list? = list.items[index].value[way[...]], random.oneIn(2) {
      guard var inner = list.items[index].value[way[...]]?.list else { return }
      edit(&inner)
      list.items[index].value[way[...]] = .list(inner)
    } else {
      list.items[index].value[way[...]] = value(kind)
    }
  }

  private mutating func setColumn(of list: inout RecordList) {
    let fields = list.fields
    guard !fields.isEmpty else { return }
    let (way, kind) = random.pick(fields)
    let one = random.oneIn(3) ? value(kind) : nil
    for index in range(of: list) {
      list.items[index].value[way[...]] = withOwnIdentities(one) ?? value(kind)
    }
  }

  private mutating func withOwnIdentities(_ node: RecordNode?) -> RecordNode? {
    node.map { item($0).value }
  }

  /// Gives each record of a stretch the value of the next one.
  private mutating func rotateColumn(of list: inout RecordList) {
    let fields = list.fields
    guard !fields.isEmpty else { return }
    let way = random.pick(fields).way
    let range = range(of: list)
    let values = range.map { list.items[$0].value[way[...]] }
    for (index, value) in zip(range, values.dropFirst() + values.prefix(1)) {
      list.items[index].value[way[...]] = withOwnIdentities(value)
    }
  }

  private mutating func addColumn(to list: inout RecordList) {
    let name = random.pick(["added", "extra", "note"])
    let kind = random.pick(
      [.unique, .few(["true"]), .few(["0", "1"]), .number] as [RecordColumn.Kind])
    for index in list.items.indices where list.items[index].value[name] == nil {
      list.items[index].value[name] = value(kind)
    }
  }

  private mutating func removeColumn(of list: inout RecordList) {
    let fields = list.fields.filter { $0.way.count == 1 }
    guard fields.count > 1 else { return }
    let name = random.pick(fields).way[0]
    for index in list.items.indices { list.items[index].value[name] = nil }
  }

  private mutating func rename(in list: inout RecordList) {
    guard !list.element.keyWays.isEmpty else { return }
    rename(&list.items[place(in: list)].value, list.element)
  }

  // MARK: - Records

  private mutating func insert(into list: inout RecordList) {
    let count = random.pick([1, 1, 1, 2, 3])
    let place =
      list.items.isEmpty || random.oneIn(3) ? list.items.count : place(in: list)
    let new = (0..<count).map { _ in item(list.element) }
    put(new, into: &list, at: place)
  }

  /// Puts a record like another one behind it, or at the end.
  private mutating func copy(in list: inout RecordList) {
    let index = place(in: list)
    var new = item(list.items[index].value)
    rename(&new.value, list.element)
    var single = RecordList(element: list.element, items: [new])
    if !random.oneIn(3) { setField(in: &single, at: 0) }
    put(single.items, into: &list, at: random.oneIn(3) ? list.items.count : index + 1)
  }

  private mutating func replace(in list: inout RecordList) {
    let index = place(in: list)
    list.items.remove(at: index)
    put([item(list.element)], into: &list, at: index)
  }

  private mutating func put(
    _ new: [RecordList.Item], into list: inout RecordList, at place: Int
  ) {
    var new = new
    if let way = list.placeWay {
      let number = list.nextNumber
      for index in new.indices { new[index].value[way[...]] = .scalar("\(number + index)") }
    }
    list.items.insert(contentsOf: new, at: place)
  }

  private mutating func delete(from list: inout RecordList) {
    let start = place(in: list)
    let count = random.pick([1, 1, 1, 2, 3])
    list.items.removeSubrange(start..<min(list.items.count, start + count))
  }

  private mutating func move(in list: inout RecordList) {
    let start = place(in: list)
    let end = min(list.items.count, start + random.pick([1, 1, 1, 2, 4]))
    let run = Array(list.items[start..<end])
    list.items.removeSubrange(start..<end)
    list.items.insert(contentsOf: run, at: random.below(list.items.count + 1))
  }

  private mutating func sort(_ list: inout RecordList) {
    let ways = list.element.ways.filter { if case .place = $0.kind { false } else { true } }
    guard !ways.isEmpty else { return }
    let way = random.pick(ways).way
    let texts = list.items.map {
      $0.value[way[...]].map { LawStyle.minified.document($0.tree(sorted: false)) } ?? ""
    }
    list.items = zip(texts, list.items).enumerated()
      .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
  }

  private mutating func range(of list: RecordList) -> Range<Int> {
    let count = list.items.count
    guard !random.oneIn(2) else { return 0..<count }
    let start = random.below(count)
    return start..<(start + 1 + random.below(count - start))
  }
}

extension RecordList {
  /// The members that edits change: neither a key nor a position.
  fileprivate var fields: [(way: [String], kind: RecordColumn.Kind)] {
    element.ways.filter {
      switch $0.kind {
      case .key, .halfKey, .place: false
      case .few(let choices), .label(let choices): choices.count > 1
      default: true
      }
    }
  }
}
