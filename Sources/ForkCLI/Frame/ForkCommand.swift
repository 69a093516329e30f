import ArgumentParser
import Forked
import ForkedStore

/// The program itself, with all commands below it.
struct ForkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: programName,
    abstract: "Version control for JSON documents",
    discussion: """
      Documents are stored in named forks, which are branches of a git repository. Two versions of a document are \
      merged property by property.
      """,
    version: forkedVersion,
    groupedSubcommands: [
      CommandGroup(name: "Start here", subcommands: startHere),
      CommandGroup(name: "Forks", subcommands: forks),
      CommandGroup(name: "Documents", subcommands: documents),
      CommandGroup(name: "Merging", subcommands: merging),
      CommandGroup(name: "Remotes", subcommands: remotes),
      CommandGroup(name: "History", subcommands: history),
      CommandGroup(name: "Going back", subcommands: goingBack),
      CommandGroup(name: "Scripts", subcommands: scripts),
      CommandGroup(name: "Git", subcommands: git),
    ])

  @Option(
    name: .customShort("C"),
    help: ArgumentHelp("Run as if started in this directory", valueName: "dir"),
    completion: .directory)
  var directory: [String] = []

  /// Refuses `-C` after the command. The program removes leading ones before it parses the rest.
  func validate() throws {
    guard let directory = directory.first else { return }
    throw ValidationError(
      "-C must precede the command: \(programName) -C \(directory.shellWord) <command> ...")
  }

  private static let startHere: [any ParsableCommand.Type] = [
    InitCommand.self, UpdateCommand.self, CreateCommand.self, MergeCommand.self,
    InstallCommand.self,
  ]
  private static let forks: [any ParsableCommand.Type] = [
    ListCommand.self, SwitchCommand.self, RenameCommand.self, DeleteCommand.self,
  ]
  private static let documents: [any ParsableCommand.Type] = [
    GetCommand.self, DocumentsCommand.self, RemoveCommand.self, RenameDocumentCommand.self,
    EntitiesCommand.self, ValidateCommand.self, CheckCommand.self, SchemaCommand.self,
    VerifyCommand.self,
  ]
  private static let merging: [any ParsableCommand.Type] = [
    SyncCommand.self, ConflictsCommand.self, ResolveCommand.self, MergeFileCommand.self,
  ]
  private static let remotes: [any ParsableCommand.Type] = [
    CloneCommand.self, RemoteCommand.self, FetchCommand.self, PushCommand.self, PullCommand.self,
    ExchangeCommand.self,
  ]
  private static let history: [any ParsableCommand.Type] = [
    StatusCommand.self, DiffCommand.self, LogCommand.self, ShowCommand.self, BlameCommand.self,
    ExplainCommand.self,
  ]
  private static let goingBack: [any ParsableCommand.Type] = [
    UndoCommand.self, RestoreCommand.self, RevertCommand.self, ResetCommand.self,
  ]
  private static let scripts: [any ParsableCommand.Type] = [BatchCommand.self, WatchCommand.self]
  private static let git: [any ParsableCommand.Type] = [
    UninstallCommand.self, DoctorCommand.self, MergetoolCommand.self, MergeDriverCommand.self,
    DiffDriverCommand.self,
    TextconvCommand.self,
  ]
}
