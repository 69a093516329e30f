import ArgumentParser
import ForkedStore

/// The root of all commands.
struct ForkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fork",
    abstract: "Version control for JSON documents",
    discussion: """
      Documents live in named forks of a git repository, and two versions of a document become one by property.
      """,
    version: "0.1.0",
    groupedSubcommands: [
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

  /// Refuses `-C` behind the command: the program takes it from the front, before any file is looked at.
  func validate() throws {
    guard let directory = directory.first else { return }
    throw ValidationError(
      "-C stands before the command: fork -C \(directory.shellWord) <command> ...")
  }

  private static let forks: [any ParsableCommand.Type] = [
    InitCommand.self, CreateCommand.self, ListCommand.self, RenameCommand.self,
    DeleteCommand.self, SwitchCommand.self,
  ]
  private static let documents: [any ParsableCommand.Type] = [
    UpdateCommand.self, RemoveCommand.self, RenameDocumentCommand.self, GetCommand.self,
    DocumentsCommand.self, ModelsCommand.self, ValidateCommand.self, SchemaCommand.self,
    VerifyCommand.self,
  ]
  private static let merging: [any ParsableCommand.Type] = [
    MergeCommand.self, SyncCommand.self, ConflictsCommand.self, ResolveCommand.self,
    MergeFileCommand.self,
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
    InstallCommand.self, UninstallCommand.self, MergeDriverCommand.self, DiffDriverCommand.self,
    TextconvCommand.self,
  ]
}
