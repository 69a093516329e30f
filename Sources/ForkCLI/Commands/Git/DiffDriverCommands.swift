import ArgumentParser
import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema
import ForkedStore

/// `fork diff-driver`
struct DiffDriverCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "diff-driver",
    abstract: "Compare two versions of a document by property, for git",
    discussion: """
      git runs this command as an external diff program, once for each file, if it is configured: \
      GIT_EXTERNAL_DIFF='\(programName) diff-driver' git diff, or git config diff.fork.command '\(programName) diff-driver' after \
      '\(programName) install --diff'. A file that is not JSON is compared by lines.
      """)

  @Argument(help: "The file's path in the repository")
  var path: String

  @Argument(
    help: ArgumentHelp(
      "The file, object id and mode of both versions; none for an unmerged path",
      valueName: "version"))
  var versions: [String] = []

  func validate() throws {
    if !versions.isEmpty, versions.count < 6 {
      throw ValidationError("Give the file, object id and mode of two versions, as git does")
    }
  }

  func run(in session: Session) throws -> ExitStatus {
    guard versions.count >= 6 else {
      session.console.write("\("unmerged", .red)  \(path)\n")
      return .done
    }
    let (old, new) = (try bytes(versions[0]), try bytes(versions[3]))
    if let difference = FileDifference(
      of: path, from: old, to: new, schemas: try schemas(in: session))
    {
      session.console.write(difference.text)
    } else {
      session.console.write(try LinePatch.text(from: old ?? [], to: new ?? [], path: path))
    }
    return .done
  }

  /// Returns the contents of the file, or nil for `/dev/null`, which git uses for a version that does not exist.
  private func bytes(_ file: String) throws -> [UInt8]? {
    file == "/dev/null" ? nil : try Process.read(file)
  }

  /// Returns the schemas of the work tree, at whose top git runs the program; none if they have mistakes.
  private func schemas(in session: Session) throws -> SchemaSet {
    do {
      return try SchemaSet(workTree: session.environment.workingDirectory)
    } catch is SchemaError {
      return SchemaSet()
    }
  }
}

/// `fork textconv`
struct TextconvCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "textconv",
    abstract: "Print a document as one line per property, for git to compare",
    discussion: """
      git runs this command for 'git diff', 'git log -p' and 'git show' after '\(programName) install --diff'. Documents with \
      equal values have equal lines. A file that is not JSON or has comments is printed unchanged. So is, on Linux, \
      every file for 'git blame', which shows the lines of the file itself. Do not set diff.fork.cachetextconv: git \
      would keep one for the other.
      """)

  @Argument(help: "The file", completion: .file())
  var file: String

  func run(in session: Session) throws -> ExitStatus {
    let bytes = try Process.read(file)
    do {
      let document = try JSONDocument.reading(bytes, as: JSONNotation(path: file))
      // Lines of properties would hide changes of comments, and git blame numbers the lines that it gets.
      session.console.write(
        document.hasComments || CallingGit.isBlaming()
          ? bytes : PropertyLines(of: document.root).bytes)
    } catch {
      session.console.write(bytes)
    }
    return .done
  }
}
