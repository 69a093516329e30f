import ArgumentParser
import ForkedStore

/// `fork entities`
struct EntitiesCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "entities",
    abstract: "List the entities and the documents that contain them",
    discussion: """
      An entity is an object that can be in several documents, such as a user in messages and in contacts. The schema \
      gives it an identifier, such as Person-42, by "x-identity". All copies of an entity are equal within a fork: if \
      an update changes one of them, the others are changed in the same version.
      """)

  @Argument(
    help: ArgumentHelp("List only this entity, like Person-42", valueName: "id"))
  var entity: String?

  @Option(
    help: ArgumentHelp("List the entities at this revision", valueName: "rev"),
    completion: Completions.revisions)
  var at: String?

  @OptionGroup var fork: ForkOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    session.show(
      try session.openStore().listEntities(entity, fork: fork.name, revision: at))
    return .done
  }
}

extension ListEntitiesReport: Drawable {
  var text: StyledText {
    entities.reduce(into: StyledText()) { text, listed in
      text += "\(listed.entity, .green)\n"
      for place in listed.occurrences { text += "  \(place.document)#\(place.pointer)\n" }
    }
  }
}
