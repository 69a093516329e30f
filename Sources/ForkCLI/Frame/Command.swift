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
