import Foundation

/// A case of a table of tests: a text of `Tests/Fixtures/Tables`.
///
/// A case is a line with its name, which says what it shows, and indented lines of a key and a value each. Empty lines
/// are between cases, and lines that begin with `# ` are comments. `⏎` in a value is a line feed.
public struct TableCase: Sendable, CustomStringConvertible {
  /// The name of the case.
  public let description: String
  private var fields: [(key: Substring, value: String)] = []

  private init(_ name: Substring) { description = String(name) }

  /// The cases of a table.
  ///
  /// - Parameter table: The name of its file, without `.txt`.
  public static func all(in table: String) throws -> [TableCase] {
    let tests = #filePath.components(separatedBy: "/Tests/").dropLast().joined(separator: "/Tests/")
    let text = try String(
      contentsOfFile: tests + "/Tests/Fixtures/Tables/\(table).txt", encoding: .utf8)
    return text.split(separator: "\n").filter { !$0.hasPrefix("# ") }.reduce(into: []) {
      cases, line in
      guard line.hasPrefix("  ") else { return cases.append(TableCase(line)) }
      let field = line.drop { $0 == " " }
      let key = field.prefix { $0 != " " }
      let value = field.dropFirst(key.count).drop { $0 == " " }.replacing("⏎", with: "\n")
      cases[cases.count - 1].fields.append((key, String(value)))
    }
  }

  /// The values of a key, in their order.
  public subscript(all key: String) -> [String] { fields.filter { $0.key == key }.map(\.value) }

  /// The value of a key; nil if the case has none.
  public subscript(optional key: String) -> String? { self[all: key].first }

  /// The value of a key; empty if the case has none.
  public subscript(key: String) -> String { self[optional: key] ?? "" }
}
