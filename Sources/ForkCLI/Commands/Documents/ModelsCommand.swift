import ArgumentParser
import ForkedStore

/// `fork models`
struct ModelsCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "models",
    abstract: "List the models and where they stand",
    discussion: """
      A model is an object to which the schema gives an identifier ("x-identity"): one thing, wherever it stands. \
      In one fork all its places agree. What one update changes, the other documents that hold it follow.
      """)

  @Argument(
    help: ArgumentHelp("Only this model, like Person-42", valueName: "id"))
  var model: String?

  @Option(
    help: ArgumentHelp("List them as they were at this revision", valueName: "rev"),
    completion: Completions.revisions)
  var at: String?

  @OptionGroup var fork: ForkOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    session.show(
      try session.openStore().listModels(
        ListModelsRequest(model: model, fork: fork.name, revision: at)))
    return .done
  }
}

extension ListModelsReport: Drawable {
  var text: StyledText {
    models.reduce(into: StyledText()) { text, listed in
      text += "\(listed.model, .green)\n"
      for place in listed.places { text += "  \(place.document)#\(place.pointer)\n" }
    }
  }
}
