import ArgumentParser
import ForkedStore

/// `fork diff`
struct DiffCommand: ReportingCommand, PagedCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show the changes between two versions, by property",
    discussion: """
      With two revisions, compares the first with the second. With one revision, compares it with the work tree, or \
      with the current fork if there is no work tree. Without a revision, compares the current fork with the work tree.
      main..laptop compares the two, main...laptop what laptop began from with laptop. In the pointer of a property, \
      * is any member or element.
      """)

  @Argument(
    help: ArgumentHelp(
      "Up to two revisions or a range, then documents, directories, patterns or properties",
      valueName: "rev|document[#ptr]"),
    completion: Completions.revisionsAndProperties)
  var arguments: [String] = []

  @Flag(help: "Print a JSON Patch (RFC 6902); for several documents, one per line")
  var patch = false

  @OptionGroup var stat: StatOption

  @Flag(name: .customLong("exit-code"), help: "Exit with status 1 if there are differences")
  var exitCode = false

  @OptionGroup var fork: ForkOption
  @OptionGroup var page: PageOption
  @OptionGroup var pager: PagerOption
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if patch, stat.isOn { throw ValidationError("--patch and --stat exclude each other") }
  }

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let report = try store.diff(arguments, fork: fork.name)
    if patch, report.isOfProperties {
      throw StoreError(
        .usage, "--patch takes whole documents: some changes can only be applied together",
        hint: "leave out --patch, or the pointer behind '#'")
    }
    try page.write(Page(report, of: arguments, from: store), from: store, in: session)
    print(report, in: session)
    return exitCode && !report.files.isEmpty ? .differs : .done
  }

  private func print(_ report: DiffReport, in session: Session) {
    if patch {
      printPatches(report, in: session)
    } else if output.json {
      for line in report.files.flatMap(\.lines) { session.show(line: line) }
    } else if !output.quiet {
      if stat.isOn { return session.console.write(stat.text(of: report.files)) }
      for file in report.files { session.console.write(file.text) }
    }
  }

  private func printPatches(_ report: DiffReport, in session: Session) {
    if report.isOfOneDocument {
      session.show(line: report.files.first?.patchValue ?? .array([]))
      return
    }
    for file in report.files {
      session.show(
        line: .object(["document": file.document, "patch": file.patchValue, "note": file.note]))
    }
  }
}
