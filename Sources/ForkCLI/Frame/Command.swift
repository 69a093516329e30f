import ArgumentParser
import ForkedStore

/// A command: turns its arguments into a request and prints the result.
protocol Command: ParsableCommand {
  /// True if the command takes any number of documents.
  static var takesDocuments: Bool { get }
  /// The output style of the command.
  var outputStyle: OutputStyle { get }
  /// True if the output shows all lines that are alike.
  var isVerbose: Bool { get }
  /// True if the output is shown page by page.
  var isPaged: Bool { get }
  /// True if the hooks that can refuse the command are skipped.
  var skipsVerification: Bool { get }

  /// Runs the command and returns its exit status.
  ///
  /// - Throws: any error of any module; `StoreError(translating:)` translates all of them.
  func run(in session: Session) throws -> ExitStatus
}

extension Command {
  static var takesDocuments: Bool { false }
  var outputStyle: OutputStyle { OutputStyle() }
  var isVerbose: Bool { false }
  var isPaged: Bool { false }
  var skipsVerification: Bool { false }
}

/// A command that runs hooks which can refuse it.
protocol VerifiedCommand: Command {
  /// The option that skips the hooks.
  var hooks: HookOption { get }
}

extension VerifiedCommand {
  var skipsVerification: Bool { hooks.noVerify }
}

/// A command whose report may have many lines that are alike.
protocol DetailedCommand: Command {
  /// The option that shows them all.
  var detail: DetailOption { get }
}

extension DetailedCommand {
  var isVerbose: Bool { detail.verbose }
}

/// A command whose output may be long.
protocol PagedCommand: Command {
  /// The option that prints it without a pager.
  var pager: PagerOption { get }
}

extension PagedCommand {
  var isPaged: Bool { !pager.noPager }
}

/// A command that prints its result as text or as JSON.
protocol ReportingCommand: Command {
  /// The options for printing the result.
  var output: OutputOptions { get }
}

extension ReportingCommand {
  var outputStyle: OutputStyle { output.outputStyle }
}

/// A command that takes any number of documents, such as all that a commit changes.
protocol NamedDocumentsCommand: ReportingCommand {
  /// The documents, as the user named them.
  var documents: [String] { get set }
}

extension NamedDocumentsCommand {
  static var takesDocuments: Bool { true }
}

/// The context in which a command runs.
struct Session {
  /// The console for all output.
  let console: Console
  /// The environment of the process.
  var environment: Environment
  /// The name of the command if its output is shown page by page; nil for others.
  var pagedCommand: String?

  /// Opens the repository that the working directory belongs to, and starts the pager that it names.
  func openStore() throws -> DocumentStore {
    let store = try DocumentStore.discover(in: environment)
    if let pagedCommand {
      console.page(pagedCommand, as: store.repository.configuration())
    }
    return store
  }

  /// Prints a result, as one line of JSON or as its text.
  func show(_ report: any Report & Drawable) {
    show(report, report.text)
  }

  /// Prints a result, as one line of JSON or as the given text.
  func show(_ report: any Report, _ text: @autoclosure () -> StyledText) {
    if console.outputStyle.isJSON {
      show(line: report.reportValue)
    } else if !console.outputStyle.isQuiet {
      console.write(text())
    }
  }

  /// Prints one line of JSON.
  func show(line value: ReportValue) {
    console.write(value.bytes + [0x0A])
  }
}

/// A result that can be printed as text.
protocol Drawable {
  /// The text; each line ends with a line feed.
  var text: StyledText { get }
}

/// The exit status of the process. Source: sysexits.h.
enum ExitStatus: Int32 {
  /// Success.
  case done = 0
  /// Conflicts remain, differences were found, documents are invalid, or something would be lost.
  case differs = 1
  /// Invalid arguments.
  case usage = 64
  /// Invalid data: a document, schema or patch.
  case invalidData = 65
  /// Not found: a repository, fork, revision or document.
  case notFound = 66
  /// A remote is unavailable.
  case unavailable = 69
  /// An internal error.
  case defect = 70
  /// Cannot create something.
  case cannotCreate = 73
  /// Input/output error.
  case inputOutput = 74
  /// Temporary failure; the command can be tried again.
  case tryAgain = 75
  /// Permission denied.
  case notPermitted = 77
  /// A clean merge, for the command in git's configuration.
  case driverClean = 92
  /// A merge with conflicts, for the same.
  case driverConflicts = 93
  /// Interrupted; after a signal other than SIGINT, the status is 128 plus the number of the signal.
  case interrupted = 130

  /// The status of a failure.
  init(_ kind: StoreError.Kind) {
    self =
      switch kind {
      case .conflicts, .refused: .differs
      case .usage: .usage
      case .invalidData: .invalidData
      case .notFound: .notFound
      case .unavailable: .unavailable
      case .defect: .defect
      case .cannotCreate: .cannotCreate
      case .inputOutput: .inputOutput
      case .tryAgain: .tryAgain
      case .notPermitted: .notPermitted
      case .interrupted: .interrupted
      }
  }
}
