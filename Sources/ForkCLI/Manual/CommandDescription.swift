import ArgumentParser
import ForkedJSON
import ForkedStore

/// The description of a command for its manual page, read from the argument parser.
struct CommandDescription {
  /// One argument, option or flag.
  struct Parameter {
    var kind: String
    /// `-m`, `--message`.
    var names: [String]
    var valueName: String
    var help: String
    var isOptional: Bool
    var isRepeating: Bool
    var values: [String]
    var standard: String?
  }

  /// `["fork", "schema", "show"]`
  var path: [String]
  var abstract: String
  var discussion: String
  var parameters: [Parameter]
  var subcommands: [CommandDescription]

  /// Returns the program with all of its commands.
  static func all() throws -> CommandDescription {
    let document = try JSONDocument(parsing: Array(try describedByParser().utf8))
    return CommandDescription(document.root["command"], below: [])
  }

  /// Returns the JSON of the option that the argument parser adds to each program.
  private static func describedByParser() throws -> String {
    do {
      _ = try ForkCommand.parseAsRoot(["--experimental-dump-help"])
      return ""
    } catch {
      return ForkCommand.fullMessage(for: error)
    }
  }

  private init(_ node: JSONNode?, below parents: [String]) {
    path = parents + [node?.text("commandName") ?? ""]
    abstract = node?.text("abstract") ?? ""
    discussion = node?.text("discussion") ?? ""
    parameters =
      node?.list("arguments").filter { $0.flag("shouldDisplay") }.map(Parameter.init) ?? []
    let path = self.path
    subcommands =
      node?.list("subcommands").filter {
        $0.flag("shouldDisplay") && $0.text("commandName") != "help"
      }
      .map { CommandDescription($0, below: path) } ?? []
  }
}

extension CommandDescription.Parameter {
  fileprivate init(_ node: JSONNode) {
    kind = node.text("kind") ?? "positional"
    names = node.list("names").compactMap { name in
      name.text("name").map { (name.text("kind") == "short" ? "-" : "--") + $0 }
    }
    valueName = node.text("valueName") ?? "value"
    help = node.text("abstract") ?? ""
    isOptional = node.flag("isOptional")
    isRepeating = node.flag("isRepeating")
    values = node.list("allValues").compactMap { $0.string?.exactString }
    standard = node.text("defaultValue")
  }
}

extension JSONNode {
  fileprivate func text(_ name: String) -> String? { self[JSONString(name)]?.string?.exactString }
  fileprivate func flag(_ name: String) -> Bool { self[JSONString(name)]?.kind == .true }
  fileprivate func list(_ name: String) -> [JSONNode] {
    self[JSONString(name)].map { Array($0.elements) } ?? []
  }
}
