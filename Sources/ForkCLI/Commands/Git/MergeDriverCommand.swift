import ArgumentParser
import ForkedStore

/// `fork merge-driver`.
struct MergeDriverCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "merge-driver",
    abstract: "Merge three versions of a document for git",
    discussion: """
      git runs this command after '\(programName) install'. The result is written to the second file. Files that are not JSON \
      are merged by lines, as git does. Exits with status 0 for a clean merge and 1 for conflicts. The program \
      git-merge-\(programName) is the same command.
      """)

  @Argument(help: "The merge base (%O)")
  var base: String

  @Argument(help: "Our version (%A); the result is written to this file")
  var ours: String

  @Argument(help: "Their version (%B)")
  var theirs: String

  @Option(parsing: .unconditional, help: "The document's path in the repository (%P)")
  var path: String

  @Option(
    name: .customLong("marker-size"),
    help: ArgumentHelp("Use conflict markers of this length (%L)", valueName: "n"))
  var markerSize = 7

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Label base, ours and theirs (%S %X %Y, git 2.44 or later)",
      valueName: "label"))
  var labels: [String] = []

  @Flag(
    name: .customLong("ancestor"),
    help:
      "Merge several merge bases into one: report nothing, and leave no conflict open"
  )
  var mergesAncestors = false

  @Flag(
    name: .customLong("own-status"),
    help: """
      Exit with status \(DriverStatus.clean) for a clean merge and \(DriverStatus.conflicts) for conflicts, which no \
      other program does
      """)
  var hasOwnStatus = false

  func validate() throws {
    if !labels.isEmpty, labels.count != 3 {
      throw ValidationError("--labels takes three: those of base, ours and theirs")
    }
  }

  func run(in session: Session) throws -> ExitStatus {
    try MergeDriverCall(
      base: base, ours: ours, theirs: theirs, path: path, markerSize: markerSize, labels: labels,
      mergesAncestors: mergesAncestors, hasOwnStatus: hasOwnStatus
    ).run(in: session)
  }
}

/// One call of the merge driver.
///
/// git starts the driver once for each document, and most of the time of such a process would be spent on setting up
/// the parser of all commands. So a call in exactly the form that git uses is parsed here.
struct MergeDriverCall {
  var base: String
  var ours: String
  var theirs: String
  var path: String
  var markerSize: Int
  /// The labels of the markers of base, ours and theirs; empty if git passes none.
  var labels: [String] = []
  var mergesAncestors = false
  /// True if the statuses are ``DriverStatus``.
  var hasOwnStatus = false

  /// Merges, and returns 0 for a clean merge and 1 for conflicts. A status above 128 would make git abort the merge.
  func run(in session: Session) throws -> ExitStatus {
    do {
      let status = try merge(in: session)
      guard hasOwnStatus else { return status }
      return status == .done ? .driverClean : .driverConflicts
    } catch {
      let failure = StoreError(translating: error)
      guard failure.kind == .interrupted else { throw failure }
      session.console.explain(failure)
      return .differs
    }
  }

  private func merge(in session: Session) throws -> ExitStatus {
    let driver = MergeDriver(
      base: try Process.read(base), ours: try Process.read(ours), theirs: try Process.read(theirs),
      path: path, markerSize: max(1, markerSize), labels: markerLabels,
      mergesAncestors: mergesAncestors, environment: session.environment)
    if driver.replaysResolution {
      let replayed = try driver.mergedByLines()
      return try write(replayed.text, isClean: replayed.isClean)
    }
    let report: FileMergeReport
    do {
      report = try driver.run()
    } catch {
      session.console.explain(StoreError(translating: error))
      let merged = try driver.mergedByLines()
      let status = try write(merged.text, isClean: merged.isClean)
      session.console.notify("\(path): merged by lines, as git does")
      return status
    }
    let status = try write(report.bytes, isClean: report.isClean)
    if !mergesAncestors { session.console.explain(merge: report) }
    return status
  }

  /// The labels that git gave; nil for placeholders, which an older git leaves unreplaced.
  private var markerLabels: (ours: String, base: String, theirs: String)? {
    guard labels.count == 3, labels != ["%S", "%X", "%Y"] else { return nil }
    return (labels[1], labels[0], labels[2])
  }

  private func write(_ bytes: [UInt8], isClean: Bool) throws -> ExitStatus {
    // git starts the driver in the root of the work tree.
    try Process.replace(ours, with: bytes, through: ".git/HEAD")
    return isClean ? .done : .differs
  }
}

extension MergeDriverCall {
  /// Creates a call from the arguments that git passes; nil for other arguments, which go to the parser.
  ///
  /// - Parameter arguments: `merge-driver %O %A %B --path %P --marker-size %L [--ancestor] [--own-status]`.
  init?(_ arguments: [String]) {
    guard arguments.first == "merge-driver", arguments.count >= 8 else { return nil }
    let options = arguments[8...]
    guard
      [[], ["--ancestor"], ["--own-status"], ["--ancestor", "--own-status"]].contains(options),
      arguments[4] == "--path", arguments[6] == "--marker-size", let size = Int(arguments[7]),
      (arguments[1...3] + [arguments[5]]).allSatisfy({ !$0.isEmpty && !$0.hasPrefix("-") })
    else { return nil }
    self.init(
      base: arguments[1], ours: arguments[2], theirs: arguments[3], path: arguments[5],
      markerSize: size, mergesAncestors: options.contains("--ancestor"),
      hasOwnStatus: options.contains("--own-status"))
  }
}
