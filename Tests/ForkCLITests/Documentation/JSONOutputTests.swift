import Foundation
import Testing

/// The JSON of each command has the fields that its manual page lists, and no others.
@Suite("the JSON of commands is as their pages say")
struct JSONOutputTests {
  /// A command, and what is done before it. The last line prints the JSON.
  private static let scripts: [(command: String, script: String)] = [
    ("blame", "fork blame note.json --json"),
    ("check", "fork check --json"),
    ("check", "echo '{' > bad.json; git add . && git commit -qm bad; fork check --json"),
    ("clone", "fork clone . ../copy --json"),
    ("conflicts", "\(clash); git merge laptop; fork conflicts --json"),
    ("create", "fork create tablet --json"),
    ("delete", "fork delete laptop --force --json"),
    ("diff", "fork diff laptop phone --json"),
    ("doctor", "fork doctor --json"),
    ("documents", "fork documents --json"),
    ("documents", "fork documents --where /views --count --json"),
    ("entities", "fork entities --json"),
    ("exchange", "\(remote); fork exchange --json"),
    ("explain", "fork merge laptop; fork merge phone; fork explain main --json"),
    ("fetch", "\(remote); fork push --all; fork fetch --json"),
    ("get", "fork get note.json --json"),
    ("get", "fork get note.json#/title --json"),
    ("get", "fork get '*.json' /title --json"),
    ("init", "fork init ../new --json"),
    ("install", "fork install --check --json"),
    ("list", "\(remote); fork exchange; fork list --json"),
    ("log", "fork log --json"),
    ("log", "fork log -p --json"),
    ("log", "fork log --where '/views>10' --json"),
    ("merge", "fork merge laptop --json"),
    ("merge", "fork merge laptop; fork merge phone --json"),
    ("merge", "\(clash); fork merge laptop --on-conflict fail --json"),
    (
      "merge-file",
      "for fork in main laptop phone; do fork get note.json --at $fork > ../$fork.json; done;"
        + " fork merge-file ../laptop.json ../main.json ../phone.json --json"
    ),
    ("pull", "\(remote); fork push --all; fork pull --json"),
    ("push", "\(remote); fork push --all --json"),
    ("remote list", "\(remote); fork remote list --json"),
    ("remote add", "fork remote add other ../other --json"),
    ("remote remove", "\(remote); fork remote remove origin --json"),
    ("remove", "fork remove note.json --json"),
    ("remove", "fork remove --entity Person-42 --json"),
    ("rename", "fork rename laptop tablet --json"),
    ("rename-document", "fork rename-document note.json other.json --json"),
    ("reset", "fork reset --to main~1 --json"),
    ("resolve", "\(clash); git merge laptop; fork resolve --take ours --json"),
    ("restore", "fork restore note.json --at main~1 --json"),
    ("restore", "echo '{}' > note.json; fork restore note.json --json"),
    ("revert", "fork revert main --json"),
    ("schema check", "fork schema check --json"),
    ("schema check", "echo '{\"x-merge\":\"no\"}' > .fork/schema.json; fork schema check --json"),
    ("schema infer", "fork schema infer --json"),
    ("schema show", "fork schema show people.json --json"),
    ("show", "fork merge laptop; fork merge phone; fork show --json"),
    ("status", "echo '{\"a\":1}' > new.json; fork status --json"),
    ("switch", "fork switch laptop --json"),
    ("sync", "fork sync --all --json"),
    ("undo", "fork undo --json"),
    ("undo", "fork undo --list --json"),
    ("uninstall", "fork uninstall --json"),
    ("update", "fork update note.json --set /views=1 --json"),
    ("update", "echo '{}' > note.json; fork update --json"),
    ("update", "fork update '*.json' --where /views --set /views=1 --dry-run --json"),
    ("update", "fork get '**' | fork update --lines --json"),
    ("validate", "fork validate --json"),
    ("verify", "fork verify --json"),
  ]

  private static let remote = "git init -q --bare ../hub; git remote add origin ../hub"
  /// Main and laptop have other titles, for git, too.
  private static let clash = "fork merge phone --no-ff; git config --unset merge.fork.driver"

  @Test("the fields of a command", arguments: 0..<scripts.count)
  func fields(index: Int) async throws {
    let (command, script) = Self.scripts[index]
    let sandbox = try await ManualTests.exampleSandbox()
    let last = script.range(of: "; ", options: .backwards)
    let (before, asked) = (
      last.map { script[..<$0.lowerBound] } ?? "true", last.map { script[$0.upperBound...] }
    )
    let outcome = try await sandbox.run(
      "bash", ["-c", "{ \(before); } >&2; \(asked ?? script[...])"], in: "data")
    let page = try Page(of: command)
    let lines = outcome.text.split(separator: "\n")
    #expect(!lines.isEmpty, "\(script)\n\(outcome)")
    for line in lines {
      let value = try JSONSerialization.jsonObject(
        with: Data(line.utf8), options: .fragmentsAllowed)
      let faults = page.values.map { page.faults(of: value, as: $0, at: "") }
      #expect(faults.contains { $0.isEmpty }, "\(command): \(faults)\n\(line)")
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
