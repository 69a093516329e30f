import ArgumentParser
import ForkedGit
import ForkedStore

/// `fork install`
struct InstallCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Configure git to merge documents with fork",
    discussion: """
      Adds the merge driver to git's configuration, and lines to .gitattributes that assign file patterns to it. \
      Existing lines stay and decide as before, so the command can be run again. Commit .gitattributes. The configuration is not \
      versioned, so each clone runs '\(programName) install' once.
      """)

  @Flag(help: "Configure git for all your repositories")
  var global = false

  @Option(
    help: ArgumentHelp(
      "Merge files of this pattern instead of all JSON files; can be repeated", valueName: "glob"))
  var pattern: [String] = []

  @Flag(
    help: """
      Also compare documents by property in 'git diff' and 'git log -p'; such a diff cannot be applied
      """)
  var diff = false

  @Flag(
    help: """
      Also make '\(programName) mergetool' the tool of 'git mergetool', unless merge.tool names another one
      """)
  var mergetool = false

  @Flag(help: "Also write .fork/install, a note that tells others how to set up the driver")
  var team = false

  @Flag(help: "Change nothing, list what is missing, and exit with status 1 if anything is")
  var check = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if global, team { throw ValidationError("--global and --team exclude each other") }
  }

  func run(in session: Session) throws -> ExitStatus {
    var installation = try DriverInstallation.find(
      global: global, comparingDocuments: diff, in: session)
    installation.offersTool = mergetool
    let note = team ? try TeamNote(in: session.openStore()) : nil
    let attributes = try installation.attributesFile()
    let lines = try installation.missingLines(pattern, in: attributes)
    var missing = try installation.missing(lines)
    // A note that the team has edited stays.
    let newNote = note.flatMap { $0.present == nil ? $0 : nil }
    if let newNote { missing.append(newNote.path) }
    let report = InstallReport(
      missing: missing, foreign: try installation.foreign(),
      isChanged: !check && !missing.isEmpty)
    if report.isChanged {
      try installation.configure(adding: lines, to: attributes)
      try installation.replace(attributes, with: attributes.adding(lines))
      try newNote?.create()
    }
    session.show(report)
    if !global {
      let store = try session.openStore()
      try store.notifyOfSchema()
      for other in try store.otherMergeDecisions() {
        session.console.notify("left as it is: \(other.description)")
      }
    }
    for line in report.foreign {
      session.console.notify(
        "\(line), which is not fork's; unset it, and '\(programName) install' again")
    }
    return check && !(missing.isEmpty && report.foreign.isEmpty) ? .differs : .done
  }
}

/// `fork uninstall`
struct UninstallCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall",
    abstract: "Remove what '\(programName) install' added",
    discussion: """
      Removes the drivers from git's configuration, and their lines from .gitattributes; commit that change. All other \
      settings stay.
      """)

  @Flag(help: "Remove it from the configuration for all your repositories")
  var global = false

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    let installation = try DriverInstallation.find(
      global: global, comparingDocuments: true, in: session)
    let attributes = try installation.attributesFile()
    let present = attributes.removing(try installation.addedLines())
    try installation.replace(attributes, with: present)
    try installation.unconfigure()
    let hasTeamNote = try !global && removeNote(in: session)
    let report = UninstallReport(
      attributesPath: installation.attributesPath,
      patterns: DriverInstallation.mergedPatterns(in: present),
      hasDriver: try DriverInstallation.find(
        global: global, comparingDocuments: true, in: session
      ).configuredDriver() != nil,
      hasTeamNote: hasTeamNote)
    session.show(report, "")
    for line in report.notices { session.console.notify(line) }
    return .done
  }

  /// Removes the note unless git tracks it: then it is the team's. Returns true if it stays.
  private func removeNote(in session: Session) throws -> Bool {
    let store = try session.openStore()
    guard !store.repository.isBare else { return false }
    let note = try TeamNote(in: store)
    guard let bytes = note.present else { return false }
    if try note.isTracked() || bytes != TeamNote.contents { return true }
    try note.remove()
    return false
  }
}

/// The remains of an installation.
private struct UninstallReport: Report {
  let attributesPath: String
  /// The patterns to which the attributes still assign the driver.
  let patterns: [String]
  /// True if another driver of this name is in force.
  let hasDriver: Bool
  /// True if the team's note stays.
  let hasTeamNote: Bool

  /// `{"driver":false,"patterns":[..],"note":false}`
  var reportValue: ReportValue {
    .object(["driver": hasDriver, "patterns": patterns, "note": hasTeamNote])
  }

  var notices: [String] {
    var lines = [
      hasDriver
        ? "another driver 'fork' stays in force; 'git config --show-origin merge.fork.driver' shows it"
        : "git merges documents by lines again"
    ]
    if !patterns.isEmpty {
      lines.append(
        "\(attributesPath) still assigns the driver 'fork' to "
          + patterns.joined(separator: ", ")
          + (hasDriver ? "" : "; without such a driver, git merges their lines")
          + "; to end it for all clones, delete these lines and commit")
    }
    if hasTeamNote {
      lines.append(
        ".fork/install stays; to end it for all clones, 'git rm .fork/install' and commit")
    }
    return lines
  }
}

/// The missing settings that `install` found and, unless it only checks, added.
struct InstallReport: Report, Drawable {
  var missing: [String]
  /// The drivers that call another program.
  var foreign: [String]
  var isChanged: Bool

  var reportValue: ReportValue {
    .object([
      "changed": isChanged, "missing": missing, "foreign": foreign.isEmpty ? nil : foreign,
    ])
  }

  var text: StyledText {
    guard !missing.isEmpty else { return foreign.isEmpty ? "nothing is missing\n" : "" }
    var text: StyledText = ""
    for line in missing { text += "\(trusted: isChanged ? "added" : "missing") \(line)\n" }
    return text
  }
}

extension DriverInstallation {
  fileprivate static func find(
    global: Bool, comparingDocuments: Bool, in session: Session
  ) throws -> DriverInstallation {
    global
      ? try DriverInstallation(
        globalIn: session.environment, comparingDocuments: comparingDocuments)
      : try DriverInstallation(in: session.openStore(), comparingDocuments: comparingDocuments)
  }
}
