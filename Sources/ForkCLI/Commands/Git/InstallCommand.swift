import ArgumentParser
import ForkedStore

/// `fork install`
struct InstallCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Set git up to merge documents with fork",
    discussion: """
      Adds the merge driver to git's configuration, and lines to .gitattributes that give patterns to it. What is \
      there already stays, so it can be run again.
      """)

  @Flag(help: "Do it for every repository of yours")
  var global = false

  @Option(
    help: ArgumentHelp("Merge these files instead of *.json; can be repeated", valueName: "glob"))
  var pattern: [String] = []

  @Flag(help: "Only say what is missing; ends with status 1 if anything is")
  var check = false

  @OptionGroup var output: OutputOptions

  var manners: Manners { output.manners }

  func run(in session: Session) throws -> ExitStatus {
    let installation = try DriverInstallation.find(global: global, in: session)
    let attributes = try Process.readIfThere(installation.attributesPath) ?? []
    let patterns = patterns(besides: attributes)
    let missing = try installation.missing(patterns, from: attributes)
    let report = InstallReport(missing: missing, isChanged: !check && !missing.isEmpty)
    if report.isChanged {
      try installation.configure()
      let complete = DriverInstallation.attributes(adding: patterns, to: attributes)
      try Process.write(complete, to: installation.attributesPath, insteadOf: attributes)
    }
    session.show(report)
    return check && !missing.isEmpty ? .differs : .done
  }
}

extension InstallCommand {
  /// The patterns that were named, else the usual ones where the driver has none yet.
  private func patterns(besides attributes: [UInt8]) -> [String] {
    guard pattern.isEmpty else { return pattern }
    return DriverInstallation.hasDriver(in: attributes) ? [] : DriverInstallation.patterns
  }
}

/// `fork uninstall`
struct UninstallCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "uninstall",
    abstract: "Take back what 'fork install' did",
    discussion: "Nothing else in git's configuration and attributes changes.")

  @Flag(help: "Do it for every repository of yours")
  var global = false

  @OptionGroup var output: OutputOptions

  var manners: Manners { output.manners }

  func run(in session: Session) throws -> ExitStatus {
    let installation = try DriverInstallation.find(global: global, in: session)
    let attributes = try Process.readIfThere(installation.attributesPath) ?? []
    let rest = DriverInstallation.attributes(withoutDriverIn: attributes)
    try Process.write(rest, to: installation.attributesPath, insteadOf: attributes)
    try installation.unconfigure()
    if let path = installation.configurationPath, let settings = try Process.readIfThere(path) {
      try Process.write(
        DriverInstallation.configuration(withoutEmptySectionIn: settings), to: path,
        insteadOf: settings)
    }
    session.console.notify("git merges by lines again")
    return .done
  }
}

/// What `install` found missing, and whether it was added.
struct InstallReport: Report, Drawable {
  var missing: [String]
  var isChanged: Bool

  var reportValue: ReportValue {
    .object(["changed": .bool(isChanged), "missing": .strings(missing)])
  }

  var text: StyledText {
    guard !missing.isEmpty else { return "everything is in place\n" }
    var text: StyledText = ""
    for line in missing { text += "\(trusted: isChanged ? "added" : "missing") \(line)\n" }
    return text
  }
}

extension DriverInstallation {
  fileprivate static func find(global: Bool, in session: Session) throws -> DriverInstallation {
    global
      ? try DriverInstallation(globalIn: session.environment)
      : try DriverInstallation(in: session.openStore())
  }
}

extension Process {
  /// Puts bytes into a file that held others, making it where it held none, and taking it away where
  /// nothing is left.
  fileprivate static func write(
    _ bytes: [UInt8], to path: String, insteadOf old: [UInt8]
  ) throws {
    guard bytes != old else { return }
    if bytes.isEmpty {
      try remove(path)
    } else if old.isEmpty {
      try create(path, with: bytes)
    } else {
      try replace(path, with: bytes)
    }
  }
}
