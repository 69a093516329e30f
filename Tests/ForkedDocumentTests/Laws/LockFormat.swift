import ForkedSchema
import ForkedTestSupport

/// A format of manifests or lock files: a row of `lock-formats.txt`.
struct LockFormat: Sendable, CustomStringConvertible {
  private let row: TableCase

  /// The formats that have such entries.
  static func all(with kind: String) throws -> [LockFormat] {
    try TableCase.all(in: "lock-formats").filter { $0[optional: kind] != nil }.map(LockFormat.init)
  }

  var description: String { row.description }

  /// True if a conflict between a version and none is one, about all of the entry.
  var isUnitWhole: Bool { row["whole"] == "yes" }

  var plan: FieldPlan {
    get throws {
      try row[optional: "schema"].map(ForkedDocumentTests.plan)
        ?? SchemaSet().plan(forDocument: row["file"])
    }
  }

  /// Returns true if entries of a kind hold this value.
  func writes(_ value: String, in kind: String) -> Bool { row[kind].contains(value) }

  func document(_ entries: [String]) -> String {
    row["document"].replacing("ENTRIES", with: entries.joined(separator: ",\n    "))
  }

  /// An entry of a kind, or else of the first kind of a format that knows no other.
  func entry(_ kind: String, or other: String = "", _ values: [String: String]) -> String {
    values.reduce(row[optional: kind] ?? row[other]) { $0.replacing($1.key, with: $1.value) }
  }
}
