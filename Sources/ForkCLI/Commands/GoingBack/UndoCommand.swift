import ArgumentParser
import ForkedStore

/// `fork undo`
struct UndoCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back the last command that moved forks",
    discussion: """
      Again and again: each undo goes one command further back. Nothing that forks held is lost for 90 days, so that \
      'fork undo --redo' brings it back. Work trees follow; edits that would be overwritten stop it before anything \
      moves. Where git, or anything else but fork, moved a fork since, nothing is changed and the status is 1.

      The log is kept in this repository alone, in commits under refs/fork/operations. 'git log --all' and its friends \
      show them, too; 'git log --branches' does not, and neither does 'git log --exclude=refs/fork/* --all'.
      """)

  @Flag(help: "Take back the last undo instead")
  var redo = false

  @Flag(help: "List the commands that can be taken back, the last one first")
  var list = false

  @Option(
    name: [.customShort("n"), .customLong("max-count")],
    help: ArgumentHelp("List at most so many", valueName: "count"))
  var count = 20

  @Flag(name: .customLong("dry-run"), help: "Show what would happen, and move nothing")
  var dryRun = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if list, redo || dryRun { throw ValidationError("--list only lists") }
    if count < 0 { throw ValidationError("-n takes a number from 0") }
  }

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    guard list else {
      session.show(try store.undo(UndoRequest(redoes: redo, dryRun: dryRun)))
      return .done
    }
    for operation in try store.operations(limit: count) {
      if output.json {
        session.show(line: operation.reportValue)
      } else if !output.quiet {
        session.console.write(operation.text)
      }
    }
    return .done
  }
}

extension UndoReport: Drawable {
  var text: StyledText {
    let isRedo = operation.undone != nil
    let verb =
      isRedo ? (isDryRun ? "would redo" : "redid") : (isDryRun ? "would undo" : "undid")
    let command = isRedo ? operation.command.dropFirst("undo: ".count) : operation.command[...]
    var text: StyledText = "\(trusted: verb) \"\(String(command))\"\n"
    for movement in movements { text += movement.text }
    return text
  }
}

extension Operation {
  fileprivate var text: StyledText {
    let moment = HumanTime.text(author.seconds, date: time, now: Process.startTime)
    var text: StyledText = "\(shortID: id)  \(trusted: moment, .dim)  \(command)\n"
    for movement in movements { text += movement.text }
    return text
  }
}

extension Movement {
  /// One line: which fork goes from where to where.
  var text: StyledText {
    switch (from, to) {
    case (let from?, let to?): "  \(fork, .green): \(shortID: from) -> \(shortID: to)\n"
    case (nil, let to?): "  \(fork, .green): made at \(shortID: to)\n"
    case (let from?, nil): "  \(fork, .green): deleted, which stood at \(shortID: from)\n"
    case (nil, nil): "  \(fork, .green): as it was\n"
    }
  }
}
