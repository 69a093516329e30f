import ArgumentParser
import ForkedStore

/// `fork sync`
struct SyncCommand: ReportingCommand, DetailedCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Merge main and forks into one common version",
    discussion: """
      Merges the forks into the main fork, then updates all of them to the result. A fork with conflicts is not \
      changed; the others are, and the exit status is 1.
      """)

  @Argument(
    help: ArgumentHelp("The forks; by default the current one", valueName: "fork"),
    completion: Completions.forks)
  var forks: [String] = []

  @Flag(help: "Sync with all forks")
  var all = false

  @OptionGroup var decisions: DecisionOptions
  @OptionGroup var merging: MergeOptions
  @OptionGroup var detail: DetailOption
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if all, !forks.isEmpty { throw ValidationError("--all and names of forks exclude each other") }
  }

  func run(in session: Session) throws -> ExitStatus {
    let report = try session.openStore().sync(
      forks, all: all, dryRun: merging.dryRun, policy: decisions.policy,
      resolutions: merging.resolutions())
    session.show(report)
    return report.hasConflicts ? .differs : .done
  }
}

extension SyncReport: Drawable {
  var text: StyledText {
    var text: StyledText = "common version: \(trusted: String(commit.prefix(10)), .yellow)\n"
    for synced in forks {
      let outcome =
        !synced.isSynced ? "not changed" : synced.changed ? "updated" : "up to date"
      text += "\(synced.fork, .green)  \(trusted: outcome)\n"
      text += synced.resolved.text
      text += synced.conflicts.text()
    }
    return text
  }
}
