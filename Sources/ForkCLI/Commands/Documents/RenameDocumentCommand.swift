import ArgumentParser
import ForkedStore

/// `fork rename-document`
struct RenameDocumentCommand: ReportingCommand, VerifiedCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename-document",
    abstract: "Rename or move a document; its bytes do not change")

  @Argument(help: "The document", completion: Completions.documents)
  var document: String

  @Argument(help: "The new path")
  var newPath: String

  @OptionGroup var fork: ForkOption
  @OptionGroup var message: MessageOption
  @OptionGroup var hooks: HookOption
  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    if let pointer = try PropertyArgument(document).pointer {
      throw StoreError(
        .usage, "'\(document)' is a property; only whole documents are renamed",
        hint: "to move it: \(programName) update <document> --move "
          + "\("\(pointer)=".quotedForShell)<pointer>")
    }
    let report = try session.openStore().renameDocument(
      document, to: newPath, fork: fork.name, message: message.text)
    session.show(report)
    return .done
  }
}

extension RenameDocumentReport: Drawable {
  var text: StyledText {
    let renamed: StyledText =
      "renamed \(from) to \(document) on \(fork, .green): \(shortID: commit)\n"
    return renamed + problems.text(indentedBy: "  ")
  }
}
