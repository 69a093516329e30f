import ArgumentParser
import ForkedJSON
import ForkedStore

/// `fork watch`
struct WatchCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print a line for each change of a fork, or of documents, as it happens",
    discussion: """
      Of documents and properties, each change is printed with the old and the new value, and only what was asked for. \
      A pointer begins with a slash, and is looked for in all documents that are named; * in it is any member or \
      element. With only pointers, --where or --exec, all documents are watched. A condition \
      holds before or after the change. A new fork adds its documents, and a \
      deleted one removes them.
      --exec runs a command of the shell for each version with such changes, one after another: they are its standard \
      input, as --json prints them; FORK_NAME is the fork, FORK_COMMIT the version. If it fails, that is reported, \
      and the watch goes on with the next change. An interrupt ends the command, too.

      Prints the changes of all programs. The kernel reports them; nothing is polled. The changes of a fork are in \
      their order; where several forks change at the same moment, one fork follows the other, by name. Runs until it is \
      interrupted (status 130), or until the reader of its output ends.
      """)

  @Argument(
    help: ArgumentHelp(
      "Documents, or properties of them, like notes/a.json#/title; directories, patterns as in .gitignore, and pointers",
      valueName: "document[#ptr]|pointer"),
    completion: Completions.properties)
  var arguments: [String] = []

  @OptionGroup var conditions: ConditionOption

  @Option(
    help: ArgumentHelp("Run this command for each version with changes", valueName: "command"))
  var exec: String?

  @Option(
    name: .customLong("fork"),
    help: ArgumentHelp("Watch only this fork; can be repeated", valueName: "fork"),
    completion: Completions.forks)
  var forks: [String] = []

  @Option(
    name: [.customShort("n"), .customLong("max-count")],
    help: ArgumentHelp(
      "Exit after this many changes; those of a version are one", valueName: "count"))
  var count: Int?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let count, count < 1 { throw ValidationError("-n takes a number of 1 or more") }
  }

  func run(in session: Session) throws -> ExitStatus {
    let request = try request()
    let store = try session.openStore()
    var seen = 0
    func goesOn() -> Bool {
      session.console.flush()
      seen += 1
      return seen != count
    }
    do {
      if request.isEmpty, exec == nil {
        try store.watchForks(forks, whileReading: session.console.output) { update in
          session.show(update)
          return goesOn()
        }
        return .done
      }
      try store.watchDocuments(request, whileReading: session.console.output) { changes in
        show(changes, in: session)
        let goesOn = goesOn()
        if let failure = try exec.flatMap({ try store.run($0, with: changes) }) {
          session.console.explain(failure)
        }
        return goesOn
      }
    } catch let error as StoreError where error.kind == .interrupted {
      return .interrupted
    }
    return .done
  }

  private func request() throws -> WatchDocumentsRequest {
    WatchDocumentsRequest(
      try arguments.filter { !$0.hasPrefix("/") }.map { try PropertyArgument($0) },
      at: try arguments.filter { $0.hasPrefix("/") }.map { try JSONPointer(parsing: $0) },
      where: try conditions.inOrder(), forks: forks)
  }

  private func show(_ changes: WatchedChanges, in session: Session) {
    if output.json {
      for line in changes.lines { session.show(line: line) }
    } else if !output.quiet {
      session.console.write(changes.update.text)
      for file in changes.files { session.console.write(file.text) }
    }
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
