import ArgumentParser
import ForkedStore

/// One command: turns arguments into a request, and shows the report.
protocol Command: ParsableCommand {
  /// How it talks.
  var manners: Manners { get }

  /// Does it.
  ///
  /// - Throws: any error of any room; `StoreError(translating:)` knows them all.
  func run(in session: Session) throws -> ExitStatus
}

extension Command {
  var manners: Manners { Manners() }
}

/// A command that prints a report, as text or as JSON.
protocol ReportingCommand: Command {
  /// How the report is printed.
  var output: OutputOptions { get }
}

extension ReportingCommand {
  var manners: Manners { output.manners }
}

/// What a command runs in.
struct Session {
  /// Where it prints.
  let console: Console
  /// The world around the process.
  let environment: Environment

  /// Opens the repository that the working directory belongs to.
  func openStore() throws -> DocumentStore {
    try DocumentStore.discover(in: environment)
  }

  /// Prints a report: one line of JSON, or the text that is drawn from it.
  func show(_ report: any Report & Drawable) {
    show(report, report.text)
  }

  /// Prints a report: one line of JSON, or this text, which was drawn from it.
  func show(_ report: any Report, _ text: @autoclosure () -> StyledText) {
    if console.manners.isJSON {
      show(line: report.reportValue)
    } else if !console.manners.isQuiet {
      console.write(text())
    }
  }

  /// Prints one line of JSON.
  func show(line value: ReportValue) {
    console.write(value.jsonLine + [0x0A])
  }
}

/// A report that can be drawn as text for people.
protocol Drawable {
  /// The text, each line with its line feed.
  var text: StyledText { get }
}

/// What the process ends with, so that a script can tell. Source: sysexits.h.
enum ExitStatus: Int32 {
  /// Done.
  case done = 0
  /// A person must decide: conflicts remain, differences were found, documents are invalid, or something would be lost.
  case differs = 1
  /// The arguments are wrong.
  case usage = 64
  /// A document, schema or patch is not what it must be.
  case invalidData = 65
  /// No such repository, fork, revision or document.
  case notFound = 66
  /// A remote could not be reached.
  case unavailable = 69
  /// A defect of ours.
  case defect = 70
  /// Something cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// Try again.
  case tryAgain = 75
  /// No permission.
  case notPermitted = 77
  /// Interrupted; by a signal other than that of the keyboard, the status is 128 and its number.
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
