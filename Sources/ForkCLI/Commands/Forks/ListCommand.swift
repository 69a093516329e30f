import ArgumentParser
import ForkedStore

/// `fork list`
struct ListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the forks, and how each compares with the main fork and its remote",
    discussion:
      "Forks of remotes are shown as they were last fetched; use '\(programName) fetch' to update them."
  )

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    session.show(try session.openStore().listForks())
    return .done
  }
}

extension ListForksReport: Drawable {
  var text: StyledText {
    let all = forks + remoteForks
    let width = all.map(\.fork.name.count).max() ?? 0
    var text = StyledText()
    for fork in all {
      let gap = "".padded(to: width - fork.fork.name.count)
      text +=
        "\(trusted: fork.isCurrent ? "* " : "  ")\(fork.fork, fork.isCurrent ? .green : nil)\(gap)  \(shortID: fork.commit)  \(fork.relationText)\n"
    }
    return text
  }
}

extension ListedFork {
  fileprivate var relationText: String {
    let relation = isMain ? "main" : relationToMain
    return remote.map { "\(relation); \($0.text)" } ?? relation
  }

  private var relationToMain: String {
    switch relation {
    case .same: "same as main"
    case .ahead: "ahead by \(ahead)"
    case .behind: "behind by \(behind)"
    case .diverged: "diverged: ahead by \(ahead), behind by \(behind)"
    }
  }
}
