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

  @Option(help: "The document's path in the repository (%P)")
  var path: String

  @Option(name: .customLong("marker-size"), help: "Number of signs in a conflict marker (%L)")
  var markerSize = 7

  func run(in session: Session) throws -> ExitStatus {
    try MergeDriverCall(
      base: base, ours: ours, theirs: theirs, path: path, markerSize: markerSize
    ).run(in: session)
  }
}
