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
      git calls this as an external diff program, once for each file, where it is told so: \
      GIT_EXTERNAL_DIFF='fork diff-driver' git diff, or git config diff.fork.command 'fork diff-driver' after \
      'fork install --diff'. A file that is not JSON is compared by lines.
      """)

  @Argument(help: "The file's path in the repository")
  var path: String

  @Argument(
    help: ArgumentHelp(
      "What git says of both versions: file, object id and mode of each; nothing for an unmerged path",
      valueName: "version"))
  var versions: [String] = []

  func validate() throws {
    if !versions.isEmpty, versions.count < 6 {
      throw ValidationError("git gives a path, and file, object id and mode of two versions")
    }
  }

  func run(in session: Session) throws -> ExitStatus {
    guard versions.count >= 6 else {
      session.console.write("\("unmerged", .red)  \(path)\n")
      return .done
    }
    let (old, new) = (try bytes(versions[0]), try bytes(versions[3]))
    if let difference = FileDifference(of: path, from: old, to: new, schemas: try schemas()) {
      session.console.write(difference.text)
    } else {
      session.console.write(try LinePatch.text(from: old ?? [], to: new ?? [], path: path))
    }
    return .done
  }

  /// git names no file for a version that is not there.
  private func bytes(_ file: String) throws -> [UInt8]? {
    file == "/dev/null" ? nil : try Process.read(file)
  }

  /// git runs the program at the top of the work tree. A schema with mistakes must keep nobody from looking.
  private func schemas() throws -> SchemaSet {
    guard let root = try Process.readIfThere(".fork/schema.json") else { return SchemaSet() }
    do {
      return try SchemaSet(root: root, load: Process.readIfThere)
    } catch is SchemaError {
      return SchemaSet()
    }
  }
}

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
