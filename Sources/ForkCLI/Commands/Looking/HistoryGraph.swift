import ForkedGit
import ForkedStore

/// The graph beside a log: a column for each line of development, with the commit that comes next in it.
struct HistoryGraph {
  private var columns: [ObjectID] = []
  private var rows: [String] = []

  /// Returns the columns beside a version. Versions must come before their parents.
  mutating func line(for version: LoggedVersion) -> StyledText {
    let commit = version.commit
    var place = columns.firstIndex(of: commit.id) ?? columns.count
    if place == columns.count { columns.append(commit.id) }
    let signs = columns.indices.map { $0 == place ? "*" : "|" }
    rows = []
    guard let first = commit.parents.first else {
      end(place)
      return "\(trusted: signs.joined(separator: " ") + " ", .cyan)"
    }
    columns[place] = first
    for parent in commit.parents.dropFirst() where !commit.parents.prefix(1).contains(parent) {
      part(to: parent, from: place)
    }
    if let twin = columns.firstIndex(of: first), twin != place {
      join(max(twin, place), into: min(twin, place))
      place = min(twin, place)
    } else if let twin = columns.lastIndex(of: first), twin != place {
      join(twin, into: place)
    }
    return "\(trusted: signs.joined(separator: " ") + " ", .cyan)"
  }

  /// Returns the lines that fork and join columns; empty if no column does.
  mutating func linesBelow() -> StyledText {
    defer { rows = [] }
    return rows.reduce(into: StyledText()) { text, row in text += "\(trusted: row + "\n", .cyan)" }
  }

  /// Connects a merge with a further parent, in a new column unless a column already continues with the parent.
  private mutating func part(to parent: ObjectID, from place: Int) {
    if let known = columns.firstIndex(of: parent) {
      rows.append(drawing { $0.connect(place, known) })
      return
    }
    columns.insert(parent, at: place + 1)
    rows.append(
      drawing(columns.count - 1) { row in
        for column in place..<(columns.count - 1) { row.put("\\", at: 2 * column + 1) }
        for column in (place + 1)..<max(place + 1, columns.count - 1) {
          row.put(" ", at: 2 * column)
        }
      })
  }

  /// Joins two columns that continue with the same version into the left one.
  private mutating func join(_ column: Int, into other: Int) {
    rows.append(
      drawing { row in
        row.connect(column, other)
        row.put(" ", at: 2 * column)
        shift(&row, from: column + 1)
      })
    columns.remove(at: column)
  }

  /// Ends the column of a version without parents.
  private mutating func end(_ place: Int) {
    if place < columns.count - 1 {
      rows.append(
        drawing { row in
          row.put(" ", at: 2 * place)
          shift(&row, from: place + 1)
        })
    }
    columns.remove(at: place)
  }

  private func shift(_ row: inout GraphRow, from column: Int) {
    for column in column..<max(column, columns.count) {
      row.put(" ", at: 2 * column)
      row.put("/", at: 2 * column - 1)
    }
  }

  private func drawing(_ count: Int? = nil, _ body: (inout GraphRow) -> Void) -> String {
    var row = GraphRow(columns: count ?? columns.count)
    body(&row)
    return row.text
  }
}

/// A line between two versions: columns at even indexes, connections at odd ones.
private struct GraphRow {
  private var signs: [Character]

  init(columns: Int) {
    signs = Array(repeating: " ", count: 2 * columns + 2)
    for column in 0..<columns { signs[2 * column] = "|" }
  }

  mutating func put(_ sign: Character, at place: Int) {
    if signs.indices.contains(place) { signs[place] = sign }
  }

  /// Draws a connection from one column to another, below the columns between them.
  mutating func connect(_ from: Int, _ to: Int) {
    let (left, right) = (min(from, to), max(from, to))
    for column in left..<max(left, right) { put("_", at: 2 * column + 1) }
    if from > to { put("/", at: 2 * from - 1) } else { put("\\", at: 2 * from + 1) }
  }

  var text: String {
    String(signs.reversed().drop { $0 == " " }.reversed())
  }
}
