import ArgumentParser
import ForkedStore

/// `fork undo`
struct UndoCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last command of this work tree",
    discussion: """
      The last command that was given in this work tree (in a bare repository: in it) and changed forks; with --fork, the \
      last one that changed that fork, wherever it was given. With an id from --list, that command, if no later one \
      changed the same forks. Each further undo goes one command further back. Versions that forks had are kept for 90 days, so that \
      '\(programName) undo --redo' can restore them. Updates work trees, but fails if that would overwrite uncommitted changes. \
      What git or another program did to a fork since is undone first, one entry of the reflog after another. A fork \
      that git created stays. A fork that git deleted, or that has no reflog, is restored before its own last command.

      The operation log exists only in this repository, as commits under refs/fork/operations. Commands like \
      'git log --all' show them; 'git log --branches' and 'git log --exclude=refs/fork/* --all' do not.
      """)

  @Argument(
    help: ArgumentHelp("The command to undo, by its id in --list", valueName: "id"))
  var operation: String?

  @Option(
    help: ArgumentHelp("Undo the last command that changed this fork", valueName: "name"),
    completion: Completions.forks)
  var fork: String?

  @Flag(help: "Redo what the last undo took back")
  var redo = false

  @Flag(help: "List the commands that can be undone, the last one first")
  var list = false

  @Option(
    name: [.customShort("n"), .customLong("max-count")],
    help: ArgumentHelp("List at most this many commands", valueName: "count"))
  var count = 20

  @Flag(name: .customLong("dry-run"), help: "Show what would happen, and change nothing")
  var dryRun = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if operation != nil, redo || list || fork != nil {
      throw ValidationError("an id excludes --redo, --list and --fork")
    }
    if list, redo || dryRun { throw ValidationError("--list excludes --redo and --dry-run") }
    if count < 0 { throw ValidationError("-n takes a number of 0 or more") }
  }

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    guard list else {
      session.show(
        try store.undo(UndoRequest(fork: fork, operation: operation, redoes: redo, dryRun: dryRun)))
      return .done
    }
    let wanted = try store.operations(limit: fork == nil ? count : nil).filter { operation in
      fork == nil || operation.forkUpdates.contains { $0.fork.name == fork }
    }
    for operation in wanted.prefix(count) {
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
    for forkUpdate in forkUpdates { text += forkUpdate.text }
    return text
  }
}

extension Operation {
  fileprivate var text: StyledText {
    let moment = HumanTime.text(author.seconds, date: time, now: Process.startTime)
    var text: StyledText = "\(shortID: id)  \(trusted: moment, .dim)  \(command)\n"
    for forkUpdate in forkUpdates { text += forkUpdate.text }
    return text
  }
}

extension ForkUpdate {
  /// A line with the fork, its old commit and its new one.
  var text: StyledText {
    switch (from, to) {
    case (let from?, let to?): "  \(fork, .green): \(shortID: from) -> \(shortID: to)\n"
    case (nil, let to?): "  \(fork, .green): created at \(shortID: to)\n"
    case (let from?, nil): "  \(fork, .green): deleted (was at \(shortID: from))\n"
    case (nil, nil): "  \(fork, .green): unchanged\n"
    }
  }
}
