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
    guard !repository.isBare else {
      let tip = try tip(of: fork)
      try repository.setHead(to: fork, reflog: reflogEntry("switch: to \(fork.name)"))
      return ForkReport(fork: fork, commit: tip)
    }
    return try retrying(fork) { try show(fork) }
  }

  private func show(_ fork: Fork) throws -> ForkReport {
    let update = try repository.beginWorkTreeUpdate(timeout: Self.patience)
    let head = try repository.head()
    let tip = try tip(of: fork)
    if head.fork == fork { try update.end() } else { try move(update, from: head, to: fork, tip) }
    return ForkReport(fork: fork, commit: tip)
  }

  private func move(
    _ update: WorkTreeUpdate, from head: Head, to fork: Fork, _ tip: ObjectID
  ) throws {
    try refuseCheckedOutElsewhere(fork)
    let old = try snapshot(of: head.commit).tree
    let new = try repository.tree(ofCommit: tip)
    try update.check(from: old, to: new)
    try environment.checkInterruption()
    let origin = head.fork?.name ?? head.commit?.hex ?? "nothing"
    try repository.setHead(
      to: fork, at: tip, reflog: reflogEntry("switch: from \(origin) to \(fork.name)"))
    try follow(update, from: old, to: new) { try goBack(to: head, from: fork) }
  }

  private func goBack(to head: Head, from fork: Fork) throws {
    guard let former = head.fork else {
      throw StoreError(.inputOutput, "HEAD was detached and names '\(fork.name)' now")
    }
    try repository.setHead(to: former, reflog: reflogEntry("switch: back to \(former.name)"))
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
