import ArgumentParser
import ForkedDocument
import ForkedGit
import ForkedSchema
import ForkedStore

/// `fork merge-file`.
struct MergeFileCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "merge-file",
    abstract: "Merge three versions of a file by property",
    discussion: """
      Takes the same three files as 'git merge-file' and writes the result to the first one. Needs no repository. \
      Files that are not JSON are merged by lines. Exits with status 1 if conflicts remain. For temporary copies of a \
      file, --path gives its name, which decides its schema and whether comments are read.
      """)

  @Argument(help: "Our version; the result is written to this file", completion: .file())
  var ours: String

  @Argument(help: "The merge base; an empty file if there is none", completion: .file())
  var base: String

  @Argument(help: "Their version", completion: .file())
  var theirs: String

  @Flag(
    name: [.customShort("p"), .customLong("stdout")],
    help: "Print the merged file, and change no file")
  var prints = false

  @Flag(help: "Print the result as JSON")
  var json = false

  @Flag(name: [.short, .long], help: "Do not warn about conflicts")
  var quiet = false

  @Flag(help: "Print on standard error what was matched by what, and how each property was merged")
  var trace = false

  @Option(
    help: ArgumentHelp(
      "Use this schema file, and files beside it that it refers to", valueName: "file"),
    completion: .file())
  var schema: String?

  @Option(
    help: ArgumentHelp("Merge the files as versions of the one at this path", valueName: "path"))
  var path: String?

  @OptionGroup var decisions: DecisionOptions
  @OptionGroup var style: ConflictStyleOptions

  var outputStyle: OutputStyle { OutputStyle(isJSON: json, isQuiet: quiet) }

  func validate() throws {
    if json && prints {
      throw ValidationError("--json and -p both print to standard output; choose one")
    }
    if trace && quiet {
      throw ValidationError("--trace prints what --quiet suppresses; choose one")
    }
    if let path, path.isEmpty || path.hasSuffix("/") {
      throw ValidationError("'\(path)' is no path of a file; write it as in --path package.json")
    }
  }

  func run(in session: Session) throws -> ExitStatus {
    let schemas = try schemas()
    if let schema, let notice = schemas.noticeOfUngoverned(in: schema) {
      session.console.notify(notice)
    }
    let report = try FileMergeReport(merge(by: schemas))
    if prints {
      session.console.write(report.bytes)
    } else {
      try Process.replace(ours, with: report.bytes)
      if json { session.show(line: report.reportValue) }
    }
    session.console.explain(merge: report, traces: trace)
    return report.isClean ? .done : .differs
  }

  private func merge(by schemas: SchemaSet) throws -> FileMerge {
    FileMerge(
      path: path ?? ours, base: try Process.read(base), ours: try Process.read(ours),
      theirs: try Process.read(theirs), schemas: schemas,
      policy: try decisions.policy ?? style.policy,
      lines: style.lineMerge(labels: (ours, base, theirs)),
      listing: trace ? .pairings : .nothingElse)
  }

  private func schemas() throws -> SchemaSet {
    guard let schema else { return SchemaSet() }
    return try SchemaSet(root: Process.read(schema)) { try Process.readIfThere(beside($0)) }
  }

  /// Returns the path of a file that the given schema refers to, as if the given schema were `.fork/schema.json`.
  private func beside(_ path: String) -> String {
    let folder = schema?.utf8.lastIndex(of: UInt8(ascii: "/")).flatMap { schema?[...$0] } ?? ""
    return String(folder + path.dropFirst(".fork/".count))
  }
}
