import ArgumentParser
import ForkedDocument
import ForkedJSON
import ForkedStore

/// The options of everything that merges.
struct MergeOptions: ParsableArguments {
  @OptionGroup var decisions: DecisionOptions

  @Option(
    name: .customLong("resolve"),
    help: ArgumentHelp(
      "Settle one conflict: with ours, theirs, base, delete, or a value",
      valueName: "doc#ptr=json|ours|theirs"), completion: Completions.settlements)
  var resolve: [String] = []

  @Flag(name: .customLong("dry-run"), help: "Show what would happen, and move nothing")
  var dryRun = false

  /// What the person decided.
  func settlements() throws -> [ConflictSettlement] {
    try resolve.map { try ConflictSettlement(argument: $0) }
  }
}

extension ConflictSettlement {
  /// Reads `doc#ptr=choice`.
  ///
  /// Names and keys may hold `#` and `=` themselves, so the text is parted where a pointer can begin, and at the
  /// first `=` with a choice behind it.
  ///
  /// - Parameter command: what stands before it, for the hint.
  init(argument: String, of command: String = "--resolve") throws {
    for hash in argument.indices where argument[hash] == "#" {
      let rest = argument[argument.index(after: hash)...]
      guard rest.hasPrefix("/") || rest.hasPrefix("=") else { continue }
      for sign in rest.indices where rest[sign] == "=" {
        guard let choice = ConflictChoice(argument: rest[rest.index(after: sign)...]) else {
          continue
        }
        self.init(
          document: String(argument[..<hash]),
          pointer: try JSONPointer(parsing: String(rest[..<sign])), choice: choice)
        return
      }
    }
    throw StoreError(
      .usage, "'\(argument)' settles nothing",
      hint:
        "write \(command) 'notes/a.json#/title=ours', or theirs, base, delete, or a JSON value")
  }
}

extension ConflictChoice {
  fileprivate init?(argument: Substring) {
    switch argument {
    case "ours": self = .ours
    case "theirs": self = .theirs
    case "base": self = .base
    case "delete": self = .delete
    default:
      do {
        self = .value(try JSONDocument(parsing: Array(argument.utf8)).root)
      } catch {
        return nil
      }
    }
  }
}
