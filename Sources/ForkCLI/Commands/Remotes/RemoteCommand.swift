import ArgumentParser
import ForkedStore

/// `fork remote`
struct RemoteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remote",
    abstract: "Manage remote repositories",
    subcommands: [RemoteAddCommand.self, RemoteListCommand.self, RemoteRemoveCommand.self],
    defaultSubcommand: RemoteListCommand.self)
}

/// `fork remote add`
struct RemoteAddCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a remote; it is not contacted")

  @Argument(help: ArgumentHelp("The name, like origin", valueName: "name"))
  var name: String

  @Argument(help: ArgumentHelp("The URL or path of the repository", valueName: "url"))
  var url: String

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    session.show(try session.openStore().addRemote(named: name, url: url))
    return .done
  }
}

/// `fork remote list`
struct RemoteListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the remotes and their URLs")

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    session.show(try session.openStore().listRemotes())
    return .done
  }
}

/// `fork remote remove`
struct RemoteRemoveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a remote and its tracked forks; the remote repository stays the same")

  @Argument(help: ArgumentHelp("The name", valueName: "name"), completion: Completions.remotes)
  var name: String

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let report = try session.openStore().removeRemote(named: name)
    session.show(report, "removed \(name, .green)\n")
    return .done
  }
}

extension RemotesReport: Drawable {
  var text: StyledText {
    var text = StyledText()
    for listed in remotes {
      text += "\(listed.name, .green)  "
      guard let remote = listed.remote else {
        text += "\(listed.problem ?? "")\n"
        continue
      }
      text += "\(remote.url.shown)"
      text += remote.pushURL == remote.url ? "\n" : "  (push: \(remote.pushURL.shown))\n"
    }
    return text
  }
}
