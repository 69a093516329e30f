import ForkedTestSupport
import Foundation
import Testing

/// The JSON of each command has the fields that its manual page lists, and no others.
@Suite("the JSON of commands is as their pages say")
struct JSONOutputTests {
  private static let prelude = """
    remote() { git init -q --bare ../hub; git remote add origin ../hub; }
    clash() { fork merge phone --no-ff; git config --unset merge.fork.driver; }

    """

  @Test("the fields of a command", arguments: try TableCase.all(in: "json-outputs"))
  func fields(row: TableCase) async throws {
    let page = try Page(of: row.description)
    for script in row[all: "script"] {
      let sandbox = try await ManualTests.exampleSandbox()
      let parts = script.components(separatedBy: "; ")
      let before = (["true"] + parts.dropLast()).joined(separator: "; ")
      let outcome = try await sandbox.run(
        "bash", ["-c", "\(Self.prelude){ \(before); } >&2; \(parts.last ?? "")"], in: "data")
      let lines = outcome.text.split(separator: "\n")
      #expect(!lines.isEmpty, "\(script)\n\(outcome)")
      for line in lines {
        let value = try JSONSerialization.jsonObject(
          with: Data(line.utf8), options: .fragmentsAllowed)
        let faults = page.values.map { page.faults(of: value, as: $0, at: "") }
        #expect(faults.contains { $0.isEmpty }, "\(row): \(faults)\n\(line)")
      }
    }
  }

  @Test("every page with --json says what it prints")
  func complete() throws {
    for page in ManualTests.names(in: "Man") where page.hasSuffix(".1") && page != "fork-batch.1" {
      let text = try ManualTests.text("Man/\(page)")
      guard text.contains(".It Fl -json") else { continue }
      #expect(text.contains(".Sh JSON OUTPUT"), "\(page)")
    }
  }
}

/// The JSON that a manual page describes.
private struct Page {
  /// A value: an object, a list, or anything.
  indirect enum Shape {
    case object([(key: String, isOptional: Bool, shape: Shape)])
    case list(Shape)
    case named(String)
  }

  /// The alternatives.
  private(set) var values: [Shape] = []
  private var parts: [String: Shape] = [:]

  init(of command: String) throws {
    let text = try ManualTests.text("Man/fork-\(command.replacing(" ", with: "-")).1")
    let section = text.components(separatedBy: ".Sh JSON OUTPUT\n").dropFirst().first ?? ""
    let blocks = (section.components(separatedBy: "\n.Sh ").first ?? "")
      .components(separatedBy: ".Bd -literal -offset indent\n").dropFirst()
    for block in blocks {
      var reader = ShapeReader(block.components(separatedBy: "\n.Ed").first ?? "")
      values.append(reader.shape())
      while let name = reader.name() { parts[name] = reader.shape() }
    }
  }

  func faults(of value: Any, as shape: Shape, at path: String) -> [String] {
    switch shape {
    case .named(let name):
      return parts[name].map { faults(of: value, as: $0, at: path) } ?? []
    case .list(let element):
      guard let list = value as? [Any] else { return ["\(path) is no list"] }
      return list.flatMap { faults(of: $0, as: element, at: path + "[]") }
    case .object(let fields):
      guard let object = value as? [String: Any] else { return ["\(path) is no object"] }
      let others = Set(object.keys).subtracting(fields.map(\.key)).sorted()
      return others.map { "\(path)/\($0) is not in the page" }
        + fields.flatMap { field -> [String] in
          let path = "\(path)/\(field.key)"
          guard let value = object[field.key] else {
            return field.isOptional ? [] : ["\(path) is missing"]
          }
          return faults(of: value, as: field.shape, at: path)
        }
    }
  }
}

/// Reads what a page says of JSON.
private struct ShapeReader {
  private var words: ArraySlice<Substring>

  init(_ text: String) {
    words = text.matches(of: #/[A-Za-z]+|[{}\[\]?:,]/#).map(\.0)[...]
  }

  private mutating func takes(_ word: Substring) -> Bool {
    guard words.first == word else { return false }
    words.removeFirst()
    return true
  }

  /// Returns the name of a part that is described next; nil at the end.
  mutating func name() -> String? {
    guard let name = words.popFirst() else { return nil }
    _ = takes(":")
    return String(name)
  }

  mutating func shape() -> Page.Shape {
    if takes("[") {
      let element = shape()
      _ = takes("]")
      return .list(element)
    }
    guard takes("{") else { return .named(String(words.popFirst() ?? "")) }
    var fields: [(key: String, isOptional: Bool, shape: Page.Shape)] = []
    while let key = words.popFirst(), key != "}" {
      let isOptional = takes("?")
      fields.append((String(key), isOptional, takes(":") ? shape() : .named("")))
      _ = takes(",")
    }
    return .object(fields)
  }
}
