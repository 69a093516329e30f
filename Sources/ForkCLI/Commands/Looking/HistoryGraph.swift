import ForkedGit
import ForkedStore

/// The lines of development beside a log, one column each: which commit each column waits for.
struct HistoryGraph {
  private var columns: [ObjectID] = []
  private var below = ""

  /// The columns beside a version; versions come children first.
  mutating func line(for version: LoggedVersion) -> StyledText {
    let commit = version.commit
    let place = columns.firstIndex(of: commit.id) ?? columns.count
    if place == columns.count { columns.append(commit.id) }
    let signs = columns.indices.map { $0 == place ? "*" : "|" }
    let old = columns
    columns = []
    for (index, id) in old.enumerated() {
      if index == place {
        columns += commit.parents.filter { !old.contains($0) && !columns.contains($0) }
      } else if id != commit.id {
        columns.append(id)
      }
    }
    below = Self.connection(from: old, to: columns, at: place, parents: commit.parents)
    return "\(trusted: signs.joined(separator: " ") + " ", .cyan)"
  }

  /// A line that shows where columns part or join; nothing where they go straight on.
  mutating func lineBelow() -> StyledText {
    defer { below = "" }
    return below.isEmpty ? StyledText() : "\(trusted: below + "\n", .cyan)"
  }

  private static func connection(
    from old: [ObjectID], to new: [ObjectID], at place: Int, parents: [ObjectID]
  ) -> String {
    if new.count > old.count || parents.count > 1 {
      let signs = old.indices.map { $0 <= place ? "|" : "\\" }
      return (signs + (place == old.count - 1 ? ["\\"] : [])).joined(separator: " ")
    }
    if new.count < old.count, !parents.isEmpty {
      return old.indices.map { $0 < place || place == 0 && $0 == 0 ? "|" : "/" }
        .joined(separator: " ")
    }
    return ""
  }
}
