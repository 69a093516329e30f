import ForkedTestSupport

/// The formats that people keep in git.
extension RecordFormat {
  /// A cell of a notebook.
  static func cell(hasID: Bool) -> RecordColumn.Kind {
    let output = RecordColumn.Kind.record([
      "name": .label(["\"stdout\""]), "output_type": .constant("\"stream\""),
      "text": .list(.unique, most: 2),
    ])
    let cell = RecordColumn.Kind.record([
      "cell_type": .few(["\"code\"", "\"code\"", "\"markdown\""]),
      "execution_count": .few(["null", "1", "2", "3"]), "metadata": .object([]),
      "outputs": .list(output, most: 1), "source": .list(.unique, most: 4),
    ])
    return hasID ? .object([RecordColumn(name: "id", kind: .key)] + cell.columns) : cell
  }

  static func feature(_ random: inout SeededGenerator) -> RecordColumn.Kind {
    .record([
      "type": .constant("\"Feature\""),
      "properties": .record([
        "label": random.oneIn(2) ? .unique : .few(["\"A\"", "\"B\"", "null"]),
        "class": .few(["\"road\"", "\"path\""]), "rank": .few(["1", "2", "3"]),
        "open": .few(["true", "false"]),
      ]),
      "geometry": .record(["type": .constant("\"Point\""), "coordinates": .point(2)]),
    ])
  }

  /// A panel of a dashboard.
  static func panel(nests: Bool) -> RecordColumn.Kind {
    let size = RecordColumn.Kind.few(["0", "8", "12"])
    let target = RecordColumn.Kind.record([
      "refId": .few(["\"A\"", "\"B\"", "\"C\""]), "expr": .unique, "hide": .few(["true", "false"]),
    ])
    let panel = RecordColumn.Kind.record([
      "id": .place, "gridPos": .record(["h": size, "w": size, "x": size, "y": .number]),
      "targets": .list(target, most: 3), "title": .unique,
      "type": .few(["\"graph\"", "\"stat\"", "\"row\""]),
    ])
    guard nests else { return panel }
    let inner = RecordColumn(name: "panels", kind: .list(Self.panel(nests: false), most: 1))
    return .object(panel.columns + [inner])
  }

  /// The lists of a package's manifest and lock file.
  static func packageLists(_ random: inout SeededGenerator) -> [RecordColumn] {
    let words = ["json", "merge", "git", "diff", "cli", "text", "data", "tool"]
    let person = RecordColumn.Kind.record([
      random.oneIn(2) ? "name" : "login": .key, "email": .unique,
      "role": .few(["\"author\"", "\"editor\""]),
    ])
    let lock = RecordColumn.Kind.record([
      "path": .key, "version": .few(["\"1.0.0\"", "\"1.1.0\"", "\"2.0.0\""]), "resolved": .unique,
      "integrity": .unique, "dev": .few(["true", "false"]),
    ])
    return RecordColumn.Kind.record([
      "keywords": .strings(words, most: 6), "files": .list(.unique, most: 6),
      "workspaces": .list(.unique, most: 4), "contributors": .list(person, most: 6),
      "packages": .list(lock, most: 20),
    ]).columns
  }

  /// The contents of a list without records.
  static func scalar(_ random: inout SeededGenerator) -> RecordColumn.Kind {
    switch random.below(5) {
    case 0, 1: .unique
    case 2: .number
    case 3: .few((0..<12).map { "\"w\($0)\"" })
    default: .few((0..<8).map { "\($0)" })
    }
  }
}
