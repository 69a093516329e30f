import ForkedTestSupport

/// The kinds of edits that make it hard to see which thing is which.
extension MappingLaw {
  static let edits: [MappingLaw] = [
    law("keys", { $0.keyedObject(HiddenGenerator.sizes) }) { $0.editKeys(&$1) },
    law("boards", { $0.boards() }) { $0.editBoards(&$1) },
    law("renumbered", { $0.list(numberedBy: "id") }) { $0.renumber(&$1) },
    law("anew", { $0.list(namedBy: "_id") }) { $0.editWithNewIDs(&$1) },
    law("shifted", { $0.list(namedBy: "_id") }) { $0.shift(&$1) },
    law("counting", { $0.list(namedBy: "_id", numberedBy: "y") }) { $0.editCounting(&$1) },
    law("notebooks", { $0.notebook() }) { $0.editNotebook(&$1) },
    law("mixed", { $0.mixedList() }) { $0.editMixed(&$1) },
    law("matrix", { $0.matrix() }) { $0.editMatrix(&$1) },
    law("twins", { $0.twins() }) { $0.editTwins(&$1) },
    law("copies", { $0.list() }) { $0.editWithCopies(&$1) },
    law("dictionaries", { $0.dictionaries() }) { $0.editDictionaries(&$1) },
    law("containers", { $0.containers() }) { $0.editContainers(&$1) },
  ]

  private static func law(
    _ name: String, _ base: @escaping @Sendable (inout HiddenGenerator) -> HiddenThing,
    _ edit: @escaping @Sendable (inout HiddenGenerator, inout HiddenThing) -> Void
  ) -> MappingLaw {
    MappingLaw(name: name) { seed in
      var generator = HiddenGenerator(seed: seed)
      generator.drawColumns()
      let start = base(&generator)
      let most = generator.random.pick([1, 1, 2, 4])
      let sides = (0..<2).map { _ -> HiddenThing in
        var side = start
        for _ in 0..<1 + generator.random.below(most) { edit(&generator, &side) }
        return side
      }
      return [start] + sides
    }
  }
}

extension HiddenGenerator {
  // MARK: - Documents

  static let sizes = [1, 2, 3, 4, 6, 6, 9, 14, 30]

  /// A list of records with names of their own, and with numbers, under these keys.
  mutating func list(namedBy nameKey: String? = nil, numberedBy numberKey: String? = nil)
    -> HiddenThing
  {
    var list = array(records(Self.sizes))
    if let nameKey { naming(&list, nameKey) }
    if let numberKey { number(&list, from: 0, numberKey) }
    return list
  }

  mutating func keyedObject(_ counts: [Int]) -> HiddenThing {
    object(records(counts).map { (name(), $0) })
  }

  mutating func boards() -> HiddenThing {
    let hasIDs = random.oneIn(2)
    return object(
      ["todo", "doing", "done"].map { name in
        var list = array(records([0, 1, 2, 3, 6, 10]))
        if hasIDs { naming(&list, "id") }
        return (name, list)
      })
  }

  mutating func notebook() -> HiddenThing {
    let hasIDs = random.oneIn(2)
    var list = array((0..<random.pick([1, 3, 6, 12])).map { _ in cell() })
    if hasIDs { naming(&list, "id") }
    return object([("cells", list)])
  }

  mutating func mixedList() -> HiddenThing {
    array((0..<random.pick([2, 4, 8])).map { _ in anything() })
  }

  mutating func matrix() -> HiddenThing {
    let width = random.pick([2, 3, 5])
    return array((0..<random.pick([1, 3, 6, 20])).map { _ in row(width) })
  }

  mutating func twins() -> HiddenThing {
    let pattern = record()
    var list = array((0..<random.pick([2, 3, 5, 9])).map { _ in copy(pattern) })
    naming(&list, "name")
    return list
  }

  mutating func dictionaries() -> HiddenThing {
    object(["main", "test", "tools"].map { ($0, keyedObject([0, 1, 3, 6])) })
  }

  /// Lists and dictionaries, which are known by nothing but their keys and what they hold.
  mutating func containers() -> HiddenThing {
    let isOfLists = random.oneIn(2)
    return object(
      (0..<random.pick([1, 2, 2, 3, 5])).map { _ in
        (name(), isOfLists ? array(records([1, 2, 4, 7])) : keyedObject([1, 2, 4]))
      })
  }

  // MARK: - Ids and numbers

  /// Gives a record a name of its own.
  mutating func name(_ record: inout HiddenThing, _ key: String) {
    set(&record, key, "\"\(name())\"")
  }

  private mutating func set(_ record: inout HiddenThing, _ key: String, _ text: String) {
    if record[key] != nil {
      record[key]?.body = .scalar(text)
    } else {
      record.members.insert(.init(key: key, value: literal(text)), at: 0)
    }
  }

  /// Numbers the records from a place on.
  mutating func number(_ list: inout HiddenThing, from start: Int, _ key: String) {
    for index in start..<max(start, list.elements.count) {
      set(&list.elements[index], key, "\(index + 1)")
    }
  }

  /// Names the records that have no name.
  private mutating func naming(_ list: inout HiddenThing, _ key: String) {
    for index in list.elements.indices where list.elements[index][key] == nil {
      name(&list.elements[index], key)
    }
  }

  mutating func renumber(_ list: inout HiddenThing) {
    editList(&list.elements)
    let count = list.elements.count
    let start = random.oneIn(3) ? random.below(count + 1) : 0
    guard random.oneIn(3) else { return number(&list, from: start, "id") }
    for index in 0..<count where list.elements[index]["id"] == nil {
      set(&list.elements[index], "id", "\(count + index)")
    }
  }

  mutating func editWithNewIDs(_ list: inout HiddenThing) {
    editList(&list.elements)
    let isAll = random.oneIn(2)
    for index in list.elements.indices where isAll || list.elements[index]["_id"] == nil {
      name(&list.elements[index], "_id")
    }
  }

  /// Gives each record of a stretch the next one's value of one column.
  mutating func shift(_ list: inout HiddenThing) {
    guard random.oneIn(2), list.elements.count > 2, let first = list.elements.first else {
      editList(&list.elements)
      return naming(&list, "_id")
    }
    let key = random.pick(first.members.map(\.key))
    let values = list.elements.map { $0[key]?.body }
    let start = random.below(values.count)
    for index in start..<values.count {
      let next = index + 1 < values.count ? index + 1 : start
      if let body = values[next], case .scalar = body { list.elements[index][key]?.body = body }
    }
  }

  mutating func editCounting(_ list: inout HiddenThing) {
    if random.oneIn(2), !list.elements.isEmpty {
      list.elements.append(list.elements.removeFirst())
    } else {
      editList(&list.elements)
    }
    naming(&list, "_id")
    number(&list, from: 0, "y")
  }

  // MARK: - Keys

  /// Changes a member of an object, or gives keys to other values.
  mutating func editKeys(_ object: inout HiddenThing) {
    guard !object.members.isEmpty, random.oneIn(4) else {
      return giveKeys(of: &object) { $0.record() }
    }
    change(&object.members[random.below(object.members.count)].value)
  }

  mutating func editContainers(_ object: inout HiddenThing) {
    guard let first = object.members.first?.value else { return }
    let isOfLists = first.isList
    guard random.oneIn(2) else {
      return giveKeys(of: &object) {
        isOfLists ? $0.array($0.records([1, 2, 4])) : $0.keyedObject([1, 2, 4])
      }
    }
    let place = random.below(object.members.count)
    if isOfLists {
      editList(&object.members[place].value.elements)
    } else {
      editKeys(&object.members[place].value)
    }
  }

  /// Gives keys of an object to other values, of which some are new.
  private mutating func giveKeys(
    of object: inout HiddenThing, new: (inout HiddenGenerator) -> HiddenThing
  ) {
    var members = object.members
    guard !members.isEmpty else { return }
    let place = random.below(members.count)
    switch random.below(7) {
    case 0: members.insert(.init(key: name(), value: new(&self)), at: place)
    case 1: members.remove(at: place)
    case 2: members[place].key = name()
    case 3 where members.count > 1:
      let other = (place + 1) % members.count
      (members[place].key, members[other].key) = (members[other].key, members[place].key)
    case 4:
      // A chain: each takes the key of the next one, and the last a new one.
      let end = min(members.count, place + 2 + random.below(3))
      let keys = members[place..<end].map(\.key) + [name()]
      for (index, key) in zip(place..<end, keys.dropFirst()) { members[index].key = key }
    case 5:
      let key = members[place].key
      members[place].key = name()
      members.append(.init(key: key, value: new(&self)))
    default: members.swapAt(place, members.count - 1)
    }
    object.members = members
  }

  mutating func editDictionaries(_ object: inout HiddenThing) {
    let (from, to) = (random.below(object.members.count), random.below(object.members.count))
    guard random.oneIn(2), from != to, !object.members[from].value.members.isEmpty else {
      return editKeys(&object.members[from].value)
    }
    let count = object.members[from].value.members.count
    var moved = object.members[from].value.members.remove(at: random.below(count))
    if random.oneIn(3) { change(&moved.value) }
    object.members[to].value.members.append(moved)
  }

  // MARK: - Lists

  mutating func editBoards(_ board: inout HiddenThing) {
    let (from, to) = (random.below(3), random.below(3))
    let hasIDs = board.members.contains { $0.value.elements.contains { $0["id"] != nil } }
    guard random.oneIn(2), from != to, !board.members[from].value.elements.isEmpty else {
      editList(&board.members[from].value.elements)
      if hasIDs { naming(&board.members[from].value, "id") }
      return
    }
    let count = board.members[from].value.elements.count
    var moved = board.members[from].value.elements.remove(at: random.below(count))
    if random.oneIn(3) { change(&moved) }
    let places = board.members[to].value.elements.count + 1
    board.members[to].value.elements.insert(moved, at: random.below(places))
  }

  mutating func editWithCopies(_ list: inout HiddenThing) {
    guard random.oneIn(2), !list.elements.isEmpty else { return editList(&list.elements) }
    let place = random.below(list.elements.count)
    var new = copy(list.elements[place])
    change(&new)
    change(&new)
    list.elements.insert(new, at: random.oneIn(2) ? place + 1 : list.elements.count)
  }

  mutating func editTwins(_ list: inout HiddenThing) {
    var records = list.elements
    switch random.below(6) {
    case 0..<3 where !records.isEmpty: change(&records[random.below(records.count)])
    case 3 where !records.isEmpty: records.remove(at: random.below(records.count))
    case 4 where records.count > 1: records.swapAt(0, records.count - 1)
    default:
      guard let pattern = records.first else { return }
      var twin = copy(pattern)
      name(&twin, "name")
      records.insert(twin, at: random.below(records.count + 1))
    }
    list.elements = records
  }

  // MARK: - Notebooks

  mutating func cell() -> HiddenThing {
    let lines = (0..<1 + random.below(5)).map { _ in line() }
    let source = array(lines)
    let type = literal(random.pick(["\"code\"", "\"code\"", "\"markdown\""]))
    return object([("cell_type", type), ("metadata", object([])), ("source", source)])
  }

  private mutating func line() -> HiddenThing {
    let text = random.oneIn(3) ? random.pick(["import x", "print(a)", ""]) : name()
    return HiddenThing(identity: 0, body: .scalar("\"\(text)\""))
  }

  mutating func editNotebook(_ notebook: inout HiddenThing) {
    guard var list = notebook["cells"] else { return }
    var cells = list.elements
    let place = random.below(max(1, cells.count))
    switch random.below(9) {
    case 0..<3 where !cells.isEmpty:
      guard var source = cells[place]["source"], source.elements.count > 1 else { break }
      source.elements[random.below(source.elements.count)] = line()
      cells[place]["source"] = source
    case 3: cells.insert(cell(), at: place)
    case 4 where cells.count > 1: cells.remove(at: place)
    case 5 where cells.count > 1: cells.swapAt(place, cells.count - 1)
    case 6 where !cells.isEmpty:
      guard var source = cells[place]["source"], source.elements.count > 3 else { break }
      // Split: the larger part stays what it was.
      var new = cell()
      var rest = source
      rest.elements = Array(source.elements.suffix(1))
      new["source"] = copy(rest)
      source.elements.removeLast()
      cells[place]["source"] = source
      cells.insert(new, at: place + 1)
    case 7: for index in cells.indices { name(&cells[index], "id") }
    default:
      guard var source = cells.first?["source"] else { break }
      source.elements.append(line())
      cells[0]["source"] = source
    }
    if cells.contains(where: { $0["id"] != nil }) {
      for index in cells.indices where cells[index]["id"] == nil { name(&cells[index], "id") }
    }
    list.elements = cells
    notebook["cells"] = list
  }

  // MARK: - Other elements

  mutating func anything() -> HiddenThing {
    switch random.below(5) {
    case 0, 1: return HiddenThing(identity: 0, body: .scalar(random.pick(["null", "1", "\"x\""])))
    case 2: return row(3)
    default: return record()
    }
  }

  mutating func row(_ width: Int) -> HiddenThing {
    let cells = (0..<width).map { _ in cellOfRow() }
    return array(cells)
  }

  private mutating func cellOfRow() -> HiddenThing {
    HiddenThing(identity: 0, body: .scalar("\(random.below(5000)).5"))
  }

  mutating func editMixed(_ list: inout HiddenThing) {
    var elements = list.elements
    let place = random.below(max(1, elements.count))
    switch random.below(5) {
    case 0..<2 where !elements.isEmpty:
      if elements[place].isRecord { change(&elements[place]) } else { elements[place] = anything() }
    case 2 where elements.count > 1: elements.remove(at: place)
    case 3 where elements.count > 1: elements.swapAt(place, elements.count - 1)
    default: elements.insert(anything(), at: place)
    }
    list.elements = elements
  }

  mutating func editMatrix(_ list: inout HiddenThing) {
    var rows = list.elements
    let width = rows.first?.elements.count ?? 2
    let place = random.below(max(1, rows.count))
    switch random.below(6) {
    case 0..<3 where !rows.isEmpty: rows[place].elements[random.below(width)] = cellOfRow()
    case 3 where rows.count > 1: rows.remove(at: place)
    case 4 where rows.count > 1: rows.swapAt(place, rows.count - 1)
    default: rows.insert(row(width), at: place)
    }
    list.elements = rows
  }
}
