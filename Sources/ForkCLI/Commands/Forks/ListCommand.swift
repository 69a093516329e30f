import ArgumentParser
import ForkedStore

/// `fork list`
struct ListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the forks, and how each compares with the main fork")

  @OptionGroup var output: OutputOptions

  func run(in session: Session) throws -> ExitStatus {
    session.show(try session.openStore().listForks())
    return .done
  }
}

extension ListForksReport: Drawable {
  var text: StyledText {
    let width = forks.map(\.fork.name.count).max() ?? 0
    var text = StyledText()
    for fork in forks {
      let gap = String(repeating: " ", count: width - fork.fork.name.count)
      text +=
        "\(trusted: fork.isCurrent ? "* " : "  ")\(fork.fork, fork.isCurrent ? .green : nil)\(gap)  \(shortID: fork.commit)  \(fork.relationText)\n"
    }
    return text
  }
}

extension ListedFork {
  fileprivate var relationText: String {
    if isMain { return "main" }
    return switch relation {
    case .same: "same as main"
    case .ahead: "ahead by \(ahead)"
    case .behind: "behind by \(behind)"
    case .diverged: "diverged: ahead by \(ahead), behind by \(behind)"
    }
  }
}
