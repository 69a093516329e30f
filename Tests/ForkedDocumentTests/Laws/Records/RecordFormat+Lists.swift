import ForkedTestSupport

/// The formats that people keep in git.
extension RecordFormat {
  /// A cell of a notebook.
  static func cell(hasID: Bool) -> RecordColumn.Kind {
    let output = RecordColumn.Kind.object([
      RecordColumn(name: "name", kind: .label(["\"stdout\""])),
      RecordColumn(name: "output_type", kind: .constant("\"stream\"")),
      RecordColumn(name: "text", kind: .list(.unique, most: 2)),
    ])
    let columns = [
      RecordColumn(name: "cell_type", kind: .few(["\"code\"", "\"code\"", "\"markdown\""])),
      RecordColumn(name: "execution_count", kind: .few(["null", "1", "2", "3"])),
      RecordColumn(name: "metadata", kind: .object([])),
      RecordColumn(name: "outputs", kind: .list(output, most: 1)),
      RecordColumn(name: "source", kind: .list(.unique, most: 4)),
    ]
    return .object((hasID ? [RecordColumn(name: "id", kind: .key)] : []) + columns)
  }

  static func feature(_ random: inout SeededGenerator) -> RecordColumn.Kind {
    let name = RecordColumn(
      name: "label", kind: random.oneIn(2) ? .unique : .few(["\"A\"", "\"B\"", "null"]))
    return .object([
      RecordColumn(name: "type", kind: .constant("\"Feature\"")),
      RecordColumn(
        name: "properties",
        kind: .object([
          name, RecordColumn(name: "class", kind: .few(["\"road\"", "\"path\""])),
          RecordColumn(name: "rank", kind: .few(["1", "2", "3"])),
          RecordColumn(name: "open", kind: .few(["true", "false"])),
        ])),
      RecordColumn(
        name: "geometry",
        kind: .object([
          RecordColumn(name: "type", kind: .constant("\"Point\"")),
          RecordColumn(name: "coordinates", kind: .point(2)),
        ])),
    ])
  }

  /// A panel of a dashboard.
  static func panel(nests: Bool) -> RecordColumn.Kind {
    let target = RecordColumn.Kind.object([
      RecordColumn(name: "refId", kind: .few(["\"A\"", "\"B\"", "\"C\""])),
      RecordColumn(name: "expr", kind: .unique),
      RecordColumn(name: "hide", kind: .few(["true", "false"])),
    ])
    let position = ["h", "w", "x"].map { RecordColumn(name: $0, kind: .few(["0", "8", "12"])) }
    let columns = [
      RecordColumn(name: "id", kind: .place),
      RecordColumn(
        name: "gridPos", kind: .object(position + [RecordColumn(name: "y", kind: .number)])),
      RecordColumn(name: "targets", kind: .list(target, most: 3)),
      RecordColumn(name: "title", kind: .unique),
      RecordColumn(name: "type", kind: .few(["\"graph\"", "\"stat\"", "\"row\""])),
    ]
    guard nests else { return .object(columns) }
    return .object(
      columns + [RecordColumn(name: "panels", kind: .list(panel(nests: false), most: 1))])
  }

  /// The lists of a package's manifest and lock file.
  static func packageLists(_ random: inout SeededGenerator) -> [RecordColumn] {
    let words = ["json", "merge", "git", "diff", "cli", "text", "data", "tool"]
    let person = RecordColumn.Kind.object([
      RecordColumn(name: random.oneIn(2) ? "name" : "login", kind: .key),
      RecordColumn(name: "email", kind: .unique),
      RecordColumn(name: "role", kind: .few(["\"author\"", "\"editor\""])),
    ])
    let lock = RecordColumn.Kind.object([
      RecordColumn(name: "path", kind: .key),
      RecordColumn(name: "version", kind: .few(["\"1.0.0\"", "\"1.1.0\"", "\"2.0.0\""])),
      RecordColumn(name: "resolved", kind: .unique),
      RecordColumn(name: "integrity", kind: .unique),
      RecordColumn(name: "dev", kind: .few(["true", "false"])),
    ])
    return [
      RecordColumn(name: "keywords", kind: .strings(words, most: 6)),
      RecordColumn(name: "files", kind: .list(.unique, most: 6)),
      RecordColumn(name: "workspaces", kind: .list(.unique, most: 4)),
      RecordColumn(name: "contributors", kind: .list(person, most: 6)),
      RecordColumn(name: "packages", kind: .list(lock, most: 20)),
    ]
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
