import ArgumentParser
import ForkedStore

/// `fork merge-driver`.
struct MergeDriverCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "merge-driver",
    abstract: "Merge three versions of a document for git",
    discussion: """
      git calls this; 'fork install' sets it up. The result is written to the second file. What is not JSON is \
      merged by lines, as git would. Ends with status 0 for a clean merge and 1 for conflicts.
      """)

  @Argument(help: "The common ancestor (%O)")
  var base: String

  @Argument(help: "Our version (%A); the result is written here")
  var ours: String

  @Argument(help: "Their version (%B)")
  var theirs: String

  @Option(parsing: .unconditional, help: "The document's path in the repository (%P)")
  var path: String

  @Option(name: .customLong("marker-size"), help: "Number of signs in a conflict marker (%L)")
  var markerSize = 7

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "What stands behind the markers, where git can say it (%S %X %Y, from git 2.44 on)",
      valueName: "label"))
  var labels: [String] = []

  @Flag(
    name: .customLong("ancestor"),
    help:
      "Merge common ancestors, of which there are several: nothing is said, and no property is left in conflict"
  )
  var mergesAncestors = false

  func validate() throws {
    if !labels.isEmpty, labels.count != 3 {
      throw ValidationError("--labels takes three: those of the ancestor, ours and theirs")
    }
  }

  func run(in session: Session) throws -> ExitStatus {
    try MergeDriverCall(
      base: base, ours: ours, theirs: theirs, path: path, markerSize: markerSize, labels: labels,
      mergesAncestors: mergesAncestors
    ).run(in: session)
  }
}
