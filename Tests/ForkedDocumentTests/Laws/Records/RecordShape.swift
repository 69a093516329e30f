import ForkedTestSupport

/// A member that the records of a list have.
struct RecordColumn: Sendable {
  var name: String
  var kind: Kind

  /// The values of a member, or the elements of a list.
  indirect enum Kind: Sendable {
    /// A value that no other record has, and that stays: the record's natural key.
    case key
    /// A value that several records have, and that stays: with the other such one it is the record's natural key.
    case halfKey(RecordHalf)
    /// The number of the record in the list.
    case place
    /// A value that hardly another record has.
    case unique
    /// One of a few.
    case few([String])
    /// One of a few, which a merge takes for the record's name, though it says little.
    case label([String])
    case number
    /// Numbers that are one value.
    case point(Int)
    case object([RecordColumn])
    /// A list, with at most so many elements to begin with.
    case list(Kind, most: Int)

    static func strings(_ pool: [String], most: Int) -> Kind {
      .list(.few(pool.map { "\"\($0)\"" }), most: most)
    }

    static func constant(_ text: String) -> Kind { .few([text]) }

    static func record(_ columns: KeyValuePairs<String, Kind>) -> Kind {
      .object(columns.map { RecordColumn(name: $0, kind: $1) })
    }

    var columns: [RecordColumn] {
      if case .object(let columns) = self { columns } else { [] }
    }

    /// The ways to members that hold one value each.
    var ways: [(way: [String], kind: Kind)] {
      columns.flatMap { column in
        let inner = column.kind.ways
        return inner.isEmpty
          ? [([column.name], column.kind)]
          : inner.map { ([column.name] + $0.way, $0.kind) }
      }
    }

    /// The way to the natural key; nil where there is none, or only halves of one.
    var keyWay: [String]? { ways.first { if case .key = $0.kind { true } else { false } }?.way }

    /// The ways to the natural key, or to its halves; none where there is no such key.
    var keyWays: [[String]] { ways.filter(\.kind.isOfKey).map(\.way) }

    /// The ways to the natural key, or else to what a merge takes for a name.
    /// - Parameter byHalves: true if the halves of a key are such ways, too.
    func nameWays(byHalves: Bool) -> [[String]] {
      if byHalves, keyWays.count > 1 { return keyWays }
      return [keyWay ?? labelWay].compactMap { $0 }
    }

    /// True if it is a natural key or one of its halves.
    var isOfKey: Bool {
      switch self {
      case .key, .halfKey: true
      default: false
      }
    }

    /// True if hardly another record has the same value.
    var isTitle: Bool {
      switch self {
      case .unique, .point: true
      default: false
      }
    }

    /// The way to what a merge takes for a name; nil where there is nothing of the kind.
    var labelWay: [String]? {
      ways.first { if case .label = $0.kind { true } else { false } }?.way
    }
  }
}

/// The halves of a natural key of two members, neither of which tells records apart alone.
enum RecordHalf: Sendable {
  case first, second

  /// Returns the half of the key with that number; no two numbers have both halves in common.
  func text(of number: Int) -> String {
    switch self {
    case .first: "\"p\(number / 3)\""
    case .second: "\"q\(number % 3)\""
    }
  }
}

/// The kinds of documents that the law of records is asked of.
enum RecordFormat: String, CaseIterable, Sendable {
  case unknownKey, knownKey, twoKeys, keyless, places, cells, features, panels, packages, scalars,
    nested

  /// Members that hold nothing but the position of a record.
  var placeNames: Set<String> { self == .places || self == .panels ? ["id"] : [] }

  /// The lists of a document, by their names.
  func lists(_ random: inout SeededGenerator) -> [RecordColumn] {
    switch self {
    case .unknownKey: return [column("items", keyed(Self.unknownKeys, &random), &random)]
    case .knownKey: return [column("items", keyed(Self.knownKeys, &random), &random)]
    case .twoKeys:
      let halves = RecordColumn.Kind.record(["lang": .halfKey(.first), "word": .halfKey(.second)])
      return [column("items", .object(halves.columns + Self.columns(1, 5, &random)), &random)]
    case .keyless: return [column("items", .object(Self.columns(2, 6, &random)), &random)]
    case .places:
      // What is only numbered can be told apart by something else.
      let told = RecordColumn.Kind.record(["id": .place, "text": .unique])
      return [column("items", .object(told.columns + Self.columns(1, 4, &random)), &random)]
    case .cells: return [column("cells", Self.cell(hasID: random.oneIn(3)), &random)]
    case .features: return [column("features", Self.feature(&random), &random)]
    case .panels: return [column("panels", Self.panel(nests: true), &random)]
    case .packages: return Self.packageLists(&random)
    case .scalars: return [column("values", Self.scalar(&random), &random)]
    case .nested:
      var outer = Self.columns(1, 3, &random)
      let inner =
        random.oneIn(2) ? keyed(Self.unknownKeys, &random) : .object(Self.columns(2, 4, &random))
      outer.append(RecordColumn(name: "parts", kind: .list(inner, most: 5)))
      if random.oneIn(3) { outer.append(RecordColumn(name: "notes", kind: Self.tags)) }
      guard !random.oneIn(3) else { return [column("groups", .object(outer), &random)] }
      outer.insert(RecordColumn(name: random.pick(["code", "id"]), kind: .key), at: 0)
      return [column("groups", .object(outer), &random)]
    }
  }

  private func column(
    _ name: String, _ element: RecordColumn.Kind, _ random: inout SeededGenerator
  ) -> RecordColumn {
    let isLarge = random.oneIn(150)
    return RecordColumn(
      name: name, kind: .list(element, most: isLarge ? 200 : random.pick([4, 8, 8, 16, 40])))
  }

  /// Members that may be a record's key.
  var keyNames: Set<String> {
    Set((Self.knownKeys + Self.unknownKeys).joined()).union(["login", "lang", "word"])
  }

  private static let knownKeys = [["id"], ["name"], ["key"], ["uuid"], ["_id"]]
  private static let unknownKeys = [
    ["code"], ["path"], ["denom"], ["slug"], ["sku"], ["meta", "ref"], ["file", "path"],
  ]

  private func keyed(_ names: [[String]], _ random: inout SeededGenerator) -> RecordColumn.Kind {
    let way = random.pick(names)
    var columns = Self.columns(1, 6, &random)
    var key = RecordColumn(name: way[way.count - 1], kind: .key)
    if way.count > 1 {
      let beside = Self.columns(0, 1, &random)
      key = RecordColumn(name: way[0], kind: .object([key] + beside))
      columns.removeAll { $0.name == way[0] }
    }
    columns.insert(key, at: random.oneIn(4) ? random.below(columns.count + 1) : 0)
    return .object(columns)
  }

  private static let tags = RecordColumn.Kind.strings(
    ["red", "green", "blue", "new", "old", "hot"], most: 4)

  private static func columns(
    _ least: Int, _ most: Int, _ random: inout SeededGenerator
  ) -> [RecordColumn] {
    var names = ["title", "kind", "count", "price", "state", "owner", "color", "size", "url"]
    names.shuffle(using: &random)
    return names.prefix(least + random.below(most - least + 1)).map { name in
      RecordColumn(name: name, kind: value(&random))
    }
  }

  private static func value(_ random: inout SeededGenerator) -> RecordColumn.Kind {
    switch random.below(20) {
    case 0..<5: .unique
    case 5..<9: .few(["\"a\"", "\"b\"", "\"c\""])
    case 9..<12: .few(["true", "false"])
    case 12..<14: .few(["1", "2", "3", "null"])
    case 14..<17: .number
    case 17: .point(2)
    case 18: tags
    default:
      .record(["min": .number, "max": .few(["10", "20"])])
    }
  }
}
