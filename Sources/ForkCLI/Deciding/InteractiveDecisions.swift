import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedStore

/// Asks the user about conflicts on a terminal, one after another. Nothing is written meanwhile.
struct InteractiveDecisions {
  let console: Console
  let environment: Environment
  /// The value of `core.editor`.
  var configuredEditor: String?
  /// The reason that all conflicts must be decided, for a message; nil if the others stay conflicts.
  var reasonToDecideAll: String?

  /// The command that decides the conflicts without a terminal, for a hint.
  let command: DecidingCommand

  /// Returns the decisions; nil if the user gave up.
  ///
  /// - Throws: kind `usage` without a terminal, kind `interrupted` after a signal.
  func decide(
    _ conflicts: [MergeConflict]
  ) throws -> [(conflict: MergeConflict, choice: ConflictChoice)]? {
    var session = DecisionSession(conflicts, reasonToDecideAll: reasonToDecideAll)
    let terminal = try Terminal(hint: command.hint(for: conflicts))
    defer { terminal.leave() }
    show(session)
    while true {
      switch session.press(try terminal.key()) {
      case .show: show(session)
      case .message(let text): console.printMessage("\(text, .yellow)")
      case .help: console.printMessage(Self.help)
      case .edit: try edit(&session, on: terminal)
      case .finish: return session.decided
      case .quit: return nil
      }
    }
  }

  private static let help: StyledText = """
      o t b  ours, theirs, the merge base's value
      n      the later of both changes
      a      both, for texts and lists
      e      edit the value in your editor
      O T B N  the same for all in this object that are not decided
      d      then o, t, b or n: the same for all in this document
      s      skip: it stays a conflict
      k      back
      w      end here, and take the decisions made so far, if they can be taken
      q      quit, and change nothing
    """
}

// MARK: - Display

/// A command that decides conflicts by its arguments.
struct DecidingCommand {
  /// The command, without decisions.
  var words: String
  /// The option before a decision, with a space at its end; empty if the command takes decisions as arguments.
  var option = ""

  /// Returns a hint with a command line that decides the first conflict.
  func hint(for conflicts: [MergeConflict]) -> String {
    let example = conflicts.first.map { " \(option)\($0.resolutionArgument.quotedForShell)" } ?? ""
    return "decide with arguments: \(words)\(example); or with a file: \(words) --from <file>"
  }
}

extension InteractiveDecisions {
  private func show(_ session: DecisionSession) {
    guard let conflict = session.present else { return showEnd(of: session) }
    var text: StyledText = "\n\("(\(session.index + 1) of \(session.conflicts.count))", .dim)  "
    text += "\("\(conflict.document)#\(conflict.pointer)", .bold)  "
    text += "\(trusted: conflict.reason.description)"
    if let note = conflict.note { text += " (\(note))" }
    text += "\n"
    if conflict.hasValues {
      text += "  base    \(DifferingTexts([conflict.base]).text(0))\n"
    }
    text += line("ours  ", conflict.ours, conflict.ourChange, in: conflict)
    text += line("theirs", conflict.theirs, conflict.theirChange, in: conflict)
    if let choice = session.presentChoice { text += "  decided \(choice.shown, .green)\n" }
    console.printMessage(text + prompt(session, conflict))
  }

  private func line(
    _ name: String, _ value: JSONNode?, _ change: SideChange?, in conflict: MergeConflict
  ) -> StyledText {
    var text: StyledText = "  \(trusted: name)  "
    if conflict.ours != nil || conflict.theirs != nil {
      text += difference(from: conflict.base, to: value)
    }
    return text + change.text + "\n"
  }

  private func difference(from base: JSONNode?, to value: JSONNode?) -> StyledText {
    WordDifference(from: base, to: value)?.text ?? DifferingTexts([value]).text(0, .bold)
  }

  private func prompt(_ session: DecisionSession, _ conflict: MergeConflict) -> StyledText {
    var words = ["o ours", "t theirs", "b base"]
    if conflict.later != nil { words.append("n newest") }
    if let combined = conflict.combined { words.append("a both: \(combined.shortened)") }
    if conflict.hasValues { words.append("e edit") }
    words += ["s skip", "k back", "w end", "q quit", "? help"]
    var text: StyledText = "\(words.joined(separator: "  "), .cyan)\n"
    let inObject = session.object.count
    if inObject > 1 {
      text += "\("O T B N  all \(inObject) in this object    ", .cyan)"
    }
    let inDocument = session.document.count
    if inDocument > inObject {
      text += "\("d  all \(inDocument) in this document", .cyan)"
    }
    return text
  }

  private func showEnd(of session: DecisionSession) {
    let (decided, all) = (session.decidedCount, session.conflicts.count)
    let left = session.reasonToDecideAll.map { "; \($0)" } ?? ", \(all - decided) left as conflicts"
    let rest: StyledText = decided < all ? "\(left)" : ""
    let take = session.canFinish ? "Enter take the decisions   " : ""
    console.printMessage(
      "\n\("\(decided) of \(counted(all, "conflict"))", .bold) decided\(rest)\n"
        + "\("\(take)k back   q quit, and change nothing", .cyan)")
  }
}

extension ConflictChoice {
  fileprivate var shown: String {
    if case .value(let node) = self { node.shortened } else { name }
  }
}

// MARK: - The editor

extension InteractiveDecisions {
  private func edit(_ session: inout DecisionSession, on terminal: Terminal) throws {
    guard let conflict = session.present else { return }
    guard conflict.hasValues else {
      console.printMessage(
        "\("this is not a value: edit the file itself, after you have decided or quit", .yellow)\n")
      return
    }
    terminal.leave()
    defer { terminal.enter() }
    switch try edited(start(conflict, session.presentChoice)) {
    case .success(let node):
      session.write(node)
      show(session)
    case .failure(let problem): console.printMessage("\(problem.message, .yellow)")
    }
  }

  private func start(_ conflict: MergeConflict, _ choice: ConflictChoice?) -> JSONNode? {
    switch choice {
    case .value(let node)?: node
    case .theirs?: conflict.theirs
    case .base?: conflict.base
    default: conflict.ours ?? conflict.theirs ?? conflict.base
    }
  }

  /// Returns the value that the user wrote in the editor, or the problem with it.
  private func edited(_ node: JSONNode?) throws -> Result<JSONNode, StoreError> {
    let directory = try Process.temporaryDirectory(in: environment.variables["TMPDIR"] ?? "/tmp")
    let path = directory + "/value.json"
    defer {
      try? FileSystem.remove(path)  // The value was read, or the editor removed the file.
      FileSystem.removeIfEmpty(directory)
    }
    try Process.create(path, with: (node.map { Array($0.bytes) } ?? Array("null".utf8)) + [0x0A])
    do {
      try Editor.open(path, configured: configuredEditor, environment: environment.variables)
      return .success(try JSONDocument(parsing: Process.read(path)).root)
    } catch let error as JSONSyntaxError {
      let place = "\(error.position.line):\(error.position.column)"
      return .failure(StoreError(.invalidData, "the value is not JSON (\(place): \(error.reason))"))
    } catch let error as GitError {
      return .failure(StoreError(translating: error))
    }
  }
}
