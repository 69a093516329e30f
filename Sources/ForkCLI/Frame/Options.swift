import ArgumentParser
import ForkedGit
import ForkedStore

/// When colour is used.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case always, auto, never
}

/// How a command talks.
struct Manners {
  /// True if data is printed as JSON.
  var isJSON = false
  /// True if it says nothing but data that was asked for and errors.
  var isQuiet = false
  /// When colour is used.
  var color = ColorChoice.auto
}

/// `--json`, `--quiet` and `--color`.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print the report as JSON")
  var json = false

  @Flag(name: [.short, .long], help: "Say nothing but errors")
  var quiet = false

  @Option(help: "Use colour: always, never, or only on a terminal")
  var color = ColorChoice.auto

  var manners: Manners { Manners(isJSON: json, isQuiet: quiet, color: color) }
}

/// `--fork`.
struct ForkOption: ParsableArguments {
  @Option(
    name: .customLong("fork"), help: "Use this fork instead of the current one",
    completion: Completions.forks)
  var name: String?
}

/// `-m`.
struct MessageOption: ParsableArguments {
  @Option(
    name: [.customShort("m"), .customLong("message")],
    help: "Say this in the new version instead of what was done")
  var text: String?
}

/// `--expect`.
struct ExpectOption: ParsableArguments {
  @Option(
    name: .customLong("expect"),
    help: ArgumentHelp(
      "Do it only if the fork stands at this commit, or the document is absent",
      valueName: "commit|absent"), completion: Completions.revisions)
  var text: String?

  /// What the change relies on.
  func expectation(in store: DocumentStore) throws -> Expectation? {
    switch text {
    case nil: nil
    case "absent"?: .absent
    case let revision?: .commit(try store.commit(at: revision))
    }
  }
}
