import ArgumentParser
import ForkedStore

/// `fork watch`
struct WatchCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print a line for each change of any fork, as it happens",
    discussion: """
      Whichever program makes the change: the kernel tells of it, and nothing is polled. Goes on until it is \
      interrupted (status 130), or until nobody reads any more.
      """)

  @Option(
    name: .customLong("fork"),
    help: ArgumentHelp("Watch this fork; can be repeated. None: all", valueName: "fork"),
    completion: Completions.forks)
  var forks: [String] = []

  @Option(
    name: [.customShort("n"), .customLong("max-count")],
    help: ArgumentHelp("End after so many changes", valueName: "count"))
  var count: Int?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let count, count < 1 { throw ValidationError("-n takes a number from 1") }
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

extension ForkChange: Drawable {
  var text: StyledText {
    guard let version else {
      return "\(fork, .green)  deleted, which stood at \(shortID: from)\n"
    }
    let before: StyledText = from.map { "\(shortID: $0) -> " } ?? "made at "
    return
      "\(fork, .green)  \(before)\(shortID: version.commit.id)  \(version.commit.subject)  \(version.commit.author.name, .dim)\n"
  }
}
