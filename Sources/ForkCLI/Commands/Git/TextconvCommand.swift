import ArgumentParser
import ForkedDocument
import ForkedJSON
import ForkedStore

/// `fork textconv`
struct TextconvCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "textconv",
    abstract: "Print a document as lines of properties, for git to compare",
    discussion: """
      git calls this for 'git diff', 'git log -p' and 'git show'; 'fork install --diff' sets it up. Documents that \
      are equal by value have the same lines. A file that is not JSON is printed as it is.
      """)

  @Argument(help: "The file", completion: .file())
  var file: String

  func run(in session: Session) throws -> ExitStatus {
    let bytes = try Process.read(file)
    do {
      session.console.write(PropertyLines(of: try JSONDocument(parsing: bytes).root).bytes)
    } catch {
      session.console.write(bytes)
    }
    return .done
  }
}
