import ArgumentParser
import ForkedGit
import ForkedStore

/// The use of color in the output.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case always, auto, never
}

/// The output style of a command.
struct OutputStyle {
  /// True if data is printed as JSON.
  var isJSON = false
  /// True if only requested data and errors are printed.
  var isQuiet = false
  /// True if reports show all lines that are alike.
  var isVerbose = false
  var color = ColorChoice.auto
}

/// `--verbose`.
struct DetailOption: ParsableArguments {
  @Flag(help: "Show all decisions, even if many are alike")
  var verbose = false
}

/// `--no-pager`.
struct PagerOption: ParsableArguments {
  @Flag(
    name: .customLong("no-pager"),
    help: "Do not show long output page by page; without it, git's pager does on a terminal")
  var noPager = false
}

/// `--json`, `--quiet` and `--color`.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print the result as JSON")
  var json = false

  @Flag(name: [.short, .long], help: "Suppress all output except errors")
  var quiet = false

  @Option(
    help: ArgumentHelp(
      "Use color: always, never, or auto for terminals only", valueName: "when"))
  var color = ColorChoice.auto

  var outputStyle: OutputStyle { OutputStyle(isJSON: json, isQuiet: quiet, color: color) }
}

/// `--fork`.
struct ForkOption: ParsableArguments {
  @Option(
    name: .customLong("fork"), help: "Use this fork instead of the current one",
    completion: Completions.forks)
  var name: String?
}

/// `--where`.
struct ConditionOption: ParsableArguments {
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Only documents for which this holds: /a=1, /a!=1, /a<1, /a>=1, /a (there is one), !/a (there is none); * is any "
        + "member or element; repeated: all hold", valueName: "condition"),
    completion: Completions.pointers)
  var texts: [String] = []

  var isEmpty: Bool { texts.isEmpty }

  func inOrder() throws -> [Condition] { try texts.map { try Condition(parsing: $0) } }
}

/// `-m`.
struct MessageOption: ParsableArguments {
  @Option(
    name: [.customShort("m"), .customLong("message")],
    help: "Use this commit message instead of a generated one")
  var text: String?
}

/// `--no-verify`.
struct HookOption: ParsableArguments {
  @Flag(
    name: .customLong("no-verify"),
    help: "Skip the hooks pre-commit, commit-msg, pre-merge-commit and pre-push")
  var noVerify = false
}

/// `--expect`.
struct ExpectOption: ParsableArguments {
  @Option(
    name: .customLong("expect"),
    help: ArgumentHelp(
      "Fail unless the fork is at this commit, or a document or property as it was there (<commit>:<document>[#<ptr>]); "
        + "with 'absent', fail if the document exists", valueName: "commit|absent"),
    completion: Completions.revisions)
  var text: String?

  /// Returns the condition that the change requires, or nil if there is none.
  func expectation(in store: DocumentStore) throws -> Expectation? {
    try store.expectation(text)
  }
}
