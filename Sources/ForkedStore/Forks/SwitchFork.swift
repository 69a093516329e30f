import Forked
import ForkedGit

/// What `switch` is asked for.
public struct SwitchForkRequest: Sendable {
  /// The fork.
  public var name: String

  /// - Parameter name: the fork.
  public init(name: String) {
    self.name = name
  }
}

extension DocumentStore {
  /// Makes a fork the current one; the work tree follows where there is one.
  ///
  /// - Throws: kind `notFound` where there is no such fork, `usage` where another work tree has it; ``GitError``
  ///   of kind `editedDocuments` where edits would be overwritten. Nothing changed then.
  public func switchFork(_ request: SwitchForkRequest) throws -> ForkReport {
    let fork = try Fork(validating: request.name)
    return try transaction("switch: \(fork.name)") { transaction in
      let tip = try tip(of: fork)
      let head = try repository.head()
      if head.fork != fork {
        if !repository.isBare { try refuseCheckedOutElsewhere(fork) }
        let origin = head.fork?.name ?? head.commit?.hex ?? "nothing"
        try transaction.switchHead(
          to: fork, at: tip, reason: "switch: from \(origin) to \(fork.name)")
      }
      return ForkReport(fork: fork, commit: tip)
    }
  }

  private func refuseCheckedOutElsewhere(_ fork: Fork) throws {
    guard let path = try repository.checkedOutForks()[fork] else { return }
    throw StoreError(
      .usage, "'\(fork.name)' is the current fork of another work tree, at \(path)",
      hint:
        "go there, or create another fork from it: fork create <fork> --from \(fork.name.shellWord)"
    )
  }
}
