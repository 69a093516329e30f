import ArgumentParser
import ForkedStore

/// `fork watch`
struct WatchCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print a line for each change of a fork, as it happens",
    discussion: """
      Prints the changes of all programs. The kernel reports them; nothing is polled. The changes of a fork are in \
      their order; where several forks change at the same moment, one fork follows the other, by name. Runs until it is \
      interrupted (status 130), or until the reader of its output ends.
      """)

  @Option(
    name: .customLong("fork"),
    help: ArgumentHelp("Watch only this fork; can be repeated", valueName: "fork"),
    completion: Completions.forks)
  var forks: [String] = []

  @Option(
    name: [.customShort("n"), .customLong("max-count")],
    help: ArgumentHelp("Exit after this many changes", valueName: "count"))
  var count: Int?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let count, count < 1 { throw ValidationError("-n takes a number of 1 or more") }
  }

  func run(in session: Session) throws -> ExitStatus {
    var seen = 0
    do {
      try session.openStore().watchForks(forks, whileReading: session.console.output) { change in
        session.show(change)
        session.console.flush()
        seen += 1
        return seen != count
      }
    } catch let error as StoreError where error.kind == .interrupted {
      return .interrupted
    }
    return .done
  }
}

extension WatchedUpdate: Drawable {
  var text: StyledText {
    guard let version else {
      return "\(fork, .green)  deleted (was at \(shortID: from))\n"
    }
    let before: StyledText = from.map { "\(shortID: $0) -> " } ?? "created at "
    return
      "\(fork, .green)  \(before)\(shortID: version.commit.id)  \(version.commit.subject)  \(version.commit.author.name, .dim)\n"
  }
}
