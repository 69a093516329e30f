/// A JSON value whose records have an identity that no text shows.
indirect enum RecordNode {
  /// A JSON text.
  case scalar(String)
  case object([Member])
  /// An array that is one value, such as coordinates.
  case tuple([RecordNode])
  case list(RecordList)

  struct Member {
    var key: String
    var value: RecordNode
  }
}

/// A list of records or scalars.
struct RecordList {
  /// The kind of its elements.
  var element: RecordColumn.Kind
  var items: [Item]

  struct Item {
    /// Equal in all versions of one element, and only there.
    var identity: Int
    var value: RecordNode
  }

  /// The identities, in the list's order.
  var order: [Int] { items.map(\.identity) }

  /// The elements by their identity.
  var byIdentity: [Int: RecordNode] {
    Dictionary(items.map { ($0.identity, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  var holdsScalars: Bool {
    items.allSatisfy { if case .scalar = $0.value { true } else { false } }
  }
}

extension RecordNode {
  var members: [Member]? { if case .object(let members) = self { members } else { nil } }
  var list: RecordList? { if case .list(let list) = self { list } else { nil } }

  subscript(key: String) -> RecordNode? {
    get { members?.first { $0.key == key }?.value }
    set {
      guard var members else { return }
      let place = members.firstIndex { $0.key == key }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): return
      }
      self = .object(members)
    }
  }

  /// The value at the end of a way through objects.
  subscript(way: ArraySlice<String>) -> RecordNode? {
    get {
      guard let key = way.first else { return self }
      return self[key]?[way.dropFirst()]
    }
    set {
      guard let key = way.first else { return }
      if way.count == 1 {
        self[key] = newValue
      } else {
        self[key]?[way.dropFirst()] = newValue
      }
    }
  }

  var holdsList: Bool {
    switch self {
    case .scalar, .tuple: false
    case .object(let members): members.contains { $0.value.holdsList }
    case .list: true
    }
  }

  /// The value as it is compared, members sorted by key, or as it is written.
  func tree(sorted: Bool = true) -> LawTree {
    switch self {
    case .scalar(let text): return .scalar(text)
    case .tuple(let parts): return .array(parts.map { $0.tree(sorted: sorted) })
    case .list(let list): return .array(list.items.map { $0.value.tree(sorted: sorted) })
    case .object(let members):
      let members = sorted ? members.sorted { $0.key < $1.key } : members
      return .object(members.map { .init(key: $0.key, value: $0.value.tree(sorted: sorted)) })
    }
  }

  /// The value without the members of these names, at any depth.
  func without(_ names: Set<String>) -> RecordNode {
    guard !names.isEmpty else { return self }
    switch self {
    case .scalar, .tuple: return self
    case .object(let members):
      return .object(
        members.filter { !names.contains($0.key) }.map {
          Member(key: $0.key, value: $0.value.without(names))
        })
    case .list(let list): return .list(list.mapped { $0.without(names) })
    }
  }
}

extension RecordNode {
  func forEachList(_ body: (RecordList) -> Void) {
    switch self {
    case .scalar, .tuple: return
    case .object(let members): for member in members { member.value.forEachList(body) }
    case .list(let list):
      body(list)
      for item in list.items { item.value.forEachList(body) }
    }
  }

  /// The value with a change of all lists.
  func inLists(_ change: (inout RecordList) -> Void) -> RecordNode {
    switch self {
    case .scalar, .tuple: return self
    case .object(let members):
      return .object(members.map { Member(key: $0.key, value: $0.value.inLists(change)) })
    case .list(var list):
      change(&list)
      return .list(list.mapped { $0.inLists(change) })
    }
  }

  func renaming(_ name: (Int) -> Int) -> RecordNode {
    inLists { list in
      for index in list.items.indices {
        list.items[index].identity = name(list.items[index].identity)
      }
    }
  }

  /// The identities of all records; a scalar has nothing but its value.
  var recordIdentities: [Int] {
    var found: [Int] = []
    forEachList { if !$0.holdsScalars { found += $0.order } }
    return found
  }

  /// The identities of all elements of all lists.
  var identities: [Int] {
    var found: [Int] = []
    forEachList { found += $0.order }
    return found
  }
}

extension RecordList {
  /// The elements that stand in another order to some other one than in base: which of the two moved, no text says.
  func moved(since base: RecordList) -> Set<Int> {
    let places = Dictionary(
      base.order.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: min)
    let known = order.compactMap { id in places[id].map { (id, $0) } }
    var moved: Set<Int> = []
    var (last, first) = (-1, Int.max)
    for (id, place) in known {
      if place < last { moved.insert(id) }
      last = max(last, place)
    }
    for (id, place) in known.reversed() {
      if place > first { moved.insert(id) }
      first = min(first, place)
    }
    return moved
  }

  func mapped(_ change: (RecordNode) -> RecordNode) -> RecordList {
    var copy = self
    for index in items.indices { copy.items[index].value = change(items[index].value) }
    return copy
  }
}

extension LawTree {
  /// The value as it is compared: members sorted by key, without those of these names.
  func sorted(without names: Set<String>) -> LawTree {
    switch self {
    case .scalar: self
    case .array(let elements): .array(elements.map { $0.sorted(without: names) })
    case .object(let members):
      .object(
        members.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }.map {
          Member(key: $0.key, value: $0.value.sorted(without: names))
        })
    }
  }
}
